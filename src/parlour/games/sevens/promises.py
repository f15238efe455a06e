"""What cards have promised: whether it stands, and how it is written on paper."""

from parlour.game.cards import Deck
from parlour.game.game import State
from parlour.games.sevens.rules import SPECIAL


def asterisk(card: int) -> str:
    """The mark behind what a star has promised (K4)."""
    return "*" if card >= SPECIAL else ""


def are_refused(state: State, phase: str, commit: str) -> bool:
    """Whether the cards shown promise nothing: their sum was refused (K3, O2), or the round is dropped (O3)."""
    return phase == commit or (phase == "deal" and not state.played)


def refused_cards(deck: Deck, shown: int, last: int) -> tuple[str, ...]:
    """The cards of the attempts that were refused; the last one lies on top."""
    return (*deck.shown(shown & ~(1 << last)), deck.name(last)) if shown else ()
