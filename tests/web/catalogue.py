"""Collect every sentence that users may read: those of the page, server, bots, terminal, command line and games.

`python -m tests.web.catalogue` brings the catalogues up to date: it adds new sentences to each, and moves
translations of sentences that are no longer used to the end of the file, marked as obsolete.
"""

import ast
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from parlour.game.cards import FRENCH, RANKS, Suit
from parlour.game.catalogues import read_catalogue
from parlour.game.game import COMMON_BADGES, Badge, Game, Scoring
from parlour.game.texts import Text
from parlour.games import GAMES, HOME, all_games, find_game
from parlour.match.guide import guide_of
from parlour.match.match import Match
from parlour.terminal.help import HELP
from parlour.web.page.files import STATIC
from parlour.web.table.protocol import LEVELS, PHRASES
from tests.catalogue_files import template_of, update
from tests.pages import ROOT
from tests.samples import has_page

PACKAGE = ROOT / "src" / "parlour"
# The parts of the package that show text to users, apart from the games.
SPEAKING = ("engine", "game", "games/*.py", "match", "bots", "club", "terminal", "web", "cli", "*.py")
COMMANDS = (
    "app",
    "games",
    "rules",
    "play",
    "today",
    "history",
    "replay",
)  # Commands for players, whose help is fully translated.
GIVEN = (
    "GAME",
    "ANY_GAME",
    "OUTSIDE_GAMES",
    "PLAYERS",
    "OPTIONS",
    "NAME",
)  # Arguments and options that several commands share.
LANGUAGES = PACKAGE / "languages"
TEMPLATE = PACKAGE / "terminal" / "template"  # The template of a new game, which has no catalogue.
STRING = r'"((?:[^"\\]|\\.)*)"'
CALL = re.compile(rf"\bt\(\s*{STRING}")
CHOICE = re.compile(rf"\bt\([^()\"]*\?\s*{STRING}\s*:\s*{STRING}")
TABLE = re.compile(r"// texts\n(.*?)\n\}\)?;", re.DOTALL)
VALUE = re.compile(rf"(?:[:\[,]\s*){STRING}")
FOLDERS = sorted(
    path.parent for path in HOME.glob("*/__init__.py")
)  # One folder per game, and the folders of code that games share.
MOST_EVENTS = 200


@cache
def of_program() -> frozenset[str]:
    """Collect the sentences of the page, the server, the bots and the terminal, and the words that all games share."""
    found: set[str] = set()
    for path in STATIC.rglob("*.js"):
        source = path.read_text(encoding="utf-8")
        found |= {match.group(1) for match in CALL.finditer(source)}
        found |= {text for match in CHOICE.finditer(source) for text in match.groups()}
        found |= {value for table in TABLE.finditer(source) for value in VALUE.findall(table.group(1))}
    scripts = {json.loads(f'"{text}"') for text in found if text}
    said = {text for part in SPEAKING for path in PACKAGE.glob(part) for text in of_sources(path)}
    said |= of_command_line()
    shared = of_signs(FRENCH) | of_ranks(RANKS) | of_badges(COMMON_BADGES) | of_scoring(Scoring())
    return frozenset(scripts | said | shared)


def of_sources(folder: Path) -> set[str]:
    """Collect the complete sentences in the sources at a path; for the server, also bot levels and phrases."""
    files = [path for path in folder.rglob("*.py") if path.parent != TEMPLATE] if folder.is_dir() else [folder]
    said = {text for path in files for text in _said(ast.parse(path.read_text(encoding="utf-8")))}
    return said | (set(LEVELS) | set(PHRASES.values()) if folder.name == "web" else set())


def _said(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def of_command_line() -> set[str]:
    """Collect the description of every command, and the complete help texts of commands that players use."""
    sources = [path.read_text(encoding="utf-8") for path in (PACKAGE / "cli").glob("*.py")]
    found = {HELP}
    for node in (node for source in sources for node in ast.parse(source).body):
        if isinstance(node, ast.FunctionDef) and _is_command(node):
            found.add(ast.get_docstring(node) or "")
        if _name(node) in (*COMMANDS, *GIVEN):
            found |= {_text(one.value) for one in ast.walk(node) if isinstance(one, ast.keyword) and one.arg == "help"}
    return found


def _is_command(node: ast.FunctionDef) -> bool:
    """Check whether a function is a command that the help lists."""
    shown = [ast.unparse(one) for one in node.decorator_list if "hidden" not in ast.unparse(one)]
    return any(one.startswith(("click.command", "click.group")) for one in shown)


def _name(node: ast.stmt) -> str:
    """Return the name that a statement defines, or ""."""
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0])
    return node.name if isinstance(node, ast.FunctionDef) else ""


def _text(node: ast.expr) -> str:
    """Return the value of a constant as text."""
    assert isinstance(node, ast.Constant), ast.unparse(node)
    return str(node.value)


def of_signs(suits: tuple[Suit, ...]) -> set[str]:
    """Collect the words for suits, and the phrases that a screen reader says for cards of these suits."""
    return {suit.word for suit in suits} | {suit.card for suit in suits}


def of_ranks(ranks: Mapping[str, str]) -> set[str]:
    """Collect the letters in the corners of cards, and the words that a screen reader says for them."""
    return {*ranks, *ranks.values()}


def of_badges(badges: Any) -> set[str]:
    """Collect the words on badges."""
    return {word for badge in badges.values() if isinstance(badge, Badge) for word in (badge.word, badge.short)}


def of_scoring(scoring: Scoring) -> set[str]:
    """Collect a game's words for scores, such as points or lives."""
    return {scoring.many, f"{{n}} {scoring.many}"}


@cache
def of_game(game: Game) -> frozenset[str]:
    """Collect the sentences that describe a game and those that appear in its matches."""
    options = {word.replace("_", " ") for option in game.options for word in (option.name, *option.words)}
    deck = of_signs(game.deck.suits) | {face.word for face in game.deck.faces.values()} | of_ranks(game.deck.ranks)
    own = {game.pitch, *(option.meaning for option in game.options), *game.other_seats}
    declared = deck | of_badges(game.badges) | of_scoring(game.scoring)
    return frozenset(own | options | declared | of_match(game) | of_guide(game))


def of_guide(game: Game) -> set[str]:
    """Collect the sentences of a game's guide."""
    guide = guide_of(game)
    steps = guide.steps if guide is not None else ()
    return {words for step in steps for words in (step.say, step.otherwise, step.then) if words}


def of_match(game: Game) -> set[str]:
    """Collect the sentences and action verbs of a random match, which include sentences composed at run time."""
    match = Match(game, key=bytes(32))
    choices = random.Random(game.name)
    found: set[str] = set()
    while not match.over and len(match.events) < MOST_EVENTS:
        found |= set(_templates(match.advance()))
        seat = choices.choice(match.actors)
        view = match.view(seat)
        found |= set(_templates(view)) | {action.name.split()[0] for action in view.actions} - set(game.deck.names)
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
    """Collect the sentences of games in a single file, which have no catalogue: the page shows them unchanged."""
    found: set[str] = set()
    for game in (game for game in all_games() if not has_page(game)):
        source = Path(sys.modules[game.module].__file__ or "").read_text(encoding="utf-8")
        found |= of_game(game) | set(_said(ast.parse(source)))
    return frozenset(found)


# --- the catalogues


def catalogued(folder: Path) -> set[str]:
    """Read the sentences in the English catalogue of a folder."""
    return set(read_catalogue(template_of(folder)).entries) if template_of(folder).is_file() else set()


@cache
def in_catalogues() -> frozenset[str]:
    """Read the sentences in any of the catalogues."""
    return frozenset(text for folder in (LANGUAGES, *FOLDERS) for text in catalogued(folder))


def has_words(sentence: str) -> bool:
    """Check whether a sentence has anything to translate: more than a placeholder, a number or symbols."""
    return re.fullmatch(r"\{\w+\}|\W*|\d+", sentence) is None


@cache
def needed(folder: Path) -> frozenset[str]:
    """Return the sentences that a folder's catalogue must have: those of its sources that no shared catalogue has."""
    if folder == LANGUAGES:
        said = set(of_program())
    elif folder.name not in GAMES:
        said = of_sources(folder) - of_program()
    else:
        shared = {text for other in FOLDERS if other.name not in GAMES for text in needed(other)}
        said = (of_sources(folder) | of_game(find_game(folder.name))) - of_program() - shared
    return frozenset(text for text in said if has_words(text))


def sources_of(folder: Path) -> list[Path]:
    """Return the source files that a catalogue's sentences come from, so that translators can look them up."""
    if folder != LANGUAGES:
        return sorted([*folder.glob("*.py"), *folder.glob("guide.json")])
    parts = [path for part in SPEAKING for path in PACKAGE.glob(part)]
    files = [file for part in parts for file in (part.rglob("*.py") if part.is_dir() else [part])]
    return sorted([*files, *STATIC.rglob("*.js")])


def write() -> None:
    """Update all catalogues."""
    for folder in (LANGUAGES, *FOLDERS):
        if needed(folder):
            update(folder, needed(folder), sources_of(folder))


if __name__ == "__main__":
    write()
