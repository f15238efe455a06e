"""Find a game's rules, a Markdown page beside its code, and split them by headings."""

import re
import sys
from functools import cache
from inspect import cleandoc
from pathlib import Path

from parlour.game.catalogues import ENGLISH
from parlour.game.game import Game
from parlour.games import find_game

HEADING = re.compile(r"^## +(.+?) *$", re.MULTILINE)


def rules_page(name: str, language: str = ENGLISH) -> str:
    """Return the rules of the game with this name as Markdown."""
    return rules_text(find_game(name), language)


def rules_text(game: Game, language: str = ENGLISH) -> str:
    """Return the rules of a game as Markdown: its rules.md or, for a game in one file, the docstring at its top.

    For French, for example, it looks for rules.fr.md, or for hearts.fr.md beside hearts.py; if there is no translation,
    the rules are in English.
    """
    home = sys.modules[game.module]
    file = Path(home.__file__ or "")
    folder, is_folder = file.parent, hasattr(home, "__path__")
    translated = folder / (f"rules.{language}.md" if is_folder else f"{file.stem}.{language}.md")
    for page in (translated, folder / "rules.md") if is_folder else (translated,):
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return f"# {game.title}\n\n{cleandoc(home.__doc__ or game.pitch)}\n"


@cache
def headings_in(game: Game, language: str) -> dict[str, str]:
    """Map the English section headings, which views use as names, to the headings in another language."""
    english, translated = headings(rules_text(game)), headings(rules_text(game, language))
    return dict(zip(english, translated, strict=True)) if len(english) == len(translated) else {}


def headings(page: str) -> list[str]:
    """Return the headings of a page's sections."""
    return HEADING.findall(page)


def section_text(page: str, section: str) -> str | None:
    """Return the section whose heading begins with the given text, ignoring case; the heading is included."""
    found = list(HEADING.finditer(page))
    for index, heading in enumerate(found):
        if heading.group(1).casefold().startswith(section.strip().casefold()):
            end = found[index + 1].start() if index + 1 < len(found) else len(page)
            return page[heading.start() : end].strip()
    return None
