"""Tests of tuning: the nearest setting is found with few matches, and confirmed on deals that didn't choose it."""

import pytest

from parlour.errors import ParlourError
from parlour.game.options import OptionError
from parlour.lab._ratios import Sums
from parlour.lab._watch import watch
from parlour.lab.measures import measures_of
from parlour.lab.sample import Sample
from parlour.lab.studies import tuning
from parlour.lab.studies.tuning import FOUND, IMPOSSIBLE, NEAREST, Candidate, Wish, candidates, matches_of, tune, wish
from tests.samples import alone, some_game, some_option, with_bots

GAME = some_game(3, lambda game: alone(game) and with_bots(game) and 4 in game.players)
ROUNDS = next(iter(GAME.short_options))  # An option that makes matches short, so that it decides on their length.
SHORT = int(GAME.short_options[ROUNDS])
GRID = {ROUNDS: [SHORT, SHORT + 1, SHORT + 2, SHORT + 3], "players": [3, 4]}


def _length(setting: Candidate, matches: int) -> float:
    """Measure the minutes of a setting directly."""
    start = GAME.new_state(setting.players, setting.options)
    found = watch(GAME, start, setting.bots, 5, range(matches), 200)
    top, bottom = measures_of(GAME)["minutes"].compute(Sample(GAME, setting.players, found))[""]
    return float(top.sum() / bottom.sum())


def test_the_nearest_setting_to_a_wish_is_found_and_confirmed_on_fresh_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "FIRST", 40)
    grid = candidates(GAME, GRID)
    lengths = {setting.name: _length(setting, 200) for setting in grid[0]}
    name, length = sorted(lengths.items(), key=lambda item: item[1])[3]
    played: list[int] = []
    found = tune(GAME, Wish(measures_of(GAME)["minutes"], length), grid, seed=1, threads=2, step=played.append)
    assert found.finalists[0].name == name
    assert found.verdict in (FOUND, NEAREST)
    assert len(found.finalists) == tuning.FINALISTS
    assert {one.fresh.matches for one in found.finalists} == {4 * 40}
    assert {one.sums.matches for one in found.candidates} == {40, 80, 160}
    assert sum(played) == matches_of(GAME, grid[0])
    assert grid[1] == 0


def test_a_wish_beyond_all_settings_is_impossible_and_the_range_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "FIRST", 30)
    found = tune(GAME, wish(GAME, "minutes=500"), candidates(GAME, {ROUNDS: [SHORT, SHORT + 1]}), threads=2)
    assert found.verdict == IMPOSSIBLE
    assert found.range[1] < 500
    assert found.finalists[0].varied == {ROUNDS: SHORT + 1}


def test_bots_can_be_varied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "FIRST", 30)
    found, _ = candidates(GAME, {"bots": ["random", "basic"]}, 3, GAME.short_options)
    assert [one.bots for one in found] == [("random",) * 3, ("basic",) * 3]
    tuned = tune(GAME, wish(GAME, "rounds=3"), (found, 0), threads=2)
    assert {one.sums.matches for one in tuned.candidates} == {30}


def test_the_number_of_threads_does_not_change_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "FIRST", 30)
    one, other = (
        tune(GAME, wish(GAME, "minutes=3"), candidates(GAME, {ROUNDS: [SHORT, SHORT + 1]}), threads=threads)
        for threads in (1, 2)
    )
    assert [setting.sums for setting in one.candidates] == [setting.sums for setting in other.candidates]
    assert all(setting.fresh != Sums() for setting in one.finalists)


def test_a_share_can_be_wished_for_in_per_cent() -> None:
    name = next(measure.name for measure in measures_of(GAME).values() if measure.share and not measure.by)
    assert wish(GAME, f"{name}=40%").value == pytest.approx(0.4)
    assert wish(GAME, f"{name} = 0.4").value == pytest.approx(0.4)
    with pytest.raises(ParlourError, match="is no share; expected 0 to 100%"):
        wish(GAME, f"{name}=40")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hours=3", "want 'hours=3' names no measure; expected one of rounds, decisions, minutes"),
        ("minutes", "want 'minutes' names no measure; expected one of"),
        ("minutes=soon", "want 'minutes=soon' has no number; expected one"),
        ("minutes=inf", "want 'minutes=inf' has no number; expected one"),
    ],
)
def test_a_wish_without_a_known_measure_or_a_number_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParlourError) as refused:
        wish(GAME, text)
    assert str(refused.value).startswith(message)


def test_invalid_values_are_refused_and_impossible_combinations_are_left_out() -> None:
    with pytest.raises(ParlourError, match="nothing is varied"):
        candidates(GAME, {})
    with pytest.raises(ParlourError, match="cannot be played by 99"):
        candidates(GAME, {"players": [99]})
    with pytest.raises(OptionError, match="there is no option 'size'; expected one of"):
        candidates(GAME, {"size": [1]})
    with pytest.raises(OptionError, match="players is set and varied; expected one of the two"):
        candidates(GAME, {"players": [3]}, players=3)
    with pytest.raises(ParlourError, match="the grid has 600 settings; expected at most 500"):
        candidates(GAME, {ROUNDS: range(300), "players": [3, 4]})


def test_a_measure_that_needs_more_than_recorded_matches_is_refused() -> None:
    name, values = some_option(GAME)
    settled = next(m for m in measures_of(GAME).values() if m.section == "choices" and m.name == "choices that matter")
    with pytest.raises(ParlourError, match="choices that matter cannot be measured with"):
        tune(GAME, Wish(settled, 0.5), candidates(GAME, {name: values}, None, GAME.short_options))
