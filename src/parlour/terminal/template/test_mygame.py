"""My Game: examples of its rules, and the tests for all games. Run them with `pytest test_mygame.py`."""

from pathlib import Path

import pytest

from parlour import Match, Refusal, load_game
from parlour.testing import Check, properties

GAME = load_game(str(Path(__file__).with_name("mygame.py")))
HANDS = [["AS", "KS", "2H", "3H", "4H"], ["2S", "3S", "AH", "KH", "QH"]]


def dealt() -> Match:
    """Start a match for two players with the hands above; seat 0 leads."""
    stock = [card for card in GAME.deck.names if card not in HANDS[0] + HANDS[1]]
    match = Match(GAME, 2, dealt_by_hand=True)
    match.place({"deal": {"hands": HANDS, "stock": stock}})
    return match


def test_a_seat_that_can_follow_the_suit_led_must_follow_it() -> None:
    match = dealt()
    match.act(0, "play AS")
    with pytest.raises(Refusal, match="You must follow"):
        match.act(1, "play AH")
    match.act(1, "play 2S")


def test_the_highest_card_of_the_suit_led_takes_the_trick_and_its_taker_leads() -> None:
    match = dealt()
    match.act(0, "play 2H")
    match.act(1, "play QH")
    assert list(match.state.won) == [0, 1, 0, 0]
    assert match.actors == [1]


@pytest.mark.parametrize("check", properties(GAME), ids=str)
def test_the_game_has_the_properties_that_every_game_needs(check: Check) -> None:
    check()
