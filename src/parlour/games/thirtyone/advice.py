"""Reasons for choices in Thirty-one, for hints: the points of the hand that a choice leaves."""

from parlour.game.game import State
from parlour.game.texts import Text, say
from parlour.games.thirtyone.hands import POINTS_PLACE, strength
from parlour.games.thirtyone.rules import STAY, SWAP, TURN, hand_after


def why_choose(state: State, seat: int, action: int) -> Text | None:
    """Say how many points the hand has after the action; nothing before the hand is known."""
    if state.phase != TURN:
        return None
    hand = int(state.playing_deck if action == SWAP else state.hands[seat])
    if action < STAY:
        hand = int(hand_after(state, seat, action))
    return say("The hand then has {points} points.", points=int(strength(hand)) >> POINTS_PLACE)
