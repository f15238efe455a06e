"""Check that random play in CUDA's simulator and on the CPU gives identical states."""

import sys
from typing import Any

import numpy as np

from parlour.engine.rng import GENERATOR, generator
from parlour.envs.cuda.playing import WARP, Playing
from parlour.envs.cuda.rules import SIMULATED
from parlour.game.game import Game
from parlour.games import load_game
from parlour.match.fair import seeded_key
from parlour.match.walk import find_play_on, find_random

STEPS, LIMIT = 40, 1


def on_this_machine(game: Game, start: Any, words: Any) -> tuple[bytes, bytes, int]:
    """Play on the CPU; return the state, the random generator's words, and how many matches ended."""
    play_on = find_play_on(game, find_random(game))
    rng, state = np.zeros(1, GENERATOR)[0], game.copy(start)
    rng.words[:] = words
    made, ended = play_on(state, rng, LIMIT, STEPS), 0
    while made < STEPS:
        state, ended = game.copy(start), ended + 1
        made += play_on(state, rng, LIMIT, STEPS - made)
    return state.tobytes(), rng.words.tobytes(), ended


def main(game: Game) -> None:
    """Compare tables with the fewest and with the most players."""
    assert SIMULATED
    for players in sorted({game.players[0], game.players[-1]}):
        start = game.new_state(players)
        words = np.array([generator(seeded_key(3, table)).words for table in range(WARP)])
        there = Playing(game, start, words)
        there.play(STEPS, LIMIT, waiting=4)
        states, left, ended = there.states, there.words, there.ended
        for table in range(WARP):
            found = states[table].tobytes(), left[table].tobytes(), int(ended[table])
            assert found == on_this_machine(game, start, words[table]), (players, table)


main(load_game(sys.argv[1]))
