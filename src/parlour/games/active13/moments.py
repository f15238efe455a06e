"""Moments that the table announces in Active 13: both players play the same card, or a round ends."""

from parlour.game.game import State
from parlour.game.texts import Text, Who, say
from parlour.game.view import Mark, Moment
from parlour.games.active13 import rules
from parlour.games.active13.redeal import PLAYERS
from parlour.games.kit.pack import pack

DECK = pack()


def moments_of(state: State) -> tuple[Moment, ...]:
    """Return what to announce now; a round's result is shown until the next round's upgrades are over."""
    last = rules.played_tricks(state.record) - 1
    drawn = (_draw(int(state.tricks[0][last])),) if last >= 0 and state.tricks[0][last] == state.tricks[1][last] else ()
    between = state.rounds and state.phase != rules.PLAY
    return (*drawn, _result(state)) if between else drawn


def _draw(card: int) -> Moment:
    """Announce that both players have played the same card."""
    text = say("Both play the same card: a trick for each.")
    return Moment("surprise", say("A draw"), text, (), (DECK.name(card),))


def _result(state: State) -> Moment:
    """Announce the end of a round."""
    marks = tuple(Mark(seat, say("{gain}", gain=f"{int(state.gains[seat]):+d}"), _tone(state, seat))
                  for seat in range(PLAYERS))  # fmt: skip
    return Moment("result", say("Round {round}", round=int(state.rounds)), _tricks(state), marks)


def _tone(state: State, seat: int) -> str:
    """Return "good" if the seat won the round, otherwise nothing."""
    return "good" if state.gains[seat] > state.gains[1 - seat] else ""


def _tricks(state: State) -> Text:
    """Say how many tricks each player won in the round."""
    first = 0 if state.gains[0] >= state.gains[1] else 1
    most, fewest = int(state.gains[first]), int(state.gains[1 - first])
    if most == fewest:
        return say("{who} and {other} won {tricks} tricks each.", who=Who(0), other=Who(1), tricks=most)
    return say("{who} won {tricks} tricks, {other} {fewer}.", who=Who(first), tricks=most, other=Who(1 - first),
               fewer=fewest)  # fmt: skip
