"""Self-play: the net plays all seats of many tables, and learns from what its choices brought (PPO).

Where the game has rules of thumb, they sit in the other seats of some tables: a net that only knows itself is at a loss
with players that play otherwise.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.bots.nets.net import NEVER, Adam, Net, copied
from parlour.envs.learners import EVERY_SEAT, NO_SEAT
from parlour.errors import ParlourError

CLIP = 0.2  # how far a choice may move away from the player that made it, before it teaches nothing more
EPOCHS = 2
LOOK = 400  # steps of random play that show how large the numbers of an observation become
LOOK_ROUND = 8  # steps between two looks whether all tables are through with their rounds
VALUE = 1.0  # the weight of the error of the values
FORGET = 0.05  # how much of the average each time of learning replaces
SPARRING = 0.85  # of the tables, with rules of thumb in the other seats


@dataclass(frozen=True)
class Aim:
    """What the net learns to win: points of a round, the match, or both."""

    points: float  # the weight of the points of a round, in units of their spread
    match: float  # the weight of the result of a match
    onward: float  # how much later rounds count for a choice: 0, only this one
    trace: float  # how far what happens later counts for a choice, beside the value of the seat's next one


class Practice:
    """A net at many tables."""

    def __init__(
        self, net: Net, tables: Any, steps: int, aim: Aim, xp: Any, seed: int, sparring: float = 0.0
    ) -> None:  # fmt: skip
        """`steps`: how many actions at each table are learned from at once, at most; `sparring`: see `invite`.

        Where rounds count alone and tables can wait for each other, every time all of them play one round.
        """
        self.sparring = sparring
        self.watching = False  # whether the rules of thumb have all seats, and the net learns to choose as they do
        self.net, self.tables, self.steps, self.aim, self.xp = net, tables, steps, aim, xp
        self.average = copied(net)  # over the last changes of the net: steadier than the net itself
        self.adam, self.random = Adam(net, xp), xp.random.default_rng(seed)
        self.unit = 0.0  # the spread of the points of a round
        self.decisions = 0  # learned from so far
        self._together = aim.onward == 0 and tables.can_wait
        self._played = 0  # of the steps, this time

    def make_room(self) -> None:
        """Room for what is noted down."""
        tables, xp, steps = self.tables, self.xp, self.steps
        number, actions = tables.tables, tables.actions
        self._rows = xp.zeros((steps, number, tables.size), np.int8)
        self._masks = xp.zeros((steps, number, actions), np.int8)
        self._seats = xp.zeros((steps, number), np.int64)
        self._actions = xp.zeros((steps, number), np.int64)
        self._likely = xp.zeros((steps, number), np.float32)
        self._values = xp.zeros((steps, number), np.float32)
        self._rewards = xp.zeros((steps, number, tables.players), np.float32)
        self._keep = xp.zeros((steps, number), np.float32)  # how much what comes later counts
        self._live = xp.ones((steps, number), bool)  # whether the table did not rest
        self._played = steps

    def choose(self) -> tuple[Any, Any, Any]:
        """An action at every table, how likely it was, and the value of the position."""
        return choose(self.net, self.tables, self.xp, self.random)

    def warm_up(self) -> None:
        """Look at the game for a while, make room, and run everything once: that compiles it."""
        longest = self._look()
        if self.aim.onward == 0:  # whole rounds must fit
            self.steps = max(self.steps, longest + longest // 4 if self._together else 2 * longest)
        self.make_room()
        self.play()
        self.learn(0.0, 0.0, self.tables.tables)

    def play(self) -> None:
        """Some steps at every table, noted down."""
        if self.watching:
            self.tables.mine[:] = NO_SEAT
        else:
            invite(self.tables, self.sparring, self.xp)
        if self._together:
            self.tables.release()
            self._rewards[0] = 0.0
        for step in range(self.steps):
            self._note(step)
            self._played = step + 1
            if self._together and step % LOOK_ROUND == LOOK_ROUND - 1 and bool((self.tables.resting != 0).all()):
                break

    def _note(self, step: int) -> None:
        """One step, and what it brought."""
        tables, xp, aim = self.tables, self.xp, self.aim
        self._rows[step], self._masks[step], self._seats[step] = tables.rows, tables.masks, tables.seats
        actions, self._likely[step], self._values[step] = self.choose()
        self._live[step] = tables.learns | self.watching
        if self.sparring or self.watching:
            actions = xp.asarray(tables.others(actions))
        self._actions[step] = actions
        if self._together:
            self._live[step] &= tables.resting == 0
            tables.step(actions, hold=True)
            self._rewards[0] += tables.gains
            return
        tables.step(actions)
        self._rewards[step] = aim.points / self.unit * xp.asarray(tables.gains)
        if aim.match:
            self._rewards[step] += aim.match * xp.asarray(tables.results)
        over = xp.asarray(tables.round_over) != 0
        ended = xp.asarray(tables.ended) != 0
        self._keep[step] = xp.where(ended, 0.0, xp.where(over, aim.onward, 1.0))

    def _look(self) -> int:
        """How large the numbers of observations, the spread of the points and the longest round are in random play."""
        xp, tables, found = self.xp, self.tables, []
        highest, longest = xp.ones(tables.size, np.float32), 1
        since = xp.zeros(tables.tables, np.int64)  # steps since the round began
        for _ in range(LOOK):
            highest = xp.maximum(highest, xp.abs(tables.rows.astype(np.float32)).max(0))
            tables.step(self.choose()[0])
            since += 1
            over = xp.asarray(tables.round_over) != 0
            if over.any():
                found.append(xp.asarray(tables.gains)[over].ravel())
                longest = max(longest, int(since[over].max()))
                since[over] = 0
        if not found:
            raise ParlourError(f"no round ended in {LOOK} actions; expected rounds that do, for a net to learn from")
        if not self.unit:  # a training that goes on keeps the numbers it began with
            self.net.scale = self.average.scale = 1 / highest
            self.unit = max(float(xp.concatenate(found).std()), 1e-6)
        return longest

    def advantages(self) -> tuple[Any, Any]:
        """How much better each choice was than expected, and which choices are known to their end.

        A seat's choice is judged at its next choice, or at the end of the round or match that counts.
        """
        xp, tables = self.xp, self.tables
        number, players = tables.tables, tables.players
        if self._together:
            return self._round_advantages()
        brought = xp.zeros((number, players), np.float32)  # since the seat's choice
        following = xp.zeros((number, players), np.float32)  # the value of the seat's next choice
        trace = xp.zeros((number, players), np.float32)
        known = xp.zeros((number, players), bool)
        better = xp.zeros((self._played, number), np.float32)
        judged = xp.zeros((self._played, number), bool)
        every = xp.arange(number)
        for step in range(self._played - 1, -1, -1):
            keep = self._keep[step][:, None]
            brought = self._rewards[step] + keep * brought
            following, trace = following * keep, trace * keep
            known = known | (keep == 0)
            seat = self._seats[step]
            change = brought[every, seat] + following[every, seat] - self._values[step]
            better[step] = change + self.aim.trace * trace[every, seat]
            judged[step] = known[every, seat]
            brought[every, seat] = 0.0
            following[every, seat] = self._values[step]
            trace[every, seat] = better[step]
            if self.aim.onward:  # where rounds count alone, a choice is judged by the end of its round, not by a guess
                known[every, seat] = True
        return better, judged & self._live[: self._played]

    def _round_advantages(self) -> tuple[Any, Any]:
        """The same where every table has played one round: what the round brought, less what was expected."""
        brought = self.aim.points / self.unit * self._rewards[0]
        every, played = self.xp.arange(self.tables.tables), slice(0, self._played)
        better = brought[every, self._seats[played]] - self._values[played]
        return better, self._live[played] & (self.tables.resting != 0)

    def learn(self, rate: float, entropy: float, batch: int) -> None:
        """Make good choices likelier."""
        xp = self.xp
        better, judged = self.advantages()
        choice = self._masks[: self._played].sum(2) > 1  # forced actions teach nothing
        index = xp.flatnonzero((judged & choice).ravel())
        self.decisions += len(index)
        if len(index) == 0:
            return
        better = better.ravel()[index]
        target = better + self._values.ravel()[index]
        better = (better - better.mean()) / (better.std() + 1e-6)
        rows, masks = self._rows.reshape(-1, self.tables.size), self._masks.reshape(-1, self.tables.actions)
        actions, likely = self._actions.ravel(), self._likely.ravel()
        batches = max(1, len(index) // batch)
        for _ in range(EPOCHS):
            order = xp.argsort(self.random.random(len(index)))
            for part in xp.array_split(order, batches):
                at = index[part]
                self._improve(
                    rows[at], masks[at], actions[at], likely[at], better[part], target[part], rate, entropy
                )  # fmt: skip
        self.average.numbers += FORGET * (self.net.numbers - self.average.numbers)
        self.average.scale = self.net.scale

    def _improve(
        self, rows: Any, masks: Any, actions: Any, likely: Any, better: Any, target: Any, rate: float, entropy: float
    ) -> None:
        """One step of learning."""
        xp, number = self.xp, len(actions)
        layers, logits, values = self.net.forward(rows, xp)
        logits = xp.where(masks > 0, logits, NEVER)
        logs = logits - logits.max(1, keepdims=True)
        logs = logs - xp.log(xp.exp(logs).sum(1, keepdims=True))
        share, every = xp.exp(logs), xp.arange(number)
        ratio = xp.exp(logs[every, actions] - likely)
        free = xp.where(better > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        push = -better * ratio * free / number if not self.watching else xp.full(number, -1 / number, np.float32)
        d_logits = -push[:, None] * share
        d_logits[every, actions] += push
        logs = xp.maximum(logs, -30.0)
        mixed = -(share * logs).sum(1)
        d_logits += entropy / number * share * (logs + mixed[:, None])
        d_values = VALUE * (values - target) / number
        self.adam.step(self.net, self.net.backward(layers, d_logits, d_values, xp), rate)


def invite(tables: Any, part: float, xp: Any) -> None:
    """Let others play at that part of the tables, where the learner keeps one seat (and its partner's)."""
    every = xp.arange(tables.tables)
    tables.mine = xp.where(every < part * tables.tables, every % tables.players, EVERY_SEAT)


def choose(net: Net, tables: Any, xp: Any, random: Any = None) -> tuple[Any, Any, Any]:
    """An action at every table, how likely it was, and the value of the position; without chance the best action."""
    _, logits, values = net.forward(tables.rows, xp)
    logits = xp.where(tables.masks > 0, logits, NEVER)
    noise = 0.0 if random is None else -xp.log(-xp.log(random.random(logits.shape, np.float32) * 0.9999998 + 1e-7))
    actions = (logits + noise).argmax(1)
    return actions, _log_share(logits, actions, xp), values


def _log_share(logits: Any, actions: Any, xp: Any) -> Any:
    """The logarithm of how likely each action was."""
    top = logits.max(1)
    total = xp.log(xp.exp(logits - top[:, None]).sum(1)) + top
    return logits[xp.arange(len(actions)), actions] - total


@dataclass(frozen=True)
class Measured:
    """How a net fares alone among rules of thumb."""

    points: float  # a round, above the mean of the table
    points_doubt: float  # half of the 95 % interval
    matches: float  # the part of matches won
    matches_doubt: float
    ended: int


def measure(net: Net, tables: Any, steps: int, xp: Any) -> Measured:
    """The net in one seat (and its partner's), rules of thumb in the others."""
    points, wins = [], []
    for _ in range(steps):
        actions = tables.others(choose(net, tables, xp)[0])
        tables.step(actions)
        every = xp.arange(tables.tables)
        own = tables.mine
        over, ended = xp.asarray(tables.round_over) != 0, xp.asarray(tables.ended) != 0
        points.append(xp.asarray(tables.gains)[every, own][over])
        wins.append(xp.asarray(tables.results)[every, own][ended])
    gained, won = xp.concatenate(points), (xp.concatenate(wins) + 1) / (tables.game.teams or tables.players)
    return Measured(*_mean(gained), *_mean(won), len(won))


def _mean(found: Any) -> tuple[float, float]:
    """A mean and half of its 95 % interval; nothing was seen: 0, and no doubt is known."""
    if len(found) == 0:
        return 0.0, float("inf")
    return float(found.mean()), 1.96 * float(found.std()) / len(found) ** 0.5
