"""`search`: a bot that samples worlds that fit what its seat knows, and lets `basic` players play out each action.

It works for every decision in every game: it uses only the contract, the rules of thumb and the worth of positions.
"""

import math
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from parlour.bots._tree import TREE
from parlour.bots.basic import find_basic, has_basic
from parlour.bots.rollout import weigher
from parlour.engine.rng import GENERATOR, Rng, random_bits
from parlour.engine.rule import is_pending
from parlour.engine.sets import each
from parlour.game.game import Game, State

Floats = npt.NDArray[np.float64]

FIRST_WORLDS = 8  # worlds in which every action is tried before any is dropped
MOST_WORLDS = 100_000
CLEAR = 3.0  # standard errors behind the best at which an action is dropped
BETTER = 1.0  # standard errors by which an action must beat the rule of thumb
NEAR = 0.5  # standard errors within which secret choices are mixed


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: a number of worlds (the same choice every time) or of milliseconds."""

    worlds: int = MOST_WORLDS
    milliseconds: float = math.inf
    threads: int = 1
    own_time: bool = False  # count only the CPU time of its thread: for fair contests on a busy machine

    def now(self) -> float:
        """Return the time in seconds."""
        return time.thread_time() if self.own_time else time.perf_counter()


@dataclass(frozen=True)
class Weighed:
    """What the search found out about an action."""

    action: int
    value: float = 0.0  # mean over the worlds
    error: float = 0.0  # standard error of that mean
    behind: float = 0.0  # how much worse than the best action, in the same worlds
    doubt: float = 0.0  # standard error of that difference
    goal: float = 0.0  # the share of worlds in which the goal was reached
    worlds: int = 0  # how many worlds it was tried in


def can_search(game: Game) -> bool:
    """Return whether the search is compiled: plain rules are far too slow for it."""
    return not is_pending(weigher(game))


class Search:
    """The bot; it can play one seat or all."""

    def __init__(self, game: Game, budget: Budget, *, clairvoyant: bool = False) -> None:
        """Make the bot; `clairvoyant`: it gets the true state, as an upper bound in the arena."""
        self.game, self.budget, self.clairvoyant = game, budget, clairvoyant
        self.decisions = 0  # simulated so far
        self.loop = weigher(game)

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Choose the action that is best in the worlds, or by rules of thumb until the search is compiled."""
        legal = list(each(self.game.legal(state, seat)))
        if len(legal) == 1:
            return legal[0]
        if is_pending(self.loop):
            return int(find_basic(self.game)(state, seat, rng))
        return self._decide(self.weigh(state, seat, rng), state, seat, rng)

    def _decide(self, weighed: list[Weighed], state: State, seat: int, rng: Rng) -> int:
        """Choose the best weighed action; near-equal secret choices are mixed."""
        if not int(self.game.actors(state)) & ~(1 << seat):
            return self._better_than_basic(weighed, state, seat, rng).action
        near = [one for one in weighed if one.behind <= NEAR * one.doubt]
        return near[random_bits(rng) % len(near)].action

    def _better_than_basic(self, weighed: list[Weighed], state: State, seat: int, rng: Rng) -> Weighed:
        """Choose the best action if it clearly beats the rule of thumb, else the rule of thumb."""
        if not has_basic(self.game):
            return weighed[0]
        thumb = int(find_basic(self.game)(state, seat, rng))
        usual = next(one for one in weighed if one.action == thumb)
        return weighed[0] if usual.behind > BETTER * usual.doubt else usual

    def weigh(self, state: State, seat: int, rng: Rng) -> list[Weighed]:
        """Weigh every action, best first; clearly worse ones are tried less often."""
        legal = np.array(list(each(self.game.legal(state, seat))), np.int64)
        work = [_Work(self.game, state, rng, len(legal)) for _ in range(self.budget.threads)]
        tally = _Tally(legal)
        self._try(work[:1], seat, tally, 0)  # compiles the loop the first time, outside the thinking time
        start = self.budget.now()
        number, done = FIRST_WORLDS, 0
        while done < self.budget.worlds and len(tally.alive) > 1:
            number = min(number, self.budget.worlds - done)
            number = self._try_in_time(work, seat, tally, number, start)
            done += number * len(work)
            tally.add(work)
            passed = 1000 * (self.budget.now() - start)
            if passed >= self.budget.milliseconds:
                break
            number = _next_number(number, done, passed, self.budget.milliseconds)
        return tally.ordered()

    def _try_in_time(self, work: list["_Work"], seat: int, tally: "_Tally", number: int, start: float) -> int:
        """Try a batch of worlds, a small one world by world while there is time; return how many were tried."""
        if number > FIRST_WORLDS or math.isinf(self.budget.milliseconds):
            self._try(work, seat, tally, number)
            return number
        for tried in range(1, number + 1):
            self._try(work, seat, tally, 1)
            if 1000 * (self.budget.now() - start) >= self.budget.milliseconds:
                return tried
        return number

    def _try(self, work: list["_Work"], seat: int, tally: "_Tally", number: int) -> None:
        """Try a batch of worlds on every thread."""

        def batch(one: "_Work") -> int:
            return self.loop(
                one.worlds, one.raw, one.generators, seat, tally.actions, tally.alive, one.sums, one.products,
                one.tree[0], number, self.clairvoyant,
            )  # fmt: skip

        self.decisions += sum(_pool().map(batch, work) if len(work) > 1 else map(batch, work))


class _Work:
    """What one thread needs: worlds, generators, and the sums for every action."""

    def __init__(self, game: Game, state: State, rng: Rng, actions: int) -> None:
        self.worlds = np.zeros(4, game.state)  # what is seen, a world, a line of play, what the seat sees there
        self.raw = self.worlds.view(np.int64).reshape(len(self.worlds), -1)  # the same memory as numbers
        self.tree = np.zeros(1, TREE)
        self.worlds[0] = state
        self.generators = np.zeros(3, GENERATOR)
        for word in range(4):
            self.generators[0]["words"][word] = random_bits(rng) << 32 | random_bits(rng)
        self.sums = np.zeros((4, actions))  # tries, values, goals reached, and the values of one world
        self.products = np.zeros((actions, actions))  # of the values of two actions in the same world


class _Tally:
    """What is known about the actions; one clearly behind the best is dropped and keeps its last result."""

    def __init__(self, actions: npt.NDArray[np.int64]) -> None:
        self.actions = actions
        self.alive = np.arange(len(actions))
        self.weighed = {int(action): Weighed(int(action)) for action in actions}

    def add(self, work: list[_Work]) -> None:
        """Add up the sums of all threads; keep only the actions that may still be the best."""
        sums = np.sum([one.sums for one in work], axis=0)[:, self.alive]
        products = np.sum([one.products for one in work], axis=0)[np.ix_(self.alive, self.alive)]
        number = int(sums[0, 0])
        mean, squares = sums[1] / number, np.diag(products)
        best = int(np.argmax(mean))
        behind = mean[best] - mean
        error = _error(squares, mean, number)
        doubt = _error(squares + squares[best] - 2 * products[best], behind, number)
        for index, action in enumerate(self.actions[self.alive]):
            self.weighed[int(action)] = Weighed(
                int(action), float(mean[index]), float(error[index]), float(behind[index]), float(doubt[index]),
                float(sums[2, index] / number), number,
            )  # fmt: skip
        self.alive = self.alive[behind <= CLEAR * doubt]

    def ordered(self) -> list[Weighed]:
        """Return all actions, best first, dropped ones last."""
        most = max(one.worlds for one in self.weighed.values())
        return sorted(self.weighed.values(), key=lambda one: (one.worlds < most, -one.value))


def _error(squares: Floats, mean: Floats, number: int) -> Floats:
    """Compute the standard error of a mean from the sum of squares."""
    spread: Floats = np.sqrt(np.maximum(squares / number - mean * mean, 0.0) / max(number - 1, 1))
    return spread


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count())


def _next_number(number: int, done: int, passed: float, milliseconds: float) -> int:
    """Return how many worlds to try next: more and more, but only as many as the time allows."""
    if math.isinf(milliseconds):
        return 2 * number
    left = (milliseconds - passed) * done / max(passed, 0.01)
    return max(1, min(2 * number, int(left / 2)))
