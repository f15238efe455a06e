"""Naming what a study couldn't measure, and why: a report has no silent gaps."""

from collections.abc import Iterator
from html import escape

from parlour.bots.basic import has_basic
from parlour.lab.measures import Measure, measures_of
from parlour.lab.measures.skill import KINGMAKING, MATTERS, RANDOM_COSTS, SECOND_COSTS, STRONGER, elsewhere
from parlour.lab.studies.design import Design
from parlour.lab.studies.results import Study

SIDES = 3  # Kingmaking needs a side that decides and two others.
WEIGHED = (MATTERS, RANDOM_COSTS, SECOND_COSTS)


def gaps(study: Study) -> list[tuple[Measure, str]]:
    """List the measures of the game that have no figure in any variant, with the reasons."""
    found = {one.measure.name for one in study.all_figures}
    missing = [measure for name, measure in measures_of(study.design.found).items() if name not in found]
    return [(measure, _reason(study.design, measure)) for measure in missing]


def _reason(design: Design, measure: Measure) -> str:
    if measure.compute is elsewhere:
        return _of_part(design, measure.name)
    return measure.needs or "it did not occur in these matches"


def _of_part(design: Design, name: str) -> str:
    """Say why a measure that needs extra matches or rollouts has no figure."""
    game = design.found
    if name == STRONGER:
        return "it needs --skill with two or more --levels"
    if not design.rollouts:
        return "it needs --rollouts"
    if name == KINGMAKING and (game.teams or design.players) < SIDES:
        return "there are only two sides"
    if name == KINGMAKING and not has_basic(game):
        return "it needs rules of thumb (choose), because the search is too slow to play the matches to their end"
    if name in WEIGHED and has_basic(game) and all(variant.searches(game) for variant in design.variants):
        return "the bots search, and their choices are not weighed again"
    return "it did not occur in the matches of --rollouts"


def _by_reason(study: Study) -> list[tuple[str, list[str]]]:
    """Group the names of the measures by the reason why they have no figure."""
    found: dict[str, list[str]] = {}
    for measure, reason in gaps(study):
        found.setdefault(reason, []).append(measure.name)
    return list(found.items())


def gap_text(study: Study) -> str:
    """Write the gaps in a sentence for the terminal; "" if there are none."""
    found = _by_reason(study)
    return "not measured: " + "; ".join(f"{', '.join(names)} ({reason})" for reason, names in found) if found else ""


def gap_list(study: Study) -> Iterator[str]:
    """Write the gaps as a list for the report."""
    found = _by_reason(study)
    if not found:
        return
    yield "<ul>\n"
    for reason, names in found:
        yield f"<li>{escape(', '.join(names))}: {escape(reason)}</li>\n"
    yield "</ul>\n"
