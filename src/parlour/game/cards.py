"""Decks: a game's cards, and how they are written, spoken and drawn.

A card is a number from 0 to 62; a set of cards is one `int64` with a bit for every card (`parlour.engine.sets`).
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress

from parlour.engine.sets import each
from parlour.errors import ParlourError

NO_CARD = -1  # stands for a place without a card
HIDDEN = -2  # stands for a card whose identity the viewer may not know
KEPT_SETS = 4096  # the names of at most this many sets of cards are cached
INKS = ("black", "red", "green", "blue", "purple", "gold")  # ink colours available on the page and in the terminal


class CardError(ParlourError):
    """An error for a card name that is not in the deck."""


class UnknownCardError(CardError):
    """An error for an unknown card name; it mentions the first and last names of the deck."""

    def __init__(self, card: str, first: str, last: str) -> None:
        """Make the English message; `texts.sentence_of` makes a translatable one from this error."""
        super().__init__(f"there is no card {card!r} in this deck; expected a card such as {first} to {last}")
        self.card, self.first, self.last = card, first, last


@dataclass(frozen=True)
class Suit:
    """A suit: how it is written, spoken and drawn."""

    letter: str  # the last letter of the suit's card names, such as S in 3S
    word: str  # the spoken name, such as spades
    glyph: str = ""  # the written sign, such as ♠; if empty, a card shows the letter, and a suit the word
    ink: str = "black"  # ink colour, one of INKS
    two_ink: str = ""  # ink colour in two-colour mode, if it differs
    drawing: str = ""  # a shape that the page knows, or an SVG file of the game; if empty, the page writes the glyph
    card: str = "{value} of {suit}"  # how cards of this suit are spoken
    paper: str = "white"  # colour of the card's background: white or cream


@dataclass(frozen=True)
class Face:
    """A card without a suit: how it is written, spoken and drawn."""

    word: str  # the spoken name, such as the Rook
    glyph: str = ""  # the written sign, such as ‽; if empty, the name is written
    ink: str = "purple"  # ink colour, one of INKS
    drawing: str = ""  # an SVG file of the game; if empty, the page writes the glyph


FRENCH = (
    Suit("S", "spades", "♠", "black", drawing="spade"),
    Suit("H", "hearts", "♥", "red", drawing="heart"),
    Suit("C", "clubs", "♣", "green", "black", "club"),
    Suit("D", "diamonds", "♦", "blue", "red", "diamond"),
)
RANKS = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
DECLARED: dict[str, Suit | Face] = {}  # suits and faces of all decks loaded so far; of equal names, only the first
PICTURED: dict[str, str] = {}  # `Deck.pictures` of the deck that `written_as` chose


@dataclass(frozen=True)
class Deck:
    """The cards of a game: card n is called names[n]; equal cards have equal names.

    A card's name is its value and the letter of its suit, or the name of a face. The page and the terminal write,
    speak and draw cards as their deck declares.
    """

    names: tuple[str, ...]
    suits: tuple[Suit, ...] = FRENCH
    faces: Mapping[str, Face] = field(default_factory=dict)  # the cards without a suit, by card name
    ranks: Mapping[str, str] = field(default_factory=lambda: RANKS)  # how each value is spoken, such as Queen for Q
    pips: bool = True  # whether a 7 is drawn as seven pips, not as a large number
    pictures: Mapping[str, str] = field(default_factory=dict)  # the court card that shows a value, such as Q for 0

    def __post_init__(self) -> None:
        """Refuse suits and faces that have equal names or can't be drawn."""
        if len(self.signs) < len(self.suits) + len(self.faces):
            letters = [suit.letter for suit in self.suits]
            raise CardError(f"the suits {letters} and the faces {list(self.faces)} of a deck need different names")
        for name, sign in self.signs.items():
            if sign.ink not in INKS or (isinstance(sign, Suit) and sign.two_ink not in (*INKS, "")):
                raise CardError(f"the ink of {name!r} is {sign.ink!r}; expected one of {', '.join(INKS)}")
            if isinstance(sign, Suit) and len(name) != 1:
                raise CardError(f"the letter of a suit is {name!r}; expected one letter")
            if isinstance(sign, Face) and name not in self.names:
                raise CardError(f"the deck declares a face {name!r}, but has no such card")
        for name, sign in self.signs.items():
            DECLARED.setdefault(name, sign)

    @cached_property
    def signs(self) -> dict[str, Suit | Face]:
        """The suits by their letters, and the faces by their names."""
        return {**{suit.letter: suit for suit in self.suits}, **self.faces}

    def written(self, name: str) -> str:
        """Write a card or a suit: 3♠ for 3S."""
        return _written(name, self.signs)

    def listing(self, names: Iterable[str]) -> str:
        """Write cards for a sentence: 3♠ 0♥."""
        return " ".join(self.written(name) for name in names)

    @cached_property
    def _cards(self) -> dict[str, int]:
        cards: dict[str, int] = {}
        for card, name in enumerate(self.names):
            cards[name.upper()] = cards.get(name.upper(), 0) | 1 << card
        return cards

    @cached_property
    def _by_byte(self) -> list[list[tuple[str, ...]]]:
        """The card names for each possible value of each byte of a set."""
        groups = [self.names[start : start + 8] for start in range(0, len(self.names), 8)]
        return [[tuple(compress(group, _BITS[value])) for value in range(1 << len(group))] for group in groups]

    @cached_property
    def _kept(self) -> dict[int, tuple[str, ...]]:
        return {}

    def name(self, card: int) -> str:
        """Return the name of a card: 3S."""
        return self.names[card]

    def named(self, name: str) -> int:
        """Return the set of all cards with that name; case doesn't matter."""
        try:
            return self._cards[name.strip().upper()]
        except KeyError:
            raise UnknownCardError(name, self.names[0], self.names[-1]) from None

    def listed(self, cards: int) -> list[str]:
        """List the names of a set's cards, lowest first."""
        names: list[str] = []
        for byte, group in zip(int(cards).to_bytes(8, "little"), self._by_byte, strict=False):
            names += group[byte]
        return names

    def shown(self, cards: int) -> tuple[str, ...]:
        """Return the names of a set's cards, lowest first; cached, since hands are shown again and again."""
        found = self._kept.get(cards := int(cards))
        if found is None:
            if len(self._kept) >= KEPT_SETS:
                self._kept.clear()
            found = self._kept[cards] = tuple(self.listed(cards))
        return found

    def cards(self, names: str | Iterable[str]) -> list[int]:
        """Read the cards from a text such as "3S 0H", in that order; equal names take different cards."""
        taken, cards = 0, []
        for name in names.split() if isinstance(names, str) else names:
            free = self.named(name) & ~taken
            if not free:
                raise CardError(f"card {name!r} is listed more often than the deck has it")
            cards.append(next(each(free)))
            taken |= free & -free
        return cards

    def mask(self, names: str | Iterable[str]) -> int:
        """Read a set of cards from a text such as "3S 0H"."""
        return sum(1 << card for card in self.cards(names))


def sign_of(name: str, signs: Mapping[str, Suit | Face]) -> Suit | Face | None:
    """Find the face or suit that the deck declares for a card's name."""
    return signs.get(name) or signs.get(name[-1:])


def _written(name: str, signs: Mapping[str, Suit | Face]) -> str:
    sign = sign_of(name, signs)
    if isinstance(sign, Suit):
        return name[:-1] + (sign.glyph or sign.letter) if len(name) > 1 else sign.glyph or sign.word
    return name if sign is None else sign.glyph or name


_BITS = [tuple(value >> bit & 1 for bit in range(8)) for value in range(256)]  # the bits of each byte, lowest first


@contextmanager
def written_as(deck: Deck) -> Iterator[None]:
    """Make `pretty` write cards and suits as this deck does, in a program that plays one game at a time."""
    before = dict(DECLARED), dict(PICTURED)
    _declare(deck.signs, deck.pictures)
    try:
        yield
    finally:
        _declare(*before)


def _declare(signs: Mapping[str, Suit | Face], pictures: Mapping[str, str]) -> None:
    DECLARED.clear()
    DECLARED.update(signs)
    PICTURED.clear()
    PICTURED.update(pictures)


def pretty(name: str) -> str:
    """Write a card or a suit as a loaded deck declares it: 3♠ for 3S.

    A sentence doesn't say which game it belongs to. If loaded games give a letter different meanings, this function
    uses the first meaning, unless `written_as` picks a deck. The page formats every sentence with its game's deck.
    """
    return _written(name, DECLARED)


Deck(())  # declares the French suits before any game is loaded
