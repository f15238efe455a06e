"""The declared fields of a state, each with a kind, a range and a one-sentence meaning.

From these declarations, Parlour derives the dtype, checks, readable dump, observation and documentation of a state. A
field has one entry, or one for each seat, for each team or for each item of a list of fixed length:

    card_set("hands", "the cards in each hand", each_seat(4), observed="own", place="common")
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.errors import ParlourError

WIDE = np.int64  # type for fields that rules use often: narrower numbers would have to be converted
MOST_CHOICES = 63  # a set of choices is one signed 64-bit number
NARROW = (np.int8, np.int16, np.int32, np.int64)

Entries: TypeAlias = npt.NDArray[Any]  # type of a field with several entries, such as state.hands
Observed = Literal["all", "own", "none"]  # which entries are observed: all of them, only the observing seat's, or none
Place = Literal["", "common", "separate"]  # whose deck the field's cards come from; empty if the field holds no cards


class Kind(Enum):
    """What a field's numbers stand for."""

    CARD_SET = "set of cards"
    CARD = "card"
    SEAT_SET = "set of seats"
    SEAT = "seat"
    NUMBER = "number"
    CHOICE_SET = "set of choices"
    CHOICE = "choice"


@dataclass(frozen=True)
class Each:
    """One dimension of a field: it has an entry for each seat, for each team, or for each item of a list."""

    of: Literal["seat", "team", "list"]
    size: int


def each_seat(seats: int) -> Each:
    """Give a field one entry for each seat; `seats` is the maximum number of seats."""
    return Each("seat", seats)


def each_team(teams: int) -> Each:
    """Give a field one entry for each team; seat n belongs to team n modulo the number of teams."""
    return Each("team", teams)


def listed(length: int) -> Each:
    """Give a field a list of entries of fixed length, such as the order of play."""
    return Each("list", length)


@dataclass(frozen=True)
class Field:
    """A declared field, made by `card_set`, `one_card`, `seat_set`, `one_seat`, `number`, `choice` or `choice_set`."""

    name: str
    kind: Kind
    meaning: str  # short description without a full stop, such as "the cards in each hand"
    each: tuple[Each, ...]  # dimensions of the field; if empty, it has a single entry
    least: int = 0  # lowest value of a number
    most: int = 0  # highest value of a number
    words: tuple[str, ...] = ()  # names of the choices
    none: int | None = None  # a number outside the range, which stands for "none"
    stored: Any = None  # the NumPy type of the field's numbers; by default the narrowest type that fits
    observed: Observed = "all"
    unit: int = 1  # unit in which a number is observed; all values are multiples of this unit
    players: tuple[int, ...] = ()  # numbers of players for which the field is observed; if empty, for all
    place: Place = ""

    def __post_init__(self) -> None:
        """Refuse a declaration that makes no sense."""
        if not self.name.isidentifier() or self.name != self.name.lower():
            raise ParlourError(f"a field cannot be called {self.name!r}; expected a name such as played_cards")
        if not self.meaning:
            raise ParlourError(f"the field {self.name} has no meaning; expected one sentence")
        if self.least > self.most:
            raise ParlourError(f"the field {self.name} has the range {self.least} to {self.most}; expected low to high")
        if len(self.words) > MOST_CHOICES:
            raise ParlourError(f"the field {self.name} has {len(self.words)} choices; at most {MOST_CHOICES}")
        if self.unit < 1:
            raise ParlourError(f"the field {self.name} has the unit {self.unit}; expected a whole number above 0")
        if self.place and self.kind not in (Kind.CARD, Kind.CARD_SET):
            raise ParlourError(f"the field {self.name} is a {self.kind.value}; only cards lie in a place")
        if self.observed == "own" and not (self.each and self.each[0].of == "seat"):
            raise ParlourError(f"the field {self.name} has no entry for each seat; observed='own' needs one")
        self._check_stored()

    def _check_stored(self) -> None:
        limits = np.iinfo(self.type)
        low, high = self.bounds
        if low < limits.min or high > limits.max:
            raise ParlourError(f"the field {self.name} does not fit {np.dtype(self.type).name}: {low} to {high}")

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and highest number that the field must be able to hold, for any deck and table."""
        if self.kind in (Kind.NUMBER, Kind.CHOICE):
            none = self.least if self.none is None else self.none
            return min(self.least, none), max(self.most, none)
        if self.kind == Kind.CHOICE_SET:
            return 0, (1 << len(self.words)) - 1
        return (0, 0) if self.kind in (Kind.CARD_SET, Kind.SEAT_SET) else (-2, 62)

    @property
    def range(self) -> str:
        """The range of a number or a choice, in words."""
        return f"{self.least} to {self.most}" + ("" if self.none is None else f", or {self.none}")

    def has(self, value: int) -> bool:
        """Return whether a number or a choice can have this value."""
        return self.least <= value <= self.most or value == self.none

    @property
    def type(self) -> Any:
        """The NumPy type of the field's numbers."""
        if self.stored is not None:
            return self.stored
        if self.kind == Kind.CARD_SET:
            return np.int64
        low, high = self.bounds
        return next(kind for kind in NARROW if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)

    @property
    def shape(self) -> tuple[int, ...]:
        """The field's NumPy shape."""
        return tuple(dimension.size for dimension in self.each)

    @property
    def described(self) -> tuple[Any, ...]:
        """The field's name, type and shape, as `record_type` expects them."""
        return (self.name, self.type, self.shape) if self.each else (self.name, self.type)


def card_set(name: str, meaning: str, *each: Each, **more: Any) -> Field:
    """Declare a field that holds a set of cards: bit n is card n of the deck."""
    return Field(name, Kind.CARD_SET, meaning, each, **more)


def one_card(name: str, meaning: str, *each: Each, **more: Any) -> Field:
    """Declare a field that holds a card: its number, NO_CARD or HIDDEN."""
    return Field(name, Kind.CARD, meaning, each, **more)


def seat_set(name: str, meaning: str, *each: Each, **more: Any) -> Field:
    """Declare a field that holds a set of seats: bit n is seat n."""
    return Field(name, Kind.SEAT_SET, meaning, each, **more)


def one_seat(name: str, meaning: str, *each: Each, **more: Any) -> Field:
    """Declare a field that holds a seat: its number, or -1 for nobody."""
    return Field(name, Kind.SEAT, meaning, each, **more)


def number(name: str, meaning: str, least: int, most: int, *each: Each, **more: Any) -> Field:
    """Declare a field that holds a whole number in a range."""
    return Field(name, Kind.NUMBER, meaning, each, least=least, most=most, **more)


def choice(name: str, meaning: str, words: Sequence[str], *each: Each, none: int = -1, **more: Any) -> Field:
    """Declare a field that holds a choice: the position of one of a few words, or `none`."""
    return Field(name, Kind.CHOICE, meaning, each, most=len(words) - 1, words=tuple(words), none=none, **more)


def choice_set(name: str, meaning: str, words: Sequence[str], *each: Each, **more: Any) -> Field:
    """Declare a field that holds a set of choices: bit n is the word at position n."""
    return Field(name, Kind.CHOICE_SET, meaning, each, words=tuple(words), **more)


@dataclass(frozen=True)
class Computed:
    """An entry of an observation that is not a field: a rule computes it from a hidden state and a seat.

    The field declares what the entry means. If the field has an entry for each seat, the rule is called for every seat;
    if it has a single entry, the rule is called only for the observing seat.
    """

    field: Field
    rule: Callable[[Any, int], int]  # called as rule(state, seat), returns a value for the field
