"""A measure of a study: its meaning, and how it's computed from matches."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parlour.game.game import Game
from parlour.lab.sample import Floats, Sample

Key = int | str  # The seat, bid or round that a figure is about; "" if it is about everything.
Values = Mapping[Key, tuple[Floats, Floats]]  # Every match's numerator and denominator, by key.

SECTIONS = {  # Headings of the report's sections, in their order.
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
    """Something that a study measures; `compute` returns every match's numerator and denominator."""

    name: str
    section: str
    meaning: str  # A sentence for readers of the report.
    compute: Callable[[Sample], Values]
    share: bool = False  # Whether the measure is a fraction between 0 and 1.
    by: str = ""  # What the keys stand for, such as "seat", "bid" or "round".
    unit: str = ""
    parts: bool = False  # Whether keys that never occurred aren't shown.
    around_zero: bool = False  # Whether the measure is a difference, so that its change isn't given in per cent.
    highlight: bool = False  # Whether the measure is shown in large type at the top of the report.
    spread: bool = False  # Whether the report says between which values the figure lies in 80 % of the matches.
    needs: str = ""  # What a game lacks if it has no figure, such as "the state has no field `dealer`".
    equals: bool = False  # Whether the chart has a line at an even share of the wins.
    drawn: bool = False  # Whether every game's study page has a chart of the measure.


def plain(top: Callable[[Sample], Floats], bottom: Callable[[Sample], Floats] | None = None) -> Callable[..., Values]:
    """Make the `compute` function of a measure without keys; without `bottom`, the measure is a mean over matches."""

    def compute(sample: Sample) -> Values:
        return {"": (top(sample), bottom(sample) if bottom else sample.ones)}

    return compute


def own_part(game: Game, name: str) -> tuple[Any, ...]:
    """Return the list MEASURES, CLAIMS, COLUMNS or CHARTS from a game's file measures.py."""
    listed: tuple[Any, ...] = getattr(game.part("measures"), name, ())
    return listed
