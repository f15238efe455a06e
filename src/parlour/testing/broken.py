"""The error of a property that doesn't hold: what is wrong, and in which position."""

import sys
from pathlib import Path

from parlour.game.game import SPECTATOR, Game
from parlour.game.problems import problem_of, reason_of
from parlour.testing._position import Position

INDENT = "  "


class Broken(AssertionError):  # noqa: N818 - it makes a test fail, like any assertion
    """What is wrong with a game: `what` is a sentence, `where` a position that can be reached again."""

    def __init__(
        self, what: str, position: Position | None = None, seat: int | None = None, action: int | None = None
    ) -> None:
        """`seat` and `action`: who acted or viewed the table, and which action it was."""
        self.what, self.position, self.seat, self.action = what, position, seat, action
        super().__init__("\n".join([what, *self.where()]))

    def where(self) -> list[str]:
        """Describe the position in lines: how to reach it, and the whole state."""
        if self.position is None:
            return []
        parts = [str(self.position)]
        if self.seat is not None:
            parts.append("a spectator" if self.seat == SPECTATOR else f"seat {self.seat}")
        if self.action is not None:
            parts.append(f"action {self.action} ({self._action_name()})")
        return [f"in {', '.join(parts)}:", *(INDENT + line for line in _dumped(self.position))]

    def _action_name(self) -> str:
        assert self.position is not None
        try:
            return self.position.game.action_name(self.position.state, self.seat or 0, self.action or 0)
        except Exception:  # the name may be what is broken
            return "its name cannot be made"


def _dumped(position: Position) -> list[str]:
    try:
        return position.game.dump(position.state).splitlines()
    except Exception as error:  # a state may be too broken to be read through its fields
        return [f"the state cannot be dumped: {described(error, position.game)}"]


def described(error: BaseException, game: Game) -> str:
    """Describe an error in one line, with the last line of the game's own code that was reached."""
    home = home_of(game)
    problem = problem_of(error, home, "playing") if home is not None else None
    return problem.one_line if problem is not None else " ".join(reason_of(error).split())


def home_of(game: Game) -> Path | None:
    """Find the file of a game, or its folder; None for a game made without a file."""
    file = getattr(sys.modules.get(game.module), "__file__", None)
    if file is None:
        return None
    path = Path(file).resolve()
    return path.parent if path.name == "__init__.py" else path
