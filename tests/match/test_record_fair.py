"""Tests of verifying a record's key, salts, board and seal."""

import copy
import json
from typing import Any

import pytest

from parlour.match.fair import commitment, seeded_key
from parlour.match.record import RecordError, VerificationError, verify
from tests.records import KEY, board_record, changed, complaint, finished_text, running_text
from tests.samples import alone, some_game

GAME = some_game(4, alone)
SALT = seeded_key(32, 0)


def finished() -> Any:
    """Return the record of a match that was cut off after its first round."""
    return json.loads(finished_text(GAME, 4))


def running() -> Any:
    """Return the record of a match that has just been dealt."""
    return json.loads(running_text(GAME, 4))


# --- the key


@pytest.mark.parametrize("fair", [{}, {"key": None}, {"commitment": None, "key": None, "salt": 1}])
def test_the_field_fair_of_a_record_needs_a_commitment_a_key_and_salts(fair: object) -> None:
    message = complaint(changed(finished(), "fair", fair), RecordError)
    assert message.endswith("; expected commitment, key and salts")


@pytest.mark.parametrize("name", ["commitment", "key"])
@pytest.mark.parametrize("value", ["", "12", "g" * 64, "A" * 64, "0" * 63, "0" * 66, 7, [], False])
def test_a_key_or_commitment_that_is_not_64_lowercase_hexadecimal_digits_is_refused(name: str, value: object) -> None:
    message = complaint(changed(finished(), f"fair.{name}", value), RecordError)
    assert message == f"the {name} is {json.dumps(value)}; expected 64 hexadecimal digits or null"


@pytest.mark.parametrize("promised", [commitment(seeded_key(1, 1)), None])
def test_a_commitment_that_does_not_belong_to_the_key_is_refused(promised: str | None) -> None:
    message = complaint(changed(finished(), "fair.commitment", promised), VerificationError)
    assert message == f"the key does not fit the commitment {json.dumps(promised)}"


def test_a_key_of_another_match_is_detected_even_if_its_commitment_fits() -> None:
    other = seeded_key(31, 1)
    record = finished()
    record["fair"] |= {"commitment": commitment(other), "key": other.hex()}
    assert complaint(record, VerificationError).startswith('event 0: found {"deal": ')


def test_a_finished_match_without_its_key_is_refused() -> None:
    message = complaint(changed(finished(), "fair.key", None), VerificationError)
    assert message == "the match is over but its key is not published: the deals cannot be checked"


def test_a_match_without_a_result_must_not_publish_its_key() -> None:
    message = complaint(changed(finished(), "result", None), VerificationError)
    assert message.startswith("the key is published but the match still runs")


def test_a_match_that_has_just_been_dealt_must_not_publish_its_key() -> None:
    message = complaint(changed(running(), "fair.key", KEY.hex()), VerificationError)
    assert message.startswith("the key is published but the match still runs")


# --- salts


@pytest.mark.parametrize("value", ["", "12", "g" * 64, "A" * 64, 7, [], False])
def test_a_salt_that_is_not_64_lowercase_hexadecimal_digits_is_refused(value: object) -> None:
    message = complaint(changed(finished(), "fair.salts.1", value), RecordError)
    assert message == f"the salt is {json.dumps(value)}; expected 64 hexadecimal digits or null"


@pytest.mark.parametrize("value", [None, {}, "salt", 4])
def test_salts_that_are_not_a_list_are_refused(value: object) -> None:
    message = complaint(changed(finished(), "fair.salts", value), RecordError)
    assert message == f"salts is {json.dumps(value)}; expected a list with a salt or null for each seat"


@pytest.mark.parametrize("number", [0, 3, 5])
def test_a_record_needs_a_salt_or_null_for_every_seat(number: int) -> None:
    message = complaint(changed(finished(), "fair.salts", [None] * number), RecordError)
    assert message == f"4 players need 4 salts or nulls, not {number}"


def test_a_changed_or_moved_salt_is_detected_at_the_first_deal() -> None:
    record = board_record(GAME, 4, salts=[SALT, None, None, None])
    assert record["fair"]["salts"] == [SALT.hex(), None, None, None]
    assert verify(record).record() == record
    for salts in ([None] * 4, [commitment(SALT), None, None, None], [None, SALT.hex(), None, None]):
        other = changed(copy.deepcopy(record), "fair.salts", salts)
        assert complaint(other, VerificationError).startswith('event 0: found {"deal": ')


# --- boards


def test_a_match_on_a_board_passes_verification_and_is_not_cut_off() -> None:
    record = board_record(GAME, 4)
    match = verify(record)
    assert record["board"] == {"kind": "evening", "name": "club-night", "number": 3, "rounds": 1}
    assert (record["result"]["ended"], record["result"]["rounds"], record["result"]["limit"]) == ("board", 1, None)
    assert not match.cut_off
    assert match.record() == record


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "night"),
        ("kind", None),
        ("name", "games/poker"),
        ("name", ""),
        ("name", "club-night\n"),
        ("name", "x" * 65),
        ("number", 0),
        ("number", 3.0),
        ("number", True),
        ("rounds", 0),
        ("rounds", "1"),
        ("place", "here"),
    ],
)
def test_a_board_with_a_wrong_field_is_refused(field: str, value: object) -> None:
    record = changed(board_record(GAME, 4), f"board.{field}", value)
    assert complaint(record, RecordError).startswith("board is {")


@pytest.mark.parametrize("field", ["kind", "name", "number", "rounds"])
def test_a_board_must_contain_all_its_fields(field: str) -> None:
    record = board_record(GAME, 4)
    del record["board"][field]
    assert complaint(record, RecordError).startswith("board is {")


def test_a_match_on_a_board_of_one_round_must_end_after_exactly_one_round() -> None:
    record = changed(board_record(GAME, 4), "board.rounds", 2)
    assert complaint(record, VerificationError).endswith("; expected null")
    assert complaint(changed(finished(), "result.ended", "board"), VerificationError).endswith("; expected null")


def test_a_sealed_board_passes_verification_without_its_key_and_an_unsealed_board_with_its_key() -> None:
    record, opened = board_record(GAME, 4, sealed=True), board_record(GAME, 4)
    assert record["sealed"]
    assert record["fair"]["key"] is None
    assert verify(record).sealed
    assert {**record, "sealed": False, "fair": opened["fair"]} == opened


def test_only_a_finished_board_that_keeps_its_key_secret_can_be_sealed() -> None:
    sealed = board_record(GAME, 4, sealed=True)
    message = "the match is over but its key is not published: the deals cannot be checked"
    assert complaint(changed(copy.deepcopy(sealed), "sealed", False), VerificationError) == message
    without = changed(copy.deepcopy(sealed), "board", None)
    assert complaint(without, RecordError) == "only the match of a board can be sealed; expected a board"
    for path, value, reason in (
        ("fair.key", KEY.hex(), "the record is sealed but its key is published"),
        ("fair.commitment", None, "the record is sealed but has no commitment"),
    ):
        assert complaint(changed(copy.deepcopy(sealed), path, value), VerificationError).startswith(reason)
    unfinished = changed(copy.deepcopy(sealed), "events", sealed["events"][:1])
    assert complaint(changed(unfinished, "result", None), VerificationError).startswith(
        "the record is sealed but its match still runs"
    )
