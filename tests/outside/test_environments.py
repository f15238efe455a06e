"""External games pass the tests of PettingZoo and OpenSpiel for environments, and work as vector environments."""

import warnings
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test

from parlour.envs import openspiel, pettingzoo
from parlour.envs.vector import ParlourVectorEnv
from parlour.games import load_game
from tests.outside.games import files

every_file = pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
CYCLES = 15


@every_file
def test_an_external_game_passes_pettingzoos_own_tests(file: Path) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        api_test(pettingzoo.env(str(file)), num_cycles=CYCLES)
    seed_test(lambda: pettingzoo.env(str(file)), num_cycles=CYCLES)


@every_file
def test_a_vector_environment_steps_many_matches_of_an_external_game_at_once(file: Path) -> None:
    env = ParlourVectorEnv(str(file), matches=8, episode="round")
    observations, info = env.reset(seed=1)
    ended = 0
    for _ in range(200):
        assert observations in env.observation_space
        observations, rewards, terminations, _, info = env.step(info["action_mask"].argmax(1))
        ended += int(terminations.sum())
        assert np.isfinite(rewards).all()
    assert ended > 0


@every_file
def test_an_external_game_passes_openspiels_own_test(file: Path) -> None:
    (name,) = openspiel.registered([str(file)])
    assert name == "parlour_" + load_game(str(file)).name
    for players in load_game(str(file)).players:
        game = pyspiel.load_game(name, {"players": players, "episode": "round"})
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
