"""Imports between the folders of the laboratory go one way, as its docstring says."""

from pathlib import Path

import pytest

from tests.house import PACKAGE, imports_of

LAB = PACKAGE / "lab"
ROOMS = ("measures", "studies", "reports")  # each imports only those before it, and the modules of the folder itself


def rank_of(parts: tuple[str, ...]) -> int:
    """Find the rank of a module in that order; 0: it is in no folder of these."""
    return ROOMS.index(parts[0]) + 1 if parts and parts[0] in ROOMS else 0


@pytest.mark.parametrize(
    "path", [path for path in LAB.rglob("*.py") if path != LAB / "__init__.py"], ids=lambda path: str(path.name)
)
def test_imports_inside_the_laboratory_go_one_way(path: Path) -> None:
    own = rank_of(path.relative_to(LAB).parts)
    for line, name in imports_of(path):
        if name.startswith("parlour.lab."):
            assert rank_of(tuple(name.split(".")[2:])) <= own, f"{path.name}, line {line}: {name} comes later"
