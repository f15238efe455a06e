"""Games that aren't part of Parlour: a file or a folder given by its path, or an installed package.

Loading a file runs its code. Only commands and programs load files, from paths that their users give; a server never
loads a file for a client, because clients can only choose games by name.
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

GROUP = "parlour.games"  # Packages announce their games with entry points in this group.
PREFIX = "outside_"  # The module name of a game loaded from a path starts with this prefix.


def is_path(reference: str) -> bool:
    """Return whether a text such as ./hearts.py or games/hearts is a path rather than the name of a game."""
    return reference.endswith(".py") or reference.startswith(".") or "/" in reference or os.sep in reference


def load_file(path: Path) -> Game:
    """Load a game by running the code of a file, or of a folder with an `__init__.py`."""
    return game_of(_run(main_file(path)), str(path))


def main_file(path: Path) -> Path:
    """Return the file that defines the game at a path: the file itself, or a folder's `__init__.py`."""
    file = path / "__init__.py" if path.is_dir() else path
    if not file.is_file() or file.suffix != ".py":
        wanted = say(
            "there is no game at {path!r}; expected a Python file, or a folder with __init__.py", path=str(path)
        )
        raise ParlourError(wanted)
    return file


def _run(file: Path) -> ModuleType:
    """Run a file's code as a module of its own; report errors with their line numbers."""
    home = file.parent if file.name == "__init__.py" else None
    name = PREFIX + (home or file).stem
    if home is None and str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))  # Like a script, the file can import modules beside it.
    spec = importlib.util.spec_from_file_location(
        name, file, submodule_search_locations=[str(home)] if home else None
    )  # fmt: skip
    if spec is None or spec.loader is None:
        raise ParlourError(f"{str(file)!r} cannot be loaded; expected a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # Compiled code cached on disk finds its module by this name.
    try:
        with LOADING, plain_calls():
            spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        found = problem_of(error, home or file.parent, "loading") or Problem("loading", reason_of(error), str(file))
        raise ParlourError(found.one_line) from error
    return module


def game_of(module: ModuleType, where: str) -> Game:
    """Return the GAME that a module defines."""
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        made = "no GAME" if game is None else f"a {type(game).__name__} as GAME"
        raise ParlourError(f"{where} makes {made}; expected GAME = Game(name=…, …)")
    return game


def installed() -> dict[str, str]:
    """Map the name of each game in an installed package to the module that defines its GAME."""
    return {point.name: module_of(point) for point in sorted(entry_points(group=GROUP), key=lambda one: one.name)}


def module_of(point: EntryPoint) -> str:
    """Return the module name in an entry point such as "club_games.hearts" or "club_games.hearts:GAME"."""
    return point.value.partition(":")[0].strip()
