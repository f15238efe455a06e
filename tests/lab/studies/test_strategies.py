"""Tests that claims about strategies are judged by restricted play."""

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab.conditions import Restriction, actions_of, condition
from parlour.lab.measures import claims_of
from parlour.lab.measures.claims import WITHOUT
from parlour.lab.restricted import costs, setting
from parlour.lab.studies._strategies import strategy_values
from parlour.lab.studies.design import design
from parlour.lab.studies.results import run_study
from tests.samples import some_game

CLAIMING = [game for game in all_games() if any(claim.forbid for claim in claims_of(game))]
GAME = some_game(fits=lambda game: game in CLAIMING and not game.teams)


@pytest.mark.parametrize("game", CLAIMING, ids=lambda game: game.name)
def test_a_claim_about_a_strategy_forbids_some_actions_of_the_game_but_not_all_of_a_phase(game: Game) -> None:
    actions = actions_of(game, game.default_players, {})
    for claim in claims_of(game):
        if claim.forbid:
            forbids = condition(game, claim.forbid).holds
            found = {phase: [forbids(phase, name) for name in names] for phase, names in actions.items()}
            assert any(any(one) and not all(one) for one in found.values()), claim.name
            assert (claim.measure, claim.key) == (WITHOUT, claim.name)


def test_a_strategy_is_judged_by_the_wins_that_a_player_loses_who_may_not_follow_it() -> None:
    made = design(GAME.name, matches=24, skill=20, rollouts=0, options=GAME.short_options)
    claim = next(one for one in claims_of(GAME) if one.forbid)
    top, bottom = strategy_values(made, made.variants[0], range(24), 2)[WITHOUT, claim.name]
    same = setting(GAME, "basic", 20, None, GAME.short_options, made.seed, made.max_rounds)
    (cost,) = costs(same, [Restriction((condition(GAME, claim.forbid),))], 1)
    assert top.sum() / bottom.sum() == pytest.approx(100 * cost.lost_wins.mean)
    assert list(bottom) == [1.0] * 20 + [0.0] * 4
    assert (top[20:] == 0).all()
    assert np.any(top != 0)
    assert strategy_values(made, made.variants[0], range(20, 24)) == {}


def test_a_study_gives_a_verdict_on_a_strategy_for_every_level_of_bots() -> None:
    made = design(GAME.name, matches=20, skill=20, rollouts=0, claims=True, bots=["random", "medium"])
    found = run_study(made).all_claims
    claim = next(one for one in claims_of(GAME) if one.forbid)
    assert [check.variant for check in found if check.claim == claim] == [0, 1]
