"""Sets of cards as 64-bit masks, and cards as text.

A card is a number from 0 to 62; a set of cards is one `int64` with a bit for every card. Masks are
made and taken apart only by the functions here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from parlour.bits import count as count
from parlour.bits import highest as highest
from parlour.bits import lowest as lowest
from parlour.errors import ParlourError
from parlour.rule import hot_rule

NO_CARD = -1  # where a card could lie, but none does
HIDDEN = -2  # a card lies there, but the onlooker may not know which
ALL_BITS = (1 << 64) - 1
KEPT_SETS = 4096  # whose names are kept
SUIT_GLYPHS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦", "F": "✿", "*": "★"}


@hot_rule
def bit(card: int) -> int:
    """The set that holds just this card."""
    return 1 << int(card)  # int(): shifting by a narrow number would wrap


@hot_rule
def first(size: int) -> int:
    """The set of the cards 0 to size - 1."""
    return (1 << int(size)) - 1


@hot_rule
def has(cards: int, card: int) -> bool:
    """Whether the set holds the card."""
    return (cards >> int(card)) & 1 != 0


@hot_rule
def rest(cards: int) -> int:
    """The set without its lowest card."""
    return cards & (cards - 1)


@hot_rule
def nth(cards: int, n: int) -> int:
    """The card of the set that has n lower cards in it."""
    while n >= 8:
        cards = rest(rest(rest(rest(rest(rest(rest(rest(cards))))))))
        n -= 8
    for step in range(7):  # always seven steps: a loop of a length that nobody can predict would cost more
        cards = rest(cards) if step < n else cards
    return lowest(cards)


def each(cards: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    cards = int(cards) & ALL_BITS  # a mask with a sign is wrong, but must not be gone through forever
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


class CardError(ParlourError):
    """A card name that the deck does not have."""


@dataclass(frozen=True)
class Deck:
    """The names of a game's cards: card n is called names[n]; equal cards have equal names."""

    names: tuple[str, ...]

    @cached_property
    def _cards(self) -> dict[str, int]:
        cards: dict[str, int] = {}
        for card, name in enumerate(self.names):
            cards[name.upper()] = cards.get(name.upper(), 0) | 1 << card
        return cards

    @cached_property
    def _kept(self) -> dict[int, tuple[str, ...]]:
        return {}

    def name(self, card: int) -> str:
        """The card as text: 3S."""
        return self.names[card]

    def named(self, name: str) -> int:
        """The set of all cards of that name; capital and small letters are the same."""
        try:
            return self._cards[name.strip().upper()]
        except KeyError:
            known = f"{self.names[0]} to {self.names[-1]}"
            raise CardError(f"there is no card {name!r} in this deck; expected a card such as {known}") from None

    def listed(self, cards: int) -> list[str]:
        """The names of a set, lowest card first."""
        return list(self.shown(cards))

    def shown(self, cards: int) -> tuple[str, ...]:
        """The names of a set, lowest card first; hands are looked at again and again, so the last ones are kept."""
        found = self._kept.get(cards := int(cards))
        if found is None:
            if len(self._kept) >= KEPT_SETS:
                self._kept.clear()
            found = self._kept[cards] = tuple(self.names[card] for card in each(cards))
        return found

    def cards(self, names: str | Iterable[str]) -> list[int]:
        """The cards of a text such as "3S 0H" in that order; equal names take different cards."""
        taken, cards = 0, []
        for name in names.split() if isinstance(names, str) else names:
            free = self.named(name) & ~taken
            if not free:
                raise CardError(f"card {name!r} stands there more often than the deck has it")
            cards.append(next(each(free)))
            taken |= free & -free
        return cards

    def mask(self, names: str | Iterable[str]) -> int:
        """The set of a text such as "3S 0H"."""
        return sum(1 << card for card in self.cards(names))


def pretty(name: str) -> str:
    """A card name with its suit as a picture: 3S is 3♠, 3* is 3★, ?! is ‽."""
    if name == "?!":
        return "‽"
    glyph = SUIT_GLYPHS.get(name[-1])
    return name[:-1] + glyph if glyph and name[:-1] else name
