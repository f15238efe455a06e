"""Secret choices that everybody makes at once.

A seat's choice is in a field, `one_card("choice", …, each_seat(4))`, NO_CARD before it has chosen. That somebody
has chosen isn't a secret: to the others the card is HIDDEN.
"""

from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit
from parlour.game.cards import HIDDEN, NO_CARD
from parlour.game.fields import Entries


@hot_rule
def undecided(choice: Entries, players: int) -> int:
    """Return the seats that have not yet chosen."""
    seats = 0
    for seat in range(players):
        if choice[seat] == NO_CARD:
            seats |= bit(seat)
    return seats


@rule
def hide_choices(choice: Entries, players: int, seat: int) -> None:
    """Hide what the others have chosen, but not that they have."""
    for other in range(players):
        if other != seat and choice[other] != NO_CARD:
            choice[other] = HIDDEN
