"""What readers of a report should look at next: further studies, and parts of the report that need attention."""

from collections.abc import Iterator

from parlour.lab.measures import claims_of
from parlour.lab.measures.common import CUT_OFF, FORCED
from parlour.lab.measures.skill import SETTLED
from parlour.lab.reports.answers import most_changed
from parlour.lab.reports.wording import percent, value_text
from parlour.lab.studies.results import Study

MOST_SHOWN = 5
STRONGER_BOTS = "--bots search:50 --matches 200"
MANY_CUT_OFF, MANY_FORCED, SETTLED_EARLY = 0.01, 0.5, 0.75
FEW_MATCHES = 2000  # With fewer matches, shares are known only within two percentage points or worse.


def next_steps(study: Study) -> list[str]:
    """List at most five suggestions, the most urgent first."""
    return list(_suggested(study))[:MOST_SHOWN]


def _suggested(study: Study) -> Iterator[str]:
    design = study.design
    if study.same_players:
        yield f"Let players react to {' and '.join(design.varied)}: the same command with {STRONGER_BOTS}."
    if (cut := study.figure(design.base, CUT_OFF)) and cut.found.value > MANY_CUT_OFF:
        share = value_text(cut.measure, cut.found)
        yield f"{share} of matches were stopped after {design.max_rounds} rounds: look at how the game ends."
    if design.matches < FEW_MATCHES:
        yield f"Four times as many matches (--matches {4 * design.matches}) make every interval half as wide."
    if (settled := study.figure(design.base, SETTLED)) and settled.found.high < SETTLED_EARLY:
        share = value_text(settled.measure, settled.found)
        yield f"The winner is certain after {share} of the match: a shorter match would lose little."
    if (forced := study.figure(design.base, FORCED)) and forced.found.value > MANY_FORCED:
        yield f"{percent(round(forced.found.value, 2))} of decisions are forced: players often have no choice."
    if len(design.variants) > 1 and (clear := most_changed([one for one in study.all_differences if one.key == ""])):
        small = sum(not one.large for one in clear)
        yield f"{len(clear)} figures differ clearly between the variants; {small} of these differences are small."
    if not design.levels:
        yield "How much is skill? Measure it with --skill 1000."
    if claims_of(design.found) and not design.claims:
        yield "The source makes claims about play: --claims checks them with bots of several levels."
    if not any(variant.searches(design.found) for variant in design.variants):
        yield f"These bots follow rules of thumb. Check what matters with stronger players: {STRONGER_BOTS}."
