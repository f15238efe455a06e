"""A property that does not hold, in words: what is wrong, and the position in which it is."""

import re
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.errors import ParlourError
from parlour.game import SPECTATOR, Game

if TYPE_CHECKING:
    from parlour.testing.positions import Position

INDENT = "  "


class Broken(AssertionError):  # noqa: N818 - a test that meets it fails, as with any assertion
    """What is wrong with a game, and where: `what` in a sentence, `where` as a position that can be played again."""

    def __init__(
        self, what: str, position: "Position | None" = None, seat: int | None = None, action: int | None = None
    ) -> None:
        """`seat` and `action`: who did, or looked at, what."""
        self.what, self.position, self.seat, self.action = what, position, seat, action
        super().__init__("\n".join([what, *self.where()]))

    def where(self) -> list[str]:
        """The position, in lines: how to get there, and the whole state."""
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


def _dumped(position: "Position") -> list[str]:
    try:
        return position.game.dump(position.state).splitlines()
    except Exception as error:  # a state may be too broken to be read through its fields
        return [f"the state cannot be dumped: {described(error, position.game)}"]


def described(error: BaseException, game: Game) -> str:
    """An error in one line, with the last line of the game's own code that was reached."""
    if type(error).__module__.startswith("numba."):
        return compiler_says(str(error))
    reason = str(error) if isinstance(error, ParlourError) else f"{type(error).__name__}: {error}"
    home = home_of(game)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if home is not None and Path(frame.filename).resolve().is_relative_to(home)]
    if not own:
        return " ".join(reason.split())
    return f"{own[-1].filename}, line {own[-1].lineno}, in {own[-1].name}: {' '.join(reason.split())}"


def compiler_says(text: str) -> str:
    """What the compiler complains of, in one line: the line of the rules, and the reason."""
    places = [
        *re.findall(r"(\S+\.py) \((\d+)\)", text),  # "typing of get attribute at hearts.py (231)"
        *re.findall(r'File "([^"]+\.py)", line (\d+)', text),
    ]
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in ")]
    where = f"{places[0][0]}, line {places[0][1]}: " if places else ""
    return f"the rules cannot be compiled: {where}{lines[0] if lines else text}"


def home_of(game: Game) -> Path | None:
    """The file of a game, or its folder; None for a game that was made without a file."""
    file = getattr(sys.modules.get(game.module), "__file__", None)
    if file is None:
        return None
    path = Path(file).resolve()
    return path.parent if path.name == "__init__.py" else path
