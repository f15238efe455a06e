"""Reasons for hints in Oh 7 ? and Kod-7: how many of the promised tricks are still missing."""

from parlour.game.game import State
from parlour.game.texts import Text, say
from parlour.games.sevens.rules import NO_SUIT


def why_choose(state: State, seat: int, action: int) -> Text | None:
    """Say how many tricks the seat still needs to keep its promise; return None before the first trick."""
    if state.turn != seat or state.trump == NO_SUIT or state.bids[seat] < 0:
        return None
    missing = int(state.bids[seat]) - int(state.won[seat])
    if missing < 0:
        return say("Your promise is already broken: every further trick costs another point.")
    if missing == 0:
        return say("The promise is kept if you win no more tricks.")
    return say("One more trick keeps the promise.") if missing == 1 else say("You still need {n} tricks.", n=missing)
