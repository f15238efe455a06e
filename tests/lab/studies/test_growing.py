"""Tests of studies that play for a given time or until a figure is precise."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from parlour.errors import ParlourError
from parlour.lab._ratios import Sums
from parlour.lab.studies import goals, within
from parlour.lab.studies.design import Design, design, grown
from parlour.lab.studies.folder import Folder
from parlour.lab.studies.goals import LEAST, Goal, next_look, parse_goal, run_until
from parlour.lab.studies.growing import Course, Growing, whole_batches
from parlour.lab.studies.results import run_study
from parlour.lab.studies.within import Costs, parse_time, run_within, split
from tests.samples import some_game, with_bots

GAME = some_game(fits=with_bots)
TRIES = 800


def small(matches: int = 100, **more: object) -> Design:
    """Make the design of a study with short matches in batches of 50."""
    values: dict[str, object] = {"skill": 0, "rollouts": 0, "options": GAME.short_options, "bots": ["random"], **more}
    return replace(design(GAME.name, matches=matches, seed=1, **values), batch=50)  # type: ignore[arg-type]


class Clock:
    """A clock that passes a fixed time whenever somebody looks at it."""

    def __init__(self, seconds: float) -> None:
        """Begin at 0."""
        self.seconds, self.now = seconds, 0.0

    def __call__(self) -> float:
        """Return the time, and let it pass."""
        self.now += self.seconds
        return self.now


def growing(made: Design, folder: Path, seconds: float = 0.01) -> Growing:
    return Growing(Folder(folder), made, {"threads": 1}, clock=Clock(seconds))


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def is_right(parts: list[float]) -> bool:
    """Say whether a recorded progress never goes back, and is complete at the end and not before."""
    return parts[-1] == 1 and all(0 < one <= other for one, other in pairwise(parts)) and max(parts[:-1], default=0) < 1


# --- growing


def test_a_grown_study_has_the_same_files_as_a_study_planned_with_its_number_of_matches(tmp_path: Path) -> None:
    one = growing(small(), tmp_path / "grown")
    for matches in (30, 120, 150):
        one.play(matches)
    run_study(grown(small(), 150), tmp_path / "planned")
    assert files(tmp_path / "grown") == files(tmp_path / "planned")


def test_a_study_whose_time_is_up_keeps_its_whole_batches(tmp_path: Path) -> None:
    one = growing(small(), tmp_path / "cut", seconds=1)
    one.play(330, deadline=2)
    assert one.design.matches == 150
    run_study(grown(small(), 150), tmp_path / "planned")
    assert files(tmp_path / "cut") == files(tmp_path / "planned")


def test_progress_never_goes_back_and_is_complete_only_at_the_end() -> None:
    parts: list[float] = []
    course = Course(parts.append)
    for part in (0.2, 0.1, 0.5, 1.7, 0.6):
        course.reach(part)
    course.finish()
    assert parts == [0.2, 0.5, 0.99, 1.0]


# --- until a figure is precise


@pytest.mark.parametrize(
    ("text", "name", "key", "half"),
    [
        ("minutes ±0.5", "minutes", None, 0.5), ("wins ±1", "wins", None, 0.01), ("wins seat 1 +-2", "wins", "1", 0.02),
        ("forced by phase play ± 1.5", "forced by phase", "play", 0.015),
        ("score by place 2±3", "score by place", "2", 3),
    ],
)  # fmt: skip
def test_a_goal_names_a_figure_and_half_the_width_of_its_interval(
    text: str, name: str, key: str | None, half: float
) -> None:
    goal = parse_goal(small(), text)
    assert (goal.measure.name, goal.key, goal.half) == (name, key, half)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("minutes", "is no goal; expected a figure and its precision"),
        ("minutes ±0", "is no goal"),
        ("joy ±1", "there is no figure 'joy'; expected one of rounds, "),
        ("settled ±1", "only in the matches of --skill or --rollouts"),
    ],
)
def test_a_goal_that_cannot_be_understood_is_refused_with_what_was_expected(text: str, reason: str) -> None:
    with pytest.raises(ParlourError, match=reason):
        parse_goal(small(), text)


def test_a_goal_for_a_key_that_does_not_occur_is_refused_with_those_that_do(tmp_path: Path) -> None:
    one = growing(small(), tmp_path)
    with pytest.raises(ParlourError, match="have no values for wins 9 ±5; expected wins with one of: 0, 1"):
        run_until(one, parse_goal(one.design, "wins 9 ±5"))


def test_a_study_plays_until_every_interval_of_its_goal_is_narrow_enough(tmp_path: Path) -> None:
    one, parts, looks = growing(small(), tmp_path / "until"), list[float](), list[goals.Look]()
    goal = parse_goal(one.design, "wins ±2.5")
    study, last = run_until(one, goal, tell=looks.append, show=parts.append)
    widths = [one.found.high - one.found.low for one in study.all_figures if one.measure.name == "wins"]
    assert last.reached
    assert len(widths) == study.design.players
    assert max(widths) / 2 <= 0.025
    assert looks[0].matches == LEAST < study.design.matches < 3 * looks[0].needed
    assert is_right(parts)
    assert len(parts) > 2
    run_study(grown(small(), study.design.matches), tmp_path / "planned")
    assert files(tmp_path / "until") == files(tmp_path / "planned")


def test_a_goal_that_would_take_too_long_ends_the_study_at_once_and_says_how_long_it_takes(tmp_path: Path) -> None:
    one, parts = growing(small(), tmp_path), list[float]()
    study, last = run_until(one, parse_goal(one.design, "minutes ±0.0001"), show=parts.append)
    assert study.design.matches == LEAST
    assert not last.reached
    assert last.needed > 1e6
    assert last.seconds > goals.PATIENCE
    assert is_right(parts)


def test_a_goal_with_a_given_time_plays_until_the_time_is_up(tmp_path: Path) -> None:
    one, parts = growing(small(), tmp_path, seconds=0.1), list[float]()
    study, last = run_until(one, parse_goal(one.design, "minutes ±0.0001"), 3.0, show=parts.append)
    assert not last.reached
    assert LEAST < study.design.matches < 10_000
    assert one.clock() < 3.0 + 60
    assert is_right(parts)


def test_a_goal_continues_with_the_matches_that_the_folder_already_has(tmp_path: Path) -> None:
    run_study(grown(small(), 600), tmp_path)
    study, last = run_until(growing(small(), tmp_path), parse_goal(small(), "wins ±20"))
    assert (study.design.matches, last.reached) == (600, True)


@pytest.mark.parametrize("share", [True, False])
@pytest.mark.parametrize("half", [0.3, 0.1])
def test_95_of_100_intervals_of_studies_stopped_by_their_precision_contain_the_true_value(
    share: bool, half: float
) -> None:
    """Matches of different lengths with skewed values or correlated shares; the true figure is 0.3."""
    made = replace(small(), batch=40)
    rng, held, half = np.random.default_rng(int(100 * half) + share), 0, half * (0.1 if share else 0.2)
    for _ in range(TRIES):
        sums, matches = Sums(), whole_batches(made, LEAST)
        while True:
            more = matches - sums.matches
            rounds = rng.integers(3, 9, more).astype(float)
            if share:
                top = rng.binomial(rounds.astype(int), rng.beta(1.5, 3.5, more)).astype(float)
            else:
                top = rng.gamma(0.3 * rounds, 1.0)
            sums += Sums.of(top, rounds)
            found = sums.interval(share)
            excess = ((found.high - found.low) / 2 / half) ** 2
            if excess <= 1:
                break
            matches = next_look(made, matches, excess)
        held += found.low <= 0.3 <= found.high
    assert 0.95 - 4 * 0.0077 < held / TRIES < 0.95 + 3 * 0.0077


def test_the_number_of_matches_at_most_doubles_from_look_to_look_and_is_always_a_number_of_whole_batches() -> None:
    made = small()
    for matches, excess in ((200, 9.0), (200, 1.3), (400, 1.01), (200, float("inf"))):
        after = next_look(made, matches, excess)
        assert after % made.batch == 0
        assert matches < after <= 2 * matches


# --- within a time


@pytest.mark.parametrize(("text", "seconds"), [("60s", 60), ("1.5 min", 90), ("2m", 120), ("1h", 3600)])
def test_a_time_has_a_number_and_a_unit(text: str, seconds: float) -> None:
    assert parse_time(text) == seconds


@pytest.mark.parametrize("text", ["60", "s", "0s", "-3s", "5 days"])
def test_a_time_that_cannot_be_understood_is_refused(text: str) -> None:
    with pytest.raises(ParlourError, match="is no time; expected a number with s, min or h, such as 60s"):
        parse_time(text)


def test_the_time_is_divided_among_matches_skill_and_rollouts() -> None:
    made = design(GAME.name, skill=1000, rollouts=200)
    costs = Costs(match=0.001, skill=0.01, rollouts=0.05)
    parts = split(made, 100, costs)
    assert (parts.skill, parts.rollouts, parts.matches) == (2000, 600, 50_000)
    given = split(made, 100, costs, skill=0, rollouts=1000)
    assert (given.skill, given.rollouts, given.matches) == (0, 1000, 50_000)


def test_a_part_that_is_too_short_for_an_interval_leaves_its_time_to_the_matches() -> None:
    made = design(GAME.name, skill=1000, rollouts=200)
    parts = split(made, 1, Costs(match=0.001, skill=0.05, rollouts=float("inf")))
    assert (parts.skill, parts.rollouts, parts.matches) == (0, 0, 1000)
    assert parts.levels == ()


def test_a_study_within_a_time_tells_its_estimate_and_plays_until_the_time_is_up(tmp_path: Path) -> None:
    one, parts, told = growing(small(), tmp_path / "within", seconds=0.05), list[float](), list[Design]()
    study = run_within(one, 5.0, 1, tell=told.append, show=parts.append)
    assert len(told) == 1
    assert told[0].matches >= 1
    assert is_right(parts)
    assert 4.0 < one.clock() < 7.0  # The clock passes between 80 % of the time and the end of the batch after it.
    assert study.design.matches == study.matches.collect().height
    run_study(grown(small(), study.design.matches), tmp_path / "planned")
    assert files(tmp_path / "within") == files(tmp_path / "planned")


def test_the_pace_is_measured_in_a_trial_that_is_long_enough() -> None:
    played = list[int]()

    def play(number: int) -> float:
        played.append(number)
        return 0.01 * number

    assert within._pace(play, 0.5) == pytest.approx(0.01)
    assert played == [1, 1, 4, 16, 64]


def test_all_figures_of_a_goal_count_and_an_unknown_interval_is_never_narrow_enough(tmp_path: Path) -> None:
    made = small(30)
    study = run_study(made, tmp_path)
    assert parse_goal(made, "wins ±99").excess(study.all_figures) < 1
    few = run_study(small(10), tmp_path / "few")
    goal = Goal(parse_goal(made, "wins ±99").measure, None, 0.99)
    assert goal.excess(few.all_figures) == float("inf")
