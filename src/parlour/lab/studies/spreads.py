"""How much matches differ in what their means don't show: in 80 % of them, a figure lies between two values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parlour.lab._ratios import Interval
from parlour.lab._spreads import PARTS, Counts
from parlour.lab.measures import Key, Measure, measures_of
from parlour.lab.studies._batch import Values

if TYPE_CHECKING:
    from parlour.game.game import Game

Name = tuple[str, Key]


@dataclass(frozen=True)
class Spread:
    """The 10th, 50th and 90th percentile of a measure over the matches of a variant."""

    variant: int
    measure: Measure
    key: Key
    low: Interval
    middle: Interval
    high: Interval
    matches: int

    def row(self) -> dict[str, Any]:
        """Return the spread as a row of a table."""
        values = {"p10": self.low, "p50": self.middle, "p90": self.high}
        ends = {
            f"{name}_{end}": getattr(found, end) if found.known else None
            for name, found in values.items()
            for end in ("low", "high")
        }
        return {
            "variant": self.variant, "measure": self.measure.name, "key": str(self.key),
            **{name: found.value for name, found in values.items()}, **ends, "matches": self.matches,
            "unit": self.measure.unit,
        }  # fmt: skip


def counted(game: "Game", found: Values) -> dict[Name, Counts]:
    """Count the values of every measure whose spread is shown; a match without a denominator has no value."""
    measures = measures_of(game)
    return {
        name: Counts.of(top[bottom > 0] / bottom[bottom > 0])
        for name, (top, bottom) in found.items()
        if measures[name[0]].spread
    }


def _ends(counts: Counts) -> tuple[Interval, Interval, Interval]:
    low, middle, high = map(counts.quantile, PARTS)
    return low, middle, high


def spreads(game: "Game", counts: Mapping[tuple[int, Name], Counts]) -> list[Spread]:
    """Compute the spreads of all variants, in the order of the report."""
    measures, order = measures_of(game), list(measures_of(game))
    found = [
        Spread(variant, measures[name], key, *_ends(one), one.total)
        for (variant, (name, key)), one in counts.items()
        if one.total
    ]
    return sorted(found, key=lambda one: (one.variant, order.index(one.measure.name), str(one.key)))
