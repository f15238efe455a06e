"""Comparing two studies, match by match if they have the same deals, otherwise as independent samples."""

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.errors import ParlourError
from parlour.lab._ratios import Interval, Pairs, Sums, difference
from parlour.lab.measures import Key, Measure, measures_of
from parlour.lab.studies._batch import Values, read_values
from parlour.lab.studies.figures import Name
from parlour.lab.studies.results import Study


@dataclass(frozen=True)
class Compared:
    """A figure in two studies, and the difference between them."""

    measure: Measure
    key: Key
    one: Interval
    other: Interval
    above: Interval  # The second study's figure minus the first's.


@dataclass(frozen=True)
class Comparison:
    """A comparison of the first variants of two studies of the same game."""

    first: Study
    second: Study
    paired: bool  # Whether both studies have the same deals.
    rows: list[Compared]


def compare(first: Study, second: Study) -> Comparison:
    """Compare every figure that both studies have."""
    one, other = first.design, second.design
    if one.game != other.game:
        raise ParlourError(f"{first.folder.path} is a study of {one.game}, {second.folder.path} one of {other.game}; "
                           "expected two studies of one game")  # fmt: skip
    paired = (one.seed, one.players, one.matches) == (other.seed, other.players, other.matches)
    pairs = dict(_pairs(first, second)) if paired else {}
    rows = list(_rows(first, second, pairs, paired))
    return Comparison(first, second, paired, rows)


def _rows(first: Study, second: Study, pairs: dict[Name, Pairs], paired: bool) -> Iterator[Compared]:
    measures = measures_of(first.design.found)
    for figure in first.all_figures:
        name = (figure.measure.name, figure.key)
        one, other = first.tally.sums[0, name], second.tally.sums.get((0, name), Sums())
        if figure.variant == 0 and other.bottom:
            share = measures[figure.measure.name].share
            above = difference(one, other, pairs.get(name, Pairs()) if paired else None)
            yield Compared(figure.measure, figure.key, one.interval(share), other.interval(share), above)


def _pairs(first: Study, second: Study) -> Iterator[tuple[Name, Pairs]]:
    """Sum the products of the studies' values match by match, even if their batches have different sizes."""
    found: dict[Name, Pairs] = {}
    for one, other in _together(_values(first), _values(second)):
        for name in one.keys() & other.keys():
            found[name] = found.get(name, Pairs()) + Pairs.of(one[name], other[name])
    yield from found.items()


def _values(study: Study) -> Iterator[tuple[int, Values]]:
    for frame in study.folder.measures(study.design):
        yield frame.height, read_values(frame)[0]


def _together(
    first: Iterator[tuple[int, Values]], second: Iterator[tuple[int, Values]]
) -> Iterator[tuple[Values, Values]]:
    """Yield the values of the same matches from both studies, in pieces as large as possible."""
    one_size, one = next(first, (0, {}))
    other_size, other = next(second, (0, {}))
    while one_size and other_size:
        size = min(one_size, other_size)
        yield _part(one, 0, size), _part(other, 0, size)
        one_size, one = _rest(first, one_size, one, size)
        other_size, other = _rest(second, other_size, other, size)


def _rest(source: Iterator[tuple[int, Values]], size: int, values: Values, used: int) -> tuple[int, Values]:
    return (size - used, _part(values, used, size)) if size > used else next(source, (0, {}))


def _part(values: Values, start: int, stop: int) -> Values:
    return {name: (top[start:stop], bottom[start:stop]) for name, (top, bottom) in values.items()}
