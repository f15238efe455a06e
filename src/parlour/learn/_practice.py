"""Self-play: the net plays all seats of many matches, and learns from what its choices brought (PPO).

If the game has rules of thumb, they play the other seats of some matches: a net that knows only itself does badly
against players that play differently.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.bots.nets.net import NEVER, Adam, Net, copied
from parlour.envs.learners import EVERY_SEAT, NO_SEAT
from parlour.errors import ParlourError

CLIP = 0.2  # how far the probability of a choice may move before the choice teaches nothing more
EPOCHS = 2
LOOK = 400  # steps of random play, to see how large the numbers of an observation become
LOOK_ROUND = 8  # steps between two checks whether all matches have finished their rounds
VALUE = 1.0  # the weight of the error of the values
FORGET = 0.05  # how much of the average each call of `learn` replaces
SPARRING = 0.85  # of the matches, with rules of thumb in the other seats


@dataclass(frozen=True)
class Aim:
    """What the net learns to win: points of a round, the match, or both."""

    points: float  # the weight of the points of a round, in units of their spread
    match: float  # the weight of the result of a match
    onward: float  # how much later rounds count for a choice; 0: only this round
    trace: float  # how much later events count for a choice, beyond the value of the seat's next choice


class Practice:
    """A net that plays many matches."""

    def __init__(
        self, net: Net, matches: Any, steps: int, aim: Aim, xp: Any, seed: int, sparring: float = 0.0
    ) -> None:  # fmt: skip
        """`steps`: the most actions of each match to learn from at once; `sparring`: see `invite`.

        If only rounds count and matches can wait for each other, each call of `play` plays one round of all of them.
        """
        self.sparring = sparring
        self.watching = False  # whether the rules of thumb play all seats and the net learns to choose as they do
        self.net, self.matches, self.steps, self.aim, self.xp = net, matches, steps, aim, xp
        self.average = copied(net)  # a moving average of the net, steadier than the net itself
        self.adam, self.random = Adam(net, xp), xp.random.default_rng(seed)
        self.unit = 0.0  # the spread of the points of a round
        self.decisions = 0  # learned from so far
        self._together = aim.onward == 0 and matches.can_wait
        self._played = 0  # steps in the last call of `play`

    def make_room(self) -> None:
        """Allocate the arrays in which `play` records its steps."""
        matches, xp, steps = self.matches, self.xp, self.steps
        number, actions = matches.count, matches.actions
        self._rows = xp.zeros((steps, number, matches.size), np.int8)
        self._masks = xp.zeros((steps, number, actions), np.int8)
        self._seats = xp.zeros((steps, number), np.int64)
        self._actions = xp.zeros((steps, number), np.int64)
        self._likely = xp.zeros((steps, number), np.float32)
        self._values = xp.zeros((steps, number), np.float32)
        self._rewards = xp.zeros((steps, number, matches.players), np.float32)
        self._keep = xp.zeros((steps, number), np.float32)  # how much later rewards count
        self._live = xp.ones((steps, number), bool)  # whether the match wasn't resting
        self._played = steps

    def choose(self) -> tuple[Any, Any, Any]:
        """Choose an action in every match; return it, its probability and the value of the position."""
        return choose(self.net, self.matches, self.xp, self.random)

    def warm_up(self) -> None:
        """Play at random for a while, make room, and run everything once to compile it."""
        longest = self._look()
        if self.aim.onward == 0:  # whole rounds must fit
            self.steps = max(self.steps, longest + longest // 4 if self._together else 2 * longest)
        self.make_room()
        self.play()
        self.learn(0.0, 0.0, self.matches.count)

    def play(self) -> None:
        """Play and record some steps of every match."""
        if self.watching:
            self.matches.mine[:] = NO_SEAT
        else:
            invite(self.matches, self.sparring, self.xp)
        if self._together:
            self.matches.release()
            self._rewards[0] = 0.0
        for step in range(self.steps):
            self._note(step)
            self._played = step + 1
            if self._together and step % LOOK_ROUND == LOOK_ROUND - 1 and bool((self.matches.resting != 0).all()):
                break

    def _note(self, step: int) -> None:
        """Record one step and what it brought."""
        matches, xp, aim = self.matches, self.xp, self.aim
        self._rows[step], self._masks[step], self._seats[step] = matches.rows, matches.masks, matches.seats
        actions, self._likely[step], self._values[step] = self.choose()
        self._live[step] = matches.learns | self.watching
        if self.sparring or self.watching:
            actions = xp.asarray(matches.others(actions))
        self._actions[step] = actions
        if self._together:
            self._live[step] &= matches.resting == 0
            matches.step(actions, hold=True)
            self._rewards[0] += matches.gains
            return
        matches.step(actions)
        self._rewards[step] = aim.points / self.unit * xp.asarray(matches.gains)
        if aim.match:
            self._rewards[step] += aim.match * xp.asarray(matches.results)
        over = xp.asarray(matches.round_over) != 0
        ended = xp.asarray(matches.ended) != 0
        self._keep[step] = xp.where(ended, 0.0, xp.where(over, aim.onward, 1.0))

    def _look(self) -> int:
        """Play at random to set the scale of observations and of points; return the length of the longest round."""
        xp, matches, found = self.xp, self.matches, []
        highest, longest = xp.ones(matches.size, np.float32), 1
        since = xp.zeros(matches.count, np.int64)  # steps since the round began
        for _ in range(LOOK):
            highest = xp.maximum(highest, xp.abs(matches.rows.astype(np.float32)).max(0))
            matches.step(self.choose()[0])
            since += 1
            over = xp.asarray(matches.round_over) != 0
            if over.any():
                found.append(xp.asarray(matches.gains)[over].ravel())
                longest = max(longest, int(since[over].max()))
                since[over] = 0
        if not found:
            raise ParlourError(f"no round ended in {LOOK} actions; expected rounds that end, for a net to learn from")
        if not self.unit:  # a resumed training keeps the numbers it began with
            self.net.scale = self.average.scale = 1 / highest
            self.unit = max(float(xp.concatenate(found).std()), 1e-6)
        return longest

    def advantages(self) -> tuple[Any, Any]:
        """Compute how much better each choice was than expected, and which choices can be judged yet.

        A seat's choice is judged by its next choice, or by the end of the round or match that counts.
        """
        xp, matches = self.xp, self.matches
        number, players = matches.count, matches.players
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
            if self.aim.onward:  # if only rounds count, the end of its round judges a choice, not an estimate
                known[every, seat] = True
        return better, judged & self._live[: self._played]

    def _round_advantages(self) -> tuple[Any, Any]:
        """Do the same when every match has played one round: what the round brought, minus what was expected."""
        brought = self.aim.points / self.unit * self._rewards[0]
        every, played = self.xp.arange(self.matches.count), slice(0, self._played)
        better = brought[every, self._seats[played]] - self._values[played]
        return better, self._live[played] & (self.matches.resting != 0)

    def learn(self, rate: float, entropy: float, batch: int) -> None:
        """Make good choices more likely."""
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
        rows, masks = self._rows.reshape(-1, self.matches.size), self._masks.reshape(-1, self.matches.actions)
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
        """Take one step of gradient descent."""
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


def invite(matches: Any, part: float, xp: Any) -> None:
    """Let others play in this part of the matches, in which the learner keeps one seat (and its partner's)."""
    every = xp.arange(matches.count)
    matches.mine = xp.where(every < part * matches.count, every % matches.players, EVERY_SEAT)


def choose(net: Net, matches: Any, xp: Any, random: Any = None) -> tuple[Any, Any, Any]:
    """Choose an action in every match, the best one without `random`; return it, its probability and the value."""
    _, logits, values = net.forward(matches.rows, xp)
    logits = xp.where(matches.masks > 0, logits, NEVER)
    noise = 0.0 if random is None else -xp.log(-xp.log(random.random(logits.shape, np.float32) * 0.9999998 + 1e-7))
    actions = (logits + noise).argmax(1)
    return actions, _log_share(logits, actions, xp), values


def _log_share(logits: Any, actions: Any, xp: Any) -> Any:
    """Compute the logarithm of each action's probability."""
    top = logits.max(1)
    total = xp.log(xp.exp(logits - top[:, None]).sum(1)) + top
    return logits[xp.arange(len(actions)), actions] - total


@dataclass(frozen=True)
class Measured:
    """The result of one net among rules of thumb."""

    points: float  # a round, above the mean of the match
    points_doubt: float  # half the width of the 95 % interval
    matches: float  # the share of matches won
    matches_doubt: float
    ended: int


def measure(net: Net, matches: Any, steps: int, xp: Any) -> Measured:
    """Play the net in one seat (and its partner's), with rules of thumb in the others."""
    points, wins = [], []
    for _ in range(steps):
        actions = matches.others(choose(net, matches, xp)[0])
        matches.step(actions)
        every = xp.arange(matches.count)
        own = matches.mine
        over, ended = xp.asarray(matches.round_over) != 0, xp.asarray(matches.ended) != 0
        points.append(xp.asarray(matches.gains)[every, own][over])
        wins.append(xp.asarray(matches.results)[every, own][ended])
    gained, won = xp.concatenate(points), (xp.concatenate(wins) + 1) / (matches.game.teams or matches.players)
    return Measured(*_mean(gained), *_mean(won), len(won))


def _mean(found: Any) -> tuple[float, float]:
    """Compute a mean and half the width of its 95 % interval; of nothing, they are 0 and infinity."""
    if len(found) == 0:
        return 0.0, float("inf")
    return float(found.mean()), 1.96 * float(found.std()) / len(found) ** 0.5
