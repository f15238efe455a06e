"""The games: each is either a folder here with a rules page, `rules.md`, or a single file, and defines `GAME`.

A folder without a rules page holds code that several games share. `load_game` adds games from outside Parlour.
"""

import hashlib
import logging
import sys
from importlib import import_module
from pathlib import Path

from parlour.engine import rule
from parlour.errors import ParlourError
from parlour.game.game import LOADING, Game
from parlour.game.problems import Problem, home_of, problem_of
from parlour.game.texts import say
from parlour.games.outside import game_of, installed, is_path, load_file

HOME = Path(__file__).parent
SHARED = ("__init__", "outside", "rules_page")  # These modules in the games folder aren't games.
log = logging.getLogger("parlour.games")


def _own() -> dict[str, str]:
    """Map the name of each game in this folder to the module that defines its GAME."""
    folders = [page.parent.name for page in HOME.glob("*/rules.md")]
    files = [file.stem for file in HOME.glob("*.py") if file.stem not in SHARED]
    return {name: f"parlour.games.{name}" for name in sorted(folders + files)}


OWN = _own()
# Maps the name of each game to the module that defines its GAME; Parlour's own games come first.
GAMES = dict(OWN)
PATHS: dict[str, Path] = {}  # Maps the name of each game loaded from a path to that path.

for _name, _module in installed().items():
    if _name in OWN:
        log.warning("%s brings a game called %r, which is one of Parlour's own games; skipped", _module, _name)
    else:
        GAMES[_name] = _module


def find_game(name: str) -> Game:
    """Return the game with this name, loading nothing but its rules."""
    if name not in GAMES:
        raise ParlourError(say("there is no game {game!r}; expected one of {games}", game=name, games=", ".join(GAMES)))
    module = sys.modules.get(GAMES[name])
    if module is None or not hasattr(module, "GAME"):  # The module isn't completely loaded yet.
        with LOADING, rule.plain_calls():
            module = import_module(GAMES[name])
    game = game_of(module, GAMES[name])
    if game.name != name:
        raise ParlourError(f"{GAMES[name]} makes a game called {game.name!r}; expected {name!r}")
    return game


def load_game(reference: str) -> Game:
    """Return the game with the given name or path; loading a path such as ./hearts.py runs its code and adds the game.

    >>> load_game("./hearts.py").title
    'Hearts'
    """
    if not is_path(reference):
        return find_game(reference)
    path = Path(reference).resolve()
    for name, known in PATHS.items():
        if known == path:
            return find_game(name)
        if known.stem == path.stem:
            raise ParlourError(f"{path} cannot be loaded beside {known}; expected files of different names")
    game = load_file(path)
    if game.name in GAMES:
        raise ParlourError(f"{reference} makes a game called {game.name!r}, and there is one; expected another name")
    GAMES[game.name], PATHS[game.name] = game.module, path
    return game


def reference_of(name: str) -> str:
    """Return what another process needs to load the game: its path if it has one, otherwise its name."""
    return str(PATHS.get(name, name))


def source_hash(name: str) -> str:
    """Return a short hash of all source code, Parlour's and an outside game's, that a match depends on."""
    if name in OWN:
        return rule.source_hash()
    home = Path(import_module(GAMES[name]).__file__ or "")
    digest = hashlib.sha256(rule.source_hash().encode())
    for file in sorted(home.parent.rglob("*.py")) if home.name == "__init__.py" else [home]:
        digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def all_games() -> list[Game]:
    """Return all games: first Parlour's own in alphabetical order, then those from outside."""
    return [find_game(name) for name in GAMES]


def problem_behind(error: BaseException) -> Problem | None:
    """Return the problem in an outside game that caused an error; None if no outside game caused it."""
    outside = [name for name in GAMES if name not in OWN and GAMES[name] in sys.modules]
    found = (problem_of(error, _home(name), "playing") for name in outside)
    return next((problem for problem in found if problem is not None), None)


def _home(name: str) -> Path:
    """Return the location of an outside game's code: a folder, or the file of an installed module."""
    if name in PATHS:
        return home_of(PATHS[name])
    file = Path(import_module(GAMES[name]).__file__ or "")
    return file.parent if "." in GAMES[name] or file.name == "__init__.py" else file
