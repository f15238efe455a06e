"""Reasons for hints in Thirty-one: how many points the hand has after a choice."""

from parlour.game.game import State
from parlour.game.texts import Text, say
from parlour.games.thirtyone.hands import POINTS_PLACE, strength
from parlour.games.thirtyone.rules import STAY, SWAP, TURN, hand_after


def why_choose(state: State, seat: int, action: int) -> Text | None:
    """Say how many points the hand has after the action; return None while packets are chosen."""
    if state.phase != TURN:
        return None
    hand = int(state.playing_deck if action == SWAP else state.hands[seat])
    if action < STAY:
        hand = int(hand_after(state, seat, action))
    return say("The hand then has {points} points.", points=int(strength(hand)) >> POINTS_PLACE)
