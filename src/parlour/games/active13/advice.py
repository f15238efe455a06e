"""Reasons for hints in Active 13: whether a card takes the trick."""

from parlour.game.cards import NO_CARD
from parlour.game.game import State
from parlour.game.texts import Text, say
from parlour.games.active13 import rules


def why_choose(state: State, seat: int, action: int) -> Text | None:
    """Say whether the card takes, draws or loses the trick; return None for a lead and during upgrades."""
    if state.phase != rules.PLAY or state.led == NO_CARD:
        return None
    if action == state.led:
        return say("Playing the same card gives each player a trick.")
    return say("It takes the trick.") if rules.beats(action, state.led) else say("It gives the trick away.")
