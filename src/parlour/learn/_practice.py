"""Self-play: the net plays many matches, and learns from the results of its choices by the method PPO.

If the game has rules of thumb, they play all seats but one in some matches, because a net that has played only against
itself does badly against different players.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.bots.nets.net import NEVER, Adam, Net, copied
from parlour.envs.learners import EVERY_SEAT, NO_SEAT
from parlour.errors import ParlourError

CLIP = 0.2  # PPO's limit on the relative change of a choice's probability.
EPOCHS = 2
LOOK = 400  # How many steps are played to find the scale of observations.
LOOK_ROUND = 8  # How many steps are played between two checks of whether all rounds have ended.
VALUE = 1.0  # The weight, in learning, of errors in the predicted values.
FORGET = 0.05  # The fraction of the moving average that each call of `learn` replaces.
SPARRING = 0.85  # The fraction of the matches in which rules of thumb play the other seats.


@dataclass(frozen=True)
class Aim:
    """What the net learns to maximise: points in rounds, won matches, or both."""

    points: float  # The weight of a round's points, in standard deviations.
    match: float  # The weight of a match's result.
    onward: float  # The discount factor of later rounds; 0 counts only this round.
    trace: float  # Lambda in generalised advantage estimation.


class Practice:
    """The training of a net by playing many matches."""

    def __init__(
        self, net: Net, matches: Any, steps: int, aim: Aim, xp: Any, seed: int, sparring: float = 0.0
    ) -> None:  # fmt: skip
        """Prepare to learn from up to `steps` actions per match at once; see `invite` for `sparring`.

        If only rounds count and matches can wait for each other, each call of `play` plays one round of every match.
        """
        self.sparring = sparring
        self.watching = False  # Whether the net only learns to imitate the rules of thumb.
        self.net, self.matches, self.steps, self.aim, self.xp = net, matches, steps, aim, xp
        self.average = copied(net)  # A moving average of the net, which is more stable than the net itself.
        self.adam, self.random = Adam(net, xp), xp.random.default_rng(seed)
        self.unit = 0.0  # The standard deviation of a round's points.
        self.decisions = 0  # From how many decisions the net has learned so far.
        self._together = aim.onward == 0 and matches.can_wait
        self._played = 0  # The number of steps in the last call of `play`.

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
        self._keep = xp.zeros((steps, number), np.float32)  # The discount factor after each step.
        self._live = xp.ones((steps, number), bool)  # Whether the net can learn from the step.
        self._played = steps

    def choose(self) -> tuple[Any, Any, Any]:
        """Choose an action in every match; return the actions, their log probabilities and the positions' values."""
        return choose(self.net, self.matches, self.xp, self.random)

    def warm_up(self) -> None:
        """Find the scales, allocate memory, and run everything once to compile it."""
        longest = self._look()
        if self.aim.onward == 0:  # Allocate enough memory for whole rounds.
            self.steps = max(self.steps, longest + longest // 4 if self._together else 2 * longest)
        self.make_room()
        self.play()
        self.learn(0.0, 0.0, self.matches.count)

    def play(self) -> None:
        """Play some steps of every match and record them."""
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
        """Play one step, and record the choices and rewards."""
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
        """Play to find the scales of observations and points; return the length of the longest round."""
        xp, matches, found = self.xp, self.matches, []
        highest, longest = xp.ones(matches.size, np.float32), 1
        since = xp.zeros(matches.count, np.int64)  # Steps since the round began.
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
        if not self.unit:  # A resumed training keeps its scales.
            self.net.scale = self.average.scale = 1 / highest
            self.unit = max(float(xp.concatenate(found).std()), 1e-6)
        return longest

    def advantages(self) -> tuple[Any, Any]:
        """Compute how much better each choice was than expected, and which choices can be judged already.

        A choice is judged by the value of the seat's next choice, or by the end of the round or match.
        """
        xp, matches = self.xp, self.matches
        number, players = matches.count, matches.players
        if self._together:
            return self._round_advantages()
        brought = xp.zeros((number, players), np.float32)  # Rewards since the seat's choice.
        following = xp.zeros((number, players), np.float32)  # The value of the seat's next choice.
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
            if self.aim.onward:  # If only rounds count, choices are judged at the end of the round.
                known[every, seat] = True
        return better, judged & self._live[: self._played]

    def _round_advantages(self) -> tuple[Any, Any]:
        """Compute the advantages when every match has played one round: the round's result minus the expected value."""
        brought = self.aim.points / self.unit * self._rewards[0]
        every, played = self.xp.arange(self.matches.count), slice(0, self._played)
        better = brought[every, self._seats[played]] - self._values[played]
        return better, self._live[played] & (self.matches.resting != 0)

    def learn(self, rate: float, entropy: float, batch: int) -> None:
        """Update the net so that good choices become more likely."""
        xp = self.xp
        better, judged = self.advantages()
        choice = self._masks[: self._played].sum(2) > 1  # Forced actions teach nothing.
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
        """Update the net by one step of gradient descent."""
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
    """Let the learner play only one seat (or one team) in this fraction of the matches, and every seat in the rest."""
    every = xp.arange(matches.count)
    matches.mine = xp.where(every < part * matches.count, every % matches.players, EVERY_SEAT)


def choose(net: Net, matches: Any, xp: Any, random: Any = None) -> tuple[Any, Any, Any]:
    """Choose actions, the best actions if `random` is None; return them, their log probabilities and the values."""
    _, logits, values = net.forward(matches.rows, xp)
    logits = xp.where(matches.masks > 0, logits, NEVER)
    noise = 0.0 if random is None else -xp.log(-xp.log(random.random(logits.shape, np.float32) * 0.9999998 + 1e-7))
    actions = (logits + noise).argmax(1)
    return actions, _log_share(logits, actions, xp), values


def _log_share(logits: Any, actions: Any, xp: Any) -> Any:
    """Compute the logarithms of the actions' probabilities."""
    top = logits.max(1)
    total = xp.log(xp.exp(logits - top[:, None]).sum(1)) + top
    return logits[xp.arange(len(actions)), actions] - total


@dataclass(frozen=True)
class Measured:
    """How well a net does against rules of thumb."""

    points: float  # Points per round above the mean of the match.
    points_doubt: float  # Half the width of the 95 % interval.
    matches: float  # The share of matches won.
    matches_doubt: float
    ended: int


def measure(net: Net, matches: Any, steps: int, xp: Any) -> Measured:
    """Measure a net that plays one seat, or one team, against rules of thumb."""
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
    """Compute a mean and half the width of its 95 % interval; without values, return 0 and infinity."""
    if len(found) == 0:
        return 0.0, float("inf")
    return float(found.mean()), 1.96 * float(found.std()) / len(found) ** 0.5
