"""Tests of what a seat may know in Kod-7, and that `redeal` draws all possible deals equally often."""

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations, product

import pytest

from parlour.engine.rng import generator
from parlour.engine.sets import each
from parlour.game.game import SPECTATOR
from parlour.games import find_game
from tests.games.sevens.memory import Memory, Possibility
from tests.games.sevens.redeals import (
    SEED,
    assert_even,
    assert_even_late,
    redeals,
    thought_possible,
)
from tests.games.sevens.table import ANN, BEN, CLEO, DAN, INTERROBANG, Table


def test_a_spectator_sees_no_hand() -> None:
    one = Table("kod7", "7S 6S 5S 4S 3S 2S 1S", players=3)
    other = Table("kod7", "7H 6H 5H 4H 3H 2H 1H", players=3)
    assert one.seen_by(SPECTATOR) == other.seen_by(SPECTATOR)


def test_the_cards_of_the_last_round_reveal_nothing_about_the_next_deal() -> None:
    """What everybody learnt in a round is forgotten when the cards are gathered for the next deal."""
    sweep = ("1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H", "0* 1* 2* 3* 4* 5* 6*")
    table = Table("kod7", *sweep)
    table.estimate("7S 1H 0*")
    table.play("7S 6H 6* 6S 5H 5* 5S 4H 4* 4S 3H 3* 3S 2H 2* 2S 1H 1* 1S 0H 0*")
    assert table.rounds == 1
    table.deal(*sweep)
    hands = {case.hands[BEN] for case in thought_possible(table, ANN)}
    assert len(hands) > 50


def test_a_seat_thinks_that_a_secret_estimation_is_neither_the_interrobang_nor_a_card_used_before() -> None:
    """K2, K3."""
    table = Table("kod7", "7S 1S 2S 3S", "0H 1H 2H 3H", "1* 2* 3* 4*", hand_size=4, forbidden_sum=8)
    table.estimate("7S 0H 1*")
    table.estimate("3S 3H 2*")
    table.do("estimate 1H", BEN)
    for case in thought_possible(table, ANN, 200):
        assert {"0H", "3H"} < set(case.hands[BEN])
        assert case.choices[BEN] in set(case.hands[BEN]) - {"0H", "3H", INTERROBANG}


def test_the_suit_that_another_seat_announces_may_be_any_suit_until_all_have_announced() -> None:
    """K5, C3."""
    table = Table("kod7", "0* 5S 1S ?!", "1* 5H 1H 2H", "2* 5C 1C 2C", "2* 0S 0H 0C", hand_size=4)
    table.estimate("0* 1* 2* 2*")
    table.do("suit H", CLEO)
    assert {int(state.choice[CLEO]) for state in redeals(table, DAN, 60)} == {0, 1, 2}
    assert {int(state.choice[CLEO]) for state in redeals(table, CLEO, 60)} == {1}
    thought_possible(table, DAN)


LED_BY_ANN = ("7S 5H 4* ?!", "1H 6H 3* 2C", "3C 4C 2S 2*", "0H 0* 1* 0C")


@pytest.mark.parametrize("card", ["3*", "1H"])
def test_playing_a_star_or_a_card_of_the_lead_suit_does_not_reveal_that_a_seat_lacks_the_lead_suit(card: str) -> None:
    """K7: when Ben plays a star or a heart to a heart lead, he may hold more hearts."""
    table = Table("kod7", *LED_BY_ANN, hand_size=4)
    table.estimate("7S 6H 2S 0H")
    table.play("5H")
    table.play(card)
    assert Memory(table, DAN).voids[BEN] == set()
    found = thought_possible(table, DAN)
    assert any(sum(name.endswith("H") for name in case.hands[BEN]) > 1 for case in found)


def test_playing_the_interrobang_does_not_reveal_that_a_seat_lacks_the_lead_suit() -> None:
    """K7."""
    table = Table("kod7", "7S 5H 4* 1S", "1H 6H ?! 2C", "3C 4C 2S 2*", "0H 0* 1* 0C", hand_size=4)
    table.estimate("7S 2C 2S 0H")
    table.play("5H ?!")
    found = thought_possible(table, DAN)
    assert any(name.endswith("H") for case in found for name in case.hands[BEN])


def test_the_first_suit_card_after_a_special_card_was_led_reveals_no_missing_suit() -> None:
    """K8: Ben could play any card, so his 2C reveals no void; Cleo's spade shows that she has no clubs."""
    table = Table("kod7", "7S 5H 4* ?!", "1H 6H 3* 2C", "3H 4H 2S 2*", "0H 0* 1* 0C", hand_size=4)
    table.estimate("7S 1H 2* 0H")
    table.play("4* 2C 2S")
    memory = Memory(table, DAN)
    assert (memory.voids[BEN], memory.voids[CLEO]) == (set(), {"C"})
    found = thought_possible(table, DAN)
    assert {name[-1] for case in found for name in case.hands[BEN]} >= set("SHC*")
    assert {name[-1] for case in found for name in case.hands[CLEO]} == set("SH*!")


def test_the_interrobang_may_be_in_any_hand_or_set_aside_until_somebody_reveals_it() -> None:
    table = Table("kod7", *LED_BY_ANN, hand_size=4)
    table.estimate("7S 1H 2S 0H")
    found = thought_possible(table, DAN, 300)
    places = {seat for case in found for seat in (ANN, BEN, CLEO) if INTERROBANG in case.hands[seat]}
    assert places == {ANN, BEN, CLEO}
    assert any(INTERROBANG in case.rest for case in found)


def test_once_the_interrobang_has_been_revealed_everybody_knows_who_holds_it() -> None:
    """K5: everybody knows the holder before and after the first leader is chosen, until the Interrobang is played."""
    table = Table("kod7", "5S 1S 2S ?!", "5H 1H 2H 3H", "5C 1C 2C 3C", "0* 1* 3* 4*", hand_size=4)
    table.estimate("1S 5H 5C 0*")
    assert all(INTERROBANG in case.hands[ANN] for case in thought_possible(table, DAN))
    table.do("lead 1")
    assert all(INTERROBANG in case.hands[ANN] for case in thought_possible(table, DAN))
    table.play("1H 1C 0* ?!")
    assert not any(INTERROBANG in sum(case.hands, case.rest) for case in thought_possible(table, DAN))


def test_everybody_knows_that_nobody_holds_the_interrobang_if_the_first_leader_is_drawn_at_random() -> None:
    """K6."""
    table = Table("kod7", "5S 1S 2S 3S", "5H 1H 2H 3H", "5C 1C 2C 3C", "0* 1* 3* 4*", aside="?!", hand_size=4)
    table.estimate("1S 5H 5C 0*")
    assert all(INTERROBANG in case.rest for case in thought_possible(table, DAN))
    table.place({"chance": {"leader": BEN}})
    assert all(INTERROBANG in case.rest for case in thought_possible(table, DAN))


def test_two_players_know_that_the_interrobang_is_in_the_pile_if_the_first_leader_is_drawn_at_random() -> None:
    """K6: the Interrobang can be anywhere in the pile."""
    table = Table("kod7", "5S 1S 2S 3S", "5H 1H 2H 3H", pile="0H 0S 4H ?!", hand_size=4)
    table.estimate("5S 5H")
    table.place({"chance": {"leader": BEN}})
    places = {case.rest.index(INTERROBANG) for case in thought_possible(table, ANN, 200)}
    assert places == set(range(14))


def test_tied_players_announce_suits_before_the_holder_of_the_interrobang_is_revealed() -> None:
    """K5: while Cleo and Dan announce suits, Ben doesn't know who holds the Interrobang."""
    table = Table("kod7", "0* 5S 1S ?!", "1* 5H 1H 2H", "2* 5C 1C 2C", "2* 0S 0H 0C", hand_size=4)
    table.estimate("0* 1* 2* 2*")
    found = thought_possible(table, BEN, 200)
    assert {seat for case in found for seat in (ANN, CLEO, DAN) if INTERROBANG in case.hands[seat]} == {ANN, CLEO, DAN}


def swap_twins(table: Table) -> None:
    """Exchange the two stars of value 2, which look the same."""
    low, high = each(table.game.deck.named("2*"))
    for seat in range(table.players):
        hand = int(table.state.hands[seat])
        if (hand >> low & 1) != (hand >> high & 1):
            table.state.hands[seat] = hand ^ (1 << low | 1 << high)


def table_with_twins(ben: str, cleo: str, swapped: bool) -> Table:
    """Return a table where Ann can lead hearts and Ben holds a 2*; `swapped` exchanges the two stars of value 2."""
    table = Table("kod7", "7S 5H 4H ?!", ben, cleo, "0H 0* 1* 0C", hand_size=4)
    if swapped:
        swap_twins(table)
    return table


# The hands of Ben and Cleo: either Ben holds both 2*, or each of them holds one.
TWINS = [("6H 1C 2* 2*", "3C 4C 2S 3*"), ("6H 1C 2* 3*", "3C 4C 2S 2*")]


def test_others_cannot_see_which_of_two_equal_stars_is_played() -> None:
    tables = [table_with_twins(*hands, swapped) for hands, swapped in product(TWINS, (False, True))]
    for table in tables:
        table.estimate("7S 1C 2S 0H")
        table.play("5H 2*")
    assert len({table.seen_by(DAN) for table in tables}) == 1
    assert len({table.seen_by(SPECTATOR) for table in tables}) == 1


def test_others_cannot_see_which_of_two_equal_stars_was_shown_and_then_played() -> None:
    """K3: Ben has shown a 2*; once he has played a 2*, he may or may not hold the other."""
    tables = [table_with_twins(*hands, swapped) for hands, swapped in product(TWINS, (False, True))]
    for table in tables:
        table.estimate("7S 2* 2S 0H")
        assert table.may_choose("7S 5H 4H ?!", seat=ANN)
    assert len({table.seen_by(DAN) for table in tables}) == 1
    for table in tables:
        table.play("5H 2*")
    assert len({table.seen_by(DAN) for table in tables}) == 1
    found = thought_possible(tables[0], DAN, 200)
    assert {case.hands[BEN].count("2*") for case in found} == {0, 1}


def test_a_seat_cannot_tell_which_of_two_equal_stars_it_holds() -> None:
    """Cleo holds a 2*; the other 2* may be in a hand before hers, in a hand after hers, or set aside."""
    hands = "7S 5H 4H ?!", "6H 1C 3* 5C", "3C 4C 2S 2*", "0H 0* 1* 0C"
    tables = [
        Table("kod7", *hands, aside="2*", hand_size=4),
        Table("kod7", hands[0].replace("5H", "2*"), *hands[1:], hand_size=4),
        Table("kod7", *hands[:3], hands[3].replace("0H", "2*"), hand_size=4),
    ]
    assert len({table.seen_by(CLEO) for table in tables}) == 1
    for table in tables:
        table.do("estimate 2*", CLEO)
    assert len({table.seen_by(CLEO) for table in tables}) == 1


def test_others_cannot_see_which_of_two_seats_played_which_of_two_equal_stars() -> None:
    tables = [table_with_twins(*TWINS[1], swapped) for swapped in (False, True)]
    for table in tables:
        table.estimate("7S 1C 2S 0H")
        table.play("5H 2* 2*")
    assert tables[0].seen_by(DAN) == tables[1].seen_by(DAN)
    assert tables[0].seen_by(CLEO) == tables[1].seen_by(CLEO)


def test_playing_either_of_two_equal_stars_is_the_same_action() -> None:
    """An action that a seat chooses in its hidden state means the same card in the true state."""
    tables = [table_with_twins(*TWINS[1], swapped) for swapped in (False, True)]
    assert len({table.game.legal(table.state, BEN) for table in tables}) == 1
    for table in tables:
        hidden = table.game.hidden(table.state, BEN)
        assert table.game.legal(hidden, BEN) == table.game.legal(table.state, BEN)


def test_a_seat_that_showed_two_equal_stars_is_known_to_hold_both() -> None:
    """K3: Ben has shown a 2* twice; after he plays one, everybody knows that he holds the other."""
    table = table_with_twins(*TWINS[0], swapped=False)
    table.state.forbidden_sum = 11
    table.estimate("7S 2* 2S 0H")
    assert table.phase == "estimate"
    table.estimate("5H 2* 3* 0C")
    table.play("5H 2*")
    assert all(case.hands[BEN].count("2*") == 1 for case in thought_possible(table, DAN))


def test_others_cannot_see_which_of_two_equal_stars_a_seat_has_chosen_in_secret() -> None:
    """C3."""
    tables = [table_with_twins(*hands, swapped) for hands, swapped in product(TWINS, (False, True))]
    for table in tables:
        table.do("estimate 2*", BEN)
    assert len({table.seen_by(DAN) for table in tables}) == 1


def test_redeals_are_uniform_if_the_interrobang_is_known_to_be_set_aside() -> None:
    """K6."""
    hands = ("5S 1S 2S 7S", "5H 1H 2H 7H", "0* 1* 3* 4*")
    table = Table("kod7", *hands, aside="?! 0S 3S", hand_size=4)
    table.estimate("5S 5H 1*")
    table.place({"chance": {"leader": ANN}})
    table.play("1S 5H 0* 2S 7H 3*")
    memory = Memory(table, ANN, nobody=True)
    assert memory.voids == {ANN: set(), BEN: {"S"}, CLEO: set()}
    cases = Counter[Hashable](case.hands for case in memory.deals())
    assert_even(table, ANN, cases, 12000, lambda case: case.hands)


def with_choices(memory: Memory, chosen: list[int]) -> Iterator[Possibility]:
    """Yield every possible deal, combined with every secret choice that the seats in `chosen` could have made."""
    used = {seat: Counter(card for player, card in memory.table.shown if player == seat) for seat in chosen}
    for case in memory.deals():
        free = [sorted(set(Counter(case.hands[seat]) - used[seat]) - {INTERROBANG}) for seat in chosen]
        for choices in product(*free):
            yield Possibility(case.hands, case.rest, choices)


def test_a_seat_that_chose_in_secret_is_a_little_less_likely_to_hold_the_interrobang() -> None:
    """With two players, Ben has chosen one of his four cards; with the Interrobang he could have chosen only three."""
    table = Table("kod7", "7S 1S 2S 3S", "0H 1H 2H 3H", hand_size=4)
    table.do("estimate 0H", BEN)

    def feature(case: Possibility) -> Hashable:
        return case.choices[-1], INTERROBANG in case.hands[BEN]

    memory = Memory(table, ANN)
    hands = combinations(memory.unknown, 4)  # each hand leaves the same number of orders of the pile
    expected = Counter[Hashable]((card, INTERROBANG in hand) for hand in hands for card in set(hand) - {INTERROBANG})
    assert_even(table, ANN, expected, 8000, feature)


def third_attempt(*hands: str, first: str, second: str, forbidden_sum: int) -> Table:
    """Return a table on the third attempt, where all players have shown two of their four cards."""
    table = Table("kod7", *hands, hand_size=4, forbidden_sum=forbidden_sum)
    table.estimate(first)
    table.estimate(second)
    assert (table.phase, table.state.attempt) == ("estimate", 2)
    return table


def test_redeals_are_uniform_with_two_secret_choices_on_the_third_attempt() -> None:
    """With three players: two cards of Ben, two cards of Cleo and their secret choices are unknown."""
    hands = "7S 1S 2S 3S", "0H 1H 2H 3H", "1* 2* 3* 4*"
    table = third_attempt(*hands, first="7S 0H 1*", second="3S 3H 2*", forbidden_sum=8)
    table.do("estimate 1H", BEN)
    table.do("estimate 4*", CLEO)

    def feature(case: Possibility) -> Hashable:
        place = next((seat for seat in (BEN, CLEO) if INTERROBANG in case.hands[seat]), None)
        return place, *(choice and choice[0] for choice in case.choices[-2:])

    expected = Counter(feature(case) for case in with_choices(Memory(table, ANN), [BEN, CLEO]))
    assert_even(table, ANN, expected, 8000, feature)


@pytest.mark.parametrize("ben", ["0H 1C 2* 2*", "0H 1C 2* 3*"])
def test_redeals_with_a_secret_choice_are_uniform_if_one_of_two_equal_stars_was_shown(ben: str) -> None:
    """With four players: Ben has shown a 2*, and may or may not hold the other 2*."""
    table = third_attempt(FOUR[0], ben, *FOUR[2:], first="7S 0H 3C 0S", second="4H 2* 1* 3H", forbidden_sum=10)
    table.do("estimate 1C", BEN)

    def feature(case: Possibility) -> Hashable:
        return case.hands[BEN].count("2*"), INTERROBANG in case.hands[BEN], case.choices[BEN]

    assert_even(table, ANN, Counter(map(feature, without_the_rest(table, BEN))), 8000, feature)


def test_redeals_with_a_secret_choice_are_uniform_if_neither_of_two_equal_stars_was_shown() -> None:
    """With four players: if a hand has two equal stars, choosing either of them counts as one choice."""
    table = third_attempt(*FOUR, first="7S 0H 3C 0S", second="5H 1C 1* 3H", forbidden_sum=10)
    table.do("estimate 2*", BEN)

    def feature(case: Possibility) -> Hashable:
        return case.hands[BEN].count("2*"), INTERROBANG in case.hands[BEN], case.choices[BEN] == "2*"

    assert_even(table, ANN, Counter(map(feature, without_the_rest(table, BEN))), 20000, feature)


FOUR = "7S 5H 4H 1S", "0H 1C 2* 2*", "3C 4C 2S 1*", "0S 3H 5C 6C"


def without_the_rest(table: Table, chooser: int) -> Iterator[Possibility]:
    """Yield each hand and choice of one seat that Ann thinks possible; each fits the same number of complete deals."""
    memory = Memory(table, ANN)
    for seat in {BEN, CLEO, DAN} - {chooser}:
        memory.room[seat] = 0
    for case in with_choices(memory, [chooser]):
        choices = [case.choices[0] if seat == chooser else None for seat in range(table.players)]
        yield Possibility(case.hands, (), tuple(choices))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_deal_repeated_from_its_record_gives_the_same_state(players: int) -> None:
    """Some of the deals include equal stars, which have the same name in a record."""
    game, rng = find_game("kod7"), generator(SEED)
    for _ in range(10):
        fresh, dealt, placed = (game.new_state(players) for _ in range(3))
        game.deal(dealt, rng)
        game.place(placed, game.chance_event(fresh, dealt))
        assert placed.tobytes() == dealt.tobytes()


# Each row: players, seed, cards left in each hand, cards played to the current trick, number of possible deals.
LATE = [(3, 4, 2, 0, 90), (3, 1, 3, 0, 40), (4, 0, 1, 0, 180), (5, 5, 1, 0, 120), (6, 3, 1, 3, 54)]


@pytest.mark.parametrize(("players", "seed", "left", "extra", "deals"), LATE)
def test_redeals_are_uniform_late_in_a_round(players: int, seed: int, left: int, extra: int, deals: int) -> None:
    assert_even_late("kod7", players, seed, left, extra, deals)


@pytest.mark.parametrize(("seed", "extra", "deals"), [(29, 1, 36)])
def test_redeals_draw_every_order_of_the_pile_equally_often(seed: int, extra: int, deals: int) -> None:
    """With two players and two cards left, the other hand and the order of three cards in the pile are unknown."""
    assert_even_late("kod7", 2, seed, 2, extra, deals)
