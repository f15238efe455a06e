"""Tests of batches of matches: they follow the rules, restart automatically, and refuse illegal actions."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour.engine.rng import generator
from parlour.engine.sets import each, lowest
from parlour.envs.batch import Batch, EpisodePlan, match_words, point_sign
from parlour.envs.loops import RUNNING, TERMINATED, TRUNCATED
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.texts import Refusal
from parlour.games import find_game
from tests.positions import TABLES, played
from tests.samples import alone, some_game

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def _chosen(batch: Batch, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Choose a random legal action in each match."""
    chosen: npt.NDArray[np.int64] = (batch.masks * (1 + rng.random(batch.masks.shape))).argmax(1)
    return chosen


@every_table
def test_a_match_in_a_batch_follows_the_rules(name: str, players: int) -> None:
    """After every action the match has the same state as a match that is played by calling each rule directly."""
    game, rng = find_game(name), np.random.default_rng(3)
    batch = Batch(game, players, matches=2, seed=9)
    state, chance = game.new_state(players), generator(match_words(9, 1))
    for _ in range(80):
        while game.actors(state) == 0:
            game.deal(state, chance)
        assert batch.states[1].tobytes() == state.tobytes()
        seat = lowest(game.actors(state))
        assert batch.seats[1] == seat
        assert list(np.flatnonzero(batch.masks[1])) == list(each(game.legal(state, seat)))
        actions = _chosen(batch, rng)
        batch.step(actions)
        game.apply(state, seat, int(actions[1]))
        if game.over(state):
            assert batch.final_states[1].tobytes() == state.tobytes()
            state = game.new_state(players)


@every_table
def test_a_finished_match_restarts_and_its_winners_share_the_reward(name: str, players: int) -> None:
    game, rng = find_game(name), np.random.default_rng(4)
    batch = Batch(game, players, game.short_options, matches=8, seed=1)
    ended = 0
    for _ in range(1500):
        batch.step(_chosen(batch, rng))
        assert abs(batch.rewards.sum()) < 1e-5
        for match in np.flatnonzero(batch.ended):
            ended += 1
            assert batch.ended[match] == TERMINATED
            winners = list(each(game.winners(batch.final_states[match])))
            for seat, reward in enumerate(batch.rewards[match]):
                assert reward == pytest.approx(players / len(winners) - 1 if seat in winners else -1)
            assert batch.states[match].rounds == 0
            assert batch.decisions[match] == 0
        if ended > 10:
            return
    assert ended


@every_table
def test_the_rewards_of_all_rounds_add_up_to_the_points_gained_in_the_match(name: str, players: int) -> None:
    game, rng = find_game(name), np.random.default_rng(5)
    batch = Batch(game, players, matches=4, plan=EpisodePlan(reward="score", max_rounds=3), seed=2)
    points, total = game.points, np.zeros((4, players))
    start = np.array([points(batch.start, seat) for seat in range(players)])
    for _ in range(2000):
        batch.step(_chosen(batch, rng))
        total += batch.rewards
        for match in np.flatnonzero(batch.ended):
            gained = np.array([points(batch.final_states[match], seat) for seat in range(players)]) - start
            better = point_sign(game) * (gained - gained.mean())
            assert total[match] == pytest.approx(better, abs=1e-4)
            assert abs(total[match]).max() <= batch.plan.most(game, batch.start)
            total[match] = 0
        if batch.ended.all():
            break


def _lowest_wins(game: Game) -> Game:
    """Return a copy of a game in which the lowest score wins."""
    return replace(game, scoring=replace(game.scoring, lowest_wins=True))


def test_gaining_points_gives_a_negative_reward_if_the_lowest_score_wins() -> None:
    game = some_game(fits=alone)
    plan = EpisodePlan(episode="round", reward="score")
    batches = [Batch(one, matches=16, plan=plan, seed=3) for one in (game, _lowest_wins(game))]
    rewarded = 0
    for _ in range(400):
        for batch in batches:
            batch.step(batch.masks.argmax(1))
        assert np.array_equal(batches[0].rewards, -batches[1].rewards)
        rewarded += int(batches[0].rewards.any())
    assert rewarded, "no round had a reward"


def test_a_seat_has_as_many_points_as_the_score_sheet_shows() -> None:
    for name, players in TABLES:
        position = played(name, players, 2, 60)
        standing = next(iter(position.game.standing(position.state).values()))
        for seat in range(players):
            assert position.game.points(position.state, seat) == standing[seat % len(standing)]


def test_a_match_that_reaches_the_limit_of_rounds_is_truncated_but_an_episode_of_one_round_terminates() -> None:
    game, rng = some_game(players=4), np.random.default_rng(6)
    for plan, how in ((EpisodePlan(max_rounds=1), TRUNCATED), (EpisodePlan(episode="round"), TERMINATED)):
        batch = Batch(game, 4, matches=1, plan=plan)
        while batch.ended[0] == RUNNING:
            batch.step(_chosen(batch, rng))
        assert batch.ended[0] == how
        assert batch.final_states[0].rounds == 1
        assert plan.kind == "score" or not batch.rewards.any()


def test_an_episode_that_reaches_the_limit_of_decisions_is_truncated() -> None:
    batch = Batch(some_game(), matches=2, plan=EpisodePlan(max_decisions=3))
    for number in range(1, 4):
        batch.step(batch.masks.argmax(1))
        assert (batch.ended == (TRUNCATED if number == 3 else RUNNING)).all()


def test_a_match_does_not_depend_on_how_many_matches_are_in_its_batch() -> None:
    few, many = (Batch(some_game(players=4), 4, matches=number, seed=3) for number in (2, 50))
    for _ in range(100):
        few.step(few.masks.argmax(1))
        many.step(many.masks.argmax(1))
        assert np.array_equal(few.observations, many.observations[:2])


def test_a_batch_deals_the_same_matches_for_the_same_seed_and_different_matches_for_another_seed() -> None:
    batch = Batch(some_game(players=4), 4, matches=4, seed=3)
    first = batch.observations.copy()
    batch.reset()
    assert not np.array_equal(batch.observations, first)
    batch.reset(3)
    assert np.array_equal(batch.observations, first)
    batch.reset(4)
    assert not np.array_equal(batch.observations, first)


def test_without_automatic_restarts_a_batch_refuses_actions_in_a_match_that_is_over() -> None:
    batch = Batch(some_game(players=2), 2, matches=1, plan=EpisodePlan(episode="round"), restart=False)
    while batch.ended[0] == RUNNING:
        batch.step(batch.masks.shape[1] - 1 - batch.masks[:, ::-1].argmax(1))
    assert batch.seats[0] == -1
    assert not batch.masks.any()
    with pytest.raises(Refusal, match="match 0 is over; reset begins another"):
        batch.step(np.array([0]))


@given(st.integers(0, 3), st.integers(-(2**40), 2**40))
@example(1, -1)
@settings(max_examples=30)
def test_an_illegal_action_in_a_batch_is_refused_and_changes_nothing(match: int, action: int) -> None:
    batch = Batch(some_game(players=4), 4, matches=4, seed=7)
    actions = batch.masks.argmax(1)
    if 0 <= action < batch.actions and batch.masks[match, action]:
        action = batch.actions
    before = [array.tobytes() for array in (batch.states, batch.observations, batch.masks, batch.rewards)]
    actions[match] = action
    with pytest.raises(Refusal, match=f"action {action} is not allowed in match {match}; expected one of"):
        batch.step(actions)
    after = [array.tobytes() for array in (batch.states, batch.observations, batch.masks, batch.rewards)]
    assert after == before
    batch.step(batch.masks.argmax(1))


@pytest.mark.parametrize(
    "actions", [np.zeros(3, np.int64), np.zeros((4, 1), np.int64), np.zeros(4), np.zeros(4, bool), [0, 0, 0, 0], None]
)
def test_the_refusal_of_actions_of_a_wrong_shape_or_type_names_the_expected_shape(actions: object) -> None:
    batch = Batch(some_game(players=4), 4, matches=4)
    with pytest.raises(ParlourError, match=r"expected whole numbers of the shape \(4,\)"):
        batch.step(actions)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"episode": "game"}, "an episode cannot be 'game'; expected match or round"),
        ({"reward": "money"}, "the reward cannot be 'money'; expected result or score"),
        ({"episode": "round", "reward": "result"}, "a round has no result"),
        ({"max_rounds": 0}, "max_rounds cannot be 0; expected a whole number above 0"),
        ({"max_decisions": 1.5}, "max_decisions cannot be 1.5"),
    ],
)
def test_an_invalid_episode_plan_is_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        EpisodePlan(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("matches", [0, -1, 1.0, 1 << 25])
def test_an_invalid_number_of_matches_is_refused(matches: int) -> None:
    with pytest.raises(ParlourError, match="matches; expected 1 to"):
        Batch(some_game(), matches=matches)


def test_the_arrays_of_a_batch_stay_at_the_same_place_in_memory() -> None:
    batch = Batch(some_game(players=4), 4, matches=4)
    arrays: list[Any] = [batch.observations, batch.masks, batch.rewards, batch.seats, batch.ended]
    places = [array.__array_interface__["data"] for array in arrays]
    batch.step(batch.masks.argmax(1))
    batch.reset()
    assert [array.__array_interface__["data"] for array in arrays] == places
    for array in arrays:
        assert np.shares_memory(np.from_dlpack(array), array)
