"""Every sentence that the page may have to show: its own, the server's and the bots', and those of each game.

`python -m tests.web.catalogue` adds to the English catalogues what they lack, and takes out what nobody says any more.
"""

import ast
import json
import random
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from parlour.cards import FRENCH, RANKS, Suit
from parlour.game import COMMON_BADGES, Badge, Game, Scoring
from parlour.games import GAMES, HOME, all_games, find_game
from parlour.guide import guide_of
from parlour.match import Match
from parlour.texts import Text
from parlour.web.pages.files import STATIC
from parlour.web.pages.texts import Catalogue, read
from parlour.web.wire.protocol import LEVELS, PHRASES
from tests.pages import ROOT
from tests.samples import has_page

SPEAKING = ("bots", "web")  # the parts beside the games whose sentences reach the page
STRING = r'"((?:[^"\\]|\\.)*)"'
CALL = re.compile(rf"\bt\(\s*{STRING}")
CHOICE = re.compile(rf"\bt\([^()\"]*\?\s*{STRING}\s*:\s*{STRING}")
TABLE = re.compile(r"// texts\n(.*?)\n\}\)?;", re.DOTALL)
VALUE = re.compile(rf"(?:[:\[,]\s*){STRING}")
FOLDERS = sorted(path.parent for path in HOME.glob("*/__init__.py"))  # games, and what games share
MOST_EVENTS = 200


def of_page() -> set[str]:
    """The sentences of the page itself, of the server and the bots, and the words that all games share."""
    found: set[str] = set()
    for path in STATIC.rglob("*.js"):
        source = path.read_text(encoding="utf-8")
        found |= {match.group(1) for match in CALL.finditer(source)}
        found |= {text for match in CHOICE.finditer(source) for text in match.groups()}
        found |= {value for table in TABLE.finditer(source) for value in VALUE.findall(table.group(1))}
    scripts = {json.loads(f'"{text}"') for text in found if text}
    said = {text for part in SPEAKING for text in of_sources(ROOT / "src" / "parlour" / part)}
    return scripts | said | of_signs(FRENCH) | set(RANKS.values()) | of_badges(COMMON_BADGES) | of_scoring(Scoring())


def of_sources(folder: Path) -> set[str]:
    """The sentences that stand whole in the sources of a folder, and for the server its levels and phrases."""
    said = {text for path in folder.rglob("*.py") for text in _said(ast.parse(path.read_text(encoding="utf-8")))}
    return said | (set(LEVELS) | set(PHRASES.values()) if folder.name == "web" else set())


def _said(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def of_signs(suits: tuple[Suit, ...]) -> set[str]:
    """The words for suits, and how their cards are said."""
    return {suit.word for suit in suits} | {suit.card for suit in suits}


def of_badges(badges: Any) -> set[str]:
    """The words on badges."""
    return {word for badge in badges.values() if isinstance(badge, Badge) for word in (badge.word, badge.short)}


def of_scoring(scoring: Scoring) -> set[str]:
    """The words for points or lives."""
    return {scoring.one, scoring.many}


@cache
def of_game(game: Game) -> frozenset[str]:
    """What a game says of itself, and in a match."""
    options = {word.replace("_", " ") for option in game.options for word in option.words}
    deck = of_signs(game.deck.suits) | {face.word for face in game.deck.faces.values()} | set(game.deck.ranks.values())
    told = {game.pitch, *(option.meaning for option in game.options), *game.other_seats}
    declared = deck | of_badges(game.badges) | of_scoring(game.scoring)
    return frozenset(told | options | declared | of_match(game) | of_guide(game))


def of_guide(game: Game) -> set[str]:
    """The sentences of a game's guide."""
    guide = guide_of(game)
    steps = guide.steps if guide is not None else ()
    return {words for step in steps for words in (step.say, step.otherwise, step.then) if words}


def of_match(game: Game) -> set[str]:
    """The sentences of a match played at random, for those that are put together."""
    match = Match(game, key=bytes(32))
    choices = random.Random(game.name)
    found: set[str] = set()
    while not match.over and len(match.events) < MOST_EVENTS:
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


@cache
def without_catalogue() -> frozenset[str]:
    """The sentences of games that are a single file and so have no catalogue: the page shows them as they are."""
    found: set[str] = set()
    for game in (game for game in all_games() if not has_page(game)):
        source = Path(sys.modules[game.module].__file__ or "").read_text(encoding="utf-8")
        found |= of_game(game) | set(_said(ast.parse(source)))
    return frozenset(found)


# --- the catalogues


def catalogue_of(folder: Path, language: str = "en") -> Path:
    """Where the sentences of a folder stand."""
    return folder / "texts" / f"{language}.json"


def entries_of(folder: Path) -> Catalogue:
    """The catalogue of a folder; empty if it has none."""
    path = catalogue_of(folder)
    return read(path) if path.is_file() else {}


def catalogued(folder: Path) -> set[str]:
    """The sentences in the catalogue of a folder."""
    return set(entries_of(folder))


@cache
def in_catalogues() -> frozenset[str]:
    """The sentences in any of the catalogues."""
    return frozenset(text for folder in (STATIC, *FOLDERS) for text in catalogued(folder))


def needed(folder: Path) -> set[str]:
    """What the catalogue of a folder must hold: all it says, unless the page or what games share has it already."""
    if folder == STATIC:
        return of_page()
    if folder.name not in GAMES:
        return of_sources(folder) - of_page()
    shared = {text for other in FOLDERS if other.name not in GAMES for text in needed(other)}
    return (of_sources(folder) | of_game(find_game(folder.name))) - of_page() - shared


def write() -> None:
    """Bring all English catalogues up to date."""
    for folder in (STATIC, *FOLDERS):
        path, wanted = catalogue_of(folder), needed(folder)
        if not wanted:
            continue
        known = entries_of(folder)
        path.parent.mkdir(exist_ok=True)
        entries = {text: known.get(text, "") for text in sorted(wanted)}
        path.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
