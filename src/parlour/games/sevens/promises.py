"""What a card has promised, as it is written on paper."""

from parlour.games.sevens.rules import SPECIAL


def asterisk(card: int) -> str:
    """The mark behind what a star has promised (K4)."""
    return "*" if card >= SPECIAL else ""
