"""The arena: which bot is stronger, measured on the same deals with every rotation of seats.

One bot sits down among others (in Rook: one team against the other). All rotations of a deal are one sample, so that
the luck of the cards cancels out; the intervals are over deals.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import product

import numpy as np

from parlour.bots import Bot, find_bot
from parlour.bots.search import Budget
from parlour.cards import each
from parlour.fair import chance_generator, seeded_key
from parlour.game import Game
from parlour.lab.statistics import Mean
from parlour.match import Match
from parlour.rng import Rng, generator

DEFAULT_MAX_ROUNDS = 60


@dataclass(frozen=True)
class Contest:
    """What is measured."""

    game: Game
    players: int
    bots: tuple[str, ...]
    deals: int
    seed: int
    budget: Budget
    max_rounds: int = DEFAULT_MAX_ROUNDS


@dataclass
class Score:
    """How one bot did among others of one kind."""

    bot: str
    others: str
    points: Mean = field(default_factory=Mean)  # a round, above the table's mean
    wins: Mean = field(default_factory=Mean)  # share of matches won
    cut_off: int = 0
    seconds: list[float] = field(default_factory=list)  # a move of the bot

    @property
    def milliseconds(self) -> tuple[float, float]:
        """Median and 99th percentile of the time of a move."""
        times = np.array(self.seconds or [0.0]) * 1000
        return float(np.median(times)), float(np.percentile(times, 99))


@dataclass(frozen=True)
class _Seated:
    """One match: what it did for the bot that is measured."""

    points: float
    wins: float
    cut_off: bool
    seconds: list[float]


def run(contest: Contest, threads: int, step: Callable[[], None] = lambda: None) -> list[Score]:
    """Every bot among every other; `step` is called after each deal."""
    scores = []
    with ThreadPoolExecutor(threads) as pool:
        for bot, others in product(contest.bots, repeat=2):
            if bot == others and len(contest.bots) > 1:
                continue
            score = Score(bot, others)
            for seated in pool.map(partial(_deal, contest, bot, others), range(contest.deals)):
                _add(score, seated)
                step()
            scores.append(score)
    return scores


def pairs(contest: Contest) -> int:
    """How many pairings there are."""
    return max(1, len(contest.bots) * (len(contest.bots) - 1))


def _add(score: Score, seated: list[_Seated]) -> None:
    """All rotations of one deal are one sample."""
    score.points.add(sum(one.points for one in seated) / len(seated))
    score.wins.add(sum(one.wins for one in seated) / len(seated))
    for one in seated:
        score.cut_off += one.cut_off
        score.seconds += one.seconds


def _deal(contest: Contest, bot: str, others: str, deal: int) -> list[_Seated]:
    rotations = contest.game.teams or contest.players
    return [_play(contest, bot, others, deal, rotation) for rotation in range(rotations)]


def _seats(contest: Contest, rotation: int) -> list[int]:
    """The seats of the bot that is measured: one, or a team."""
    step = contest.game.teams or contest.players
    return list(range(rotation, contest.players, step))


def _play(contest: Contest, bot: str, others: str, deal: int, rotation: int) -> _Seated:
    game, key, own = contest.game, seeded_key(contest.seed, deal), _seats(contest, rotation)
    match = Match(game, contest.players, key=key, telling=False)
    bots = {seat: find_bot(game, bot if seat in own else others, contest.budget) for seat in range(contest.players)}
    cheats = {seat for seat in bots if (bot if seat in own else others).startswith("clairvoyant")}
    rngs = [_seat_generator(key, seat) for seat in range(contest.players)]
    seconds: list[float] = []
    match.advance()
    while not match.over and match.rounds < contest.max_rounds:
        seat = match.actors[0]
        taken = _act(match, bots[seat], seat, rngs[seat], seat in cheats)
        seconds += [taken] if seat in own else []
        match.advance()
    match.stop()
    return _Seated(_points(match, own), _win_share(match, own), match.cut_off, seconds)


def _seat_generator(key: bytes, seat: int) -> Rng:
    """The bot of a seat takes its chance from the deal and the seat, not from who else plays."""
    return generator(chance_generator(key, 10**6 + seat).words.tobytes())


def _act(match: Match, bot: Bot, seat: int, rng: Rng, cheats: bool) -> float:
    state = match.state if cheats else match.game.hidden(match.state, seat)
    start = time.perf_counter()
    action = bot(state, seat, rng)
    taken = time.perf_counter() - start
    match.act(seat, action)
    return taken


def _points(match: Match, own: list[int]) -> float:
    """Points a round above the table's mean; whole numbers first, so that equal bots give exactly 0."""
    scores = next(iter(match.game.standing(match.state).values()))
    place = own[0] % len(scores)
    above = scores[place] * len(scores) - sum(scores)
    return above / (len(scores) * max(1, match.rounds))


def _win_share(match: Match, own: list[int]) -> float:
    winners = list(each(match.game.winners(match.state)))
    return sum(seat in own for seat in winners) / len(winners) if winners else 0.0


def rows(scores: list[Score]) -> Iterator[dict[str, object]]:
    """The figures of a contest as JSON objects."""
    for score in scores:
        median, slowest = score.milliseconds
        yield {
            "bot": score.bot,
            "others": score.others,
            "points": score.points.mean,
            "points_margin": score.points.margin,
            "wins": score.wins.mean,
            "wins_margin": score.wins.margin,
            "deals": score.points.count,
            "cut_off": score.cut_off,
            "median_milliseconds": median,
            "p99_milliseconds": slowest,
        }
