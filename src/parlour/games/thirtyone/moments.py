"""Moments that the table announces in Thirty-one: a showdown, a hand of 31, a new Cow, or a player going out."""

from parlour.engine.sets import each
from parlour.game.game import State
from parlour.game.texts import Text, Who, say
from parlour.game.view import Mark, Moment
from parlour.games.kit.story import together
from parlour.games.thirtyone.hands import DECK, THIRTY_ONE
from parlour.games.thirtyone.rules import NOBODY


def moments_of(state: State) -> tuple[Moment, ...]:
    """Return what to announce between two rounds: the result of the last round; nothing during a round."""
    if state.turn != NOBODY or not state.rounds:
        return ()
    out = [seat for seat in each(state.lost) if not state.lives_left[seat]]
    cows = [_cow(state, seat) for seat in each(state.new_cows)]
    return (_showdown(state), *cows, *(_out(state, seat) for seat in out))


def _showdown(state: State) -> Moment:
    """Announce the showdown, with the points of each hand beside its player."""
    shown = [seat for seat in range(state.players) if state.points[seat]]
    best = [seat for seat in shown if state.points[seat] == THIRTY_ONE]
    marks = tuple(_mark(state, seat) for seat in shown)
    if not best:
        return Moment("reveal", say("Showdown"), _losers(state), marks)
    if len(best) == 1:
        text = say("{who} has 31! {fate}", who=Who(best[0]), fate=_losers(state))
    else:
        text = say("{some} have 31! {fate}", some=together(best), fate=_losers(state))
    cards = tuple(name for seat in best for name in DECK.shown(state.hands[seat]))
    return Moment("success", say("31!"), text, marks, cards)


def _losers(state: State) -> Text:
    """Name the players who lose a life."""
    losers = list(each(state.lost))
    if not losers:
        return say("Nobody loses a life.")
    if len(losers) == 1:
        return say("{who} has the lowest hand and loses a life.", who=Who(losers[0]))
    return say("{some} have the lowest hands and each lose a life.", some=together(losers))


def _mark(state: State, seat: int) -> Mark:
    """Return the mark to show beside the seat: the points of its hand and, if it lost, the lost life."""
    points = int(state.points[seat])
    if int(state.lost) >> seat & 1:
        return Mark(seat, say("{points} points, −1 life", points=points), "bad")
    return Mark(seat, say("{points} points", points=points), "good" if points == THIRTY_ONE else "")


def _cow(state: State, seat: int) -> Moment:
    """Announce a player who lost the last life but gets an extra life and becomes a Cow."""
    text = say("{who} loses the last life, gets one more and is the Cow.", who=Who(seat))
    return Moment("surprise", say("The Cow"), text, (Mark(seat, say("the Cow"), "bad"),))


def _out(state: State, seat: int) -> Moment:
    """Announce a player who lost the last life and is out of the match."""
    text = say("{who} loses the last life and is out.", who=Who(seat))
    return Moment("failure", say("Out"), text, (Mark(seat, say("out"), "bad"),))
