"""Tests of what a seat may know in Oh 7 ?, and that `redeal` draws all possible deals equally often."""

from collections import Counter

import pytest

from parlour.game.game import SPECTATOR
from tests.games.sevens.memory import Memory
from tests.games.sevens.redeals import (
    after_random_play,
    assert_even,
    assert_even_late,
    redeals,
    the_cards,
    thought_possible,
)
from tests.games.sevens.table import ANN, BEN, CLEO, DAN, Table


def test_the_order_of_the_pile_is_secret_but_the_face_up_cards_of_the_dummy_are_not() -> None:
    """O7, K13."""
    hands = ("7S 1H 1C 0S", "5H 3C 2S 3S")
    tables = [Table("oh7", *hands, pile=pile, hand_size=4) for pile in ("0C 2C 0H 6C", "0C 2C 6C 0H", "0C 0H 2C 6C")]
    assert len({table.seen_by(ANN) for table in tables}) == 1
    for table in tables:
        table.bet("7S 2S")
    assert tables[0].seen_by(ANN) == tables[1].seen_by(ANN) != tables[2].seen_by(ANN)


def test_the_third_card_of_the_dummy_is_secret_until_it_is_turned_up() -> None:
    """O8."""
    hands = ("7S 1H 1C 0S", "5H 3C 2S 3S")
    one, other = (Table("oh7", *hands, pile=pile, hand_size=4) for pile in ("0C 2C 0H 6C", "0C 2C 1S 6C"))
    for table in (one, other):
        table.bet("7S 2S")
        table.play("1H")
    assert one.seen_by(BEN) == other.seen_by(BEN)
    for table in (one, other):
        table.play("5H")
    assert one.seen_by(BEN) != other.seen_by(BEN)


def test_a_redeal_for_a_seat_keeps_its_own_secret_choice_and_redeals_the_secret_choices_of_other_seats() -> None:
    """C3, O2."""
    table = Table("oh7", "1S 2S 3S 4S 5S 6S 7S", players=3)
    table.do("bet 3S", ANN)
    table.do(f"bet {table.may(CLEO).split()[0]}", CLEO)
    found = thought_possible(table, ANN)
    assert {case.choices[ANN] for case in found} == {"3S"}
    assert {case.choices[BEN] for case in found} == {None}
    assert all(case.choices[CLEO] in case.hands[CLEO] for case in found)
    assert len({case.choices[CLEO] for case in found}) > 8


def test_cards_shown_as_bets_are_known_to_be_in_the_players_hand_until_they_are_played() -> None:
    """O2: everybody knows all cards that were shown, not only the last card of each seat."""
    table = Table("oh7", "1S 2C 3C 4C 5C 6C 7C", "3S 3H 5H 6H 7H 0C 1C", "2S 4S 5S 6S 2H 6D 7D", "0S 7S 0H 0D 1D 2D 3D")
    table.bet("2C 3S 2S 0H")
    table.bet("3C 3H 2H 0S")
    for case in thought_possible(table, DAN):
        assert {"2C", "3C"} < set(case.hands[ANN])
        assert {"3S", "3H"} < set(case.hands[BEN])
        assert {"2S", "2H"} < set(case.hands[CLEO])
    table.play("7H 2H 0H 2C")
    found = thought_possible(table, DAN)
    assert all("3C" in case.hands[ANN] and "2C" not in case.hands[ANN] for case in found)


def test_a_seat_that_does_not_follow_suit_is_known_to_lack_the_lead_suit() -> None:
    """O5: Ann plays a spade to a heart lead, so she has no hearts."""
    table = Table("oh7", "1S 2C 3C 4C 5C 6C 7C", "3S 3H 5H 6H 7H 0C 1C", "2S 4S 5S 6S 2H 6D 7D", "0S 7S 0H 0D 1D 2D 3D")
    table.bet("2C 3S 2S 1D")
    table.play("7H 2H 0H 1S")
    found = thought_possible(table, DAN)
    assert not any(card.endswith("H") for case in found for card in case.hands[ANN])
    assert any(card.endswith("H") for case in found for card in case.hands[CLEO])


def test_a_redeal_keeps_the_face_up_cards_of_the_dummy() -> None:
    """O7."""
    table = Table("oh7", "7S 1H 1C 0S", "5H 3C 2S 3S", pile="0C 2C 0H 6C", hand_size=4)
    table.bet("7S 2S")
    for state in redeals(table, ANN, 30):
        assert table.game.deck.listed(state.open) == ["0C", "2C"]
    found = thought_possible(table, ANN)
    assert all({"0C", "2C"}.isdisjoint(sum(case.hands, case.rest)) for case in found)


NESTED_AND_OVERLAPPING = [
    # Each row: the seed, and the suits that Ben, Cleo and Dan are known to lack.
    (21, "CH", "CD", "D"),
    (95, "DS", "DH", "H"),
    (197, "CS", "C", "CD"),
]


@pytest.mark.parametrize(("seed", "ben", "cleo", "dan"), NESTED_AND_OVERLAPPING)
def test_redeals_are_uniform_even_if_seats_lack_nested_or_overlapping_sets_of_suits(
    seed: int, ben: str, cleo: str, dan: str
) -> None:
    """The seats are those of a round with four players and two cards left in each hand."""
    table = after_random_play("oh7", 4, seed, left=2)
    memory = Memory(table, ANN)
    assert [memory.voids[seat] for seat in (BEN, CLEO, DAN)] == [set(ben), set(cleo), set(dan)]
    cases = Counter(the_cards(case) for case in memory.deals())
    assert 200 < len(cases) < 400
    assert_even(table, ANN, cases, 20 * len(cases), the_cards)


def test_redeals_are_uniform_for_a_spectator() -> None:
    """A spectator doesn't know the cards in any hand."""
    table = after_random_play("oh7", 3, 15, left=1)
    cases = Counter(the_cards(case) for case in Memory(table, SPECTATOR).deals())
    assert len(cases) == 80
    assert_even(table, SPECTATOR, cases, 30 * len(cases), the_cards)


# players, seed, cards left in each hand, cards played to the current trick, and number of possible deals
LATE = [(3, 0, 3, 0, 200), (3, 6, 3, 0, 210), (3, 2, 2, 1, 60), (3, 1, 2, 2, 30)]


@pytest.mark.parametrize(("players", "seed", "left", "extra", "deals"), LATE)
def test_redeals_are_uniform_late_in_a_round(players: int, seed: int, left: int, extra: int, deals: int) -> None:
    assert_even_late("oh7", players, seed, left, extra, deals)


@pytest.mark.parametrize(("seed", "extra", "deals"), [(6, 0, 36), (12, 0, 60)])
def test_redeals_draw_every_order_of_the_pile_equally_often(seed: int, extra: int, deals: int) -> None:
    """With two players and two cards left, the other hand and the order of three cards in the pile are unknown."""
    assert_even_late("oh7", 2, seed, 2, extra, deals)
