"""`from parlour import …` is fast and gives access to nearly everything that a game needs."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent

import pytest

import parlour
from parlour.games import GAMES, PATHS, load_game
from parlour.testing import properties
from tests.house import INSIDE, MODULES, PACKAGE, tree_of
from tests.pages import ROOT, blocks

PROSE = re.compile(r"^\S.*\n?", re.MULTILINE)
TEMPLATE = PACKAGE / "terminal" / "template"
IMPORT = re.compile(r"^(?:from|import) (parlour[\w.]*)", re.MULTILINE)


def programs() -> list[str]:
    """Find the two programs in the package's docstring: a game, and a program that plays a match of this game."""
    parts = PROSE.split(cleandoc(parlour.__doc__ or ""))
    return [dedent(part.strip("\n")) + "\n" for part in parts if part.strip()]


@pytest.fixture
def high_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write the game in the package's docstring to a file in the test's folder."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "highcard.py"
    file.write_text(programs()[0], encoding="utf-8")
    yield file
    for known in (GAMES, PATHS):
        known.pop("highcard", None)  # forget the game, because the next test writes its own file


# --- the names


@pytest.mark.parametrize("name", parlour.__all__)
def test_every_public_name_can_be_imported_and_is_loaded_only_once(name: str) -> None:
    assert name in dir(parlour)
    found = getattr(parlour, name)
    assert vars(parlour)[name] is found


def _imported_for_types() -> dict[str, str]:
    """Read the names that type checkers see, with the modules that define them."""
    conditions = [node for node in tree_of(MODULES["parlour"]).body if isinstance(node, ast.If)]
    block = next(node for node in conditions if ast.unparse(node.test) == "TYPE_CHECKING")
    return {
        name.name: str(node.module) for node in block.body if isinstance(node, ast.ImportFrom) for name in node.names
    }


def test_type_checkers_and_programs_see_the_same_public_names() -> None:
    loaded = {name: module for module, names in parlour._HOMES.items() for name in names}
    assert loaded == _imported_for_types()
    assert sorted([*loaded, "__version__"]) == sorted(parlour.__all__)


def test_no_public_name_is_also_the_name_of_a_module() -> None:
    assert {f"parlour.{name}" for name in parlour.__all__} & set(MODULES) == set()


def test_importing_an_unknown_name_from_the_package_raises_an_error_with_that_name() -> None:
    with pytest.raises(AttributeError, match="module 'parlour' has no attribute 'Mach'"):
        _ = parlour.Mach  # type: ignore[attr-defined]


def test_modules_of_the_package_never_import_from_the_package_itself() -> None:
    """The package imports from all its layers, so importing from it would bypass the order of the layers."""
    wrong = []
    for path in (path for path in INSIDE.values() if not path.is_relative_to(TEMPLATE)):
        for node in ast.walk(tree_of(path)):
            names = [name.name for name in node.names] if isinstance(node, ast.ImportFrom | ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module == "parlour":
                wrong += [f"{path.relative_to(ROOT)}:{node.lineno}: {name}" for name in names if name != "__version__"]
            wrong += [f"{path.relative_to(ROOT)}: import parlour"] if names == ["parlour"] else []
    assert wrong == []


@pytest.mark.every(1)
@pytest.mark.processes
def test_importing_the_package_loads_none_of_its_modules() -> None:
    program = "import sys, parlour; print([name for name in sys.modules if name.startswith('parlour.')])"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


# --- the docstring


def test_the_game_in_the_docstring_has_every_property_of_a_game(high_card: Path) -> None:
    for check in properties(load_game(str(high_card)), compiled=False):
        check()


def test_the_program_in_the_docstring_plays_a_match_and_describes_it(
    high_card: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(programs()[1], "match", "exec"), {})
    told = capsys.readouterr().out
    assert told.startswith("Round 1 is dealt.\nAnn plays ")
    assert re.search(r"(Ann|Ben|Cleo) wins the match\.\n$", told)


# --- your own games


def _games() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "examples/hearts.py", ROOT / "examples/spades.py", TEMPLATE / "mygame.py"):
        yield path.name, path.read_text(encoding="utf-8")
    yield "docs/add-a-game.md", blocks("docs/add-a-game.md", "python")[0]


@pytest.mark.parametrize(("name", "source"), list(_games()), ids=[name for name, _ in _games()])
def test_a_game_needs_imports_from_only_two_modules_of_parlour(name: str, source: str) -> None:
    assert IMPORT.findall(source) == ["parlour", "parlour.games"], name
