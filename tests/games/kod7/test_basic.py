"""Tests of the rules of thumb in Kod-7: what bots choose in given positions."""

import pytest

from parlour.games import find_game
from tests.games.sevens.positions import ME, chosen, dealt, in_play

KOD7 = find_game("kod7")


def test_a_bot_whose_estimation_is_made_plays_the_highest_card_that_loses() -> None:
    state = in_play(KOD7, "1S 4S 6S 0H", "H", (1, 2, 2, 3), (1, 1, 1, 0), trick="2S 5S 0S")
    assert chosen(KOD7, state) == "play 4S"


def test_a_bot_whose_estimation_is_made_plays_the_interrobang_under_an_exception_card() -> None:
    state = in_play(KOD7, "0S 1S 0H ?!", "H", (1, 2, 2, 3), (1, 1, 1, 0), trick="2S 1H 5S")
    assert chosen(KOD7, state) == "play ?!"


def test_a_bot_that_needs_a_trick_plays_the_interrobang_if_nothing_else_wins() -> None:
    state = in_play(KOD7, "0S 1S 3C ?!", "H", (2, 2, 2, 1), (1, 1, 1, 0), trick="2S 7S 5S")
    assert chosen(KOD7, state) == "play ?!"


def test_a_bot_whose_estimation_is_made_gets_rid_of_a_star_that_loses() -> None:
    state = in_play(KOD7, "0S 1C 4* 0H", "H", (1, 2, 2, 3), (1, 1, 1, 0), trick="2S 5S 3S")
    assert chosen(KOD7, state) == "play 4*"


def test_a_bot_that_needs_a_trick_plays_the_lowest_star_that_wins() -> None:
    state = in_play(KOD7, "0S 7S 3* 4*", "H", (3, 2, 2, 1), (0, 1, 1, 1), trick="2S 1S 0*")
    assert chosen(KOD7, state) == "play 3*"


@pytest.mark.parametrize("mine", [0, 1])
@pytest.mark.parametrize(("won", "expected"), [(1, "play 3S"), (2, "play 2*")])
def test_an_equal_star_played_later_does_not_win(mine: int, won: int, expected: str) -> None:
    """K11: the bot plays the second 2* only if it needs no more tricks, whichever of the two stars it holds."""
    stars = KOD7.deck.cards("2* 2*")
    state = in_play(KOD7, "3S 2*", "H", (2, 2, 2, 1), (won, 1, 1, 1), trick="2* 1S 0S")
    for name in ("trick", "gone"):
        state[name] = int(state[name]) & ~(1 << stars[0]) | 1 << stars[1 - mine]
    state.hands[ME] = KOD7.deck.mask("3S") | 1 << stars[mine]
    state.played_cards[0] = stars[1 - mine]
    assert chosen(KOD7, state) == expected


@pytest.mark.parametrize("seed", range(5))
def test_a_bot_with_low_cards_estimates_0_or_1(seed: int) -> None:
    assert chosen(KOD7, dealt(KOD7, "0S 1S 2S 0H 1H 3C 0*"), seed)[:10] in ("estimate 0", "estimate 1")


def test_a_bot_names_the_exception_suit_that_lets_it_keep_its_promise() -> None:
    state = dealt(KOD7, "5S 6S 7S 0H 1C 1* 4*")
    state.phase = KOD7.phases.index("suit")
    state.bids[:4], state.cards[ME], state.tied = (4, 1, 0, 1), KOD7.deck.cards("4*")[0], 1 << ME
    assert chosen(KOD7, state) == "suit S"


def test_a_bot_chooses_the_first_leader_whose_suit_lets_it_keep_its_promise() -> None:
    state = dealt(KOD7, "5S 6S 7S 0H 1C 3* ?!")
    state.phase = KOD7.phases.index("lead")
    state.bids[:4], state.tied, state.turn = (3, 4, 4, 1), 0b0110, ME
    state.cards[1], state.cards[2] = KOD7.deck.cards("4H 4S")
    assert chosen(KOD7, state) == KOD7.action_name(state, ME, 2)
