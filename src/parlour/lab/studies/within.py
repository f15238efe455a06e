"""Playing as many matches as fit into a given time; the first seconds measure how long each part of a study takes."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from parlour.engine.threads import cores, in_order
from parlour.errors import ParlourError
from parlour.lab._ratios import LEAST_MATCHES
from parlour.lab.studies._batch import play_batch
from parlour.lab.studies._engine import prepare
from parlour.lab.studies.design import MOST_MATCHES, Design, grown
from parlour.lab.studies.growing import Course, Growing
from parlour.lab.studies.results import Study

SECONDS = {"s": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0}
FORM = re.compile(r"(\d+(?:\.\d+)?)\s*(s|min|m|h)")
FOR_SKILL, FOR_ROLLOUTS = 0.2, 0.3  # The parts of the time for skill and rollouts; matches get the rest.
MOST_SKILL, MOST_ROLLOUTS = 10_000, 5_000  # More matches hardly make these figures more precise.
TRIAL = 0.03  # A trial that takes this part of the time is long enough to measure the pace.
LEFT = 0.15  # A study plays on if more than this part of the time is left.


def parse_time(text: str) -> float:
    """Parse a time, such as 60s, 5min or 1h, into seconds."""
    found = FORM.fullmatch(text.strip())
    if not found or float(found[1]) <= 0:
        raise ParlourError(f"within {text!r} is no time; expected a number with s, min or h, such as 60s")
    return float(found[1]) * SECONDS[found[2]]


@dataclass(frozen=True)
class Costs:
    """How many seconds it takes to add one match to a part of a study, in all variants and with all threads."""

    match: float
    skill: float
    rollouts: float


def _sized(design: Design, matches: int, skill: int = 0, rollouts: int = 0) -> Design:
    """Return a study of one batch with this number of matches for each part."""
    return replace(grown(design, matches), batch=matches, skill=skill, rollouts=rollouts)


def measure_pace(design: Design, seconds: float, threads: int | None, clock: Callable[[], float]) -> float:
    """Measure how many seconds a match takes in all variants and with all threads, without skill and rollouts."""
    workers = threads or cores()
    prepare(design)

    def parallel(number: int) -> float:
        one = partial(play_batch, _sized(design, number))
        return _timed(lambda: list(in_order(one, [0] * workers, workers)), clock) / workers

    return _pace(parallel, TRIAL * seconds / workers)


def measure_costs(design: Design, seconds: float, threads: int | None, clock: Callable[[], float]) -> Costs:
    """Play a few matches of each part, more and more until they take long enough, and measure the pace."""
    workers, least = threads or cores(), TRIAL * seconds
    match = measure_pace(design, seconds, threads, clock)

    def part(name: str) -> Callable[[int], float]:
        def play(number: int) -> float:
            sized = _sized(design, number, **{name: number})
            return _timed(lambda: play_batch(sized, 0, workers), clock)

        return play

    skill = _pace(part("skill"), least) if design.skill and design.levels else math.inf
    rollouts = _pace(part("rollouts"), least) if design.rollouts else math.inf
    return Costs(match, skill, rollouts)


def _timed(play: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    play()
    return clock() - start


def _pace(play: Callable[[int], float], least: float) -> float:
    """Return the seconds per match of the first trial that takes at least `least` seconds; the first is a warm-up."""
    play(1)
    number = 1
    while (passed := play(number)) < least and number < 1024:
        number *= 4
    return passed / number


def split(
    design: Design, seconds: float, costs: Costs, skill: int | None = None, rollouts: int | None = None
) -> Design:
    """Divide the time among the parts of a study; a part too short for an interval is left out, unless it was given."""
    if skill is None:
        skill = _enough(min(MOST_SKILL, int(FOR_SKILL * seconds / costs.skill)))
    if rollouts is None:
        rollouts = _enough(min(MOST_ROLLOUTS, int(FOR_ROLLOUTS * seconds / costs.rollouts)))
    parts = (number * cost for number, cost in ((skill, costs.skill), (rollouts, costs.rollouts)) if number)
    matches = min(MOST_MATCHES, max(1, int((seconds - sum(parts)) / costs.match)))
    levels = design.levels if skill else ()
    return replace(grown(design, matches), skill=min(skill, matches), rollouts=min(rollouts, matches), levels=levels)


def _enough(matches: int) -> int:
    return matches if matches >= LEAST_MATCHES else 0


def run_within(
    growing: Growing,
    seconds: float,
    threads: int | None = None,
    skill: int | None = None,
    rollouts: int | None = None,
    tell: Callable[[Design], None] = lambda design: None,
    show: Callable[[float], None] = lambda part: None,
) -> Study:
    """Play as many matches as fit into the time; `skill` and `rollouts` are their parts of them, if they're given.

    `tell` gets the design that is expected to fit, before it's played; `show` gets the part of the time that has
    passed.
    """
    clock, course = growing.clock, Course(show)
    start = clock()
    deadline = start + seconds
    costs = measure_costs(growing.design, seconds, threads, clock)
    growing.design = split(growing.design, max(deadline - clock(), 0.0), costs, skill, rollouts)
    tell(growing.design)
    matches, began = growing.design.matches, clock()

    def step(number: int) -> None:
        course.reach((clock() - start) / seconds)

    while True:
        growing.play(matches, deadline, step)
        left = deadline - clock()
        if left < LEFT * seconds or growing.design.matches >= MOST_MATCHES:
            break
        pace = min(costs.match, (clock() - began) / growing.design.matches)
        matches = min(MOST_MATCHES, growing.design.matches + max(1, int(left / pace)))
    course.finish()
    return Study(growing.design, growing.folder)
