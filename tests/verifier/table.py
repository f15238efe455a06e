"""The interface between the rules of a game and the verifier, and code that the rules of several games share."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tests.verifier.chance import Generator

Event = dict[str, Any]
Values = range | tuple[str, ...]  # The integers or words that an option allows.


class Refused(Exception):  # noqa: N818 - the word of the table
    """Raised for a record that contradicts the rules or the key; the message says why."""


class Table(Protocol):
    """A match of one game. No seat may act while a chance event is pending or after the match is over."""

    rounds: int

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        """Start a match; the caller has checked the options against `OPTIONS`."""

    def drawn(self, generator: Generator) -> Event:
        """Return the pending chance event that the generator determines, without performing it."""

    def check_possible(self, event: Event) -> None:
        """Refuse a chance event that is impossible with any key."""

    def lay(self, event: Event) -> None:
        """Perform a chance event that has been checked."""

    def actors(self) -> list[int]:
        """Return the seats that may act."""

    def act(self, seat: int, action: str) -> list[Event]:
        """Perform the action of a seat that may act; return the automatic moves that followed."""

    def standing(self) -> dict[str, list[int]]:
        """Return the scores of all seats or teams, keyed by the game's word for scores, such as lives."""

    def winners(self) -> list[int]:
        """Return the seats that have won, or none while the match is running."""


class Rules(Protocol):
    """A module with the rules of one game."""

    PLAYERS: Sequence[int]
    OPTIONS: Mapping[str, Values]
    Table: type[Table]


def same(found: object, expected: object) -> bool:
    """Return whether two values are the same JSON; 1, 1.0 and true are different."""
    return json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True)


def require(condition: object, reason: str) -> None:
    """Refuse the record unless the condition holds."""
    if not condition:
        raise Refused(reason)


def check_cards(found: object, cards: Sequence[str], size: int, order: Sequence[str] | None) -> list[str]:
    """Require a list of `size` of these cards, sorted if an order is given; return the remaining cards."""
    require(isinstance(found, list) and len(found) == size, f"found {found!r}; expected {size} cards")
    left = list(cards)
    assert isinstance(found, list)
    for card in found:
        require(card in left, f"{card!r} is not among the cards that are possible here")
        left.remove(card)
    if order is not None:
        require(found == sorted(found, key=order.index), f"{found!r} is not in the order of the cards")
    return left
