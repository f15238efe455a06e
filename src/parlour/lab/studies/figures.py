"""Computing the figures of a study: every measure of every variant, and how the variants differ."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from parlour.lab._ratios import LEAST_MATCHES, Interval, Pairs, Sums, chance_of_uneven, difference, matches_to_tell
from parlour.lab._spreads import Counts
from parlour.lab.measures import Key, Measure, claims_of, measures_of
from parlour.lab.measures.claims import Claim, verdict
from parlour.lab.measures.common import WINS
from parlour.lab.measures.skill import STRONGER
from parlour.lab.studies._batch import Values, read_values
from parlour.lab.studies.design import Design
from parlour.lab.studies.folder import Folder
from parlour.lab.studies.spreads import counted

Name = tuple[str, Key]
LARGE = 0.5  # A clear difference of at least this many standard deviations of a match is large.


@dataclass(frozen=True)
class Figure:
    """A measure's value for one variant and one key, with its interval."""

    variant: int
    measure: Measure
    key: Key
    found: Interval
    matches: int  # How many matches contributed to the figure.

    def row(self) -> dict[str, Any]:
        """Return the figure as a row of a table."""
        return {
            "variant": self.variant, "measure": self.measure.name, "key": str(self.key),
            "value": _number(self.found.value), "low": _number(self.found.low),
            "high": _number(self.found.high), "matches": self.matches,
            "by": self.measure.by, "unit": self.measure.unit, "share": self.measure.share,
            "section": self.measure.section, "meaning": self.measure.meaning,
        }  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """The difference between a variant's figure and the base variant's."""

    variant: int
    measure: Measure
    key: Key
    found: Interval
    alone: Interval  # The difference computed as if the two variants had different deals.
    spread: float = math.nan  # The standard deviation of what one match of the base adds to the figure.

    @property
    def clear(self) -> bool:
        """Whether the interval excludes zero: the difference isn't just chance, but it may be small."""
        return self.found.known and not self.found.low <= 0 <= self.found.high

    @property
    def size(self) -> float:
        """The difference in standard deviations of a match, to compare different figures; 0 if it isn't clear."""
        if not self.clear:
            return 0.0
        return abs(self.found.value) / self.spread if self.spread else math.inf

    @property
    def large(self) -> bool:
        """Whether the difference is clear, and large beside how much matches differ anyway."""
        return self.size >= LARGE

    def row(self) -> dict[str, Any]:
        """Return the difference as a row of a table."""
        return {
            "variant": self.variant, "measure": self.measure.name, "key": str(self.key),
            "above": _number(self.found.value), "low": _number(self.found.low),
            "high": _number(self.found.high), "alone_low": _number(self.alone.low),
            "alone_high": _number(self.alone.high), "unit": self.measure.unit,
            "share": self.measure.share, "clear": self.clear, "large": self.large,
        }  # fmt: skip


@dataclass(frozen=True)
class Checked:
    """A claim of the game's source, and the verdict from a variant's matches."""

    claim: Claim
    variant: int
    found: Interval
    verdict: str

    def played_by(self, names: list[str], bots: str) -> str:
        """Name the bots or the variant whose matches checked the claim."""
        if self.claim.measure == STRONGER:
            return str(self.claim.key)
        return names[self.variant] if len(names) > 1 else bots

    def row(self) -> dict[str, Any]:
        """Return the checked claim as a row of a table."""
        return {
            "claim": self.claim.name, "says": self.claim.says, "reading": self.claim.reading, "variant": self.variant,
            "measure": self.claim.measure, "value": _number(self.found.value), "low": _number(self.found.low),
            "high": _number(self.found.high), "verdict": self.verdict,
        }  # fmt: skip


@dataclass(frozen=True)
class SeatTest:
    """The joint test of whether all seats (or teams) of a variant win equally often."""

    variant: int
    p: float  # How often equal seats would differ at least this much by chance; NaN if there are too few matches.
    sides: int
    matches: int

    def row(self) -> dict[str, Any]:
        """Return the test as a row of a table."""
        return {"variant": self.variant, "p": _number(self.p), "sides": self.sides, "matches": self.matches}


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


class Tally:
    """The sums behind all figures, added batch by batch so that memory use stays constant."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.sums: dict[tuple[int, Name], Sums] = {}
        self.pairs: dict[tuple[int, Name], Pairs] = {}
        self.counts: dict[tuple[int, Name], Counts] = {}  # How often each value occurred, for the spreads.
        self.matches = 0

    def add(self, values: dict[int, Values], size: int) -> None:
        """Add the values of a batch of `size` matches."""
        for variant, found in values.items():
            for name, (top, bottom) in found.items():
                before = self.sums.get((variant, name), Sums(self.matches))
                self.sums[variant, name] = before + Sums.of(top, bottom)
            for name, counts in counted(self.design.found, found).items():
                self.counts[variant, name] = self.counts.get((variant, name), Counts()) + counts
        self.matches += size
        for figure, sums in self.sums.items():
            if sums.matches < self.matches:  # This batch has no values for the figure.
                self.sums[figure] = sums + Sums(self.matches - sums.matches)
        base = self.design.base
        for variant, found in values.items():
            if variant != base and not self.design.claims:
                self._add_pairs(variant, values[base], found)

    def _add_pairs(self, variant: int, base: Values, other: Values) -> None:
        for name in base.keys() & other.keys():
            before = self.pairs.get((variant, name), Pairs())
            self.pairs[variant, name] = before + Pairs.of(base[name], other[name])


def gather(folder: Folder, design: Design) -> Tally:
    """Sum the values of all batches in a folder."""
    tally = Tally(design)
    for frame in folder.measures(design):
        tally.add(read_values(frame), frame.height)
    return tally


def figures(tally: Tally) -> list[Figure]:
    """Compute all figures, in the order in which the report shows them."""
    measures = measures_of(tally.design.found)
    found = [
        Figure(variant, measures[name], key, sums.interval(measures[name].share), sums.used)
        for (variant, (name, key)), sums in tally.sums.items()
        if sums.bottom and not (measures[name].parts and not sums.top)
    ]
    order = list(measures)
    return sorted(found, key=lambda one: (one.variant, order.index(one.measure.name), _natural(one.key)))


def _natural(key: Key) -> tuple[bool, int]:
    """Make a sort key that orders numbers by value and keeps words in their order."""
    number = re.match(r"\d+", str(key))
    return (number is None, int(number[0]) if number else 0)


def differences(tally: Tally) -> list[Difference]:
    """Compute how every variant differs from the base, on the same deals."""
    return list(_differences(tally))


def _differences(tally: Tally) -> Iterator[Difference]:
    measures, base = measures_of(tally.design.found), tally.design.base
    for (variant, (name, key)), pairs in sorted(tally.pairs.items(), key=lambda item: _order(item[0], measures)):
        one, other = tally.sums[base, (name, key)], tally.sums[variant, (name, key)]
        if one.bottom and other.bottom:
            found, alone = difference(one, other, pairs), difference(one, other)
            yield Difference(variant, measures[name], key, found, alone, one.spread)


def _order(figure: tuple[int, Name], measures: dict[str, Measure]) -> tuple[Any, ...]:
    variant, (name, key) = figure
    return (variant, list(measures).index(name), _natural(key))


def seat_tests(tally: Tally) -> list[SeatTest]:
    """Test for every variant, with all its seats (or teams) together, whether they win equally often."""
    sides = tally.design.found.teams or tally.design.players
    found = []
    for variant in range(len(tally.design.variants)):
        own = [tally.sums[variant, (WINS, side)] for side in range(sides)]
        found.append(SeatTest(variant, chance_of_uneven(own), sides, own[0].used))
    return found


def checked_claims(design: Design, found: list[Figure]) -> list[Checked]:
    """Check every claim of the game's source with the figures of each variant."""
    by_place = {(one.variant, one.measure.name, one.key): one.found for one in found}
    checks = []
    for claim in claims_of(design.found):
        if claim.players and design.players not in claim.players:
            continue
        for variant in range(len(design.variants)):
            one = by_place.get((variant, claim.measure, claim.key))
            if one is not None:
                checks.append(Checked(claim, variant, one, verdict(claim, one)))
    return checks


def needed(design: Design, found: list[Figure]) -> dict[str, Interval]:
    """Compute, with an interval, how many matches show which level of a pair is stronger in the base variant."""
    even = 1 / (design.found.teams or design.players)
    skill = [one for one in found if one.measure.name == STRONGER and one.variant == design.base]
    return {str(one.key): _needed(one.found, even) for one in skill}


def _needed(share: Interval, even: float) -> Interval:
    """Compute how many matches are needed; infinitely many if the interval contains an even share."""
    ends = [matches_to_tell(end, even) for end in (share.low, share.high)] if share.known else [math.nan, math.nan]
    most = math.inf if share.known and share.low <= even <= share.high else max(ends)
    return Interval(matches_to_tell(share.value, even), min(ends), most)


def too_few(design: Design) -> str:
    """Return a warning if there are too few matches for intervals, otherwise ""."""
    if design.matches >= LEAST_MATCHES:
        return ""
    return f"{design.matches} matches are too few for an interval; expected at least {LEAST_MATCHES}"
