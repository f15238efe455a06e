"""Tests of the Gymnasium vector environment."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

from parlour.envs.vector import ParlourVectorEnv
from parlour.errors import ParlourError
from parlour.game.texts import Refusal
from tests.positions import TABLES
from tests.samples import some_game

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@every_table
def test_the_arrays_of_the_vector_environment_fit_their_spaces(name: str, players: int) -> None:
    env = ParlourVectorEnv(name, players, matches=3)
    assert isinstance(env, VectorEnv)
    observations, info = env.reset(seed=1)
    for _ in range(30):
        assert observations in env.observation_space
        assert info["seat"].shape == (3,)
        assert info["action_mask"].shape == (3, env.batch.actions)
        actions = info["action_mask"].argmax(1)
        assert actions in env.action_space
        observations, rewards, terminations, truncations, info = env.step(actions)
        assert rewards.shape == (3, players)
        assert rewards.dtype == np.float32
        assert terminations.dtype == truncations.dtype == np.bool_


def test_a_finished_match_restarts_within_the_same_step() -> None:
    env = ParlourVectorEnv(some_game(players=2).name, 2, matches=4, episode="round")
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    _, info = env.reset(seed=1)
    ended = 0
    while ended < 4:
        _, rewards, terminations, truncations, info = env.step(_last_allowed(info["action_mask"]))
        assert not truncations.any()
        assert info["action_mask"].any(1).all()
        assert (env.final_states["rounds"][terminations] == 1).all()
        assert (env.batch.states["rounds"][terminations] == 0).all()
        assert not rewards[~terminations].any()
        ended += int(terminations.sum())


def _last_allowed(mask: np.ndarray) -> np.ndarray:
    """Choose the last legal action of each match, so that the matches come to an end."""
    return np.asarray(mask.shape[1] - 1 - mask[:, ::-1].argmax(1))


def test_a_step_overwrites_the_arrays_unless_copies_are_requested() -> None:
    for copy in (False, True):
        env = ParlourVectorEnv(some_game().name, matches=2, copy=copy)
        before, info = env.reset(seed=1)
        after, *_ = env.step(info["action_mask"].argmax(1))
        assert np.shares_memory(before, after) != copy


def test_the_vector_environment_deals_the_same_matches_for_the_same_seed() -> None:
    runs = []
    for seed in (5, 5, 6):
        env = ParlourVectorEnv(some_game().name, matches=3, copy=True)
        observations, info = env.reset(seed=seed)
        for _ in range(20):
            observations, *_, info = env.step(info["action_mask"].argmax(1))
        runs.append(observations)
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])


def test_the_vector_environment_refuses_bad_input_and_says_what_was_expected() -> None:
    env = ParlourVectorEnv(some_game().name, matches=2)
    _, info = env.reset(seed=1)
    with pytest.raises(Refusal, match=r"action \d+ is not allowed in match 0; expected one of"):
        env.step(info["action_mask"].argmin(1))
    with pytest.raises(ParlourError, match=r"shape \(3,\); expected whole numbers of the shape \(2,\)"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(ParlourError, match="expected one whole number for all matches"):
        env.reset(seed=[1, 2])
    with pytest.raises(ParlourError, match="there is no game 'whist'"):
        ParlourVectorEnv("whist")
