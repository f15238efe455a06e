"""What the verifier needs from the rules of a game, and code that these rules share."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tests.verifier.chance import Generator

Event = dict[str, Any]
Values = range | tuple[str, ...]  # the whole numbers that an option can be, or its words


class Refused(Exception):  # noqa: N818 - the word of the table
    """A record that doesn't follow from the rules and the key; the text says why."""


class Table(Protocol):
    """A match of one game. Nobody acts while chance is pending or when the match is over."""

    rounds: int

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        """Start a match; the options were checked against `OPTIONS`."""

    def drawn(self, generator: Generator) -> Event:
        """Return the pending chance event as the generator gives it; changes nothing."""

    def check_possible(self, event: Event) -> None:
        """Refuse a chance event that the generator could not give, whatever the key."""

    def lay(self, event: Event) -> None:
        """Perform a chance event that was checked."""

    def actors(self) -> list[int]:
        """Return the seats that may act."""

    def act(self, seat: int, action: str) -> list[Event]:
        """Perform the action of a seat that may act; return the automatic moves that followed."""

    def standing(self) -> dict[str, list[int]]:
        """Return the scores or lives, under the game's word for them."""

    def winners(self) -> list[int]:
        """Return the seats that have won; none while the match runs."""


class Rules(Protocol):
    """The module of a game's rules."""

    PLAYERS: Sequence[int]
    OPTIONS: Mapping[str, Values]
    Table: type[Table]


def same(found: object, expected: object) -> bool:
    """Return whether both are the same JSON; 1, 1.0 and true differ."""
    return json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True)


def require(condition: object, reason: str) -> None:
    """Refuse the record unless the condition holds."""
    if not condition:
        raise Refused(reason)


def check_cards(found: object, cards: Sequence[str], size: int, order: Sequence[str] | None) -> list[str]:
    """Require a list of `size` of the cards, sorted if an order is given; return the cards left."""
    require(isinstance(found, list) and len(found) == size, f"found {found!r}; expected {size} cards")
    left = list(cards)
    assert isinstance(found, list)
    for card in found:
        require(card in left, f"{card!r} cannot be there")
        left.remove(card)
    if order is not None:
        require(found == sorted(found, key=order.index), f"{found!r} is not in the order of the cards")
    return left
