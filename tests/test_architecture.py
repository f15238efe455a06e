"""The package follows docs/architecture.md: each layer (floor) imports only from itself and from lower layers."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine import _kept_code, rule
from tests.house import (
    FLOORS,
    INSIDE,
    MODULES,
    PACKAGE,
    PAGE,
    ROOMS,
    cycles,
    floor_of,
    imports_of,
    tree_of,
    with_pictures,
)  # fmt: skip
from tests.pages import ROOT, page

MOST_LINES = 500
MOST_NAMES = 16
GAMES = PACKAGE / "games"
TEMPLATE = PACKAGE / "terminal" / "template"  # the template for games outside the package


def named(path: Path, line: int) -> str:
    """Format a module's path and a line number so that editors and terminals turn them into a link."""
    return f"{path.relative_to(ROOT)}:{line}"


def test_every_part_of_the_package_has_a_layer_and_every_part_of_the_server_a_room() -> None:
    assert {floor_of(name) for name in INSIDE} == set(FLOORS), "add each to FLOORS"
    rooms = {name.split(".")[2] for name in INSIDE if name.startswith("parlour.web.")}
    assert rooms == set(ROOMS), "add each to ROOMS"


def test_the_top_level_of_the_package_has_at_most_16_names() -> None:
    assert len({*FLOORS, "__init__"}) <= MOST_NAMES


def test_a_layer_of_the_package_imports_only_from_itself_and_lower_layers() -> None:
    wrong = []
    for module, path in INSIDE.items():
        floor = floor_of(module)
        for line, name in imports_of(path):
            imported = floor_of(name) if name != "parlour" else FLOORS[0]  # `parlour` itself offers only its version
            if FLOORS.index(imported) > FLOORS.index(floor):
                wrong.append(f"{named(path, line)}: {floor} is below {imported} and must not import it")
    assert wrong == []


def test_a_room_of_the_server_imports_only_from_itself_and_lower_rooms() -> None:
    wrong = []
    for module, path in MODULES.items():
        if not module.startswith("parlour.web."):
            continue
        room = module.split(".")[2]
        for line, name in imports_of(path):
            if name.startswith("parlour.terminal"):
                wrong.append(f"{named(path, line)}: the server must not import the terminal")
            if name.startswith("parlour.web.") and ROOMS.index(name.split(".")[2]) > ROOMS.index(room):
                wrong.append(f"{named(path, line)}: {room} comes before {name.split('.')[2]}")
    assert wrong == []


def test_no_modules_import_one_another_in_a_cycle() -> None:
    assert cycles() == []


def test_a_private_module_is_imported_only_from_within_its_own_folder() -> None:
    wrong = []
    for path in MODULES.values():
        for line, name in imports_of(path):
            home = MODULES[name].parent
            if name.rpartition(".")[2].startswith("_") and not path.is_relative_to(home):
                wrong.append(f"{named(path, line)}: {name} is private to {home.relative_to(PACKAGE)}")
    assert wrong == []


def test_no_string_names_a_module_of_a_higher_layer() -> None:
    """A string may name a module of the same or a lower layer (loggers do), or a module that runs as a program."""
    wrong = []
    for module, path in INSIDE.items():
        programs = re.findall(r'"-m", "([\w.]+)"', path.read_text(encoding="utf-8"))
        for line, text in _strings(tree_of(path)):
            name = text.partition(":")[0]
            later = name in INSIDE and FLOORS.index(floor_of(name)) > FLOORS.index(floor_of(module))
            if later and name not in programs:
                wrong.append(f"{named(path, line)}: {floor_of(module)} must not know {name}; pass in what it needs")
    assert wrong == []


def _strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the strings in a module, with their line numbers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_code_calls_import_module_with_the_fixed_name_of_a_parlour_module() -> None:
    fixed = re.compile(r'import_module\("parlour')
    assert [str(path) for path in INSIDE.values() if fixed.search(path.read_text(encoding="utf-8"))] == []


def test_the_architecture_page_shows_the_current_layers_and_rooms() -> None:
    assert page(PAGE) == with_pictures(page(PAGE)), "run python -m tests.house"


def test_every_file_listed_as_one_that_compiled_code_depends_on_exists() -> None:
    assert [pattern for pattern in rule.SOURCES if not list(PACKAGE.glob(pattern))] == []
    folder = Path(_kept_code.__file__).parent
    assert [name for name in _kept_code.MACHINERY if not (folder / name).is_file()] == []


def test_a_games_inner_modules_are_imported_only_by_the_game_itself() -> None:
    """Folders without a rules page contain code that several games share; all games may import this code."""
    wrong = []
    for path in MODULES.values():
        for line, name in imports_of(path):
            inside = name.removeprefix("parlour.games").lstrip(".").split(".")[0]
            if not name.startswith("parlour.games.") or not (GAMES / inside).is_dir():
                continue
            shared = not (GAMES / inside / "rules.md").is_file()
            at_home = path.is_relative_to(GAMES / inside) or (
                shared and (path.is_relative_to(GAMES) or path.is_relative_to(TEMPLATE))
            )
            if not at_home:
                wrong.append(f"{named(path, line)}: use parlour.games.find_game, not {name}")
    assert wrong == []


def test_a_module_has_at_most_500_lines() -> None:
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()}
    assert {name: number for name, number in lines.items() if number > MOST_LINES} == {}


def test_functions_never_build_readers_of_types_because_modules_build_them_on_import() -> None:
    """Analysing a type in two threads at once makes msgspec crash the process; see `parlour.engine.values`."""
    wrong = []
    for path in (path for name, path in MODULES.items() if name != "parlour.engine.values"):
        tree = tree_of(path)
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        inside = {id(inner) for function in functions for inner in ast.walk(function)}
        for node in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            called = ast.unparse(node.func)
            typed = called == "msgspec.json.decode" and any(one.arg == "type" for one in node.keywords)
            if typed or called == "msgspec.convert":
                wrong.append(f"{named(path, node.lineno)}: expected a ValueReader")
            if called in ("ValueReader", "msgspec.json.Decoder") and id(node) in inside:
                wrong.append(f"{named(path, node.lineno)}: expected it at the top of the module")
    assert wrong == []


@pytest.mark.every(1)
@pytest.mark.processes
def test_the_command_line_starts_without_importing_numba() -> None:
    program = "import sys, parlour.cli; print([name for name in ('numba', 'numpy', 'llvmlite') if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
