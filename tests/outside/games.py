"""Games that aren't part of Parlour, as files: Roll Call of docs/add-a-game.md, Bean Row, and the examples."""

import os
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from tests.pages import ROOT, blocks

FOLDER = ROOT / ".pytest_cache" / "outside"  # always the same place, so that compiled rules can be kept
INVENTED = ROOT / "tests" / "outside" / "invented.py"
HEARTS = ROOT / "examples" / "hearts.py"


@cache
def rollcall() -> Path:
    """Return the example of the page, as a file."""
    code, file = blocks("docs/add-a-game.md", "python")[0], FOLDER / "rollcall.py"
    if not file.exists() or file.read_text(encoding="utf-8") != code:
        FOLDER.mkdir(parents=True, exist_ok=True)
        part = FOLDER / f"rollcall.{os.getpid()}"
        part.write_text(code, encoding="utf-8")
        part.replace(file)
    return file


def files() -> list[Path]:
    """Return every game from outside."""
    return [rollcall(), INVENTED, *([HEARTS] if HEARTS.exists() else [])]


def rotated(place: int) -> list[ParameterSet]:
    """Return the same as parameters: `make test` takes one of them, depending on `place`, and `make test-all` all."""
    found = files()
    return [
        pytest.param(file, id=file.stem, marks=() if number == place % len(found) else pytest.mark.extensive)
        for number, file in enumerate(found)
    ]
