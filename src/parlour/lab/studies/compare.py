"""Comparing two studies, match by match if they have the same deals, otherwise as independent samples.

Variants are matched by their options; if a study has several lineups of bots, also by their bots. Two studies of one
variant each are compared whatever their options are.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.errors import ParlourError
from parlour.game.options import complete
from parlour.lab._ratios import Interval, Pairs, Sums, difference
from parlour.lab.measures import Key, Measure, measures_of
from parlour.lab.studies._batch import Values, read_values
from parlour.lab.studies.design import Design
from parlour.lab.studies.figures import Name
from parlour.lab.studies.results import Study

Both = tuple[int, int]  # The numbers of a variant in the first study and in the second.


@dataclass(frozen=True)
class Compared:
    """A figure in two studies, and the difference between them."""

    variants: Both
    measure: Measure
    key: Key
    one: Interval
    other: Interval
    above: Interval  # The second study's figure minus the first's.


@dataclass(frozen=True)
class Comparison:
    """A comparison of two studies of the same game, for every variant that both have."""

    first: Study
    second: Study
    paired: bool  # Whether both studies have the same deals.
    variants: list[Both]
    rows: list[Compared]

    @property
    def unmatched(self) -> tuple[list[str], list[str]]:
        """The names of the variants that only the first study has, and of those that only the second has."""
        one, other = ({both[side] for both in self.variants} for side in (0, 1))
        return _without(self.first.variant_names, one), _without(self.second.variant_names, other)

    @property
    def lonely(self) -> tuple[list[str], list[str]]:
        """The names of the measures that only the first study has, and of those that only the second has."""
        one, other = (list(dict.fromkeys(found.measure.name for found in study.all_figures)) for study in self._studies)
        return [name for name in one if name not in other], [name for name in other if name not in one]

    @property
    def _studies(self) -> tuple[Study, Study]:
        return self.first, self.second


def _without(names: list[str], used: set[int]) -> list[str]:
    return [name for number, name in enumerate(names) if number not in used]


def compare(first: Study, second: Study) -> Comparison:
    """Compare every figure that both studies have, for each variant that both have."""
    one, other = first.design, second.design
    if one.game != other.game:
        raise ParlourError(f"{first.folder.path} is a study of {one.game}, {second.folder.path} one of {other.game}; "
                           "expected two studies of one game")  # fmt: skip
    matched = _matched(first, second)
    paired = (one.seed, one.players, one.matches) == (other.seed, other.players, other.matches)
    pairs = _pairs(first, second, matched) if paired else {}
    rows = [row for both in matched for row in _rows(first, second, both, pairs, paired)]
    return Comparison(first, second, paired, matched, rows)


def _matched(first: Study, second: Study) -> list[Both]:
    """Match the variants of two studies; refuse studies that have none in common."""
    one, other = first.design, second.design
    if len(one.variants) == len(other.variants) == 1:
        return [(0, 0)]
    by_bots = len(_lineups(one)) > 1 or len(_lineups(other)) > 1
    places = {_identity(other, number, by_bots): number for number in range(len(other.variants))}
    names = [_identity(one, number, by_bots) for number in range(len(one.variants))]
    found = [(number, places[name]) for number, name in enumerate(names) if name in places]
    if not found:
        expected = "options and the same bots" if by_bots else "options"
        raise ParlourError(
            f"{first.folder.path} and {second.folder.path} have no variant in common: {'; '.join(first.variant_names)} "
            f"here, {'; '.join(second.variant_names)} there; expected variants with the same {expected}"
        )
    return found


def _lineups(design: Design) -> set[tuple[str, ...]]:
    return {variant.bots for variant in design.variants}


def _identity(design: Design, number: int, by_bots: bool) -> tuple[object, ...]:
    """Return what two variants must have in common: all options and, if they matter, the bots."""
    variant = design.variants[number]
    options = tuple(complete(design.found.options, variant.options).items())
    return (options, variant.bots) if by_bots else (options,)


def _rows(
    first: Study, second: Study, both: Both, pairs: dict[tuple[Both, Name], Pairs], paired: bool
) -> Iterator[Compared]:
    measures = measures_of(first.design.found)
    for figure in first.all_figures:
        name = (figure.measure.name, figure.key)
        other = second.tally.sums.get((both[1], name), Sums())
        if figure.variant == both[0] and other.bottom:
            one, share = first.tally.sums[both[0], name], measures[figure.measure.name].share
            above = difference(one, other, pairs.get((both, name), Pairs()) if paired else None)
            yield Compared(both, figure.measure, figure.key, one.interval(share), other.interval(share), above)


def _pairs(first: Study, second: Study, matched: list[Both]) -> dict[tuple[Both, Name], Pairs]:
    """Sum the products of the studies' values match by match, even if their batches have different sizes."""
    found: dict[tuple[Both, Name], Pairs] = {}
    for one, other in _together(_values(first), _values(second)):
        for both in matched:
            mine, theirs = one.get(both[0], {}), other.get(both[1], {})
            for name in mine.keys() & theirs.keys():
                found[both, name] = found.get((both, name), Pairs()) + Pairs.of(mine[name], theirs[name])
    return found


Variants = dict[int, Values]


def _values(study: Study) -> Iterator[tuple[int, Variants]]:
    for frame in study.folder.measures(study.design):
        yield frame.height, read_values(frame)


def _together(
    first: Iterator[tuple[int, Variants]], second: Iterator[tuple[int, Variants]]
) -> Iterator[tuple[Variants, Variants]]:
    """Yield the values of the same matches from both studies, in pieces as large as possible."""
    one_size, one = next(first, (0, {}))
    other_size, other = next(second, (0, {}))
    while one_size and other_size:
        size = min(one_size, other_size)
        yield _part(one, 0, size), _part(other, 0, size)
        one_size, one = _rest(first, one_size, one, size)
        other_size, other = _rest(second, other_size, other, size)


def _rest(source: Iterator[tuple[int, Variants]], size: int, values: Variants, used: int) -> tuple[int, Variants]:
    return (size - used, _part(values, used, size)) if size > used else next(source, (0, {}))


def _part(values: Variants, start: int, stop: int) -> Variants:
    return {
        variant: {name: (top[start:stop], bottom[start:stop]) for name, (top, bottom) in own.items()}
        for variant, own in values.items()
    }
