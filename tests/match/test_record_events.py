"""Tests of verifying a record's events and result, from the first deal to the last score."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from parlour.match.record import VerificationError, open_match, replay, verify
from tests.records import changed, complaint, ended_text, finished_text, running_text, stopped
from tests.samples import alone, some_game

GAME = some_game(4, alone)
LAST = len(json.loads(finished_text(GAME, 4))["events"]) - 1  # index of the last event, which ends the round
FIRST_ACTORS = verify(json.loads(running_text(GAME, 4))).actors
DEALT = json.loads(running_text(GAME, 4))["events"][0]["deal"]["hands"]
HANDS = [seat for seat, hand in enumerate(DEALT) if hand]  # the seats that were dealt cards


def finished() -> Any:
    """Return the record of a match that was cut off after its first round."""
    return json.loads(finished_text(GAME, 4))


def running() -> Any:
    """Return the record of a match that has just been dealt."""
    return json.loads(running_text(GAME, 4))


def ended() -> Any:
    """Return the record of a match that ended by the rules."""
    return json.loads(ended_text(GAME, 4))


# --- events


@pytest.mark.parametrize("event", [None, 7, "play", [], True])
def test_an_event_that_is_not_an_object_is_refused(event: object) -> None:
    message = complaint(changed(finished(), "events.1", event), VerificationError)
    assert message == f"event 1: found {json.dumps(event)}; expected an object"


@pytest.mark.parametrize("name", ["", "99S", "3X", "ZZ"])
@pytest.mark.parametrize("make", [finished, running])
def test_a_deal_with_an_unknown_card_name_is_refused(make: Callable[[], Any], name: str) -> None:
    """With a key, the verifier computes the deal; without a key, it reads the cards from the record."""
    message = complaint(changed(make(), f"events.0.deal.hands.{HANDS[0]}.0", name), VerificationError)
    assert message.startswith('event 0: found {"deal": ' if make is finished else 'event 0: {"deal": ')
    assert json.dumps(name) in message or repr(name) in message


def test_a_deal_that_contains_a_card_twice_is_refused() -> None:
    record = running()
    twice = record["events"][0]["deal"]["hands"][HANDS[0]][0]
    message = complaint(changed(record, f"events.0.deal.hands.{HANDS[1]}.0", twice), VerificationError)
    assert message.endswith(f"card {twice!r} of the deal is not in play or was dealt twice")


def test_extra_fields_in_a_deal_are_refused() -> None:
    message = complaint(changed(running(), "events.0.deal.cat", 0), VerificationError)
    assert message.startswith("event 0: found ")


@pytest.mark.parametrize("first", [1, 5, LAST])
def test_the_first_misplaced_event_is_refused_if_events_are_in_the_wrong_order(first: int) -> None:
    record = finished()
    events = record["events"]
    events[0], events[first] = events[first], events[0]
    assert complaint(record, VerificationError).startswith("event 0: found ")


def test_an_event_after_the_end_of_a_finished_match_is_refused() -> None:
    record = ended()
    number = len(record["events"])
    record["events"].append({"seat": 0, "do": "play 3S"})
    assert complaint(record, VerificationError) == (
        f'event {number}: found {{"seat": 0, "do": "play 3S"}}; expected nothing: the match is over'
    )


@pytest.mark.parametrize("word", ["limit", "stopped", "board", None])
def test_the_record_of_a_match_that_ended_by_the_rules_cannot_claim_that_it_ended_otherwise(word: str | None) -> None:
    record = changed(ended(), "result.ended", word)
    assert complaint(record, VerificationError).startswith("the result is {")


def test_the_refusal_of_a_record_without_its_last_event_names_the_missing_event() -> None:
    record = finished()
    del record["events"][-1]
    assert complaint(record, VerificationError).startswith(f'event {LAST} is missing; expected {{"round": 1')


@pytest.mark.parametrize("actions", [1, 2, 5])
def test_the_record_of_a_stopped_match_says_that_it_was_stopped_and_needs_its_last_event(actions: int) -> None:
    record = stopped(GAME, 4, actions)
    assert record["result"]["ended"] == "stopped"
    assert verify(record).record() == record
    del record["events"][-1]
    assert complaint(record, VerificationError).startswith("the result is {")


def test_the_limit_of_a_match_that_was_cut_off_must_equal_its_number_of_rounds() -> None:
    assert (finished()["result"]["ended"], finished()["result"]["limit"]) == ("limit", 1)
    assert complaint(changed(finished(), "result.limit", 2), VerificationError).endswith("; expected null")


@pytest.mark.parametrize(
    "event", [{}, {"seat": 0}, {"do": "play 3S"}, {"seat": 0, "do": 3}, {"round": 1, "scores": []}]
)
def test_the_refusal_of_an_event_in_place_of_an_action_names_the_seats_that_may_act(event: object) -> None:
    message = complaint(changed(finished(), "events.1", event), VerificationError)
    assert (
        message
        == f"event 1: found {json.dumps(event)}; expected an action of seat {' or '.join(map(str, FIRST_ACTORS))}"
    )


@pytest.mark.parametrize("seat", [-1, 4, 10**30, True, 0.0, "0", "dummy", None, [], {}])
def test_a_recorded_action_of_a_seat_that_is_not_at_the_table_is_refused(seat: object) -> None:
    message = complaint(changed(finished(), "events.1.seat", seat), VerificationError)
    assert message.startswith("event 1: ")
    assert f"there is no seat {seat!r}; expected 0 to 3" in message


@pytest.mark.parametrize("do", ["", "fold", "play 99S", "fold 3S 4S", "\n", "play\u2028", "\ud800"])
def test_the_refusal_of_a_recorded_action_that_is_not_legal_names_the_action(do: str) -> None:
    message = complaint(changed(finished(), "events.1.do", do), VerificationError)
    seat = finished()["events"][1]["seat"]
    assert message.startswith(f'event 1: {{"seat": {seat}, "do": {json.dumps(do)}}}: ')
    message.encode("ascii", "backslashreplace")


def test_a_recorded_action_must_be_written_exactly_as_the_game_names_it() -> None:
    record = finished()
    action = record["events"][1]["do"]
    record["events"][1]["do"] = action.upper()
    message = complaint(record, VerificationError)
    assert message.startswith("event 1: found ")
    assert f'"do": "{action}"}}' in message.split("; expected ")[1]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (f"events.{LAST}.round", 1.0),
        (f"events.{LAST}.round", True),
        ("result.ended", "rules"),
        ("result.ended", True),
        ("result.limit", 1.0),
        ("result.limit", True),
        ("result.limit", None),
        ("result.limit", 0),
        ("result.events", LAST),
        ("result.events", float(LAST + 1)),
        ("result.cut_off", True),
        ("result.rounds", 1.0),
        ("result.rounds", True),
        (f"result.{GAME.scoring.name}", None),
        ("result.winners", [0]),
        ("result", {}),
    ],
)
def test_a_recorded_score_or_result_of_a_wrong_value_or_type_is_refused(path: str, value: object) -> None:
    message = complaint(changed(finished(), path, value), VerificationError)
    assert message.startswith(f"event {LAST}: found " if path.startswith("events") else "the result is ")
    assert "; expected " in message


def test_a_replay_yields_for_each_event_its_sentences_and_the_match_after_the_event() -> None:
    steps = list(replay(finished()))
    assert [step.number for step in steps] == list(range(LAST + 1))
    assert [step.event for step in steps] == finished()["events"]
    assert all(step.story for step in steps if "round" not in step.event and step.event.get("seat") != "dummy")
    assert steps[-1].match.rounds == 1


def test_opening_a_record_gives_the_match_at_its_start() -> None:
    match = open_match(finished())
    assert match.names == ["Ann", "Ben", "Cleo", "Zoë"]
    assert match.events == []
    assert match.chance_pending
