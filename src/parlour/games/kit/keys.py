"""Numbers that stand for the names of actions, so that compiled code can write and read records."""

from parlour.engine.rule import hot_rule
from parlour.game.game import MOST_ACTIONS, State

PHASE_KEYS = MOST_ACTIONS + 1  # number of keys for one phase


@hot_rule
def key_by_phase(state: State, seat: int, action: int) -> int:
    """Return the key of an action whose name depends on the phase alone."""
    return int(state.phase) * PHASE_KEYS + action
