"""Find out what a player with perfect memory knows, and list all deals that fit this knowledge one by one.

The knowledge is derived from what a `Table` showed (cards shown and played), using only the rule books.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations

from parlour.game.game import State
from tests.games.sevens.table import INTERROBANG, SUITS, Table, is_special, whole_deck

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Possibility:
    """A possible distribution: each seat's hand, the cards set aside (or the pile, top first), and secret choices."""

    hands: tuple[Cards, ...]
    rest: Cards
    choices: tuple[str | None, ...] = ()


@dataclass
class Memory:
    """All the knowledge that one seat has about the hidden cards."""

    table: Table
    seat: int
    voids: dict[int, set[str]] = field(default_factory=dict)
    shown: dict[int, list[str]] = field(default_factory=dict)  # for each seat, the cards known to be in its hand
    unknown: list[str] = field(default_factory=list)
    room: dict[int, int] = field(default_factory=dict)  # for each seat, the number of unknown cards in its hand
    holder: int | None = None  # the seat that has revealed the Interrobang
    nobody: bool = False  # whether everybody knows that nobody was dealt the Interrobang

    def __post_init__(self) -> None:
        """Derive what the seat knows from everything seen at the table."""
        table = self.table
        seats = range(table.players)
        self.voids = {seat: voids_of(table, seat) for seat in seats}
        self.shown = {seat: shown_and_not_played(table, seat) for seat in seats}
        self.shown[self.seat] = table.hand(self.seat).split() if self.seat >= 0 else []
        if self.holder is not None and (self.holder, INTERROBANG) not in table.plays and self.holder != self.seat:
            self.shown[self.holder].append(INTERROBANG)
        self.room = {seat: len(table.hand(seat).split()) - len(self.shown[seat]) for seat in seats}
        seen = [card for _, card in table.plays] + table.game.deck.listed(table.state.open)
        unknown = Counter(whole_deck(table.game.name, table.players))
        unknown.subtract(seen + [card for hand in self.shown.values() for card in hand])
        assert min(unknown.values()) >= 0
        self.unknown = sorted(unknown.elements())

    def deals(self) -> Iterator[Possibility]:
        """Yield every deal that fits; deals that differ only in where two equal stars are count as different."""
        yield from self._deals(0, tuple(range(len(self.unknown))), ())

    def _deals(self, seat: int, left: tuple[int, ...], hands: tuple[Cards, ...]) -> Iterator[Possibility]:
        if seat == self.table.players:
            names = tuple(self.unknown[card] for card in left)
            orders = permutations(names) if self.table.players == 2 else iter([tuple(sorted(names))])
            yield from (Possibility(hands, order) for order in orders)
            return
        possible = [card for card in left if self.may_hold(seat, self.unknown[card])]
        for taken in combinations(possible, self.room[seat]):
            hand = sorted(self.shown[seat] + [self.unknown[card] for card in taken])
            rest = tuple(card for card in left if card not in taken)
            yield from self._deals(seat + 1, rest, (*hands, tuple(hand)))

    def may_hold(self, seat: int, card: str) -> bool:
        """Return whether the seat may hold the card, given what was seen."""
        if card == INTERROBANG:
            return self.holder is None and not self.nobody
        return card[-1] not in self.voids[seat]


def voids_of(table: Table, seat: int) -> set[str]:
    """Return the suits that a seat failed to follow; playing a star or the Interrobang reveals no void."""
    in_a_trick = max(table.players, 3)
    voids = set()
    for start in range(0, len(table.plays), in_a_trick):
        lead = ""
        for player, card in table.plays[start : start + in_a_trick]:
            if is_special(card):
                continue
            lead = lead or card[-1]
            if player == seat and card[-1] != lead:
                voids.add(lead)
    assert voids <= set(SUITS)
    return voids


def shown_and_not_played(table: Table, seat: int) -> list[str]:
    """Return the cards that a seat has shown but not played."""
    left = Counter(card for player, card in table.shown if player == seat)
    left.subtract(card for player, card in table.plays if player == seat)
    return sorted((+left).elements())


def possibility(table: Table, state: State) -> Possibility:
    """Return the distribution of cards in a state of this table."""
    names = table.game.deck
    hands = tuple(tuple(sorted(names.listed(state.hands[seat]))) for seat in range(table.players))
    pile = tuple(names.name(card) for card in state.pile[state.pile_top : state.pile_end])
    rest = pile if table.players == 2 else tuple(sorted(names.listed(state.aside)))
    choices = [int(choice) for choice in state.choice[: table.players]]
    return Possibility(hands, rest, tuple(names.name(card) if card >= 0 else None for card in choices))
