"""Check for Oh 7 ? and Kod-7 that `redeal` draws all deals that a seat thinks possible equally often.

`memory.py` derives the possible deals from what was seen at the table, and lists them one by one.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from random import Random

from scipy.stats import chisquare

from parlour.engine.rng import generator
from parlour.engine.rule import PLAIN
from parlour.engine.sets import each
from parlour.game.game import State
from tests.games.sevens.memory import Memory, Possibility, possibility
from tests.games.sevens.table import ANN, Table, whole_deck

SEED = bytes(range(32))


Feature = Callable[[Possibility], Hashable]


def redeals(table: Table, seat: int, number: int) -> Iterator[State]:
    """Yield random states that the seat thinks possible, given what it has seen."""
    rng = generator(SEED)
    hidden = table.game.hidden(table.state, seat)
    for _ in range(number):
        state = hidden.copy()
        table.game.redeal(state, seat, rng)
        yield state


def thought_possible(table: Table, seat: int, number: int = 60) -> list[Possibility]:
    """Return the deals drawn in `number` redeals; check that the seat's view and choices stay the same."""
    seen, legal = table.seen_by(seat), table.game.legal(table.state, seat) if seat >= 0 else 0
    found = []
    for state in redeals(table, seat, number):
        assert table.game.actors(state) == table.game.actors(table.state)
        assert seat < 0 or table.game.legal(state, seat) == legal
        found.append(possibility(table, state))
        table.game.hide(state, seat)
        assert state.tobytes() == seen
    return found


def assert_even(table: Table, seat: int, expected: Counter[Hashable], number: int, feature: Feature) -> None:
    """Check with a chi-square test that each case is as frequent among redeals as among the possible deals."""
    if PLAIN:
        number = 30  # uncompiled rules are slow, so only check that the redeals are possible
    found = Counter(feature(possibility(table, state)) for state in redeals(table, seat, number))
    assert set(found) <= set(expected)
    if PLAIN:
        return
    share = number / expected.total()
    common = [case for case, times in expected.items() if times * share >= 5]
    rare = [case for case, times in expected.items() if times * share < 5]
    observed = [found[case] for case in common] + [sum(found[case] for case in rare)] * bool(rare)
    likely = [expected[case] * share for case in common] + [sum(expected[case] for case in rare) * share] * bool(rare)
    assert chisquare(observed, likely).pvalue > 0.001


def the_cards(case: Possibility) -> Hashable:
    return case.hands, case.rest


def after_random_play(game: str, players: int, seed: int, left: int, extra: int = 0) -> Table:
    """Play at random until each hand has `left` cards, and then play `extra` cards of the next trick."""
    chance = Random(seed)
    cards = whole_deck(game, players)
    chance.shuffle(cards)
    hands = [" ".join(cards[7 * seat : 7 * seat + 7]) for seat in range(players)]
    table = Table(game, *hands, pile=" ".join(cards[14:]) if players == 2 else "")
    while len(table.plays) < (7 - left) * max(players, 3) + extra:
        if table.phase == "draw":
            table.place({"chance": {"leader": chance.choice(list(each(table.state.tied)))}})
        table.do(f"{table.phase} {chance.choice(table.may().split())}")
    return table


def assert_even_late(game: str, players: int, seed: int, left: int, extra: int, deals: int) -> None:
    """Check that late in a randomly played round, exactly `deals` deals are possible, and all are equally likely."""
    table = after_random_play(game, players, seed, left, extra)
    cases = Counter(the_cards(case) for case in Memory(table, ANN).deals())
    assert len(cases) == deals
    assert_even(table, ANN, cases, 30 * deals, the_cards)
