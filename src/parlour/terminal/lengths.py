"""Studies that play for a given time, or until a figure is precise: an estimate, a progress bar, and how it went."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from parlour.errors import ParlourError
from parlour.terminal.console import CleanConsole
from parlour.terminal.progress import progress

if TYPE_CHECKING:
    from parlour.lab.studies.design import Design
    from parlour.lab.studies.goals import Goal, Look
    from parlour.lab.studies.growing import Growing
    from parlour.lab.studies.results import Study

SEARCHED_TIME = "60s"
WHOLE = 100  # The whole work in per cent.


def check_length(matches: int | None, within: str | None, until: str | None) -> None:
    """Refuse a number of matches together with a time or a goal, which decide the number."""
    if matches is not None and (within or until):
        name, value = ("within", within) if within else ("until", until)
        raise ParlourError(f"matches {matches} and {name} {value!r} exclude each other; expected one of the two")


def default_time(planned: "Design", matches: int | None, until: str | None) -> str | None:
    """Return the time for a study of bots that search if nobody said how long it is, because they're slow."""
    if matches is not None or until or not any(variant.searches(planned.found) for variant in planned.variants):
        return None
    _say(f"the bots search, so the study plays for {SEARCHED_TIME}; --within or --matches changes that")
    return SEARCHED_TIME


def played_by_length(
    growing: "Growing", within: str | None, until: str | None, skill: int | None, rollouts: int | None
) -> tuple["Study", bool]:
    """Play a study for a given time or until its goal is reached; return the study and whether it reached the goal."""
    from parlour.lab.studies.goals import parse_goal, run_until
    from parlour.lab.studies.within import parse_time, run_within

    seconds = None if within is None else parse_time(within)
    if until is None:
        if seconds is None:
            raise ValueError("expected a time or a goal")
        with _bar() as show:
            study = run_within(growing, seconds, growing.how["threads"], skill, rollouts, _tell_design, show)
        _say(_again(study))
        return study, True
    goal = parse_goal(growing.design, until)
    with _bar() as show:
        study, look = run_until(growing, goal, seconds, lambda look: _say(_estimate(goal, look)), show)
    if not look.reached:
        _say(_missed(goal, look))
    _say(_again(study))
    return study, look.reached


@contextmanager
def _bar() -> Iterator[Callable[[float], None]]:
    """Show a progress bar in per cent; yield the function that gets the part of the work that is done."""
    shown = 0.0
    with progress("per cent", WHOLE) as advance:

        def show(part: float) -> None:
            nonlocal shown
            advance(WHOLE * part - shown)
            shown = WHOLE * part

        yield show


def _say(text: str) -> None:
    CleanConsole(stderr=True).print(text, soft_wrap=True)


def _tell_design(design: "Design") -> None:
    variants = len(design.variants)
    each = f" of each of {variants} variants" if variants > 1 else ""
    parts = [f"about {design.matches:,} matches{each}"]
    parts += [f"skill in {design.skill:,}"] if design.skill else []
    parts += [f"chances in {design.rollouts:,}"] if design.rollouts else []
    _say(f"estimate: {', '.join(parts)}")


def _estimate(goal: "Goal", look: "Look") -> str:
    if look.reached:
        return f"{goal.text}: reached after {look.matches:,} matches"
    if math.isinf(look.needed):
        return f"{goal.text}: too few matches for an estimate yet"
    return f"estimate for {goal.text}: {look.needed:,.0f} matches, {time_text(look.seconds)}"


def _missed(goal: "Goal", look: "Look") -> str:
    needed = "" if math.isinf(look.needed) else f": it takes about {look.needed:,.0f} matches"
    longer = "" if math.isinf(look.needed) else f", {time_text(look.seconds)} more; --within TIME plays longer"
    return f"{goal.text} was not reached in {look.matches:,} matches{needed}{longer}"


def time_text(seconds: float) -> str:
    """Write a time, such as "40 s", "12 min" or "3 h"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:,.0f} h"


def _again(study: "Study") -> str:
    from parlour.lab.reports.wording import command_of

    return f"the same study again: {command_of(study.design)}"
