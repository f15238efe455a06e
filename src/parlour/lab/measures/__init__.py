"""What a study measures: each measure has a sentence that says what it means.

`common` and `tension` hold for every game. A game that has more to tell does so in its file measures.py, which reads
the fields of its state at the end of every round; a game without one is studied all the same.
Measures import `lab.sample` and `lab.ratios`, and nothing of the studies and reports that are made from them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from parlour.game.game import Game
from parlour.lab.sample import Floats, Sample

if TYPE_CHECKING:
    from parlour.lab.measures.claims import Claim

Key = int | str  # what a figure is for: a seat, a bid, a round; "" for all together
Values = Mapping[Key, tuple[Floats, Floats]]  # top and bottom of every match

SECTIONS = {  # in the order of the report
    "length": "How long it takes",
    "fairness": "Who is favoured",
    "game": "What happens in a round",
    "scores": "Scores",
    "tension": "Tension",
    "choices": "Choices",
    "skill": "Luck and skill",
}


@dataclass(frozen=True)
class Measure:
    """Something a study measures; `compute` gives what every match adds to it."""

    name: str
    section: str
    meaning: str  # one sentence
    compute: Callable[[Sample], Values]
    share: bool = False  # a part of a whole, between 0 and 1
    by: str = ""  # what the keys are: seat, bid, round
    unit: str = ""
    parts: bool = False  # the keys divide one whole: all of them are given, those that never happened are not shown
    around_zero: bool = False  # a difference: per cent of it mean nothing
    highlight: bool = False  # stands in large type at the head of the report
    drawn: bool = False  # drawn on the page of every game


def plain(top: Callable[[Sample], Floats], bottom: Callable[[Sample], Floats] | None = None) -> Callable[..., Values]:
    """A figure without keys; without a bottom it is a mean over matches."""

    def compute(sample: Sample) -> Values:
        return {"": (top(sample), bottom(sample) if bottom else sample.ones)}

    return compute


def own_part(game: Game, name: str) -> tuple[Any, ...]:
    """What the file measures.py of a game lists under that name: MEASURES, CLAIMS, COLUMNS or CHARTS."""
    listed: tuple[Any, ...] = getattr(game.part("measures"), name, ())
    return listed


@cache
def measures_of(game: Game) -> dict[str, Measure]:
    """All measures of a game by name, in the order of the report."""
    from parlour.lab.measures._tension import TENSION
    from parlour.lab.measures.common import COMMON
    from parlour.lab.measures.skill import SKILL

    found = [*COMMON, *own_part(game, "MEASURES"), *TENSION, *SKILL]
    order = list(SECTIONS)
    return {measure.name: measure for measure in sorted(found, key=lambda measure: order.index(measure.section))}


def claims_of(game: Game) -> tuple["Claim", ...]:
    """What the source of a game says about play."""
    return own_part(game, "CLAIMS")


def charts_of(game: Game) -> list[str]:
    """The measures that the page of a game draws: those of every game, and those that it lists itself."""
    always = [name for name, measure in measures_of(game).items() if measure.drawn]
    return always + [name for name in own_part(game, "CHARTS") if name not in always]


def measured(sample: Sample) -> dict[tuple[str, Key], tuple[Floats, Floats]]:
    """Everything that the matches of a sample tell: by name and key, what each match adds to top and bottom."""
    return {
        (measure.name, key): (top.astype(float), bottom.astype(float))
        for measure in measures_of(sample.game).values()
        for key, (top, bottom) in measure.compute(sample).items()
    }
