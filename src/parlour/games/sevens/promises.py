"""What cards have promised: whether it counts, and how it is written on paper."""

from parlour.game.cards import Deck
from parlour.game.game import State
from parlour.games.sevens.rules import SPECIAL


def asterisk(card: int) -> str:
    """Return the mark after a number promised by a star (K4)."""
    return "*" if card >= SPECIAL else ""


def are_refused(state: State, phase: str, commit: str) -> bool:
    """Return whether the cards shown promise nothing: their sum was refused (K3, O2), or the round is dropped (O3)."""
    return phase == commit or (phase == "deal" and not state.played)


def refused_cards(deck: Deck, shown: int, last: int) -> tuple[str, ...]:
    """Return the cards of the refused attempts, the last one on top."""
    return (*deck.shown(shown & ~(1 << last)), deck.name(last)) if shown else ()
