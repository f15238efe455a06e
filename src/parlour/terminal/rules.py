"""The rules pages: found, taken apart by headings, rendered."""

import re
from importlib.resources import files
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.constrain import Constrain
from rich.markdown import Markdown
from rich.text import Text as Ink

import parlour
from parlour.errors import ParlourError
from parlour.terminal.cards import QUIET
from parlour.terminal.console import open_console
from parlour.texts import say

WIDTH = 88  # longer lines are hard to read
HEADING = re.compile(r"^## +(.+?) *$", re.MULTILINE)


def rules_page(name: str) -> str:
    """The rules of a game as Markdown: from the wheel, else from the checkout."""
    packed = files(parlour) / "rules_pages" / f"{name}.md"
    if packed.is_file():
        return packed.read_text(encoding="utf-8")
    page = Path(parlour.__file__).resolve().parents[2] / "docs" / "rules" / f"{name}.md"
    if not page.is_file():
        raise ParlourError(f"there is no rules page for {name!r}; expected {page}")
    return page.read_text(encoding="utf-8")


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


def show_rules(name: str, section: str | None = None, console: Console | None = None) -> None:
    """Print the rules of a game, or one section of them."""
    (console or open_console()).print(rules_of(name, section))


def rules_of(name: str, section: str | None = None) -> RenderableType:
    """The rules of a game, or one section of them; an unknown section is a ParlourError."""
    page = rules_page(name)
    if section is None:
        return _rendered(page)
    text = section_text(page, section)
    if text is None:
        raise ParlourError(f"the rules have no section {section!r}; expected one of {', '.join(headings(page))}")
    return _rendered(text)


def rules_at(name: str, section: str) -> RenderableType:
    """The section for the phase of a match, and how to read on."""
    page = rules_page(name)
    text = section_text(page, section) if section else None
    if text is None:
        return _rendered(page)
    others = " · ".join(headings(page))
    more = say("?? shows all the rules, ? and a word another section: {sections}", sections=others)
    return Group(_rendered(text), Constrain(Ink(str(more), style=QUIET), WIDTH))


def _rendered(text: str) -> RenderableType:
    return Constrain(Markdown(text), WIDTH)
