"""`search`: sampled worlds that fit what the seat knows, each action played out in them by `basic` players.

It works for every decision of every game: it knows only the contract, the rules of thumb and what a position is worth.
"""

import math
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots.basic import find_basic
from parlour.bots.worth import find_worth
from parlour.cards import each, lowest
from parlour.game import Game, State
from parlour.playout import for_game
from parlour.rng import GENERATOR, Rng, random_bits

Floats = npt.NDArray[np.float64]

FIRST_WORLDS = 8  # worlds in which every action is tried before any is given up
MOST_WORLDS = 100_000
CLEAR = 3.0  # standard errors behind the best at which an action is given up
BETTER = 1.0  # standard errors that an action must be better than the rule of thumb to be preferred
NEAR = 1.0  # standard errors within which secret choices are mixed


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: so many worlds (the same choice every time), or so many milliseconds."""

    worlds: int = MOST_WORLDS
    milliseconds: float = math.inf
    threads: int = 1


@dataclass(frozen=True)
class Weighed:
    """What the search found out about one action."""

    action: int
    value: float  # mean over the worlds
    error: float  # standard error of that mean
    worlds: int


def _weigh(
    worlds: Any, table: Any, seat: int, actions: Any, tried: Any, sums: Any, squares: Any, number: int, seen: bool
) -> int:
    """Try the actions in so many worlds; how many decisions were simulated. worlds[0] is what the seat sees."""
    rng, chance = table[0], table[1]
    decisions = 0
    for _ in range(number):
        worlds[1] = worlds[0]
        if not seen:
            redeal(worlds[1], seat, rng)  # type: ignore[name-defined]  # noqa: F821
        for word in range(4):  # the same chance for every action: differences have less noise
            table[2].words[word] = rng.words[word]
        random_bits(rng)
        for place in range(len(actions)):
            worlds[2] = worlds[1]
            state = worlds[2]
            for word in range(4):
                chance.words[word] = table[2].words[word]
            limit = state.rounds + horizon(state)  # type: ignore[name-defined]  # noqa: F821
            apply(state, seat, actions[place])  # type: ignore[name-defined]  # noqa: F821
            while state.rounds < limit:
                seats = actors(state)  # type: ignore[name-defined]  # noqa: F821
                if seats == 0:
                    if over(state):  # type: ignore[name-defined]  # noqa: F821
                        break
                    deal(state, chance)  # type: ignore[name-defined]  # noqa: F821
                else:
                    actor = lowest(seats)
                    apply(state, actor, basic(state, actor, chance))  # type: ignore[name-defined]  # noqa: F821
                    decisions += 1
            reached = value(state, seat)  # type: ignore[name-defined]  # noqa: F821
            tried[place] += 1
            sums[place] += reached
            squares[place] += reached * reached
    return decisions


@cache
def weigher(game: Game) -> Callable[..., int]:
    """The loop of the search, compiled for a game."""
    worth = find_worth(game)
    return for_game(game, _weigh, basic=find_basic(game), horizon=worth.horizon, value=worth.value)


class Search:
    """The bot: one for each seat, or one for all."""

    def __init__(self, game: Game, budget: Budget, *, clairvoyant: bool = False) -> None:
        """`clairvoyant`: it is given the true state; only for the arena, as the ceiling."""
        self.game, self.budget, self.clairvoyant = game, budget, clairvoyant
        self.decisions = 0  # simulated so far

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The best action found; near-equal secret choices are mixed."""
        legal = list(each(self.game.legal(state, seat)))
        if len(legal) == 1:
            return legal[0]
        weighed = self.weigh(state, seat, rng)
        best = self._better_than_basic(weighed, state, seat, rng)
        if not int(self.game.actors(state)) & ~(1 << seat):
            return best.action
        near = [one for one in weighed if best.value - one.value <= NEAR * math.hypot(best.error, one.error)]
        return near[random_bits(rng) % len(near)].action

    def _better_than_basic(self, weighed: list[Weighed], state: State, seat: int, rng: Rng) -> Weighed:
        """The best action if it is clearly better than the rule of thumb, else that: chance finds no better advice."""
        thumb = int(find_basic(self.game)(state, seat, rng))
        usual = next(one for one in weighed if one.action == thumb)
        best = weighed[0]
        clear = best.value - usual.value > BETTER * math.hypot(best.error, usual.error)
        return best if clear else usual

    def weigh(self, state: State, seat: int, rng: Rng) -> list[Weighed]:
        """What every action is worth, the best first; those clearly worse were tried less often."""
        legal = np.array(list(each(self.game.legal(state, seat))), np.int64)
        work = [_Work(self.game, state, rng, len(legal)) for _ in range(self.budget.threads)]
        alive = np.ones(len(legal), bool)
        self._try(work[:1], seat, legal, alive, 0)  # the first time this compiles: that is no thinking
        start = time.perf_counter()
        number, done = FIRST_WORLDS, 0
        while done < self.budget.worlds and alive.sum() > 1:
            number = min(number, self.budget.worlds - done)
            self._try(work, seat, legal, alive, number)
            done += number * len(work)
            alive &= _still_good(work)
            passed = 1000 * (time.perf_counter() - start)
            if passed >= self.budget.milliseconds:
                break
            number = _next_number(number, done, passed, self.budget.milliseconds)
        return _ordered(legal, work)

    def _try(self, work: list["_Work"], seat: int, legal: npt.NDArray[np.int64], alive: Any, number: int) -> None:
        """One more batch of worlds, on every thread."""
        run = weigher(self.game)
        places = np.flatnonzero(alive)

        def batch(one: "_Work") -> int:
            tried, sums, squares = one.tried[places], one.sums[places], one.squares[places]
            made = run(one.worlds, one.table, seat, legal[places], tried, sums, squares, number, self.clairvoyant)
            one.tried[places], one.sums[places], one.squares[places] = tried, sums, squares
            return made

        self.decisions += sum(_pool().map(batch, work) if len(work) > 1 else map(batch, work))


class _Work:
    """What one thread needs: worlds, generators, and the sums for every action."""

    def __init__(self, game: Game, state: State, rng: Rng, actions: int) -> None:
        self.worlds = np.zeros(3, game.state)
        self.worlds[0] = state
        self.table = np.zeros(3, GENERATOR)
        for word in range(4):
            self.table[0]["words"][word] = random_bits(rng) << 32 | random_bits(rng)
        self.tried = np.zeros(actions, np.int64)
        self.sums = np.zeros(actions)
        self.squares = np.zeros(actions)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count())


def _means(work: list[_Work]) -> tuple[Floats, Floats, npt.NDArray[np.int64]]:
    """Mean, standard error and number of tries of every action, all threads together."""
    tried = np.sum([one.tried for one in work], axis=0)
    sums = np.sum([one.sums for one in work], axis=0)
    squares = np.sum([one.squares for one in work], axis=0)
    number = np.maximum(tried, 1)
    mean = sums / number
    spread = np.maximum(squares / number - mean * mean, 0.0)
    return mean, np.sqrt(spread / np.maximum(number - 1, 1)), tried


def _still_good(work: list[_Work]) -> Any:
    mean, error, tried = _means(work)
    mean = np.where(tried > 0, mean, -np.inf)
    best = int(np.argmax(mean))
    return mean + CLEAR * np.hypot(error, error[best]) >= mean[best]


def _next_number(number: int, done: int, passed: float, milliseconds: float) -> int:
    """How many worlds to try next: more and more, but only as many as the time allows."""
    if math.isinf(milliseconds):
        return 2 * number
    left = (milliseconds - passed) * done / max(passed, 0.01)
    return max(1, min(2 * number, int(left / 2)))


def _ordered(legal: npt.NDArray[np.int64], work: list[_Work]) -> list[Weighed]:
    mean, error, tried = _means(work)
    found = [
        Weighed(int(action), float(mean[place]), float(error[place]), int(tried[place]))
        for place, action in enumerate(legal)
    ]
    most = max(one.worlds for one in found)
    return sorted(found, key=lambda one: (one.worlds < most / 2, -one.value))
