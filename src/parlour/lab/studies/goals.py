"""Playing until a figure is precise enough, such as "promises kept ±1".

Looking at an interval after every match and stopping as soon as it's narrow enough would stop too early in studies
whose matches differ little by chance, so their intervals would be too narrow. Three rules prevent this:

- A study begins with at least LEAST matches.
- We look rarely: the number of matches doubles from look to look, unless fewer matches are enough for the goal.
- Only the width of the interval decides, never the figure itself, and the number of matches that the goal needs is
  computed with a margin, so the last look hardly ever comes just below the bound.

A test checks by simulation that 95 of 100 intervals of such studies contain the true value (docs/decisions/0043).
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from parlour.errors import ParlourError
from parlour.lab.measures import Measure, measures_of
from parlour.lab.measures.skill import elsewhere
from parlour.lab.studies.design import MOST_MATCHES, Design
from parlour.lab.studies.figures import Figure
from parlour.lab.studies.growing import Course, Growing, whole_batches
from parlour.lab.studies.results import Study
from parlour.lab.studies.within import measure_pace

LEAST = 200  # A study has at least this many matches before the width of an interval counts.
MARGIN = 1.05  # The matches that a goal needs are estimated, so we play a few more.
PATIENCE = 600.0  # By default, a goal that would take longer than this number of seconds can't be reached.
FOR_PACE = 10.0  # The pace is measured as exactly as for a study of this number of seconds.
FORM = re.compile(r"(?P<figure>.+?)\s*(±|\+-|\+/-)\s*(?P<half>\d+(\.\d+)?)")


@dataclass(frozen=True)
class Goal:
    """How precisely a figure is to be known."""

    measure: Measure
    key: str | None  # The key as text; None stands for all keys of the measure.
    half: float  # Half the width of the interval; for shares as a fraction of 1.

    @property
    def text(self) -> str:
        """The goal in the words of the command line."""
        number = 100 * self.half if self.measure.share else self.half
        return f"{self.measure.name}{f' {self.key}' if self.key else ''} ±{number:g}"

    def of(self, found: list[Figure]) -> list[Figure]:
        """Select the figures that the goal is about."""
        own = [one for one in found if one.measure == self.measure]
        return [one for one in own if self.key is None or str(one.key) == self.key]

    def excess(self, found: list[Figure]) -> float:
        """Compute how many times as many matches the goal needs; infinitely many if an interval is unknown."""
        chosen = self.of(found)
        if not chosen or any(not one.found.known for one in chosen):
            return math.inf
        return max(((one.found.high - one.found.low) / 2 / self.half) ** 2 for one in chosen)


def parse_goal(design: Design, text: str) -> Goal:
    """Parse a goal, such as "promises kept ±1": a figure, and half the width of its interval in the figure's unit."""
    parts = FORM.fullmatch(text.strip())
    if not parts or float(parts["half"]) <= 0:
        raise ParlourError(f"until {text!r} is no goal; expected a figure and its precision, such as 'minutes ±0.5'")
    measures, said = measures_of(design.found), parts["figure"]
    name = max((name for name in measures if f"{said} ".startswith(f"{name} ")), key=len, default="")
    if not name:
        raise ParlourError(f"there is no figure {said!r}; expected one of {', '.join(measures)}")
    measure = measures[name]
    if measure.compute is elsewhere:
        raise ParlourError(
            f"until cannot use {name!r}, which is measured only in the matches of --skill or --rollouts; "
            "expected a figure of all matches"
        )
    half, key = float(parts["half"]), said[len(name) :].strip().removeprefix(measure.by).strip()
    return Goal(measure, key or None, half / 100 if measure.share else half)


def next_look(design: Design, matches: int, excess: float) -> int:
    """Return after how many matches to look again: after twice as many, or fewer if they're enough for the goal."""
    return whole_batches(design, matches * min(2.0, max(excess * MARGIN, 1.0)))


@dataclass(frozen=True)
class Look:
    """What a look at a growing study shows."""

    matches: int  # The matches played so far.
    needed: float  # How many matches the goal needs; infinitely many if that's unknown.
    seconds: float  # How long the rest takes.

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        return self.needed <= self.matches


def run_until(
    growing: Growing,
    goal: Goal,
    within: float | None = None,
    tell: Callable[[Look], None] = lambda look: None,
    show: Callable[[float], None] = lambda part: None,
) -> tuple[Study, Look]:
    """Play until the goal is reached; return the study and the last look.

    Without `within`, the study ends at once if the goal would take longer than PATIENCE. With it, the study plays on
    for this number of seconds and comes as near to the goal as it can. `tell` gets the first look, which estimates the
    rest of the work; `show` gets the part of the work that is done.
    """
    pace = measure_pace(growing.design, FOR_PACE, growing.how.get("threads"), growing.clock)
    course, start = Course(show), growing.clock()
    had = growing.adopt()
    matches, most = max(had, whole_batches(growing.design, LEAST)), MOST_MATCHES // 2
    deadline = math.inf if within is None else start + within
    played, look = had, Look(0, math.inf, math.inf)

    def step(number: int) -> None:
        nonlocal played
        played += number
        course.reach(played / look.needed)

    while True:
        growing.play(matches, deadline, step)
        study = Study(growing.design, growing.folder)
        passed, first = growing.clock() - start, look.matches == 0
        look = _look(goal, study, pace)
        if first:
            tell(look)
        if look.reached or _hopeless(look, within, passed) or look.matches >= most or growing.clock() > deadline:
            break
        matches = next_look(growing.design, look.matches, look.needed / look.matches)
    course.finish()
    return study, look


def _look(goal: Goal, study: Study, pace: float) -> Look:
    """Look at the study; `pace` is how many seconds a match has taken."""
    matches = study.design.matches
    if not goal.of(study.all_figures):
        known = sorted({str(one.key) for one in study.all_figures if one.measure == goal.measure})
        expected = f"expected {goal.measure.name} with one of: {', '.join(known)}" if known else "there are none"
        raise ParlourError(f"{matches} matches have no values for {goal.text}; {expected}")
    excess = goal.excess(study.all_figures)
    needed = matches * excess * (MARGIN if excess > 1 else 1.0)
    return Look(matches, needed, max(needed - matches, 0.0) * pace)


def _hopeless(look: Look, within: float | None, passed: float) -> bool:
    """Say whether a goal without a given time can't be reached in reasonable time."""
    if within is not None:
        return False
    return passed > PATIENCE or (math.isfinite(look.needed) and passed + look.seconds > PATIENCE)
