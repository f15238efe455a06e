"""Tests that records of Oh 7 ? with forbidden deals or actions are refused."""

import json
from typing import Any

import pytest

from parlour.games import find_game
from parlour.match.record import VerificationError
from tests.records import changed, complaint, finished_text, running_text

OH7 = find_game("oh7")


def running() -> Any:
    """Return the record of a match that has just been dealt."""
    return json.loads(running_text(OH7, 4))


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("deal", None, "expected a deal event"),
        ("deal.hands", 7, "the deal needs 4 hands"),
        ("deal.hands", [[], [], []], "the deal needs 4 hands"),
        ("deal.hands.1", None, "hands of the deal is not a list of card names"),
        ("deal.hands.1", [1, 2, 3], "hands of the deal is not a list of card names"),
        ("deal.hands.1", [], "every hand of the deal needs 7 cards"),
        ("deal.hands.0.0", "8S", "there is no card '8S' in this deck"),
        ("deal.aside", "3S", "aside of the deal is not a list of card names"),
        ("deal.aside", [], "the deal lacks the cards "),
    ],
)
def test_a_recorded_deal_that_the_rules_do_not_allow_is_refused(path: str, value: object, reason: str) -> None:
    message = complaint(changed(running(), f"events.0.{path}", value), VerificationError)
    assert message.startswith("event 0: ")
    assert reason in message


def test_the_error_about_an_action_out_of_turn_names_the_event_and_whose_turn_it_is() -> None:
    record = json.loads(finished_text(OH7, 4))
    record["events"][5], record["events"][6] = record["events"][6], record["events"][5]
    message = complaint(record, VerificationError)
    assert message.startswith("event 5: ")
    assert "'s turn, not yours." in message
