"""Secret choices that all seats make at the same time.

The field `one_card("choice", …, each_seat(4))` stores the card that each seat has chosen, and NO_CARD until the seat
chooses. To the other seats a chosen card is HIDDEN: they can see that the seat has chosen, but not which card.
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
    """Hide which cards the other seats have chosen, but not that they have chosen."""
    for other in range(players):
        if other != seat and choice[other] != NO_CARD:
            choice[other] = HIDDEN
