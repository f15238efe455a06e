"""The layers of the package (floors) and the parts of the server (rooms), for the tests and docs/architecture.md.

`python -m tests.house` writes the list into the page.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.pages import ROOT, page

SOURCE = ROOT / "src"
PACKAGE = SOURCE / "parlour"
PAGE = "docs/architecture.md"
FLOORS = (  # layers, lowest first: each imports only from itself and from lower layers
    "errors", "engine", "game", "games", "match", "envs", "bots", "learn", "club", "lab", "testing", "languages",
    "terminal", "web", "cli",
)  # fmt: skip
ROOMS = (  # rooms of the server, lowest first: a room imports only from itself and from lower rooms
    "refusals", "counts", "logs", "wire", "store", "page", "people", "table", "day", "evening", "metrics", "address",
    "admin", "app", "serve", "dev",
)  # fmt: skip
# Each optional part of a game belongs to the layer (floor) named here.
PARTS = {"encoding": "envs", "basic": "bots", "worth": "bots", "measures": "lab"}


def module_name(path: Path) -> str:
    """Return the name by which a module is imported: `parlour.game.cards`, or `parlour.game` for a package."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
INSIDE = {name: path for name, path in MODULES.items() if name != "parlour"}


def floor_of(name: str) -> str:
    """Find a module's layer (floor): `games` for parlour.games.oh7.rules, `bots` for parlour.games.oh7.basic."""
    parts = name.split(".")[1:]
    return PARTS.get(parts[2], "games") if parts[0] == "games" and len(parts) > 2 else parts[0]


@cache
def tree_of(path: Path) -> ast.Module:
    """Parse a module; all tests share the result."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports_of(path: Path) -> tuple[tuple[int, str], ...]:
    """List the package's modules that a module imports, even in functions or only for types, with line numbers."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}, line {node.lineno}: write imports in full, beginning with parlour"
            inside = [f"{node.module}.{name.name}" for name in node.names]
            names = [name if name in MODULES else node.module or "" for name in inside]
        else:
            continue
        yield from ((node.lineno, name) for name in dict.fromkeys(names) if name in MODULES)


def cycles() -> list[list[str]]:
    """Find the groups of modules that import one another."""
    edges = {name: {other for _, other in imports_of(path)} - {"parlour"} for name, path in MODULES.items()}
    return circles(edges)


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Find the groups of nodes in a graph that can be reached from one another."""
    return [sorted(group) for group in _components(edges) if len(group) > 1 or group[0] in edges[group[0]]]


def _components(edges: dict[str, set[str]]) -> list[list[str]]:
    """Find the strongly connected components of a graph (Tarjan)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        number[node] = lowest[node] = len(number)
        path.append(node)
        for other in sorted(edges[node]):
            if other not in number:
                visit(other)
            if other in path:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == number[node]:
            first = path.index(node)
            found.append(path[first:])
            del path[first:]

    for node in edges:
        if node not in number:
            visit(node)
    return found


# --- docs/architecture.md


def picture() -> str:
    """Draw the layers (floors) of the package as docs/architecture.md shows them."""
    return _table("floor", "", FLOORS)


def server_picture() -> str:
    """Draw the rooms of the server as docs/architecture.md shows them."""
    return _table("room", "web", ROOMS)


def _table(kind: str, folder: str, names: tuple[str, ...]) -> str:
    rows = [_row(PACKAGE / folder / name, number) for number, name in enumerate(names, 1)]
    return "\n".join([f"| | {kind} | holds | modules for others |", "|---|---|---|---|", *rows])


def _row(path: Path, number: int) -> str:
    """Write a table row for a package: the first line of its docstring, and its public modules."""
    is_folder = path.is_dir()
    file = path / "__init__.py" if is_folder else path.with_suffix(".py")
    says = (ast.get_docstring(tree_of(file)) or "").splitlines()[0].rstrip(".")
    inside = sorted(one.stem if one.is_file() else f"{one.name}/" for one in path.glob("*") if _is_public(one))
    name = f"{path.name}/" if is_folder else path.name
    return f"| {number} | `{name}` | {says} | {', '.join(f'`{one}`' for one in inside)} |"


def _is_public(path: Path) -> bool:
    return not path.name.startswith("_") and (path.suffix == ".py" or (path / "__init__.py").is_file())


def with_pictures(text: str) -> str:
    """Return the page with up-to-date tables of layers (floors) and rooms."""
    for name, drawn in (("floors", picture()), ("rooms", server_picture())):
        before, begin, rest = text.partition(f"<!-- {name}: python -m tests.house -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->")
        assert end, f"{PAGE}: the marks of {name} are missing"
        text = f"{before}{begin}\n{drawn}\n\n{end}{after}"
    return text


if __name__ == "__main__":
    (ROOT / PAGE).write_text(with_pictures(page(PAGE)), encoding="utf-8")
