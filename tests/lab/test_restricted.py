"""Tests of restricted play: a restricted seat never takes a forbidden action, and equal deals make the cost precise."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlour.bots.search import Budget
from parlour.engine.rule import plain_calls
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.games import all_games
from parlour.lab import _contest, restricted
from parlour.lab._contest import Table, play
from parlour.lab._restricting import Judge, new_verdicts
from parlour.lab.conditions import Restriction, actions_of, condition, restrictions_of
from parlour.lab.restricted import costs, setting
from parlour.match.walk import walk_for
from tests.lab.planted import BEST, DEAD
from tests.samples import alone, sampled, some_game, with_bots

GAME = some_game(3, lambda game: alone(game) and with_bots(game))
TEAMS = some_game(fits=lambda game: bool(game.teams) and with_bots(game))


def _every_third(game: Game, players: int) -> Restriction:
    """Forbid every third action of each phase."""
    actions = actions_of(game, players, game.short_options)
    return Restriction(
        tuple(
            condition(game, f"{phase}:{name.partition(' ')[2] or name}")
            for phase, names in actions.items()
            for name in names[::3]
        )
    )


def _judged(game: Game, players: int, bot: str, restriction: Restriction, seat: int, deals: range) -> Table:
    judge = Judge(game, restriction, new_verdicts(), seat, bot)
    start = game.new_state(players, game.short_options)
    return play(game, start, [bot] * players, frozenset(), 3, deals, 20, Budget(worlds=4), judge)


@pytest.mark.parametrize("bot", ["random", "basic", "easy"])
@pytest.mark.parametrize("game", sampled([game for game in all_games() if with_bots(game)], 2))
def test_a_restricted_seat_takes_a_forbidden_action_only_if_nothing_else_is_legal(
    game: Game, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules run as plain Python, so that a spy can look at each action."""
    players, seat = game.default_players, 1
    restriction, seen = _every_third(game, players), {"restricted": 0, "free": 0}

    def spy(state: State, actor: int, action: int) -> None:
        phase = game.phase(state)
        forbids = {one: restriction.forbids(phase, game.action_name(state, actor, one))
                   for one in each(int(game.legal(state, actor)))}  # fmt: skip
        if forbids[int(action)] and not all(forbids.values()):
            assert actor != seat
            seen["free"] += 1
        seen["restricted"] += actor == seat and any(forbids.values()) and not all(forbids.values())
        game.apply(state, actor, action)

    def spied_walk(rules: Game, chance: Any, choose: Any) -> Any:
        parts = {name: getattr(rules, name) for name in ("actors", "over")}
        return walk_for(SimpleNamespace(**parts, apply=spy), chance, choose)

    monkeypatch.setattr("parlour.bots.restricted.FALLBACK", 1)  # A search is slow in plain Python.
    monkeypatch.setattr(_contest, "find_contest", _contest.find_contest.__wrapped__)
    monkeypatch.setattr(_contest, "walk_for", spied_walk)
    with plain_calls():
        table = _judged(game, players, bot, restriction, seat, range(2))
    assert seen["restricted"] > 0
    assert seen["free"] > 0
    assert table.replaced <= seen["restricted"]


def test_without_a_forbidden_choice_a_restricted_match_is_the_same_as_a_free_match() -> None:
    never = Restriction((condition(GAME, "nothing:never"),))
    start = GAME.new_state(3, GAME.short_options)
    free = play(GAME, start, ["basic"] * 3, frozenset(), 3, range(4), 20, Budget(worlds=4))
    judged = _judged(GAME, 3, "basic", never, 1, range(4))
    assert judged.played == free.played
    assert (judged.replaced, judged.kept) == (0, 0)


def test_a_bot_that_searches_can_be_restricted() -> None:
    restriction = _every_third(GAME, 3)
    one, again = (_judged(GAME, 3, "search:4", restriction, 0, range(2)) for _ in range(2))
    assert one.played == again.played
    assert one.replaced > 0


def test_the_cost_of_a_restriction_is_the_same_for_any_number_of_threads() -> None:
    made = setting(GAME, "basic", 24, 3, GAME.short_options)
    restriction = _every_third(GAME, 3)
    (one,), (other,) = (costs(made, [restriction], threads) for threads in (1, 2))
    assert (one.lost_wins, one.lost_points, one.replaced) == (other.lost_wins, other.lost_points, other.replaced)
    assert one.free_wins.mean == pytest.approx(1 / 3)
    assert one.lost_wins.mean == pytest.approx(one.free_wins.mean - one.wins.mean)
    assert one.matches == 24 * 3


def test_in_a_game_with_teams_a_seat_is_restricted_and_its_team_is_measured() -> None:
    made = setting(TEAMS, "basic", 20, None, TEAMS.short_options)
    (cost,) = costs(made, [_every_third(TEAMS, made.players)], 2)
    assert cost.free_wins.mean == pytest.approx(1 / TEAMS.teams)
    assert cost.matches == 20 * made.players


def test_too_few_deals_for_an_interval_are_refused() -> None:
    with pytest.raises(ParlourError, match="deals cannot be 19; an interval needs 20 or more"):
        setting(GAME, "basic", 19)


@pytest.mark.slow
def test_a_planted_best_card_costs_points_if_it_is_forbidden_and_a_planted_dead_card_costs_nothing(
    planted: Game,
) -> None:
    made = setting(planted, "basic", 200)
    actions = actions_of(planted, made.players, {})
    best, dead = costs(made, restrictions_of(planted, actions, [f"play:{BEST}"]), 2) + costs(
        made, restrictions_of(planted, actions, [f"play:{DEAD}"]), 2
    )
    assert best.lost_points.mean > best.lost_points.margin
    assert best.lost_wins.mean > best.lost_wins.margin
    assert dead.lost_wins.mean <= dead.lost_wins.margin
    assert restricted.LEAST_DEALS <= best.lost_wins.count == 200
    assert np.isfinite(best.lost_wins.margin)
