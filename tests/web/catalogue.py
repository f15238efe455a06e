"""Every sentence that the page may have to show: those of its own modules, and those of games, bots and server.

`python -m tests.web.catalogue` prints what the catalogue of the page lacks, ready to be pasted.
"""

import ast
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from parlour.games import all_games
from parlour.match import Match
from parlour.texts import Text
from parlour.web.wire.protocol import LEVELS, PHRASES
from tests.pages import ROOT

STATIC = ROOT / "src" / "parlour" / "web" / "static"
SPEAKING = ("games", "bots", "web")  # the parts whose sentences reach the page
STRING = r'"((?:[^"\\]|\\.)*)"'
CALL = re.compile(rf"\bt\(\s*{STRING}")
CHOICE = re.compile(rf"\bt\([^()\"]*\?\s*{STRING}\s*:\s*{STRING}")
TABLE = re.compile(r"// texts\n(.*?)\n\}\)?;", re.DOTALL)
VALUE = re.compile(rf"(?:[:\[,]\s*){STRING}")
ENTRY = re.compile(rf"^\s*{STRING}:", re.MULTILINE)


def of_page() -> set[str]:
    """The sentences in the modules of the page: in calls of t, and in tables marked with `// texts`."""
    found: set[str] = set()
    for path in STATIC.rglob("*.js"):
        source = path.read_text(encoding="utf-8")
        found |= {match.group(1) for match in CALL.finditer(source)}
        found |= {text for match in CHOICE.finditer(source) for text in match.groups()}
        found |= {value for table in TABLE.finditer(source) for value in VALUE.findall(table.group(1))}
    return {json.loads(f'"{text}"') for text in found if text}


def of_sources() -> set[str]:
    """The sentences that stand whole in the sources of the games, the bots and the server."""
    paths = [path for part in SPEAKING for path in (ROOT / "src" / "parlour" / part).rglob("*.py")]
    return {text for path in paths for text in _said(ast.parse(path.read_text(encoding="utf-8")))}


def _said(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


@cache
def of_matches() -> set[str]:
    """The sentences of matches played at random, for those that are put together."""
    found: set[str] = set()
    for game in all_games():
        match = Match(game, key=bytes(32))
        choices = random.Random(game.name)
        while not match.over and len(match.events) < 200:
            found |= set(_templates(match.advance()))
            seat = choices.choice(match.actors)
            found |= set(_templates(match.view(seat)))
            found |= set(_templates(match.act(seat, choices.choice(match.legal(seat)))))
    return found


def _templates(value: Any) -> Iterator[str]:
    if isinstance(value, Text):
        yield value.template
        yield from (template for gap in value.values.values() for template in _templates(gap))
    elif isinstance(value, Struct):
        yield from (one for field in fields(value) for one in _templates(getattr(value, field.name)))
    elif isinstance(value, list | tuple):
        yield from (one for part in value for one in _templates(part))


def of_facts() -> set[str]:
    """What the server says of games, levels and phrases."""
    games = all_games()
    texts = {game.pitch for game in games} | {option.meaning for game in games for option in game.options}
    words = {word.replace("_", " ") for game in games for option in game.options for word in option.words}
    return texts | words | set(LEVELS) | set(PHRASES.values())


def needed() -> set[str]:
    """All of them."""
    return of_page() | of_sources() | of_matches() | of_facts()


def catalogued(language: str = "en") -> set[str]:
    """The keys of a catalogue."""
    source = (STATIC / "texts" / f"{language}.js").read_text(encoding="utf-8")
    return {json.loads(f'"{match.group(1)}"') for match in ENTRY.finditer(source)}


if __name__ == "__main__":
    for text in sorted(needed() - catalogued()):
        print(f'  {json.dumps(text, ensure_ascii=False)}: "",')
