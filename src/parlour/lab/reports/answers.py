"""What a study answers, in sentences: they begin the report and the terminal's summary."""

import math

from parlour.lab.measures.common import WINS
from parlour.lab.reports.wording import key_text, percent, value_text
from parlour.lab.studies.figures import Figure, SeatTest
from parlour.lab.studies.results import Study

LIKELY = 0.05  # A joint test with a smaller p says that some seats are favoured.
SMALLEST_P = 0.001


def chance_text(p: float) -> str:
    """Format the p of a test, such as "p = 0.6" or "p < 0.001"."""
    return f"p < {SMALLEST_P:g}" if p < SMALLEST_P else f"p = {p:.{1 if p >= 0.1 else 2 if p >= 0.01 else 3}f}"


def seats_answer(study: Study) -> str:
    """Say whether some seat (or team) is favoured; the joint tests of several variants are corrected for their number.

    The sentence is "" if there are too few matches, or if the bots differ from seat to seat.
    """
    tests = [one for one in study.seat_tests if not math.isnan(one.p)]
    if not tests or any(len(set(variant.bots)) > 1 for variant in study.design.variants):
        return ""
    corrected = {one.variant: min(1.0, len(tests) * one.p) for one in tests}
    favoured = [one for one in tests if corrected[one.variant] < LIKELY]
    side, several = "team" if study.design.found.teams else "seat", len(tests) > 1
    test = f"smallest {{}} of {len(tests)} joint tests, corrected for their number" if several else "joint test {}"
    if not favoured:
        wins = [one.found.value for one in _wins(study)]
        spread = f"{percent(min(wins))} to {percent(max(wins))}"
        each = f"each wins {spread}{' in all variants' if several else ''}"
        return f"No {side} is favoured: {each} ({test.format(chance_text(min(corrected.values())))})."
    first = min(favoured, key=lambda one: one.p)
    name = f" in {len(favoured)} of {len(tests)} variants, most clearly in {study.variant_names[first.variant]}"
    return f"{_best(study, first)}{name if several else ''} ({test.format(chance_text(corrected[first.variant]))})."


def _wins(study: Study) -> list[Figure]:
    return [one for one in study.all_figures if one.measure.name == WINS]


def _best(study: Study, test: SeatTest) -> str:
    """Name the seat that wins most in a variant, and how much that is."""
    best = max((one for one in _wins(study) if one.variant == test.variant), key=lambda one: one.found.value)
    whose = key_text(study.design, best.measure, best.key).capitalize()
    verb = "wins" if not study.design.found.teams else "win"
    share, even = value_text(best.measure, best.found), percent(1 / test.sides)
    return f"{whose} {verb} {share} where an even share is {even}"
