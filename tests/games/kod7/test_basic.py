"""Kod-7: what the rules of thumb choose in given positions."""

import pytest

from parlour.games import find_game
from tests.games.sevens.positions import ME, chosen, dealt, in_play

KOD7 = find_game("kod7")


def test_dumps_the_highest_card_that_loses_when_the_estimate_is_made() -> None:
    state = in_play(KOD7, "1S 4S 6S 0H", "H", (1, 2, 2, 3), (1, 1, 1, 0), trick="2S 5S 0S")
    assert chosen(KOD7, state) == "play 4S"


def test_dumps_the_interrobang_under_an_exception_card() -> None:
    state = in_play(KOD7, "0S 1S 0H ?!", "H", (1, 2, 2, 3), (1, 1, 1, 0), trick="2S 1H 5S")
    assert chosen(KOD7, state) == "play ?!"


def test_wins_with_the_interrobang_when_nothing_else_does() -> None:
    state = in_play(KOD7, "0S 1S 3C ?!", "H", (2, 2, 2, 1), (1, 1, 1, 0), trick="2S 7S 5S")
    assert chosen(KOD7, state) == "play ?!"


def test_slips_a_star_under_the_trick_to_be_rid_of_it() -> None:
    state = in_play(KOD7, "0S 1C 4* 0H", "H", (1, 2, 2, 3), (1, 1, 1, 0), trick="2S 5S 3S")
    assert chosen(KOD7, state) == "play 4*"


def test_wins_with_the_lowest_star_that_does() -> None:
    state = in_play(KOD7, "0S 7S 3* 4*", "H", (3, 2, 2, 1), (0, 1, 1, 1), trick="2S 1S 0*")
    assert chosen(KOD7, state) == "play 3*"


@pytest.mark.parametrize("mine", [0, 1])
@pytest.mark.parametrize(("won", "expected"), [(1, "play 3S"), (2, "play 2*")])
def test_an_equal_star_played_later_does_not_win(mine: int, won: int, expected: str) -> None:
    """K11: it's no help to a seat that needs the trick, and harmless to one that doesn't, whichever star lies there."""
    stars = KOD7.deck.cards("2* 2*")
    state = in_play(KOD7, "3S 2*", "H", (2, 2, 2, 1), (won, 1, 1, 1), trick="2* 1S 0S")
    for name in ("trick", "gone"):
        state[name] = int(state[name]) & ~(1 << stars[0]) | 1 << stars[1 - mine]
    state.hands[ME] = KOD7.deck.mask("3S") | 1 << stars[mine]
    state.played_cards[0] = stars[1 - mine]
    assert chosen(KOD7, state) == expected


@pytest.mark.parametrize("seed", range(5))
def test_estimates_low_with_low_cards(seed: int) -> None:
    assert chosen(KOD7, dealt(KOD7, "0S 1S 2S 0H 1H 3C 0*"), seed)[:10] in ("estimate 0", "estimate 1")


def test_names_the_exception_suit_that_makes_the_promise() -> None:
    state = dealt(KOD7, "5S 6S 7S 0H 1C 1* 4*")
    state.phase = KOD7.phases.index("suit")
    state.bids[:4], state.cards[ME], state.tied = (4, 1, 0, 1), KOD7.deck.cards("4*")[0], 1 << ME
    assert chosen(KOD7, state) == "suit S"


def test_chooses_the_first_leader_whose_suit_makes_the_promise() -> None:
    state = dealt(KOD7, "5S 6S 7S 0H 1C 3* ?!")
    state.phase = KOD7.phases.index("lead")
    state.bids[:4], state.tied, state.turn = (3, 4, 4, 1), 0b0110, ME
    state.cards[1], state.cards[2] = KOD7.deck.cards("4H 4S")
    assert chosen(KOD7, state) == KOD7.action_name(state, ME, 2)
