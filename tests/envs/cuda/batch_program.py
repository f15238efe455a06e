"""Check that batches in CUDA's simulator and on the CPU have identical arrays after every step."""

import re
import sys

import numpy as np
import pytest

from parlour.envs.batch import Batch, EpisodePlan
from parlour.envs.cuda.batch import DeviceBatch
from parlour.envs.cuda.rules import SIMULATED
from parlour.envs.cuda.shown import BLOCK
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.texts import Refusal
from parlour.games import load_game

MATCHES, SEED = 2, 9
STEPS, FEW, BRIEF = 70, 20, 4  # In STEPS steps, a round ends in every game; shorter runs only compare the arrays.
ARRAYS = ("seats", "masks", "observations", "rewards", "ended", "decisions")
ROUND, CUT, MATCH = (
    EpisodePlan("round"),
    EpisodePlan("match", max_decisions=FEW // 2),
    EpisodePlan("match", "score", max_rounds=1),
)


def compare(here: Batch, there: DeviceBatch, step: int) -> None:
    """Compare all arrays of both batches, byte for byte."""
    for name in ARRAYS:
        mine, other = getattr(here, name), np.from_dlpack(getattr(there, name))
        assert (mine.dtype, mine.shape) == (other.dtype, other.shape), name
        assert mine.tobytes() == other.tobytes(), (step, name)
    assert here.states.tobytes() == there.states.tobytes(), step
    over = here.ended != 0
    assert here.final_states[over].tobytes() == there.final_states[over].tobytes(), step


def play(
    game: Game, players: int, plan: EpisodePlan, steps: int, *, restart: bool = True, matches: int = MATCHES
) -> None:
    """Play the same random actions in both batches for `steps` steps, or until all matches have ended once."""
    here = Batch(game, players, None, matches, SEED, plan, restart=restart)
    there = DeviceBatch(game, players, None, matches, SEED, plan, restart=restart)
    random, over = np.random.default_rng(1), np.zeros(matches, bool)
    for step in range(steps):
        compare(here, there, step)
        over |= here.ended != 0
        if over.all() or (here.seats < 0).any():
            break
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in here.masks])
        here.step(actions)
        there.step(actions)
    for seed in (3, None):
        here.reset(seed)
        there.reset(seed)
        compare(here, there, steps)


def refused(batch: DeviceBatch, actions: object, expected: str) -> None:
    """Check that a step is refused and changes nothing."""
    before = batch.states.tobytes(), batch.observations.tobytes()
    with pytest.raises((ParlourError, Refusal), match=re.escape(expected)):
        batch.step(actions)
    assert before == (batch.states.tobytes(), batch.observations.tobytes())


def check_refusals(game: Game) -> None:
    """Check that invalid actions are refused."""
    batch = DeviceBatch(game, None, None, MATCHES, SEED)
    first = np.array([np.flatnonzero(mask)[0] for mask in batch.masks])
    for action in (-1, game.actions, int(np.flatnonzero(batch.masks[1] == 0)[0])):
        wrong = first.copy()
        wrong[1] = action
        refused(batch, wrong, f"action {action} is not allowed in match 1; expected one of ")
    refused(batch, first[:1], "expected int64 on the GPU of the shape (2,)")
    refused(batch, first.astype(np.int32), "expected int64")
    refused(batch, [1, 2], "type list")


def main(game: Game) -> None:
    """Compare both batches: minimum and maximum numbers of players, several episode plans, several blocks."""
    assert SIMULATED
    play(game, game.players[0], ROUND, STEPS)
    play(game, game.players[-1], CUT, FEW)
    play(game, game.players[-1], MATCH, FEW, restart=False)
    play(game, game.players[0], CUT, BRIEF, matches=BLOCK + 1)
    check_refusals(game)


main(load_game(sys.argv[1]))
