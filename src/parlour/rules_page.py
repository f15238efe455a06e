"""The rules of a game as a page of Markdown: found beside the game, and taken apart by headings."""

import re
import sys
from inspect import cleandoc
from pathlib import Path

from parlour.game import Game
from parlour.games import find_game

HEADING = re.compile(r"^## +(.+?) *$", re.MULTILINE)


def rules_page(name: str) -> str:
    """The rules of the game of that name as Markdown."""
    return rules_text(find_game(name))


def rules_text(game: Game) -> str:
    """The rules of a game as Markdown: its rules.md or, in a game that is one file, the text at its top."""
    home = sys.modules[game.module]
    page = Path(home.__file__ or "").parent / "rules.md"
    if hasattr(home, "__path__") and page.is_file():
        return page.read_text(encoding="utf-8")
    return f"# {game.title}\n\n{cleandoc(home.__doc__ or game.pitch)}\n"


def headings(page: str) -> list[str]:
    """The headings of the sections."""
    return HEADING.findall(page)


def section_text(page: str, section: str) -> str | None:
    """One section with its heading; the beginning of the heading is enough, in capital or small letters."""
    found = list(HEADING.finditer(page))
    for place, heading in enumerate(found):
        if heading.group(1).casefold().startswith(section.strip().casefold()):
            end = found[place + 1].start() if place + 1 < len(found) else len(page)
            return page[heading.start() : end].strip()
    return None
