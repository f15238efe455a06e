"""The bot `search`, which samples possible deals, called worlds, and lets `basic` players play out each action in them.

The bot works in every game, because it uses only the game's rules, its rules of thumb, and the worth of positions.
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
from parlour.engine.sets import count, each, lowest
from parlour.game.game import Game, State

Floats = npt.NDArray[np.float64]

FIRST_WORLDS = 8  # Every action is tried in this many worlds before any is dropped.
MOST_WORLDS = 100_000
CLEAR = 3.0  # Actions this many standard errors behind the best are dropped.
BETTER = 1.0  # To be chosen, an action must beat the rule of thumb by this many standard errors.
ALL = -1  # The set of all actions.
NEAR = 0.5  # Among secret choices within this many standard errors of the best, choose at random.
FRESH = 16  # When every action is tried in every world, the seat relearns its later choices after this many worlds.


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: a number of worlds, which makes choices repeatable, or of milliseconds."""

    worlds: int = MOST_WORLDS
    milliseconds: float = math.inf
    threads: int = 1
    own_time: bool = False  # Whether only the thread's CPU time counts, for fair contests on a busy machine.

    def now(self) -> float:
        """Return the current time in seconds."""
        return time.thread_time() if self.own_time else time.perf_counter()


@dataclass(frozen=True)
class Weighed:
    """What the search has found about an action."""

    action: int
    value: float = 0.0  # The action's mean value over the worlds.
    error: float = 0.0  # The standard error of `value`.
    behind: float = 0.0  # How much worse the action is than the best action in the same worlds.
    doubt: float = 0.0  # The standard error of `behind`.
    goal: float = 0.0  # The share of worlds in which the seat reached its goal.
    worlds: int = 0  # In how many worlds the action was tried.


def can_search(game: Game) -> bool:
    """Say whether the search is compiled; with plain Python it would be far too slow."""
    return not is_pending(weigher(game))


class Search:
    """The bot `search` or `clairvoyant`, which can play one seat or several."""

    def __init__(self, game: Game, budget: Budget, *, clairvoyant: bool = False) -> None:
        """Make the bot. A `clairvoyant` bot gets the true states, including hidden cards."""
        self.game, self.budget, self.clairvoyant = game, budget, clairvoyant
        self.decisions = 0  # The number of decisions simulated so far.
        self.loop = weigher(game)

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Choose the action that is best over the sampled worlds; until the search is compiled, use rules of thumb."""
        if is_pending(self.loop) and count(int(self.game.legal(state, seat))) > 1:
            return int(find_basic(self.game)(state, seat, rng))
        return self.choose_from(state, seat, ALL, rng)

    def choose_from(self, state: State, seat: int, allowed: int, rng: Rng) -> int:
        """Choose the action of a set that is best over the sampled worlds; at least one of them must be legal."""
        legal = int(self.game.legal(state, seat)) & allowed
        if count(legal) == 1:
            return lowest(legal)
        return self._decide(self.weigh(state, seat, rng, allowed), state, seat, rng)

    def _decide(self, weighed: list[Weighed], state: State, seat: int, rng: Rng) -> int:
        """Choose the best weighed action; if several seats choose at once, choose randomly among the nearly best."""
        if not int(self.game.actors(state)) & ~(1 << seat):
            return self._better_than_basic(weighed, state, seat, rng).action
        near = [one for one in weighed if one.behind <= NEAR * one.doubt]
        return near[random_bits(rng) % len(near)].action

    def _better_than_basic(self, weighed: list[Weighed], state: State, seat: int, rng: Rng) -> Weighed:
        """Choose the best action if it clearly beats the rule of thumb; otherwise follow the rule of thumb."""
        if not has_basic(self.game):
            return weighed[0]
        thumb = int(find_basic(self.game)(state, seat, rng))
        usual = next((one for one in weighed if one.action == thumb), None)
        return usual if usual and usual.behind <= BETTER * usual.doubt else weighed[0]

    def weigh(self, state: State, seat: int, rng: Rng, allowed: int = ALL) -> list[Weighed]:
        """Weigh all legal actions that are allowed, and return them, the best first.

        Clearly worse actions are tried in fewer worlds.
        """
        legal = np.array(list(each(int(self.game.legal(state, seat)) & allowed)), np.int64)
        work = [_Work(self.game, state, rng, len(legal)) for _ in range(self.budget.threads)]
        tally = _Tally(legal)
        self._try(work[:1], seat, tally, 0)  # Compile the loop before the clock starts.
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

    def try_all(self, state: State, seat: int, rng: Rng, worlds: int) -> tuple[list[int], Floats]:
        """Try every legal action in the same worlds; return the actions, and a row with their values for each world.

        The expected values don't depend on the number of worlds, because nothing is learned for longer than FRESH
        worlds.
        """
        legal = np.array(list(each(self.game.legal(state, seat))), np.int64)
        tally, values = _Tally(legal), np.zeros((worlds, len(legal)))
        for world in range(worlds):
            if world % FRESH == 0:
                work = _Work(self.game, state, rng, len(legal))
            self._try([work], seat, tally, 1)
            values[world] = work.sums[3]
        return list(map(int, legal)), values

    def _try_in_time(self, work: list["_Work"], seat: int, tally: "_Tally", number: int, start: float) -> int:
        """Try up to `number` worlds per thread while there is time; return how many were tried."""
        if number > FIRST_WORLDS or math.isinf(self.budget.milliseconds):
            self._try(work, seat, tally, number)
            return number
        for tried in range(1, number + 1):
            self._try(work, seat, tally, 1)
            if 1000 * (self.budget.now() - start) >= self.budget.milliseconds:
                return tried
        return number

    def _try(self, work: list["_Work"], seat: int, tally: "_Tally", number: int) -> None:
        """Try the actions in `number` worlds on every thread."""

        def batch(one: "_Work") -> int:
            return self.loop(
                one.worlds, one.raw, one.generators, seat, tally.actions, tally.alive, one.sums, one.products,
                one.tree[0], number, self.clairvoyant,
            )  # fmt: skip

        self.decisions += sum(_pool().map(batch, work) if len(work) > 1 else map(batch, work))


class _Work:
    """The memory of one thread: states, random generators, a tree, and sums for every action."""

    def __init__(self, game: Game, state: State, rng: Rng, actions: int) -> None:
        self.worlds = np.zeros(4, game.state)  # Indexed by SEEN, WORLD, LINE and HIDDEN.
        self.raw = self.worlds.view(np.int64).reshape(len(self.worlds), -1)  # `worlds` as 64-bit numbers.
        self.tree = np.zeros(1, TREE)
        self.worlds[0] = state
        self.generators = np.zeros(3, GENERATOR)
        for word in range(4):
            self.generators[0]["words"][word] = random_bits(rng) << 32 | random_bits(rng)
        self.sums = np.zeros((4, actions))  # The rows hold tries, values, goals reached, and values in one world.
        self.products = np.zeros((actions, actions))  # Sums of products of two actions' values in a world.


class _Tally:
    """The results for all actions; an action that is clearly behind the best is dropped and keeps its last result."""

    def __init__(self, actions: npt.NDArray[np.int64]) -> None:
        self.actions = actions
        self.alive = np.arange(len(actions))
        self.weighed = {int(action): Weighed(int(action)) for action in actions}

    def add(self, work: list[_Work]) -> None:
        """Combine the sums of all threads, and drop actions that are clearly behind the best."""
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
        """Return all actions, with the best first and the dropped actions last."""
        most = max(one.worlds for one in self.weighed.values())
        return sorted(self.weighed.values(), key=lambda one: (one.worlds < most, -one.value))


def _error(squares: Floats, mean: Floats, number: int) -> Floats:
    """Compute the standard error of a mean from the sum of squared values."""
    spread: Floats = np.sqrt(np.maximum(squares / number - mean * mean, 0.0) / max(number - 1, 1))
    return spread


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count())


def _next_number(number: int, done: int, passed: float, milliseconds: float) -> int:
    """Return how many worlds to try next: twice as many as before, if there is enough time."""
    if math.isinf(milliseconds):
        return 2 * number
    left = (milliseconds - passed) * done / max(passed, 0.01)
    return max(1, min(2 * number, int(left / 2)))
