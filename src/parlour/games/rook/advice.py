"""Reasons for hints in Rook: how many points are in the trick, and which team is winning it."""

from parlour.game.game import State
from parlour.game.texts import Text, Who, say
from parlour.games.rook import rules
from parlour.games.rook.state import PLAY, TEAMS


def why_choose(state: State, seat: int, action: int) -> Text | None:
    """Say how many points are in the trick and who is winning it; return None for a lead and before the tricks."""
    if state.phase != PLAY or not state.trick:
        return None
    points, winning = int(rules.worth(state.trick)), int(rules.winner(state))
    if winning % TEAMS == seat % TEAMS:
        return say("{who}, your partner, is winning {points} points.", who=Who(winning), points=points)
    return say("{who}, an opponent, is winning {points} points.", who=Who(winning), points=points)
