"""Games that aren't part of Parlour: a file or a folder given by its path, or an installed package.

Loading a file runs its code. Only commands and programs do that, for a path that their user gave; a server never
does it for a client, because clients can only give names of games.
"""

import importlib.util
import os
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from parlour.engine.rule import plain_calls
from parlour.errors import ParlourError
from parlour.game.game import LOADING, Game
from parlour.game.problems import Problem, problem_of, reason_of
from parlour.game.texts import say

GROUP = "parlour.games"  # the entry points of packages with games
PREFIX = "outside_"  # of the module names of games loaded from a path


def is_path(reference: str) -> bool:
    """Return whether a text is the path of a file or folder, not the name of a game: ./hearts.py, games/hearts."""
    return reference.endswith(".py") or reference.startswith(".") or "/" in reference or os.sep in reference


def load_file(path: Path) -> Game:
    """Return the game of a file, or of a folder with an `__init__.py`, by running its code."""
    return game_of(_run(main_file(path)), str(path))


def main_file(path: Path) -> Path:
    """Return the file that makes the game at a path: the file itself, or the `__init__.py` of a folder."""
    file = path / "__init__.py" if path.is_dir() else path
    if not file.is_file() or file.suffix != ".py":
        wanted = say(
            "there is no game at {path!r}; expected a Python file, or a folder with __init__.py", path=str(path)
        )
        raise ParlourError(wanted)
    return file


def _run(file: Path) -> ModuleType:
    """Run the code of a file as a separate module; report errors with their line."""
    home = file.parent if file.name == "__init__.py" else None
    name = PREFIX + (home or file).stem
    if home is None and str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))  # the file can import modules beside it, like a script
    spec = importlib.util.spec_from_file_location(
        name, file, submodule_search_locations=[str(home)] if home else None
    )  # fmt: skip
    if spec is None or spec.loader is None:
        raise ParlourError(f"{str(file)!r} cannot be loaded; expected a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # compiled code on disk finds its module by this name
    try:
        with LOADING, plain_calls():
            spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        found = problem_of(error, home or file.parent, "loading") or Problem("loading", reason_of(error), str(file))
        raise ParlourError(found.one_line) from error
    return module


def game_of(module: ModuleType, where: str) -> Game:
    """Return the GAME that a module makes."""
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        made = "no GAME" if game is None else f"a {type(game).__name__} as GAME"
        raise ParlourError(f"{where} makes {made}; expected GAME = Game(name=…, …)")
    return game


def installed() -> dict[str, str]:
    """Return the games of installed packages: the name of each entry point, and the module with its GAME."""
    return {point.name: module_of(point) for point in sorted(entry_points(group=GROUP), key=lambda one: one.name)}


def module_of(point: EntryPoint) -> str:
    """Return the module that an entry point names: "club_games.hearts", or "club_games.hearts:GAME"."""
    return point.value.partition(":")[0].strip()
