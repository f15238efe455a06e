"""Show rules pages in the terminal."""

from rich.console import Console, Group, RenderableType
from rich.constrain import Constrain
from rich.markdown import Markdown
from rich.text import Text as Ink

from parlour.errors import ParlourError
from parlour.game.texts import say
from parlour.games import find_game
from parlour.games.rules_page import headings, headings_in, rules_page, section_text
from parlour.terminal._cards import QUIET
from parlour.terminal.console import open_console
from parlour.terminal.words import language, said

WIDTH = 88  # rules are wrapped at this width, because longer lines are hard to read


def show_rules(name: str, section: str | None = None, console: Console | None = None) -> None:
    """Print the rules of a game, or one section of them."""
    (console or open_console()).print(rules_of(name, section))


def rules_of(name: str, section: str | None = None) -> RenderableType:
    """Return the rules of a game, or one section of them; raise ParlourError for an unknown section."""
    page = rules_page(name, language())
    if section is None:
        return _rendered(page)
    text = section_text(page, section)
    if text is None:
        names = ", ".join(headings(page))
        raise ParlourError(
            say("the rules have no section {section!r}; expected one of {names}", section=section, names=names)
        )
    return _rendered(text)


def rules_at(name: str, section: str) -> RenderableType:
    """Return the rules section for the current phase of a match, and how to read other sections."""
    page = rules_page(name, language())
    text = section_text(page, headings_in(find_game(name), language()).get(section, section)) if section else None
    if text is None:
        return _rendered(page)
    others = " · ".join(headings(page))
    more = say("?? shows all the rules; ? with a word shows another section: {sections}", sections=others)
    return Group(_rendered(text), Constrain(Ink(said(more), style=QUIET), WIDTH))


def _rendered(text: str) -> RenderableType:
    return Constrain(Markdown(text), WIDTH)
