"""The error for a property that doesn't hold, with the position in which it fails."""

import sys
from pathlib import Path

from parlour.game.game import SPECTATOR, Game
from parlour.game.problems import problem_of, reason_of
from parlour.testing._position import Position

INDENT = "  "


class Broken(AssertionError):  # noqa: N818 - it makes a test fail, like any assertion
    """A property that doesn't hold: `what` says what is wrong, and `where` describes the position."""

    def __init__(
        self, what: str, position: Position | None = None, seat: int | None = None, action: int | None = None
    ) -> None:
        """Describe what is wrong; `seat` is the seat that acted or viewed the table, and `action` what it did."""
        self.what, self.position, self.seat, self.action = what, position, seat, action
        super().__init__("\n".join([what, *self.where()]))

    def where(self) -> list[str]:
        """Return lines that say how to reach the position and list its whole state."""
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
        except Exception:  # Perhaps the name itself is broken.
            return "action_name raises an error"


def _dumped(position: Position) -> list[str]:
    try:
        return position.game.dump(position.state).splitlines()
    except Exception as error:  # Perhaps the state itself is broken.
        return [f"the state cannot be dumped: {described(error, position.game)}"]


def described(error: BaseException, game: Game) -> str:
    """Describe an error in one line, with the line of the game's code that caused it."""
    home = home_of(game)
    problem = problem_of(error, home, "playing") if home is not None else None
    return problem.one_line if problem is not None else " ".join(reason_of(error).split())


def home_of(game: Game) -> Path | None:
    """Return the file or folder of a game, or None for a game made without a file."""
    file = getattr(sys.modules.get(game.module), "__file__", None)
    if file is None:
        return None
    path = Path(file).resolve()
    return path.parent if path.name == "__init__.py" else path
