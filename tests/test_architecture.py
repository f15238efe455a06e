"""The layers of docs/architecture.md: imports point one way, and each rule has one home."""

import ast
import subprocess
import sys
from collections.abc import Iterator
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

every_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))


def layer_of(parts: tuple[str, ...]) -> str:
    """The layer of a module: cards for cards.py, games for games/NAME/rules.py, but bots for games/NAME/basic.py."""
    return PARTS.get(parts[2], "games") if parts[0] == "games" and len(parts) > 2 else parts[0]


def module_of(path: Path) -> tuple[str, ...]:
    """A module as the folders and the name that lead to it."""
    return path.relative_to(PACKAGE).with_suffix("").parts


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Whatever a module imports from this package, inside functions too, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}, line {node.lineno}: write imports in full, beginning with parlour"
            module = node.module or ""
            found = [f"{module}.{name.name}" for name in node.names] if _has_modules(module) else [module]
        else:
            continue
        yield from ((node.lineno, name) for name in found if name.startswith("parlour.") and _is_module(name))


def _is_module(name: str) -> bool:
    """Whether the name is in a module, and not just something of the package itself, such as its version."""
    part = PACKAGE / name.split(".")[1]
    return part.is_dir() or part.with_suffix(".py").is_file()


def _has_modules(module: str) -> bool:
    """Whether names imported from there may be modules."""
    return (ROOT / "src" / Path(*module.split("."))).is_dir()


@every_module
def test_imports_point_one_way(path: Path) -> None:
    layer = layer_of(module_of(path))
    assert layer in LAYERS, f"{layer} is new: give it a place in LAYERS and in docs/architecture.md"
    for line, name in imports_of(path):
        imported = layer_of(tuple(name.split(".")[1:]))
        assert imported == layer or LAYERS.index(imported) < LAYERS.index(layer), (
            f"{path.relative_to(ROOT)}, line {line}: {layer} comes before {imported} and must not import it"
        )


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if path.is_relative_to(PACKAGE / "web")],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_the_rooms_of_the_server_have_one_order(path: Path) -> None:
    room = module_of(path)[1]
    for line, name in imports_of(path):
        assert not name.startswith("parlour.terminal"), f"{path}, line {line}: the server needs no terminal"
        if name.startswith("parlour.web."):
            imported = name.split(".")[2]
            assert imported in ROOMS, f"{imported} is new: give it a place in ROOMS and in docs/architecture.md"
            assert ROOMS.index(imported) <= ROOMS.index(room), f"{path}, line {line}: {room} comes before {imported}"


@every_module
def test_only_a_game_knows_the_inside_of_a_game(path: Path) -> None:
    """What several games share stands in a folder without a rules page."""
    for line, name in imports_of(path):
        inside = name.removeprefix("parlour.games").lstrip(".").split(".")[0]
        if name.startswith("parlour.games.") and (GAMES / inside).is_dir():
            shared = not (GAMES / inside / "rules.md").is_file()
            at_home = path.is_relative_to(GAMES / inside) or (
                shared and (path.is_relative_to(GAMES) or path.is_relative_to(TEMPLATE))
            )
            assert at_home, f"{path.relative_to(ROOT)}, line {line}: use parlour.games.find_game, not {name}"


@every_module
def test_a_module_has_at_most_500_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("part", LAYERS)
def test_every_part_stands_in_the_page(part: str) -> None:
    assert f"`{part}" in page("docs/architecture.md")


@every_module
def test_types_are_worked_out_at_import(path: Path) -> None:
    """A type that msgspec works out in two threads at once crashes the process; see `parlour.reading`."""
    if path == PACKAGE / "reading.py":
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            typed = called == "msgspec.json.decode" and any(one.arg == "type" for one in node.keywords)
            assert not typed, f"{path}, line {node.lineno}: expected a ValueReader"
            assert called != "msgspec.convert", f"{path}, line {node.lineno}: expected a ValueReader"
    for node in (inner for function in functions for inner in ast.walk(function)):
        if isinstance(node, ast.Call):
            late = ast.unparse(node.func) in ("ValueReader", "msgspec.json.Decoder")
            assert not late, f"{path}, line {node.lineno}: expected at the top of the module"


def test_the_command_line_starts_without_numba() -> None:
    program = "import sys, parlour.cli; print([name for name in ('numba', 'numpy', 'llvmlite') if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
