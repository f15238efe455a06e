"""Read the project's pages, and run the examples in them as tests."""

import re
from pathlib import Path
from typing import Any

from parlour.games import find_game
from parlour.match.fair import seeded_key
from parlour.match.match import Match

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def page(name: str) -> str:
    """Read the text of a page, such as docs/records.md."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str, kind: str) -> list[str]:
    """Find a page's code blocks in one language, in order."""
    return [found["body"] for found in FENCE.finditer(page(name)) if found["kind"] == kind]


def program(name: str) -> dict[str, Any]:
    """Run the first Python program in a page; return the names that it defines."""
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(blocks(name, "python")[0], name, "exec"), names)
    return names


def first_event(game: str, players: int) -> dict[str, Any]:
    """Return the event of the first deal in a match with a known key."""
    match = Match(find_game(game), players, key=seeded_key(5, 0), telling=False)
    match.advance()
    return match.events[0]


def dealt(game: str, pack: list[str], sizes: list[int]) -> list[list[str]]:
    """Draw piles of these sizes with the program in docs/records.md and the key of `first_event`."""
    tools, order, left = program("docs/records.md"), find_game(game).deck.names.index, list(pack)
    words = tools["seed_words"](seeded_key(5, 0), 0)
    return [sorted((tools["draw"](words, left) for _ in range(size)), key=order) for size in sizes]
