"""Tests that the laboratory's folders import one another only in the order that its docstring gives."""

from pathlib import Path

import pytest

from tests.house import PACKAGE, imports_of

LAB = PACKAGE / "lab"
ROOMS = ("measures", "studies", "reports")  # Each folder imports only folders that come before it in this list.


def rank_of(parts: tuple[str, ...]) -> int:
    """Find the place of a module's folder in the order of imports; 0 if the module is in none of the three folders."""
    return ROOMS.index(parts[0]) + 1 if parts and parts[0] in ROOMS else 0


@pytest.mark.parametrize(
    "path", [path for path in LAB.rglob("*.py") if path != LAB / "__init__.py"], ids=lambda path: str(path.name)
)
def test_a_folder_of_the_laboratory_imports_only_folders_that_come_earlier_in_the_list(path: Path) -> None:
    own = rank_of(path.relative_to(LAB).parts)
    for line, name in imports_of(path):
        if name.startswith("parlour.lab."):
            assert rank_of(tuple(name.split(".")[2:])) <= own, f"{path.name}, line {line}: must not import {name}"
