"""Tests of docs/add-a-game.md: its reference tables agree with the code, and its example of bids is from Spades."""

from dataclasses import MISSING

import pytest

from parlour.game.game import Game
from parlour.games import kit
from tests.examples.test_spades import FILE as SPADES
from tests.games.kit.reference import PAGE, PARTS, PLACE, TABLES, fields, written
from tests.pages import blocks, page


def test_the_reference_tables_of_the_page_on_adding_a_game_agree_with_the_code() -> None:
    text = page(PAGE)
    assert sorted(found[2] for found in PLACE.finditer(text)) == sorted(TABLES)
    assert written(text) == text, "to update the tables, run: python -m tests.games.kit.reference"


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_the_reference_table_lists_every_field_of_each_part_of_a_view(part: type) -> None:
    assert [name for name, *_ in fields(part)] == list(part.__struct_fields__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("made", [Game, kit.Bids], ids=lambda made: made.__name__)
def test_the_reference_table_lists_every_argument_and_its_default_if_it_has_one(made: type) -> None:
    declared = [one for one in made.__dataclass_fields__.values() if one.init]  # type: ignore[attr-defined]
    missing = {one.name for one in declared if one.default is MISSING and one.default_factory is MISSING}
    found = list(fields(made))
    assert [name for name, *_ in found] == [one.name for one in declared]
    assert {name for name, _, default, _ in found if not default} == missing


def test_the_example_of_bids_on_the_page_is_taken_from_spades() -> None:
    example = next(block for block in blocks(PAGE, "python") if "kit.Bids(" in block)
    lines = [line for line in example.splitlines() if line.strip() not in ("", "…")]
    rest = iter(SPADES.read_text(encoding="utf-8").splitlines())
    assert 15 <= len(lines) <= 25
    assert [line for line in lines if line not in rest] == []
