"""What a study measures: each measure has a sentence that says what it means.

`common` and `tension` hold for every game. A game that has more to tell has a file here of its own, which reads the
fields of its state at the end of every round; a game without one is studied all the same.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from parlour.game import Game
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
    games: tuple[str, ...] = ()  # only for these; none: for all


def plain(top: Callable[[Sample], Floats], bottom: Callable[[Sample], Floats] | None = None) -> Callable[..., Values]:
    """A figure without keys; without a bottom it is a mean over matches."""

    def compute(sample: Sample) -> Values:
        return {"": (top(sample), bottom(sample) if bottom else sample.ones)}

    return compute


def own_module(game: Game) -> Any:
    """The file with what this game has to tell, or None."""
    return game.part("measures")


@cache
def measures_of(game: Game) -> dict[str, Measure]:
    """All measures of a game by name, in the order of the report."""
    from parlour.lab.measures.common import COMMON
    from parlour.lab.measures.skill import SKILL
    from parlour.lab.measures.tension import TENSION

    own = own_module(game)
    found = [*COMMON, *(own.MEASURES if own else ()), *TENSION, *SKILL]
    fitting = [measure for measure in found if not measure.games or game.name in measure.games]
    order = list(SECTIONS)
    return {measure.name: measure for measure in sorted(fitting, key=lambda measure: order.index(measure.section))}


def claims_of(game: Game) -> list["Claim"]:
    """What the source of a game says about play."""
    own = own_module(game)
    claims: list[Claim] = [claim for claim in (own.CLAIMS if own else ()) if game.name in claim.games]
    return claims


def measured(sample: Sample) -> dict[tuple[str, Key], tuple[Floats, Floats]]:
    """Everything that the matches of a sample tell: by name and key, what each match adds to top and bottom."""
    return {
        (measure.name, key): (top.astype(float), bottom.astype(float))
        for measure in measures_of(sample.game).values()
        for key, (top, bottom) in measure.compute(sample).items()
    }
