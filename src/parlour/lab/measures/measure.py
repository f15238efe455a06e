"""A measure: what it means, and what every match adds to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parlour.game.game import Game
from parlour.lab.sample import Floats, Sample

Key = int | str  # what a figure is for: a seat, a bid, a round; "" for all together
Values = Mapping[Key, tuple[Floats, Floats]]  # the top and bottom of every match

SECTIONS = {  # in the order of the report
    "length": "How long it takes",
    "fairness": "Fairness",
    "game": "What happens in a round",
    "scores": "Scores",
    "tension": "Tension",
    "choices": "Choices",
    "skill": "Luck and skill",
}


@dataclass(frozen=True)
class Measure:
    """Something that a study measures; `compute` returns what every match adds to it."""

    name: str
    section: str
    meaning: str  # one sentence
    compute: Callable[[Sample], Values]
    share: bool = False  # a part of a whole, between 0 and 1
    by: str = ""  # what the keys are: seat, bid, round
    unit: str = ""
    parts: bool = False  # the keys divide one whole: `compute` returns all; those that never happened aren't shown
    around_zero: bool = False  # a difference, of which percentages mean nothing
    highlight: bool = False  # shown in large type at the top of the report
    drawn: bool = False  # drawn on the page of every game


def plain(top: Callable[[Sample], Floats], bottom: Callable[[Sample], Floats] | None = None) -> Callable[..., Values]:
    """Make the `compute` of a figure without keys; without a bottom, it is a mean over matches."""

    def compute(sample: Sample) -> Values:
        return {"": (top(sample), bottom(sample) if bottom else sample.ones)}

    return compute


def own_part(game: Game, name: str) -> tuple[Any, ...]:
    """Find what a game's file measures.py lists under this name: MEASURES, CLAIMS, COLUMNS or CHARTS."""
    listed: tuple[Any, ...] = getattr(game.part("measures"), name, ())
    return listed
