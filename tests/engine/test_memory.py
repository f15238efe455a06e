"""A record is one block of memory, and its fields are attributes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.memory import TAKEN, record_type, snapshot
from parlour.engine.rule import rule
from parlour.games import GAMES, find_game

KIND = record_type([("phase", np.int8), ("hands", np.int64, (3,)), ("scores", np.int32, (3,)), ("bids", np.int8, (5,))])


def test_the_fields_of_a_record_can_be_read_and_set_as_attributes() -> None:
    record = np.zeros(1, KIND)[0]
    record.phase = 3
    record.hands[1] = 1 << 40
    record.scores[:] = (7, -1, 2)
    assert record.phase == record["phase"] == 3
    assert record.hands.tolist() == [0, 1 << 40, 0]
    assert record["scores"].tolist() == [7, -1, 2]


def test_changing_a_record_in_an_array_changes_the_array() -> None:
    records = np.zeros(2, KIND)
    records[1].phase = 4
    assert records["phase"].tolist() == [0, 4]


def test_the_fields_of_a_record_are_aligned_and_have_no_gaps_between_them() -> None:
    assert KIND.names == ("hands", "scores", "phase", "bids", "padding")
    assert KIND.itemsize % 8 == 0
    end = 0
    for name in KIND.names:
        field, offset = KIND.fields[name][:2]  # type: ignore[index]
        assert offset == end
        assert offset % field.base.itemsize == 0
        end = offset + field.itemsize
    assert end == KIND.itemsize


def test_a_record_that_fills_whole_words_has_no_padding() -> None:
    assert record_type([("words", np.int64, (2,))]).names == ("words",)


def test_a_misspelled_field_can_be_neither_read_nor_set() -> None:
    """A misspelled name in a rule doesn't make a new field, even in plain mode."""
    record = np.zeros(1, record_type([("lives", np.int8)]))[0]
    with pytest.raises(AttributeError):
        record.live  # noqa: B018
    with pytest.raises(AttributeError):
        record.live = 3
    assert not hasattr(record, "phase"), "a record has a field that was only declared for another record"


@pytest.mark.parametrize("name", TAKEN)
def test_a_field_cannot_be_named_like_an_attribute_that_every_record_has(name: str) -> None:
    with pytest.raises(ValueError, match=f"a record cannot have a field called '{name}'"):
        record_type([(name, np.int8)])


@rule
def _raise_phase(record: object, by: int) -> int:
    record.phase += by  # type: ignore[attr-defined]
    return record.hands[2]  # type: ignore[attr-defined, no-any-return]


def test_a_rule_changes_the_record_that_it_is_called_with() -> None:
    records = np.zeros(3, KIND)
    records[1].hands[2] = 99
    assert _raise_phase(records[1], 5) == 99
    assert records["phase"].tolist() == [0, 5, 0]


def test_reading_a_records_memory_does_not_build_a_description_of_its_fields() -> None:
    """Each call of compiled code reads a record's memory; describing its fields would make a call ten times slower."""
    record = np.zeros(1, KIND)[0]
    assert record.data is record
    assert memoryview(record.data).nbytes == KIND.itemsize


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_snapshot_has_the_same_numbers_as_its_record(name: str, seed: int) -> None:
    kind = find_game(name).state
    record = np.frombuffer(np.random.default_rng(seed).bytes(kind.itemsize), kind)[0]
    read = snapshot(record)
    assert read.record is record
    for field in kind.names or ():
        assert np.array_equal(getattr(read, field), record[field]), field


def test_a_snapshot_holds_plain_python_ints_and_tuples() -> None:
    record = np.zeros(1, KIND)[0]
    record.hands[1] = -1
    read = snapshot(record)
    assert (read.phase, read.hands, type(read.phase)) == (0, (0, -1, 0), int)
    table = record_type([("piles", np.int8, (2, 3)), ("turn", np.uint8)])
    grid = np.frombuffer(bytes([1, 2, 3, 4, 5, 6, 255, 0]), table)[0]
    assert (snapshot(grid).piles, snapshot(grid).turn) == (((1, 2, 3), (4, 5, 6)), 255)
