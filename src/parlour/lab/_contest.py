"""Playing the matches of the arena in a compiled loop, in which every seat has a random generator of its own.

One seat may be restricted: see `_restricting`.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots import Bot, find_bot
from parlour.bots.search import Budget
from parlour.engine.memory import record_type
from parlour.engine.rng import GENERATOR, Rng
from parlour.engine.rule import hot_piece, loop
from parlour.engine.sets import count
from parlour.game.game import Game, State
from parlour.lab._asking import ASKING, DONE, JUDGES, NO_ANSWER, REPLACES, Seats
from parlour.lab._restricting import NOBODY, RESTRICTING, Judge, find_restricted
from parlour.match.seeds import HASHER, seed_of_event, seeded_words, set_key
from parlour.match.walk import NO_END, Context, States, find_dealing, results_of, walk_for

FIRST_SEAT = 10**6  # A seat's generator takes its seed from the deal's key like a chance event with this number.
CURSOR = record_type([*ASKING, *RESTRICTING, ("decisions", np.int64)])


@dataclass
class Times:
    """How long a bot's choices took, in seconds of CPU time."""

    choices: list[float] = field(default_factory=list)  # Every choice of a bot that isn't compiled, except forced ones.
    inside: float = 0.0  # Time in the compiled loop, for all seats and with the rules,
    decisions: int = 0  # and how many decisions compiled bots made in it.

    def add(self, other: "Times") -> None:
        """Add the times of another match."""
        self.choices += other.choices
        self.inside += other.inside
        self.decisions += other.decisions

    @property
    def mean_milliseconds(self) -> float:
        """The mean time of a choice or, for a compiled bot, of a decision in the compiled loop with all its rules."""
        if self.choices:
            return float(np.mean(self.choices)) * 1000
        return 1000 * self.inside / max(1, self.decisions)


@dataclass(frozen=True)
class Played:
    """The result of one match for every side."""

    points: tuple[float, ...]  # Each side's points per round above the table's mean.
    wins: tuple[float, ...]  # Each side's share of the victory.
    cut_off: bool


@dataclass(frozen=True)
class Table:
    """The matches of one seating, in the order of their deals."""

    played: list[Played]
    times: dict[str, Times]  # by bot
    replaced: int = 0  # How many choices of the restricted seat were forbidden, and replaced by other actions.
    kept: int = 0  # How many of its forbidden choices were made all the same, because no other action was legal.


@cache
def find_contest(game: Game) -> Callable[..., int]:
    """Make the loop for a game, which plays all matches and returns why it stopped; it's compiled on its first call."""
    actors, over, deal_by_key, choose_allowed = game.actors, game.over, find_dealing(game), find_restricted(game)

    @hot_piece
    def chance(state: State, context: Context) -> bool:
        generators, hasher = context[0], context[1]
        return deal_by_key(state, generators[len(generators) - 1], hasher)

    @hot_piece
    def choose(state: State, seat: int, context: Context) -> int:
        generators, _, slips, at, verdicts = context
        return choose_allowed(state, seat, slips, generators[seat], at, verdicts)

    walk = walk_for(game, chance, choose)

    @loop
    def play_contest(
        states: Any, keys: Any, generators: Any, hashers: Any, slips: Any, cursor: Any, verdicts: Any, ended: Any,
        limit: int
    ) -> int:  # fmt: skip
        at, hasher = cursor[0], hashers[0]
        context = (generators, hasher, slips, at, verdicts)
        while at.match < len(states):
            state = states[at.match]
            if at.begun == 0:
                set_key(hasher, keys[at.match])
                for seat in range(len(slips)):
                    seed_of_event(hasher, FIRST_SEAT + seat, generators[seat].words)
                at.begun = 1
            at.why = DONE
            at.decisions += walk(state, context, limit, NO_END)
            if at.why != DONE:
                return int(at.why)
            ended[at.match] = actors(state) == 0 and over(state)
            at.match += 1
            at.begun = 0
        return DONE

    return play_contest


def play(
    game: Game,
    start: State,
    bots: Sequence[str],
    whole: frozenset[int],
    seed: int,
    deals: range,
    limit: int,
    budget: Budget,
    judge: Judge | None = None,
) -> Table:
    """Play deals with one bot in each seat; the seats in `whole` get the whole state.

    The cards depend only on the seed and the number of the deal, and so does every seat's random generator. A `judge`
    restricts one of the seats.
    """
    states, ended = np.full(len(deals), start, game.state), np.zeros(len(deals), np.bool_)
    keys, cursor = seeded_words(seed, deals), np.zeros(1, CURSOR)
    generators, hashers, at = np.zeros(len(bots) + 1, GENERATOR), np.zeros(1, HASHER), cursor[0]
    times = {bot: Times() for bot in bots}
    seats = Seats.of(
        game, bots, lambda seat: _timed(game, find_bot(game, bots[seat], budget), times[bots[seat]]), whole
    )
    at.answer, slips, run, inside, asked = NO_ANSWER, seats.slips, find_contest(game), 0.0, 0
    at.restricted, at.chosen, at.allowed = judge.seat if judge else NOBODY, NO_ANSWER, NO_ANSWER
    verdicts = judge.verdicts if judge else np.zeros(1, np.int8)
    while True:
        begun = time.thread_time()
        why = run(states, keys, generators, hashers, slips, cursor, verdicts, ended, limit)
        inside += time.thread_time() - begun
        if why == DONE:
            break
        if judge and why == JUDGES:
            judge.judge(at, states[at.match])
        elif judge and why == REPLACES:
            judge.replace(at, seats.known(states[at.match], judge.seat), generators[at.seat])
        else:
            seats.answer(at, states[at.match], generators[at.seat])
            asked += 1
    for bot in {bots[seat] for seat in range(len(bots)) if seat not in seats.outside}:
        times[bot].add(Times([], inside, int(at.decisions) - asked))
    return Table(_results(game, states, ended, len(bots)), times, int(at.replaced), int(at.kept))


def _timed(game: Game, bot: Bot, times: Times) -> Bot:
    """Make a bot that records the time of every choice that isn't forced."""

    def choose(state: State, seat: int, rng: Rng) -> int:
        start = time.thread_time()
        action = bot(state, seat, rng)
        taken = time.thread_time() - start
        if count(int(game.legal(state, seat))) > 1:
            times.choices.append(taken)
        return action

    return choose


def _results(game: Game, states: States, ended: npt.NDArray[np.bool_], players: int) -> list[Played]:
    """Compute points with integers first, so that equal scores give exactly 0."""
    standings, won = results_of(game, states, players)
    scores = -standings if game.scoring.lowest_wins else standings
    sides, rounds = scores.shape[1], np.maximum(1, states["rounds"].astype(np.int64))[:, None]
    points = (scores * sides - scores.sum(1, keepdims=True)) / (sides * rounds)
    winners = (won[:, None] >> np.arange(players)) & 1
    of_side = np.arange(players)[:, None] % sides == np.arange(sides)
    wins = (winners @ of_side) / np.maximum(1, winners.sum(1, keepdims=True))
    return [
        Played(tuple(own), tuple(shares), not over)
        for own, shares, over in zip(points.tolist(), wins.tolist(), ended.tolist(), strict=True)
    ]
