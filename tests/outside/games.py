"""Files of games that aren't part of Parlour: Roll Call from docs/add-a-game.md, Bean Row, and Hearts."""

import os
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from tests.pages import ROOT, blocks

FOLDER = ROOT / ".pytest_cache" / "outside"  # The folder is always the same, so that compiled rules stay cached.
INVENTED = ROOT / "tests" / "outside" / "invented.py"
HEARTS = ROOT / "examples" / "hearts.py"


@cache
def rollcall() -> Path:
    """Write the example game from docs/add-a-game.md to a file, and return the file."""
    code, file = blocks("docs/add-a-game.md", "python")[0], FOLDER / "rollcall.py"
    if not file.exists() or file.read_text(encoding="utf-8") != code:
        FOLDER.mkdir(parents=True, exist_ok=True)
        part = FOLDER / f"rollcall.{os.getpid()}"
        part.write_text(code, encoding="utf-8")
        part.replace(file)
    return file


def files() -> list[Path]:
    """Return the files of all external games."""
    return [rollcall(), INVENTED, *([HEARTS] if HEARTS.exists() else [])]


def rotated(place: int) -> list[ParameterSet]:
    """Return all external games as parameters; `make test` runs only the game chosen by `place`."""
    found = files()
    return [
        pytest.param(file, id=file.stem, marks=() if number == place % len(found) else pytest.mark.extensive)
        for number, file in enumerate(found)
    ]
