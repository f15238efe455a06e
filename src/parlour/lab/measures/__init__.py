"""What a study measures; each measure has a sentence that says what it means.

The modules `common`, `_downtime`, `tension` and `_drama` define measures for every game. A game can add its own
measures in a file measures.py, which reads the fields of its state at the end of every round; a game without that file
can be studied, too. Measures may import `lab.sample` and `lab._ratios`, but nothing from `studies` or `reports`.
"""

from functools import cache

from parlour.game.game import Game
from parlour.lab.measures._downtime import DOWNTIME
from parlour.lab.measures._drama import DRAMA
from parlour.lab.measures.claims import Claim
from parlour.lab.measures.common import COMMON
from parlour.lab.measures.measure import SECTIONS, Key, Measure, Values, own_part, plain
from parlour.lab.measures.skill import SKILL
from parlour.lab.measures.tension import TENSION
from parlour.lab.sample import Floats, Sample

__all__ = [
    "SECTIONS", "Claim", "Key", "Measure", "Values", "charts_of", "claims_of", "measured", "measures_of", "own_part",
    "plain",
]  # fmt: skip


@cache
def measures_of(game: Game) -> dict[str, Measure]:
    """Collect all measures of a game by name, in the order of the report."""
    found = [*COMMON, *DOWNTIME, *own_part(game, "MEASURES"), *TENSION, *DRAMA, *SKILL]
    order = list(SECTIONS)
    return {measure.name: measure for measure in sorted(found, key=lambda measure: order.index(measure.section))}


def claims_of(game: Game) -> tuple[Claim, ...]:
    """Return the claims about play that a game's sources make."""
    return own_part(game, "CLAIMS")


def charts_of(game: Game) -> list[str]:
    """List the measures that a game's study page draws: first measures that every game has, then the game's own."""
    always = [name for name, measure in measures_of(game).items() if measure.drawn]
    return always + [name for name in own_part(game, "CHARTS") if name not in always]


def measured(sample: Sample) -> dict[tuple[str, Key], tuple[Floats, Floats]]:
    """Compute what each match adds to the numerator and denominator of every figure, by measure name and key."""
    return {
        (measure.name, key): (top.astype(float), bottom.astype(float))
        for measure in measures_of(sample.game).values()
        for key, (top, bottom) in measure.compute(sample).items()
    }
