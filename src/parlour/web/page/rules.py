"""The games' rules pages as HTML, section by section."""

from functools import cache

from markdown_it import MarkdownIt

from parlour.game.catalogues import ENGLISH
from parlour.games import find_game
from parlour.games.rules_page import HEADING, headings, rules_page
from parlour.web.page.messages import Rules, Section


@cache
def rules_of(name: str, language: str = ENGLISH) -> Rules:
    """Return a game's rules in a language. The text before the first heading becomes a section without a heading."""
    page = rules_page(name, language).partition("\n")[2]  # drops the first line, the title
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    found = list(HEADING.finditer(page))
    # Without headings, this list is empty and the whole page is one section.
    ends = [*(heading.start() for heading in found[1:]), len(page)][: len(found)]
    sections = [Section("", _rendered(markdown, page[: found[0].start()] if found else page))]
    english = headings(rules_page(name))
    for place, (heading, end) in enumerate(zip(found, ends, strict=True)):
        named = english[place] if len(english) == len(found) else heading.group(1)
        sections.append(Section(heading.group(1), _rendered(markdown, page[heading.end() : end]), named))
    return Rules(find_game(name).title, sections)


def _rendered(markdown: MarkdownIt, text: str) -> str:
    """Render Markdown as HTML; a screen reader should not announce a table's empty column heads as headings."""
    html: str = markdown.render(text)
    return html.replace("<th></th>", "<td></td>")
