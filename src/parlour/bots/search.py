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

from parlour.bots.basic import find_basic, find_belief
from parlour.bots.worth import find_worth
from parlour.cards import each, lowest
from parlour.game import Game, State
from parlour.playout import for_game
from parlour.rng import GENERATOR, Rng, below, random_bits

Floats = npt.NDArray[np.float64]

FIRST_WORLDS = 8  # worlds in which every action is tried before any is given up
MOST_WORLDS = 100_000
CLEAR = 3.0  # standard errors behind the best at which an action is given up
BETTER = 1.0  # standard errors that an action must be better than the rule of thumb to be preferred
NEAR = 0.5  # standard errors within which secret choices are mixed
BELIEFS = 1 << 20  # parts of certainty
TRIES = 6  # worlds drawn before one is taken that the others' promises make unlikely


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
    behind: float  # how much less than the best action, in the same worlds
    doubt: float  # standard error of that difference
    goal: float  # in what part of the worlds the goal was reached
    worlds: int


def _weigh(
    worlds: Any, table: Any, seat: int, actions: Any, alive: Any, sums: Any, products: Any, number: int, seen: bool
) -> int:
    """Try the actions that are alive in so many worlds; how many decisions were simulated. worlds[0] is what is seen."""
    rng, chance, reached = table[0], table[1], sums[3]
    decisions = 0
    for _ in range(number):
        for _try in range(1 if seen else TRIES):
            worlds[1] = worlds[0]
            if not seen:
                redeal(worlds[1], seat, rng)  # type: ignore[name-defined]  # noqa: F821
                likely = believe(worlds[1], seat, rng)  # type: ignore[name-defined]  # noqa: F821
                if likely >= 1.0 or below(rng, BELIEFS) < likely * BELIEFS:
                    break
        for word in range(4):  # the same chance for every action: differences have less noise
            table[2].words[word] = rng.words[word]
        random_bits(rng)
        for place in range(len(alive)):
            worlds[2] = worlds[1]
            state = worlds[2]
            for word in range(4):
                chance.words[word] = table[2].words[word]
            limit = state.rounds + horizon(state)  # type: ignore[name-defined]  # noqa: F821
            apply(state, seat, actions[alive[place]])  # type: ignore[name-defined]  # noqa: F821
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
            reached[place] = value(state, seat)  # type: ignore[name-defined]  # noqa: F821
            sums[2, alive[place]] += goal(worlds[1], state, seat)  # type: ignore[name-defined]  # noqa: F821
        for place in range(len(alive)):
            sums[0, alive[place]] += 1
            sums[1, alive[place]] += reached[place]
            for other in range(len(alive)):
                products[alive[place], alive[other]] += reached[place] * reached[other]
    return decisions


@cache
def weigher(game: Game) -> Callable[..., int]:
    """The loop of the search, compiled for a game."""
    worth = find_worth(game)
    return for_game(
        game, _weigh, basic=find_basic(game), believe=find_belief(game),
        horizon=worth.horizon, value=worth.value, goal=worth.goal,
    )  # fmt: skip


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
        if not int(self.game.actors(state)) & ~(1 << seat):
            return self._better_than_basic(weighed, state, seat, rng).action
        near = [one for one in weighed if one.behind <= NEAR * one.doubt]
        return near[random_bits(rng) % len(near)].action

    def _better_than_basic(self, weighed: list[Weighed], state: State, seat: int, rng: Rng) -> Weighed:
        """The best action if it is clearly better than the rule of thumb, else that: chance finds no better advice."""
        thumb = int(find_basic(self.game)(state, seat, rng))
        usual = next(one for one in weighed if one.action == thumb)
        return weighed[0] if usual.behind > BETTER * usual.doubt else usual

    def weigh(self, state: State, seat: int, rng: Rng) -> list[Weighed]:
        """What every action is worth, the best first; those clearly worse were tried less often."""
        legal = np.array(list(each(self.game.legal(state, seat))), np.int64)
        work = [_Work(self.game, state, rng, len(legal)) for _ in range(self.budget.threads)]
        tally = _Tally(legal)
        self._try(work[:1], seat, tally, 0)  # the first time this compiles: that is no thinking
        start = time.perf_counter()
        number, done = FIRST_WORLDS, 0
        while done < self.budget.worlds and len(tally.alive) > 1:
            number = min(number, self.budget.worlds - done)
            self._try(work, seat, tally, number)
            done += number * len(work)
            tally.add(work)
            passed = 1000 * (time.perf_counter() - start)
            if passed >= self.budget.milliseconds:
                break
            number = _next_number(number, done, passed, self.budget.milliseconds)
        return tally.ordered()

    def _try(self, work: list["_Work"], seat: int, tally: "_Tally", number: int) -> None:
        """One more batch of worlds, on every thread."""
        run = weigher(self.game)

        def batch(one: "_Work") -> int:
            return run(
                one.worlds, one.table, seat, tally.actions, tally.alive, one.sums, one.products, number,
                self.clairvoyant,
            )  # fmt: skip

        self.decisions += sum(_pool().map(batch, work) if len(work) > 1 else map(batch, work))


class _Work:
    """What one thread needs: worlds, generators, and the sums for every action."""

    def __init__(self, game: Game, state: State, rng: Rng, actions: int) -> None:
        self.worlds = np.zeros(3, game.state)
        self.worlds[0] = state
        self.table = np.zeros(3, GENERATOR)
        for word in range(4):
            self.table[0]["words"][word] = random_bits(rng) << 32 | random_bits(rng)
        self.sums = np.zeros((4, actions))  # tries, values, goals reached, and room for the values of one world
        self.products = np.zeros((actions, actions))  # of the values of two actions in the same world


class _Tally:
    """What is known of the actions; one that is clearly behind the best is given up and stays as it was."""

    def __init__(self, actions: npt.NDArray[np.int64]) -> None:
        self.actions = actions
        self.alive = np.arange(len(actions))
        self.weighed = {int(action): Weighed(int(action), 0.0, 0.0, 0.0, 0.0, 0.0, 0) for action in actions}

    def add(self, work: list[_Work]) -> None:
        """Look at the sums of all threads; keep only the actions that may still be the best."""
        sums = np.sum([one.sums for one in work], axis=0)[:, self.alive]
        products = np.sum([one.products for one in work], axis=0)[np.ix_(self.alive, self.alive)]
        number = int(sums[0, 0])
        mean, squares = sums[1] / number, np.diag(products)
        best = int(np.argmax(mean))
        behind = mean[best] - mean
        error = _error(squares, mean, number)
        doubt = _error(squares + squares[best] - 2 * products[best], behind, number)
        for place, action in enumerate(self.actions[self.alive]):
            figures = (mean, error, behind, doubt, sums[2] / number)
            self.weighed[int(action)] = Weighed(int(action), *(float(figure[place]) for figure in figures), number)
        self.alive = self.alive[behind <= CLEAR * doubt]

    def ordered(self) -> list[Weighed]:
        """All actions, the best first, those given up last."""
        most = max(one.worlds for one in self.weighed.values())
        return sorted(self.weighed.values(), key=lambda one: (one.worlds < most, -one.value))


def _error(squares: Floats, mean: Floats, number: int) -> Floats:
    """The standard error of a mean, from the sum of squares."""
    spread: Floats = np.sqrt(np.maximum(squares / number - mean * mean, 0.0) / max(number - 1, 1))
    return spread


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count())


def _next_number(number: int, done: int, passed: float, milliseconds: float) -> int:
    """How many worlds to try next: more and more, but only as many as the time allows."""
    if math.isinf(milliseconds):
        return 2 * number
    left = (milliseconds - passed) * done / max(passed, 0.01)
    return max(1, min(2 * number, int(left / 2)))
