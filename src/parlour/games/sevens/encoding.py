"""What a bot in Oh 7 ? or Kod-7 observes in addition to the fields of the state."""

from parlour.engine.rule import hot_rule
from parlour.engine.sets import bit
from parlour.game.cards import NO_CARD
from parlour.game.fields import Computed, number, one_card, seat_set
from parlour.game.game import State
from parlour.games.sevens.fields import EACH_SEAT, MOST_TRICKS, WITH_DUMMY
from parlour.games.sevens.rules import DUMMY


@hot_rule
def trick_card(state: State, seat: int) -> int:
    """Return the seat's card in the current trick, or NO_CARD."""
    if state.players == DUMMY:
        return _found_card(state, seat)
    turn = seat - int(state.leader)  # without a Dummy, cards are played in seat order
    turn += int(state.players) if turn < 0 else 0
    laid = int(state.played) - int(state.trick_start)
    return int(state.played_cards[state.trick_start + turn]) if turn < laid else NO_CARD


@hot_rule
def _found_card(state: State, seat: int) -> int:
    """Find the seat's card in the current trick at a table with a Dummy, where the order of play varies."""
    card = NO_CARD
    for play in range(state.trick_start, state.played):
        card = int(state.played_cards[play]) if state.played_seats[play] == seat else card
    return card


@hot_rule
def dummy_card(state: State, seat: int) -> int:
    """Return the Dummy's card in the current trick, or NO_CARD."""
    return _found_card(state, DUMMY)


@hot_rule
def dummy_won(state: State, seat: int) -> int:
    """Return the number of tricks that the Dummy has won this round."""
    return int(state.won[DUMMY])


@hot_rule
def dummy_leads(state: State, seat: int) -> int:
    """Return whether the Dummy leads this trick."""
    return 1 if state.leader == DUMMY else 0


@hot_rule
def chosen(state: State, seat: int) -> int:
    """Return the set of seats that have made a secret choice."""
    seats = 0
    for other in range(state.players):
        seats |= bit(other) if state.choice[other] != NO_CARD else 0
    return seats


@hot_rule
def interrobang_absent(state: State, seat: int) -> int:
    """Return whether everybody knows that nobody holds the Interrobang."""
    return 1 if state.absent else 0


COMPUTED = (
    Computed(one_card("trick_card", "each seat's card in the current trick", EACH_SEAT), trick_card),
    Computed(one_card("dummy_card", "the Dummy's card in the current trick", players=WITH_DUMMY), dummy_card),
    Computed(
        number("dummy_won", "how many tricks the Dummy has won this round", 0, MOST_TRICKS, players=WITH_DUMMY),
        dummy_won,
    ),
    Computed(number("dummy_leads", "whether the Dummy leads this trick", 0, 1, players=WITH_DUMMY), dummy_leads),
    Computed(seat_set("chosen", "the seats that have made a secret choice"), chosen),
    Computed(
        number("interrobang_absent", "whether it's known that nobody holds the Interrobang (Kod-7)", 0, 1),
        interrobang_absent,
    ),
)
