"""Tests of what the players of Active 13 know about each other's cards (A8)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

import pytest
from scipy import stats

from parlour.engine.rng import generator
from parlour.game.game import SPECTATOR, State
from parlour.game.texts import Refusal
from parlour.games.active13 import redeal as seen
from tests.games.active13.at_table import (
    ALL,
    ANN,
    ANN_PILE,
    BEN,
    BEN_PILE,
    GAME,
    STARTERS,
    Table,
    after_round_1,
    cards,
    example,
    listed,
    random_match,
    truth_fits,
)


def test_the_cards_that_others_think_possible_always_include_the_real_cards() -> None:
    """A8."""
    for seed in range(1, 6):
        assert all(truth_fits(state, seat) for state in random_match(seed) for seat in (ANN, BEN))


def test_a_redealt_state_fits_what_the_seat_knows_and_looks_the_same_to_the_seat() -> None:
    """A8."""
    rng = generator(bytes([9] * 32))
    for state in random_match(6, target=10):
        for seat in (SPECTATOR, ANN, BEN):
            hidden = GAME.hidden(state, seat)
            dealt = hidden.copy()
            GAME.redeal(dealt, seat, rng)
            assert GAME.hidden(dealt, seat).tobytes() == hidden.tobytes()
            assert all(truth_fits(dealt, other) for other in (ANN, BEN) if other != seat)


def test_the_opponents_hand_and_draw_pile_and_deck_and_purchases_are_hidden() -> None:
    """A8: Ben sees the same whatever unseen cards Ann has and in whatever order they lie."""
    table = example()
    other = Table("2H 4D 5D 6D 2D KS 9H 4C 3H 2C 2S AC JD", BEN_PILE, ("AH 10S", "4H KH 3S"))
    for one in (table, other):
        one.do("spend 2H", "bin 2D", "stick", "stick")
    assert GAME.hidden(table.state, BEN).tobytes() == GAME.hidden(other.state, BEN).tobytes()
    assert GAME.hidden(table.state, SPECTATOR).tobytes() == GAME.hidden(other.state, SPECTATOR).tobytes()
    assert GAME.hidden(table.state, ANN).tobytes() != GAME.hidden(other.state, ANN).tobytes()


def test_players_know_which_cards_are_in_their_own_piles_but_not_in_which_order() -> None:
    """A8."""
    table = example()
    first, *drawn = ANN_PILE.split()[:5], ANN_PILE.split()[5:]
    other = Table(" ".join(first + drawn[0][::-1]), BEN_PILE, ("10S QH", "4H KH 3S"))
    assert GAME.hidden(table.state, ANN).tobytes() == GAME.hidden(other.state, ANN).tobytes()
    view = GAME.view(GAME.hidden(table.state, ANN), ANN)
    piles = {str(pile.name): set(pile.open) for pile in view.centre.piles if pile.owner == ANN}
    assert piles["Draw pile"] == set(drawn[0])
    assert len(piles["Deck"]) == 39


def test_the_view_of_an_opponents_piles_shows_only_the_sizes_of_the_piles_and_cards_already_seen() -> None:
    """A8."""
    table = after_round_1()
    view = GAME.view(GAME.hidden(table.state, ANN), ANN)
    assert (view.seats[BEN].cards, view.seats[BEN].hand) == (5, ())
    piles = {str(pile.name): pile for pile in view.centre.piles if pile.owner == BEN}
    discard = piles["Discard pile"]
    assert (discard.cards, set(discard.open), discard.face_down) == (5, cards("KS 10D 3H JH 7D"), True)
    assert (piles["Draw pile"].cards, piles["Draw pile"].open) == (3, ())
    assert (piles["Deck"].cards, piles["Deck"].open) == (39, ())


def test_a_spent_card_stays_in_the_discard_pile_until_the_pile_is_shuffled() -> None:
    """A8."""
    table = after_round_1()
    rng = generator(bytes([3] * 32))
    for _ in range(30):
        state = GAME.hidden(table.state, BEN)
        GAME.redeal(state, BEN, rng)
        assert cards(listed(state.discard[ANN])) == cards("2H KS 4C QH 9H")
        assert "2D" not in listed(state.hands[ANN]) + listed(seen.draw_cards_of(state, ANN))


def test_a_player_who_does_not_follow_suit_is_known_to_be_void_only_until_the_round_ends() -> None:
    """A5, A8: Ben shows that he has no club in this round; in the next round he may have one."""
    table = example()
    table.do("spend 2H", "bin 2D", "stick", "stick")
    table.play("KS KS 4C 10D")
    rng = generator(bytes([4] * 32))
    for _ in range(50):
        state = GAME.hidden(table.state, ANN)
        GAME.redeal(state, ANN, rng)
        assert "C" not in listed(state.hands[BEN])
    table.play("QH 3H 9H JH")
    hands = ""
    for _ in range(50):
        state = GAME.hidden(table.state, ANN)
        GAME.redeal(state, ANN, rng)
        hands += listed(state.hands[BEN])
    assert "C" in hands


@pytest.mark.parametrize("viewer", [SPECTATOR, ANN, BEN])
def test_everybody_sees_the_leftover_cards(viewer: int) -> None:
    """A6, A8: every redeal has Ben's leftover 7♦ in the row of tricks and in his discard pile."""
    table, rng = after_round_1(), generator(bytes([8] * 32))
    for _ in range(10):
        state = GAME.hidden(table.state, viewer)
        assert listed(state.discard[BEN]) == "KS 3H JH 7D 10D"
        GAME.redeal(state, viewer, rng)
        assert listed(state.discard[BEN]) == "KS 3H JH 7D 10D"
        tricks = GAME.view(GAME.hidden(state, viewer), viewer).centre.tricks
        assert tricks is not None
        assert [(play.seat, play.card) for play in tricks[-1].plays] == [(BEN, "7D")]


def table_of_five(ben: str) -> Table:
    """Give both players only the five starting cards, so that all arrangements of Ben's cards can be counted."""
    return Table("2S 2H 3H 2C 2D", ben, ("4S 4C", "5C"), start_cards=0, hand_size=3)


def placement(state: State, seat: int) -> tuple[str, ...]:
    """Return a seat's hand, ordered draw pile and discard pile; a star in the hand stands for a card of the deck."""
    pile = " ".join(GAME.deck.name(card) for card in state.draw[seat, : state.draw_size[seat]])
    hand = sorted(card if card in STARTERS else "*" for card in cards(listed(state.hands[seat])))
    return " ".join(hand), pile, listed(state.discard[seat])


def worlds(table: Table, story: Callable[[Table], Iterable[Table]]) -> list[tuple[str, ...]]:
    """Try every shuffle; return all arrangements of Ben's cards that Ann can't tell apart from the given table."""
    wanted, found = GAME.hidden(table.state, ANN).tobytes(), set()
    for pile in permutations(STARTERS):
        try:
            for one in story(table_of_five(" ".join(pile))):
                if GAME.hidden(one.state, ANN).tobytes() == wanted:
                    found.add(placement(one.state, BEN))
        except Refusal:
            pass
    return sorted(found)


def every_shuffle(table: Table) -> Iterator[Table]:
    """Begin the next round once for every way to shuffle Ben's pile; Ann's pile is always shuffled the same way."""
    table.shuffle(ANN, table.discard(ANN))
    before = table.state.copy()
    for pile in permutations(table.discard(BEN).split()):
        table.state = before.copy()
        table.shuffle(BEN, " ".join(pile))
        yield table


def leftover_story(table: Table) -> Iterator[Table]:
    """Ann upgrades once, so one of Ben's cards is left over; then the piles are shuffled."""
    table.do("spend 2H", "bin 4S", "stick", "stick")
    table.play("2S 2S 3H 3H")
    yield from every_shuffle(table)


def void_story(table: Table) -> Iterator[Table]:
    """Ann upgrades twice, and Ben has no spade; two of his cards are left over, and the piles are shuffled."""
    table.do("spend 2H", "bin 4S", "spend 3H", "bin 4C", "stick", "stick")
    table.play("2S 2D")
    yield from every_shuffle(table)


def first_pile_story(table: Table) -> Iterator[Table]:
    """Ben shows that he has no spade, and has two cards left."""
    table.do("stick", "stick")
    table.play("2S 2D")
    yield table


def bought_story(table: Table) -> Iterator[Table]:
    """Ben buys a card, and then bins another card."""
    table.do("stick", "spend 2H", "bin 3H", "stick")
    yield table


def later_story(table: Table) -> Iterator[Table]:
    """After a leftover card was shuffled, Ben spends a heart and bins a starting card."""
    for one in leftover_story(table):
        try:
            one.do("spend 2H", "bin 2S")
        except Refusal:
            continue
        yield one


@pytest.mark.parametrize(
    ("story", "pile", "number"),
    [
        (leftover_story, "2S 3H 2C 2D 2H", 6),  # Ben can have three hands, each with two orders of the draw pile.
        (void_story, "2D 2H 2C 2S 3H", 6),
        (first_pile_story, "2D 2H 2C 2S 3H", 6),  # Ben's 2♠ must be in his draw pile.
        (bought_story, "2H 3H 2C 2D 2S", 6),
        (later_story, "2S 3H 2C 2D 2H", 2),
    ],
)
def test_redealing_chooses_every_possible_arrangement_equally_often(
    story: Callable[[Table], Iterator[Table]], pile: str, number: int
) -> None:
    """A8: redealing Ben's cards for Ann agrees with all arrangements that are found by trying every shuffle."""
    table = next(iter(story(table_of_five(pile))))
    possible = worlds(table, story)
    assert len(possible) == number
    hidden, rng = GAME.hidden(table.state, ANN), generator(bytes([5] * 32))
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(40 * number):
        state = hidden.copy()
        GAME.redeal(state, ANN, rng)
        found[placement(state, BEN)] += 1
    assert set(found) == set(possible)
    assert stats.chisquare([found[one] for one in possible]).pvalue > 0.001


def test_redealing_chooses_each_card_of_the_deck_equally_often_as_the_bought_card() -> None:
    """A8: Ben has spent one starting card and binned another, so one of his two cards is the card that he bought."""
    table = next(iter(bought_story(table_of_five("2H 3H 2C 2D 2S"))))
    hidden, rng = GAME.hidden(table.state, ANN), generator(bytes([6] * 32))
    found: Counter[str] = Counter()
    for _ in range(47 * 8):
        state = hidden.copy()
        GAME.redeal(state, ANN, rng)
        found.update(cards(listed(state.hands[BEN])) - set(STARTERS))
    assert found.total() == 47 * 8
    assert stats.chisquare([found[card] for card in ALL if card not in STARTERS]).pvalue > 0.001
