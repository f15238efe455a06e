"""Promises made with cards: whether they count, and how they are written on the score sheet."""

from parlour.game.cards import Deck
from parlour.game.game import State
from parlour.games.sevens.rules import SPECIAL


def asterisk(card: int) -> str:
    """Return the mark for a promise made with a star (K4), or "" for another card."""
    return "*" if card >= SPECIAL else ""


def are_refused(state: State, phase: str, commit: str) -> bool:
    """Return whether the shown cards don't count: their sum was refused (K3, O2), or the round was dropped (O3)."""
    return phase == commit or (phase == "deal" and not state.played)


def refused_cards(deck: Deck, shown: int, last: int) -> tuple[str, ...]:
    """Return the cards of the refused attempts, with the latest card last."""
    return (*deck.shown(shown & ~(1 << last)), deck.name(last)) if shown else ()
