"""The arena measures which bots are stronger by playing the same deals with every rotation of the seats.

In pairings, each bot (or a team of it) plays against copies of every other bot. At mixed tables, all bots play
together, each of them in every seat. All rotations of a deal together are one sample, so the luck of the cards cancels
out, and intervals are computed over deals.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations, product

import numpy as np

from parlour.bots import check_match
from parlour.bots.basic import compiled_bots
from parlour.bots.search import Budget
from parlour.engine.threads import in_order
from parlour.game.game import Game
from parlour.lab._contest import Played, Table, Times, play
from parlour.lab.simulation import check_choices, plan
from parlour.lab.statistics import Mean

DEFAULT_MAX_ROUNDS = 60
LEAST_DEALS = 2  # With fewer deals, there is no interval.
MIXED = "mixed"  # Stands for the opponents at a table where all bots play.
FLOOR, CEILING = "basic", "clairvoyant"  # A bot closes a part of the gap between these two.
MOST_BLOCK, BLOCKS = 256, 8  # Deals that a thread plays at a time, and the number of such blocks aimed at per thread.


@dataclass(frozen=True)
class Contest:
    """The settings of a contest in the arena: a game, the bots, and how many deals they play."""

    game: Game
    players: int
    bots: tuple[str, ...]
    deals: int
    seed: int
    budget: Budget
    max_rounds: int = DEFAULT_MAX_ROUNDS
    among: str = ""  # If set, every bot plays only against this bot.
    options: Mapping[str, object] = field(default_factory=dict)  # The game's options; all others have their defaults.

    @property
    def sides(self) -> int:
        """The number of teams, or of players in a game without teams."""
        return self.game.teams or self.players

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """The pairs (bot, opponents) to play; a single bot plays against copies of itself."""
        if self.among:
            return [(bot, self.among) for bot in self.bots if bot != self.among]
        if self.sides == 2 and len(self.bots) > 1:  # The same matches measure both sides.
            return list(combinations(self.bots, 2))
        pairs = [(bot, others) for bot, others in product(self.bots, repeat=2) if bot != others]
        return pairs or [(self.bots[0], self.bots[0])]

    @property
    def mixes(self) -> bool:
        """Whether mixed tables are played, which needs more than two sides, several bots and no `among`."""
        return self.sides > 2 and len(self.bots) > 1 and not self.among

    @property
    def steps(self) -> int:
        """The total number of deals in all pairings and mixed tables."""
        return self.deals * (len(self.pairings) + self.mixes)


@dataclass
class Score:
    """The results of one bot against copies of another bot, or at mixed tables."""

    bot: str
    others: str
    points: Mean = field(default_factory=Mean)  # Points per round above the table's mean.
    wins: Mean = field(default_factory=Mean)  # The share of matches won.
    cut_off: int = 0
    times: Times = field(default_factory=Times)

    @property
    def milliseconds(self) -> tuple[float, float] | None:
        """The median and the 99th percentile of the time that a choice takes; None for a compiled bot."""
        if not self.times.choices:
            return None
        times = np.array(self.times.choices) * 1000
        return float(np.median(times)), float(np.percentile(times, 99))

    def add(self, played: Sequence[Played], own: Sequence[tuple[int, int]]) -> None:
        """Add all rotations of one deal as one sample; `own` lists the matches and sides of the bot."""
        self.points.add(sum(played[match].points[side] for match, side in own) / len(own))
        self.wins.add(sum(played[match].wins[side] for match, side in own) / len(own))
        self.cut_off += sum(match.cut_off for match in played)


Seating = tuple[tuple[str, ...], tuple[bool, ...]]  # The bot of each side, and whether the side is measured.


@dataclass
class Series:
    """The matches of some seatings, which are all played with every deal."""

    seatings: list[Seating]
    others: dict[str, str]  # The measured bots, and against which bot each is measured.
    blocks: list[list[Table]] = field(default_factory=list)  # For each block of deals, a table for each seating.

    @property
    def deals(self) -> Iterator[tuple[Played, ...]]:
        """All matches of each deal, one for each seating."""
        for block in self.blocks:
            yield from zip(*(table.played for table in block), strict=True)

    @property
    def count(self) -> int:
        """The number of deals played."""
        return sum(len(block[0].played) for block in self.blocks)

    def scores(self) -> list[Score]:
        """Compute the results; each deal is one sample per measured bot."""
        scores = [Score(bot, others) for bot, others in self.others.items()]
        for score in scores:
            own = [
                (match, side)
                for match, (bots, measured) in enumerate(self.seatings)
                for side, bot in enumerate(bots)
                if measured[side] and bot == score.bot
            ]
            for deal in self.deals:
                score.add(deal, own)
            for table in (table for block in self.blocks for table in block):
                score.times.add(table.times.get(score.bot, Times()))
        return scores


@dataclass
class Results:
    """All scores of a contest, and its matches in the order of the deals."""

    contest: Contest
    series: list[Series]

    @cached_property
    def scores(self) -> list[Score]:
        """The scores of every bot that has played enough deals for an interval."""
        return [score for one in self.series if one.count >= LEAST_DEALS for score in one.scores()]

    @property
    def matches(self) -> Iterator[tuple[tuple[str, ...], Played]]:
        """All matches, each with the bot of every side."""
        for one in self.series:
            for deal in one.deals:
                yield from zip((bots for bots, _ in one.seatings), deal, strict=True)

    @property
    def deals(self) -> int:
        """The number of deals played in all pairings and mixed tables."""
        return sum(one.count for one in self.series)

    @property
    def complete(self) -> bool:
        """Whether all deals have been played; Ctrl-C ends a contest early."""
        return self.deals == self.contest.steps


def run(contest: Contest, threads: int, step: Callable[[int], None] = lambda deals: None) -> Results:
    """Play all pairings, then the mixed tables; call `step` with the number of deals played since its last call.

    Ctrl-C ends the contest: the results have the deals played so far.
    """
    results = Results(contest, list(_planned(contest)))
    _warm(contest)
    with suppress(KeyboardInterrupt):
        for series in results.series:
            for block in in_order(partial(_play_block, contest, series), _blocks(contest, series, threads), threads):
                series.blocks.append(block)
                step(len(block[0].played))
    return results


def _planned(contest: Contest) -> Iterator[Series]:
    for bot, others in contest.pairings:
        seatings = [_one_among(contest, bot, others, its_side) for its_side in range(contest.sides)]
        both = contest.sides == 2 and not contest.among
        yield Series(seatings, {bot: others, others: bot} if both else {bot: others})
    if contest.mixes:
        seatings = [_all_mixed(contest, turn) for turn in range(len(contest.bots))]
        yield Series(seatings, dict.fromkeys(contest.bots, MIXED))


def _warm(contest: Contest) -> None:
    """Check every bot and its choices, and let it play a round, so that no measured time includes compiling."""
    inside, bots = compiled_bots(contest.game), {*contest.bots, *filter(None, [contest.among])}
    check_match(contest.game, sorted(bots), contest.game.new_state(contest.players))
    for bot in bots:
        if bot in inside:
            check_choices(plan(contest.game, contest.players, contest.options, [bot], seed=contest.seed))
        _play(replace(contest, max_rounds=1, budget=Budget(worlds=1)), (bot,) * contest.sides, range(1))


def _one_among(contest: Contest, bot: str, others: str, its_side: int) -> Seating:
    sides = range(contest.sides)
    measured = tuple(side == its_side or contest.sides == 2 for side in sides)
    return tuple(bot if side == its_side else others for side in sides), measured


def _all_mixed(contest: Contest, turn: int) -> Seating:
    """Seat the bots in order, from a different bot each turn, so that after all turns every bot had every seat."""
    bots = tuple(contest.bots[(side + turn) % len(contest.bots)] for side in range(contest.sides))
    return bots, (True,) * contest.sides


def _blocks(contest: Contest, series: Series, threads: int) -> Iterator[range]:
    """Divide the deals among the threads; a bot that isn't compiled is made anew for every match."""
    seated = {bot for bots, _ in series.seatings for bot in bots}
    size = min(MOST_BLOCK, max(1, contest.deals // (BLOCKS * threads)))
    if not seated <= compiled_bots(contest.game).keys():
        size = 1
    return (range(first, min(first + size, contest.deals)) for first in range(0, contest.deals, size))


def _play_block(contest: Contest, series: Series, deals: range) -> list[Table]:
    return [_play(contest, bots, deals) for bots, _ in series.seatings]


def _play(contest: Contest, bots: tuple[str, ...], deals: range) -> Table:
    """Play deals with the bots of these sides."""
    seats = [bots[seat % contest.sides] for seat in range(contest.players)]
    whole = frozenset(seat for seat, bot in enumerate(seats) if bot.startswith(CEILING))
    start = contest.game.new_state(contest.players, contest.options)
    return play(contest.game, start, seats, whole, contest.seed, deals, contest.max_rounds, contest.budget)


# --- results


def gap_closed(results: Results, bot: str) -> tuple[float, float] | None:
    """Compute a bot's advantage over `basic` as a fraction of the clairvoyant's, in points and in wins."""
    among = {score.bot.partition(":")[0]: score for score in results.scores if score.others == FLOOR}
    own = next((score for score in results.scores if (score.bot, score.others) == (bot, FLOOR)), None)
    if own is None or CEILING not in among:
        return None
    even = 1 / results.contest.sides
    top = among[CEILING]
    points = own.points.mean / top.points.mean if top.points.mean > 0 else float("nan")
    return points, (own.wins.mean - even) / (top.wins.mean - even) if top.wins.mean > even else float("nan")


def rows(results: Results) -> Iterator[dict[str, object]]:
    """Yield the figures of each bot as a JSON object."""
    for score in results.scores:
        median, slowest = score.milliseconds or (None, None)
        gap = gap_closed(results, score.bot) if score.others == FLOOR else None
        yield {
            "bot": score.bot,
            "others": score.others,
            "points": score.points.mean,
            "points_margin": score.points.margin,
            "wins": score.wins.mean,
            "wins_margin": score.wins.margin,
            "gap_closed": {"points": gap[0], "wins": gap[1]} if gap else None,
            "deals": score.points.count,
            "cut_off": score.cut_off,
            "median_milliseconds": median,
            "p99_milliseconds": slowest,
            "mean_milliseconds": score.times.mean_milliseconds,
        }
