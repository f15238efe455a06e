"""Formatting figures in the same way in the terminal and in reports."""

import math
import shlex
from collections.abc import Sequence
from pathlib import Path

from parlour.bots import named
from parlour.games import reference_of
from parlour.lab._ratios import LEAST_MATCHES, Interval
from parlour.lab.measures import Key, Measure
from parlour.lab.studies.design import DEFAULT_MAX_ROUNDS, Design

NO_INTERVAL = f"too few matches for an interval (below {LEAST_MATCHES})"
MANY = 100_000


def _decimals(found: Interval, scale: float) -> int:
    """Compute how many decimals to show for a figure, given the width of its interval."""
    if not found.known or found.high <= found.low:
        return 1 if scale == 1 else 0
    return min(4, max(0, -math.floor(math.log10(scale * (found.high - found.low) / 2))))


def _number(value: float, decimals: int, signed: bool) -> str:
    """Format a number with a typographic minus sign, or without a sign if it rounds to zero."""
    text = f"{value:{'+' if signed else ''}.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def value_text(measure: Measure, found: Interval, *, signed: bool = False) -> str:
    """Format a figure, such as "43.2 %", "7.47" or "+1.2 pp" (percentage points)."""
    scale = 100.0 if measure.share else 1.0
    number = _number(scale * found.value, _decimals(found, scale), signed)
    unit = (" pp" if signed else " %") if measure.share else f" {measure.unit}" if measure.unit else ""
    return number + unit


def percent(share: float) -> str:
    """Format a share without an interval, such as "25 %" or "33.3 %"."""
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def interval_text(measure: Measure, found: Interval, *, signed: bool = False) -> str:
    """Format a figure's interval, such as "42.8 to 43.6"."""
    if not found.known:
        return NO_INTERVAL
    if signed and found.low == found.high == 0:
        return "the same in every match"
    scale = 100.0 if measure.share else 1.0
    low, high = (_number(scale * end, _decimals(found, scale), signed) for end in (found.low, found.high))
    return f"{low} to {high}"


def chart_title(measure: Measure) -> str:
    """Write the title of a measure's chart: "wins, by seat", or just the name if the name already says by what."""
    said = " by " in measure.name or measure.by in measure.name
    return measure.name if said else f"{measure.name}, by {measure.by}"


def key_text(design: Design, measure: Measure, key: Key) -> str:
    """Name what a figure is about, such as "seat 2", "seats 0 and 2" or "3"."""
    if measure.by == "seat" and isinstance(key, int):
        teams = design.found.teams
        if not teams:
            return f"seat {key}"
        return "seats " + " and ".join(str(seat) for seat in range(key, design.players, teams))
    return str(key)


def matches_text(found: Interval) -> str:
    """Format a number of matches and its interval, such as "31 (28 to 36)"."""
    return (
        f"{_count(found.value)} ({_count(found.low)} to {_count(found.high)})" if found.known else _count(found.value)
    )


def _count(number: float) -> str:
    if math.isnan(number):
        return "unknown"
    return f"more than {MANY:,}" if number > MANY else f"{number:,.0f}"


def bots_text(design: Design) -> str:
    """Name the bots that played a study, and what played under the name of a level in a game without rules of thumb."""
    start = design.found.new_state(design.players, design.variants[design.base].options)
    lineups = dict.fromkeys(variant.bots for variant in design.variants)
    return "; ".join(_lineup([named(design.found, bot, start) for bot in lineup]) for lineup in lineups)


def _lineup(names: Sequence[str]) -> str:
    return f"{names[0]} in all seats" if len(set(names)) == 1 else " ".join(names)


def settings_text(design: Design) -> str:
    """Name the options that were set for all variants, such as "lives=2, target=100"; "" if none were."""
    return ", ".join(f"{name}={value}" for name, value in design.settings.items())


def base_text(design: Design) -> str:
    """Name the variant to which the others are compared, and say whether it is the one in the rules."""
    return f"{design.name_of(design.base)} ({'as in the rules' if design.base_in_rules else 'the first value'})"


def heading(design: Design) -> str:
    """Name the game, the number of players and the number of matches of a study."""
    return f"{design.found.title}, {design.players} players, {design.matches:,} matches"


def command_of(design: Design) -> str:
    """Write the terminal command that repeats this study."""
    game = _reference(design)
    words = ["parlour", "study", game, "--players", design.players, "--matches", design.matches, "--seed", design.seed]
    if design.claims:
        words += ["--claims", "--bots", ",".join(variant.bots[0] for variant in design.variants)]
    else:
        first = design.variants[0]
        words += ["--bots", first.bots[0] if len(set(first.bots)) == 1 else ",".join(first.bots)]
    words += _options(design)
    words += ["--skill", design.skill, "--rollouts", design.rollouts]
    words += ["--levels", ",".join(design.levels)] if design.levels else []
    words += ["--max-rounds", design.max_rounds] if design.max_rounds != DEFAULT_MAX_ROUNDS else []
    return shlex.join(map(str, words))


def _reference(design: Design) -> str:
    """Return what the command line needs to find the game: its name, or its file, relative to this folder if it can."""
    reference = reference_of(design.game)
    if reference == design.game:
        return reference
    inside = Path(reference).is_relative_to(Path.cwd())
    return f"./{Path(reference).relative_to(Path.cwd())}" if inside else reference


def _options(design: Design) -> list[str]:
    """Write the command's arguments for options that are set or varied."""
    chosen = [word for name, value in design.settings.items() for word in ("--option", f"{name}={value}")]
    varied = ((name, ",".join(map(str, values))) for name, values in design.varied.items())
    return chosen + [word for name, values in varied for word in ("--vary", f"{name}={values}")]
