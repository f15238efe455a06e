"""Tests of the PettingZoo environments: PettingZoo's own tests pass, and PettingZoo's conventions hold."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from parlour.engine.rng import generator
from parlour.engine.sets import each
from parlour.envs import pettingzoo
from parlour.envs.encoding import find_encoding
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.texts import Refusal
from parlour.games import find_game
from parlour.match.fair import seeded_key
from tests.positions import TABLES
from tests.samples import alone, some_game

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("name", sorted({name for name, _ in TABLES}))
CYCLES = 15
GAME = some_game(players=3, fits=alone)


def _play(env: pettingzoo.ParlourEnv, seed: int) -> dict[str, float]:
    """Play a whole episode with random agents; return each agent's total reward."""
    rng, returns = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return returns


@every_table
def test_pettingzoos_own_api_test_passes(name: str, players: int) -> None:
    with warnings.catch_warnings():
        # PettingZoo warns in these two ways about every environment with action masks that isn't its own.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        api_test(pettingzoo.env(name, players), num_cycles=CYCLES)


@every_table
def test_pettingzoos_own_seed_test_passes(name: str, players: int) -> None:
    seed_test(lambda: pettingzoo.env(name, players), num_cycles=CYCLES)


@every_table
def test_pettingzoos_own_render_test_passes(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: pettingzoo.env(name, players, render_mode=render_mode))
    assert find_game(name).title in capsys.readouterr().out


@every_game
def test_the_winners_of_a_match_share_a_reward_and_the_losers_pay_for_it(name: str) -> None:
    env = pettingzoo.env(name, options=find_game(name).short_options)
    returns = _play(env, 1)
    winners = env.winners()
    assert winners
    assert sum(returns.values()) == pytest.approx(0)
    for agent, won in returns.items():
        assert won == pytest.approx(len(returns) / len(winners) - 1 if agent in winners else -1)


def test_partners_get_the_same_reward() -> None:
    game = some_game(fits=lambda game: game.teams > 0)
    returns = list(_play(pettingzoo.env(game.name, episode="round"), 3).values())
    assert any(returns)
    for seat, won in enumerate(returns):
        assert won == returns[seat % game.teams]


def test_an_episode_is_truncated_at_the_limit_of_rounds_and_terminated_at_its_regular_end() -> None:
    for more, terminated, truncated in (({"max_rounds": 1}, False, True), ({"episode": "round"}, True, False)):
        env = pettingzoo.env(GAME.name, **more)
        env.reset(seed=2)
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        assert set(env.terminations.values()) == {terminated}
        assert set(env.truncations.values()) == {truncated}


def _forbidden(env: pettingzoo.ParlourEnv) -> int:
    return int(env.observe(env.agent_selection)["action_mask"].argmin())


def test_an_agent_that_chooses_an_illegal_action_loses_and_the_match_does_not_change() -> None:
    env = pettingzoo.env(GAME.name)
    env.reset(seed=2)
    loser, before = env.agent_selection, env._state.tobytes()
    env.step(_forbidden(env))
    assert env._state.tobytes() == before
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    for _ in env.possible_agents:
        env.step(None)
    assert not env.agents
    env.reset(seed=2)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert not any(env.terminations.values())


def test_the_raw_environment_refuses_an_illegal_action_and_continues() -> None:
    env = pettingzoo.raw_env(GAME.name)
    env.reset(seed=2)
    before = env._state.tobytes()
    with pytest.raises(Refusal, match="is not allowed"):
        env.step(_forbidden(env))
    assert env._state.tobytes() == before
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))


@pytest.mark.parametrize("action", [-1, GAME.actions, 1.5, None, "play 7H"])
def test_an_action_outside_the_action_space_raises_an_assertion_error_as_usual_in_pettingzoo(action: Any) -> None:
    env = pettingzoo.env(GAME.name)
    env.reset(seed=2)
    with pytest.raises(AssertionError, match=f"not in the action space; expected {GAME.actions} actions"):
        env.step(action)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"render_mode": "rgb_array"}, "render_mode cannot be 'rgb_array'; expected human or ansi"),
        ({"history": -1}, "history cannot be -1"),
        ({"players": 9}, "cannot be played by 9"),
        ({"options": {"tricks": 3}}, "there is no option 'tricks'"),
        ({"max_rounds": 0}, "max_rounds cannot be 0"),
    ],
)
def test_invalid_arguments_of_a_pettingzoo_environment_are_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        pettingzoo.env(GAME.name, **more)


def test_a_history_of_observations_begins_empty_and_ends_with_the_current_observation() -> None:
    with_history, without = pettingzoo.env(GAME.name, 3, history=4), pettingzoo.env(GAME.name, 3)
    rows, size = [], find_encoding(GAME).size(3)
    for env in (with_history, without):
        env.reset(seed=5)
    for _ in range(8):
        agent = without.agent_selection
        now, past = without.observe(agent), with_history.observe(agent)
        rows.append(without.observe("player_1")["observation"])
        assert past["observation"].shape == with_history.observation_space(agent)["observation"].shape == (5, size)
        assert np.array_equal(past["observation"][-1], now["observation"])
        for env in (with_history, without):
            env.step(int(now["action_mask"].argmax()))
    seen = with_history.observe("player_1")["observation"]
    assert np.array_equal(seen[:-1], np.array(rows[-4:]))
    with_history.reset(seed=5)
    assert not with_history.observe("player_1")["observation"][:-1].any()


def test_an_observation_does_not_change_when_the_match_goes_on() -> None:
    env = pettingzoo.env(GAME.name)
    env.reset(seed=1)
    seen = env.observe(env.agent_selection)
    kept = {name: array.copy() for name, array in seen.items()}
    env.step(int(seen["action_mask"].argmax()))
    assert all(np.array_equal(seen[name], kept[name]) for name in seen)


def _takes_turns(game: Game) -> bool:
    """Say whether exactly one seat can act after the deal."""
    state = game.new_state()
    game.deal(state, generator(seeded_key(1, 0)))
    return int(game.actors(state)).bit_count() == 1


def test_if_it_is_not_an_agents_turn_its_action_mask_is_empty() -> None:
    env = pettingzoo.env(some_game(fits=_takes_turns).name)
    env.reset(seed=1)
    state = env._state
    for seat, agent in enumerate(env.possible_agents):
        mask = env.observe(agent)["action_mask"]
        assert list(np.flatnonzero(mask)) == list(each(env.game.legal(state, seat)))
        assert mask.any() == (agent == env.agent_selection)
