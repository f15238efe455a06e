"""Measuring skill: a bot of one level plays against bots of a lower level, in every seat on the same deals."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from parlour.engine.threads import in_order
from parlour.lab._watch import watch
from parlour.lab.measures import Key
from parlour.lab.measures.skill import STRONGER
from parlour.lab.sample import Floats, Sample
from parlour.lab.studies.design import Design, Variant


def pairings(levels: tuple[str, ...]) -> list[tuple[str, str]]:
    """List all pairs (weaker level, stronger level)."""
    return list(combinations(levels, 2))


def lineups(design: Design, weak: str, strong: str) -> Iterator[tuple[int, list[str]]]:
    """Seat the strong bot, or a team of strong bots, on each side in turn; yield the side and the bots of all seats."""
    sides = design.found.teams or design.players
    for side in range(sides):
        yield side, [strong if seat % sides == side else weak for seat in range(design.players)]


def skill_values(
    design: Design, variant: Variant, numbers: range, threads: int = 1
) -> dict[tuple[str, Key], tuple[Floats, Floats]]:
    """Measure the stronger level's wins for each pair of levels; all matches of a deal are one sample.

    The bots of the variant don't matter, so variants that differ only by their bots are measured once.
    """
    if variant is not next(other for other in design.variants if other.options == variant.options):
        return {}
    chosen = range(numbers.start, min(numbers.stop, design.skill))
    values: dict[tuple[str, Key], tuple[Floats, Floats]] = {}
    for weak, strong in pairings(design.levels) if len(chosen) else ():
        top, bottom = np.zeros(len(numbers)), np.zeros(len(numbers))
        seated = list(lineups(design, weak, strong))
        samples = in_order(lambda lineup: _played(design, variant, lineup[1], chosen), seated, threads)
        for (side, _), sample in zip(seated, samples, strict=True):
            top[: len(chosen)] += sample.win_shares[:, side]
            bottom[: len(chosen)] += sample.finished
        values[STRONGER, f"{strong} over {weak}"] = (top, bottom)
    return values


def _played(design: Design, variant: Variant, bots: list[str], numbers: range) -> Sample:
    game = design.found
    start = game.new_state(design.players, variant.options)
    return Sample(game, design.players, watch(game, start, bots, design.seed, numbers, design.max_rounds))
