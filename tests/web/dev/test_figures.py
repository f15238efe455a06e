"""Tests of the figures that `parlour dev` shows: they come from growing light studies, which other measures confirm."""

from itertools import count

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab._watch import watch
from parlour.lab.measures import measured
from parlour.lab.measures.skill import STRONGER
from parlour.lab.sample import Sample
from parlour.lab.studies import light
from parlour.lab.studies.design import DEFAULT_MAX_ROUNDS, STAND_IN
from parlour.lab.studies.light import SKILL_EVERY, Light, strong_of
from parlour.web.dev import figures
from parlour.web.dev.figures import shown, studies
from tests.lab.outside import roll_call
from tests.lab.watching import interpreted
from tests.samples import sampled

__all__ = ["interpreted"]
pytestmark = pytest.mark.usefixtures("interpreted")
MATCHES = 4
FRESH = roll_call()


@pytest.mark.parametrize("game", sampled(all_games(), 2))
def test_the_figures_of_a_light_study_are_those_of_the_same_matches_in_a_study(game: Game) -> None:
    one = Light(game, game.default_players, game.short_options, "random")
    for _ in range(MATCHES):
        one.play()
    start = game.new_state(game.default_players, game.short_options)
    bots = ["random"] * game.default_players
    played = Sample(game, game.default_players, watch(game, start, bots, 0, range(MATCHES), DEFAULT_MAX_ROUNDS))
    values = measured(played)
    found = one.telling()
    third = "longest wait" if values["longest wait", ""][1].any() else "lead changes"
    names = [figure.measure.name for figure in found]
    assert names == ["minutes", "wins", third, "winner led at half-time", "forced"]
    for figure in found:
        top, bottom = values[figure.measure.name, figure.key]
        assert figure.found.value == pytest.approx(top.sum() / bottom.sum())
    (best,) = (one for one in found if one.measure.name == "wins")
    assert best.found.value == pytest.approx(played.win_shares.mean(axis=0).max())
    (minutes,) = (one for one in found if one.measure.name == "minutes")
    assert minutes.spread is not None
    assert minutes.spread == pytest.approx((values["minutes", ""][0].min(), values["minutes", ""][0].max()), abs=0.006)


def test_skill_is_measured_by_one_side_in_turn_among_random_bots() -> None:
    game = next(game for game in all_games() if strong_of(game) == "basic" and not game.teams)
    one = Light(game, 2 if 2 in game.players else game.default_players, game.short_options, "basic")
    for _ in range(2 * SKILL_EVERY):
        one.play()
    assert one.sums[STRONGER, ""].matches == 2
    (skill,) = (figure for figure in one.telling() if figure.measure.name == STRONGER)
    assert shown(game, skill).name == "basic wins among random bots"


def test_figures_come_from_plain_rules_first_and_from_compiled_rules_and_strong_bots_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(figures, "PLAIN_SECONDS", (3.0, 6.0))
    monkeypatch.setattr(figures, "COMPILED_SECONDS", (3.0, 30.0))
    monkeypatch.setattr(light, "LEAST_MATCHES", 10)
    ticks = count()
    told = [
        (grown.bot, grown.matches) for grown in studies(FRESH, FRESH.default_players, {}, lambda: float(next(ticks)))
    ]
    bots, matches = zip(*told, strict=True)
    assert bots == ("random", "random", STAND_IN)
    assert 0 < matches[0] < matches[1]
    assert matches[2] >= 10


def test_every_figure_is_written_with_its_interval_and_what_luck_alone_would_give() -> None:
    one = Light(FRESH, FRESH.default_players, {}, "random")
    for _ in range(24):
        one.play()
    lines = {line.name: line for line in (shown(FRESH, figure) for figure in one.telling())}
    assert lines["minutes"].value.endswith(" min")
    assert lines["minutes"].detail.startswith("8 of 10 matches: ")
    (best,) = (one for name, one in lines.items() if name.startswith("best "))
    assert best.detail.endswith(f"; even: {np.round(100 / FRESH.default_players, 1):g} %")
    assert " to " in lines["forced"].detail
