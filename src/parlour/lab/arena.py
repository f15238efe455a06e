"""The arena measures which bots are stronger by playing the same deals with every rotation of the seats.

In pairings, each bot (or a team of it) plays against copies of every other bot. At mixed tables, all bots play
together, each of them in every seat. All rotations of a deal together are one sample, so the luck of the cards cancels
out, and intervals are computed over deals.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, product

import numpy as np

from parlour.bots import Bot, find_bot
from parlour.bots.search import Budget
from parlour.engine.rng import Rng, generator
from parlour.engine.sets import each
from parlour.game.game import Game
from parlour.lab.statistics import Mean
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Match

DEFAULT_MAX_ROUNDS = 60
MIXED = "mixed"  # Stands for the opponents at a table where all bots play.
FLOOR, CEILING = "basic", "clairvoyant"  # A bot closes a part of the gap between these two.


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
    seconds: list[float] = field(default_factory=list)  # The time taken by each choice.

    @property
    def milliseconds(self) -> tuple[float, float]:
        """The median and the 99th percentile of the time that a choice takes."""
        times = np.array(self.seconds or [0.0]) * 1000
        return float(np.median(times)), float(np.percentile(times, 99))


@dataclass(frozen=True)
class Played:
    """The result of one match for every side."""

    bots: tuple[str, ...]  # The bot of each side.
    points: tuple[float, ...]  # Each side's points per round above the table's mean.
    wins: tuple[float, ...]  # Each side's share of the victory.
    seconds: tuple[list[float], ...]
    cut_off: bool


@dataclass
class Results:
    """All scores of a contest, and its matches in the order of the deals."""

    contest: Contest
    scores: list[Score] = field(default_factory=list)
    matches: list[Played] = field(default_factory=list)  # They don't include the times of choices.


def run(contest: Contest, threads: int, step: Callable[[], None] = lambda: None) -> Results:
    """Play all pairings, then the mixed tables; call `step` after each deal."""
    results = Results(contest)
    _warm(contest)
    with ThreadPoolExecutor(threads) as pool:
        for bot, others in contest.pairings:
            seatings = [_one_among(contest, bot, others, its_side) for its_side in range(contest.sides)]
            among = {bot: others, others: bot} if contest.sides == 2 and not contest.among else {bot: others}
            results.scores += _measure(results, pool, seatings, among, step)
        if contest.mixes:
            seatings = [_all_mixed(contest, turn) for turn in range(len(contest.bots))]
            results.scores += _measure(results, pool, seatings, dict.fromkeys(contest.bots, MIXED), step)
    return results


def _warm(contest: Contest) -> None:
    """Let every bot play a round, so that no measured time includes compiling."""
    for bot in {*contest.bots, *filter(None, [contest.among])}:
        _play(replace(contest, max_rounds=1, budget=Budget(worlds=1)), (bot,) * contest.sides, 0)


Seating = tuple[tuple[str, ...], tuple[bool, ...]]  # The bot of each side, and whether the side is measured.


def _one_among(contest: Contest, bot: str, others: str, its_side: int) -> Seating:
    sides = range(contest.sides)
    measured = tuple(side == its_side or contest.sides == 2 for side in sides)
    return tuple(bot if side == its_side else others for side in sides), measured


def _all_mixed(contest: Contest, turn: int) -> Seating:
    """Seat the bots in order, from a different bot each turn, so that after all turns every bot had every seat."""
    bots = tuple(contest.bots[(side + turn) % len(contest.bots)] for side in range(contest.sides))
    return bots, (True,) * contest.sides


def _measure(
    results: Results, pool: ThreadPoolExecutor, seatings: list[Seating], others: dict[str, str],
    step: Callable[[], None],
) -> list[Score]:  # fmt: skip
    """Play every deal with all seatings; each deal adds one sample per measured bot."""
    scores = {bot: Score(bot, among) for bot, among in others.items()}
    deal = partial(_deal, results.contest, [bots for bots, _ in seatings])
    for played in pool.map(deal, range(results.contest.deals)):
        for score in scores.values():
            _add(score, played, [measured for _, measured in seatings])
        results.matches += [Played(one.bots, one.points, one.wins, (), one.cut_off) for one in played]
        step()
    return list(scores.values())


def _add(score: Score, played: list[Played], measured: list[tuple[bool, ...]]) -> None:
    """Add all rotations of one deal as one sample."""
    sides = [
        (match, side)
        for match, own in zip(played, measured, strict=True)
        for side, bot in enumerate(match.bots)
        if own[side] and bot == score.bot
    ]
    score.points.add(sum(match.points[side] for match, side in sides) / len(sides))
    score.wins.add(sum(match.wins[side] for match, side in sides) / len(sides))
    for match, side in sides:
        score.seconds += match.seconds[side]
    score.cut_off += sum(match.cut_off for match in played)


# --- one match


def _deal(contest: Contest, seatings: list[tuple[str, ...]], deal: int) -> list[Played]:
    return [_play(contest, bots, deal) for bots in seatings]


def _play(contest: Contest, bots: tuple[str, ...], deal: int) -> Played:
    game, key, sides = contest.game, seeded_key(contest.seed, deal), contest.sides
    match = Match(game, contest.players, key=key, telling=False)
    players = [find_bot(game, bots[seat % sides], contest.budget) for seat in range(contest.players)]
    rngs = [_seat_generator(key, seat) for seat in range(contest.players)]
    seconds: tuple[list[float], ...] = tuple([] for _ in range(sides))
    for seat in match.turns():
        if match.rounds >= contest.max_rounds:
            break
        sees_all = bots[seat % sides].startswith(CEILING)
        _act(match, players[seat], seat, rngs[seat], seconds[seat % sides], sees_all)
    match.stop()
    return Played(bots, _points(match, sides), _win_shares(match, sides), seconds, match.cut_off)


def _seat_generator(key: bytes, seat: int) -> Rng:
    """Make a seat's random generator, which depends only on the deal's key and the seat."""
    return generator(chance_generator(key, 10**6 + seat).words.tobytes())


def _act(match: Match, bot: Bot, seat: int, rng: Rng, seconds: list[float], sees_all: bool) -> None:
    """Let the bot act, and record the time it took unless the action was forced."""
    state = match.state if sees_all else match.game.hidden(match.state, seat)
    start = time.thread_time()
    action = bot(state, seat, rng)
    taken = time.thread_time() - start
    if len(match.legal(seat)) > 1:
        seconds.append(taken)
    match.act(seat, action)


def _points(match: Match, sides: int) -> tuple[float, ...]:
    """Compute points per round above the table's mean, with integers first, so that equal scores give exactly 0."""
    better = -1 if match.game.scoring.lowest_wins else 1
    scores = [better * int(match.game.points(match.state, side)) for side in range(sides)]
    total, rounds = sum(scores), max(1, match.rounds)
    return tuple((scores[side] * len(scores) - total) / (len(scores) * rounds) for side in range(sides))


def _win_shares(match: Match, sides: int) -> tuple[float, ...]:
    winners = list(each(match.game.winners(match.state)))
    return tuple(sum(seat % sides == side for seat in winners) / max(1, len(winners)) for side in range(sides))


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
        median, slowest = score.milliseconds
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
        }
