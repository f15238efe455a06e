"""The layers of docs/architecture.md: imports point one way, and each rule has one home."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.pages import ROOT, page

PACKAGE = ROOT / "src" / "parlour"
MOST_LINES = 500
LAYERS = (  # every part imports only parts that stand before it
    "errors", "catalogues", "problems", "files", "reading", "numba_parts", "fingerprint", "kept_code", "rule", "bits",
    "cards", "texts", "options", "memory", "fields", "states", "view", "rng", "game", "figures", "fair", "chain",
    "games", "languages", "rules_page", "match", "log", "guide", "record", "playout", "undo", "bots", "today",
    "movement", "evening", "envs", "cuda", "learn", "compilation", "lab", "testing", "terminal", "web", "cli",
)  # fmt: skip
ROOMS = (  # of the server: a module imports only its own room and rooms that stand before it
    "refusals", "storage", "wire", "tables", "pages", "endpoints", "notices", "servers", "app", "address",
    "own", "serve", "dev",
)  # fmt: skip
GAMES = PACKAGE / "games"
TEMPLATE = PACKAGE / "terminal" / "template"  # of a game outside
PARTS = {"encoding": "envs", "basic": "bots", "worth": "bots", "measures": "lab"}  # optional parts of a game, by layer
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def layer_of(parts: tuple[str, ...]) -> str:
    """The layer of a module: cards for cards.py, games for games/NAME/rules.py, but bots for games/NAME/basic.py."""
    return PARTS.get(parts[2], "games") if parts[0] == "games" and len(parts) > 2 else parts[0]


def module_of(path: Path) -> tuple[str, ...]:
    """A module as the folders and the name that lead to it."""
    return path.relative_to(PACKAGE).with_suffix("").parts


@cache
def tree_of(path: Path) -> ast.Module:
    """What a module says, parsed once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports_of(path: Path) -> tuple[tuple[int, str], ...]:
    """Whatever a module imports from this package, inside functions too, with its line."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}, line {node.lineno}: write imports in full, beginning with parlour"
            module = node.module or ""
            found = [f"{module}.{name.name}" for name in node.names] if _has_modules(module) else [module]
        else:
            continue
        yield from ((node.lineno, name) for name in found if name.startswith("parlour.") and _is_module(name))


@cache
def _is_module(name: str) -> bool:
    """Whether the name is in a module, and not just something of the package itself, such as its version."""
    part = PACKAGE / name.split(".")[1]
    return part.is_dir() or part.with_suffix(".py").is_file()


@cache
def _has_modules(module: str) -> bool:
    """Whether names imported from there may be modules."""
    return (ROOT / "src" / Path(*module.split("."))).is_dir()


def named(path: Path, line: int) -> str:
    """A line of a module, as editors and terminals link it."""
    return f"{path.relative_to(ROOT)}:{line}"


def test_every_part_has_its_place() -> None:
    new = {layer_of(module_of(path)) for path in MODULES} - set(LAYERS)
    assert not new, f"{new}: give each a place in LAYERS and in docs/architecture.md"
    rooms = {module_of(path)[1] for path in MODULES if module_of(path)[0] == "web" and module_of(path)[1:]}
    assert rooms <= {*ROOMS, "__init__"}, f"{rooms - set(ROOMS)}: give each a place in ROOMS and docs/architecture.md"


def test_imports_point_one_way() -> None:
    wrong = []
    for path in MODULES:
        layer = layer_of(module_of(path))
        for line, name in imports_of(path):
            imported = layer_of(tuple(name.split(".")[1:]))
            if imported != layer and LAYERS.index(imported) > LAYERS.index(layer):
                wrong.append(f"{named(path, line)}: {layer} comes before {imported} and must not import it")
    assert wrong == []


def test_the_rooms_of_the_server_have_one_order() -> None:
    wrong = []
    for path in (path for path in MODULES if path.is_relative_to(PACKAGE / "web")):
        room = module_of(path)[1]
        for line, name in imports_of(path):
            if name.startswith("parlour.terminal"):
                wrong.append(f"{named(path, line)}: the server needs no terminal")
            if name.startswith("parlour.web.") and ROOMS.index(name.split(".")[2]) > ROOMS.index(room):
                wrong.append(f"{named(path, line)}: {room} comes before {name.split('.')[2]}")
    assert wrong == []


def test_only_a_game_knows_the_inside_of_a_game() -> None:
    """What several games share stands in a folder without a rules page."""
    wrong = []
    for path in MODULES:
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
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {str(path.relative_to(ROOT)): number for path, number in lines.items() if number > MOST_LINES} == {}


def test_every_part_stands_in_the_page() -> None:
    text = page("docs/architecture.md")
    assert [part for part in LAYERS if f"`{part}" not in text] == []


def test_types_are_worked_out_at_import() -> None:
    """A type that msgspec works out in two threads at once crashes the process; see `parlour.engine.values`."""
    wrong = []
    for path in (path for path in MODULES if path != PACKAGE / "reading.py"):
        tree = tree_of(path)
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        inside = {id(inner) for function in functions for inner in ast.walk(function)}
        for node in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            called = ast.unparse(node.func)
            typed = called == "msgspec.json.decode" and any(one.arg == "type" for one in node.keywords)
            if typed or called == "msgspec.convert":
                wrong.append(f"{named(path, node.lineno)}: expected a ValueReader")
            if called in ("ValueReader", "msgspec.json.Decoder") and id(node) in inside:
                wrong.append(f"{named(path, node.lineno)}: expected at the top of the module")
    assert wrong == []


@pytest.mark.every(1)
@pytest.mark.processes
def test_the_command_line_starts_without_numba() -> None:
    program = "import sys, parlour.cli; print([name for name in ('numba', 'numpy', 'llvmlite') if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
