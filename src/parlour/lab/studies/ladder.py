"""A ladder of players, each of whom thinks longer than the one before: how much skill and luck decide in a game.

On each rung, a player (or team) that thinks longer plays among players that think for a shorter time, on every side of
the same deals in turn. All matches of a deal are one sample.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from parlour.engine.threads import in_order
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.lab._ratios import Interval, Sums
from parlour.lab._watch import watch
from parlour.lab.sample import Floats, Sample
from parlour.lab.statistics import Mean
from parlour.lab.studies.tuning import Candidate

LEAST_DEALS = 20  # With fewer deals, no interval is computed.
LEADS = 0.75  # How likely the better player should lead.
QUANTILE = 0.6744897501960817  # This many standard deviations above its mean a normal value stays below with LEADS.


@dataclass
class Rung:
    """What happens if one player thinks longer than all others, in one setting of the game."""

    setting: Candidate
    weak: str
    strong: str
    sides: int
    wins: Mean = field(default_factory=Mean)  # The share of matches that the stronger player wins, by deal.
    gains: Sums = field(default_factory=Sums)  # Its points per round above the mean of the others, by deal.
    squares: float = 0.0  # The sum of these points' squares over all rounds.

    @property
    def points(self) -> Interval:
        """The stronger player's points per round above the mean of the others."""
        return self.gains.interval(share=False)

    @property
    def rounds(self) -> Interval:
        """After how many rounds the stronger player is ahead of the mean of the others with a probability of 75 %.

        The rounds count as independent of each other. The number is infinite unless the stronger player is better.
        """
        value, low, high = self.points
        spread = math.sqrt(max(0.0, self.squares / self.gains.bottom - value**2))
        return Interval(*(_rounds(points, spread) for points in (value, high, low)))


def _rounds(points: float, spread: float) -> float:
    return (QUANTILE * spread / points) ** 2 if points > 0 else math.inf


def rungs(text: str) -> list[tuple[str, str]]:
    """Read a ladder, such as "8,16,32": numbers of worlds that a search tries; return the pairs of neighbours."""
    numbers = [part.strip() for part in text.split(",")]
    if len(numbers) < 2 or not all(number.isdecimal() and 0 < int(number) < 10**6 for number in numbers):
        raise ParlourError(
            f"ladder {text!r} is no list of numbers of worlds; expected at least two, such as 8,16,32,64"
        )
    worlds = [int(number) for number in numbers]
    if worlds != sorted(set(worlds)):
        raise ParlourError(f"ladder {text!r} doesn't rise; expected each number to be higher than the one before")
    return [(f"search:{weak}", f"search:{strong}") for weak, strong in pairwise(worlds)]


def check_deals(deals: int) -> None:
    """Refuse fewer deals than an interval needs."""
    if deals < LEAST_DEALS:
        raise ParlourError(f"deals cannot be {deals}; an interval needs {LEAST_DEALS} or more")


def climb(
    game: Game,
    settings: Sequence[Candidate],
    pairs: Sequence[tuple[str, str]],
    deals: int,
    seed: int = 0,
    max_rounds: int = 200,
    threads: int = 1,
    step: Callable[[int], None] = lambda deals: None,
) -> Iterator[Rung]:
    """Measure every rung of the ladder in every setting; all of them play the same deals."""
    check_deals(deals)
    for setting in settings:
        sides = game.teams or setting.players
        for weak, strong in pairs:
            rung = Rung(setting, weak, strong, sides)

            def of_deal(deal: int, rung: Rung = rung) -> tuple[float, Floats]:
                return _of_deal(game, rung, deal, seed, max_rounds)

            for wins, above in in_order(of_deal, range(deals), threads):
                rung.wins.add(wins)
                rung.gains += Sums.of(np.array([above.sum()]), np.array([float(len(above))]))
                rung.squares += float(above @ above)
                step(1)
            yield rung


def _of_deal(game: Game, rung: Rung, deal: int, seed: int, max_rounds: int) -> tuple[float, Floats]:
    """Play a deal with the stronger player on each side; return its wins, and its points above the others by round."""
    setting, wins, above = rung.setting, 0.0, []
    start = game.new_state(setting.players, setting.options)
    for side in range(rung.sides):
        bots = [rung.strong if seat % rung.sides == side else rung.weak for seat in range(setting.players)]
        sample = Sample(game, setting.players, watch(game, start, bots, seed, range(deal, deal + 1), max_rounds))
        wins += float(sample.win_shares[0, side])
        gains = sample.better * sample.gains
        above.append((gains[:, side] * rung.sides - gains.sum(axis=1)) / (rung.sides - 1))
    return wins / rung.sides, np.concatenate(above).astype(float)
