"""Tests of the worth of actions: planted dominant and dead actions are found, and luck makes no action look good."""

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.lab import worths as module
from parlour.lab.conditions import actions_of, restrictions_of
from parlour.lab.restricted import costs, setting
from parlour.lab.statistics import Mean
from parlour.lab.worths import DEAD, DOMINANT, Worth, _above, verdict, worths
from tests.lab.planted import BEST
from tests.lab.planted import DEAD as DEAD_CARD
from tests.samples import alone, some_game, with_bots

GAME = some_game(3, lambda game: alone(game) and with_bots(game))


@pytest.mark.slow
def test_a_planted_dominant_card_and_a_planted_dead_card_are_the_only_cards_with_a_verdict(planted: Game) -> None:
    made = setting(planted, "basic", 60)
    restrictions = restrictions_of(planted, actions_of(planted, made.players, {}), ["play:each"])
    found = {
        worth.restriction.text: verdict(worth, cost.lost_wins)
        for worth, cost in zip(worths(made, restrictions, 2), costs(made, restrictions, 2), strict=True)
    }
    assert {name: said for name, said in found.items() if said} == {
        f"play {BEST}": DOMINANT, f"play {DEAD_CARD}": DEAD,
    }  # fmt: skip


def test_the_best_of_several_equal_actions_is_not_worth_more_than_the_others() -> None:
    rng = np.random.default_rng(3)
    own = np.array([True, True, True, False])
    found = np.array([_above(rng.normal(0, 1, (16, 4)), own).mean() for _ in range(2000)])
    assert abs(found.mean()) < 3 * found.std() / np.sqrt(len(found))


def test_shares_of_offers_add_up_over_the_actions_of_a_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MATCHES", 3)
    made = setting(GAME, "basic", 20, 3, GAME.short_options)
    actions = actions_of(GAME, 3, GAME.short_options)
    phase = next(iter(actions))
    found = worths(made, restrictions_of(GAME, actions, [f"{phase}:each"]), 2)
    for number in range(3):
        choices = found[0].choices[number]
        assert choices > 0
        assert sum(one.chosen[number] for one in found) == choices
        assert sum(one.offered[number] for one in found) > choices
    assert all(0 <= one.best[number] <= one.weighed[number] for one in found for number in range(3))


def _worth(best: int, chosen: int, offers: int = 400) -> Worth:
    made = Worth(restrictions_of(GAME, {"play": ["play"]}, ["play"])[0])
    for number in range(offers):
        for name, value in (("choices", 1), ("offered", 1), ("weighed", 1), ("above", 0),
                            ("best", number < best), ("chosen", number < chosen)):  # fmt: skip
            getattr(made, name).append(float(value))
    return made


def test_an_action_is_dead_only_if_it_is_neither_best_nor_chosen_and_a_player_loses_nothing_without_it() -> None:
    nothing, loss = Mean(), Mean()
    for turn in range(100):
        nothing.add(turn % 2 - 0.5)
        loss.add(0.1 + turn % 2 * 0.1)
    assert verdict(_worth(2, 2), nothing) == DEAD
    assert verdict(_worth(2, 2), loss) == ""
    assert verdict(_worth(2, 200), nothing) == ""
    assert verdict(_worth(200, 2), nothing) == ""
    assert verdict(_worth(398, 2), loss) == DOMINANT
    assert verdict(_worth(3, 0, 3), nothing) == ""
