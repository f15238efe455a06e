"""Find the links of Markdown pages, and report broken links."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)  # links to another site or a mail address
PARSER = MarkdownIt("commonmark").enable("table")


class Link(NamedTuple):
    """A relative link or picture, as the page writes it."""

    file: str  # path of the file; empty for a link within the page
    anchor: str
    line: int


def links(text: str) -> Iterator[Link]:
    """Yield each relative link and picture in a page's text."""
    for token in PARSER.parse(text):
        for part in token.children or ():
            target = str(part.attrs.get("href") or part.attrs.get("src") or "")
            if target and not ELSEWHERE.match(target):
                file, _, anchor = target.partition("#")
                yield Link(file, anchor, (token.map or [0])[0] + 1)


def anchor_of(heading: str) -> str:
    """Turn the text of a heading into its anchor, as code hosts and our site do."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """List the anchors of a page's headings."""
    return {anchor_of(_shown(after)) for one, after in pairwise(PARSER.parse(text)) if one.type == "heading_open"}


def _shown(token: Token) -> str:
    return "".join(part.content for part in token.children or () if part.type in ("text", "code_inline"))


@cache
def _anchors_of(page: Path) -> set[str]:
    return anchors(page.read_text(encoding="utf-8"))


def broken_links(root: Path, page: Path) -> Iterator[str]:
    """Yield a message for each link that leads to a missing file or heading, or out of the project."""
    for link in links(page.read_text(encoding="utf-8")):
        where = f"{page.relative_to(root)}:{link.line}"
        target = (page.parent / link.file).resolve() if link.file else page
        if not target.is_relative_to(root) or not target.exists():
            yield f"{where}: there is no {link.file}"
        elif link.anchor and target.suffix == ".md" and link.anchor not in _anchors_of(target):
            yield f"{where}: {target.relative_to(root)} has no heading for #{link.anchor}"
