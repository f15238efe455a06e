"""Training by trying all actions of a position with the same cards and deals, to make better actions more likely.

Self-play judges one action at a time, by a result that depends mostly on the luck of the deal. Here all actions of a
position have the same luck, so their results differ only because of the actions. The net still sees only what its seat
sees, and among positions that look the same to the net, each deal is as frequent as in real play.
"""

from typing import Any

import numpy as np

from parlour.bots.nets.net import NEVER
from parlour.learn._practice import Practice, invite

LONGEST = 600  # A position is skipped if its result isn't known after this many steps.
STAGGER = 64  # After this many steps, matches are at different points of their rounds.
BETWEEN = 3  # How many steps are played between two lessons, so that positions differ.
FORGET = 0.02  # The fraction of the moving average that each lesson replaces.
EVENLY = 0.5  # The fraction of a lesson in which all actions count equally.
FARTHEST = 8.0  # The maximum difference between an action's logit and the mean logit of its position.
VALUE = 0.5  # The weight, in learning, of errors in the predicted values.


class ActionTrials:
    """Training in which the net learns the result of every action in a position."""

    def __init__(self, practice: Practice, branches: Any) -> None:
        """Prepare the matches; the extra matches in `branches` are for trying actions."""
        self.practice, self.branches = practice, branches
        self.xp, self.aim, self.random, self.matches = practice.xp, practice.aim, practice.random, practice.matches
        self.spread = 0.0  # How much the results of a position's actions differ.
        self.unfinished = 0  # The number of positions skipped so far.
        matches, xp = self.matches, self.xp
        invite(matches, practice.sparring, xp)
        for _ in range(STAGGER):
            matches.resting[:] = self.random.random(matches.count) < 0.5
            self._go_on()
        matches.release()

    def _go_on(self) -> None:
        """Play a step of the matches from which positions are taken."""
        actions = self.practice.choose()[0]
        self.matches.step(self.xp.asarray(self.matches.others(actions)))

    def lesson(self, rate: float, entropy: float) -> None:
        """Try all actions of some positions, and learn from them."""
        xp, matches = self.xp, self.matches
        indices, actions, positions = self._questions()
        if len(indices) == 0:
            self._go_on()
            return
        found, known = self._answers(indices[positions], actions)
        rows, allowed = matches.rows[indices], matches.masks[indices] > 0
        worth = xp.zeros(allowed.shape, np.float32)
        worth[positions, actions] = found
        sure = xp.ones(len(indices), bool)
        sure[positions[~known]] = False
        self.unfinished += int((~sure).sum())
        if bool(sure.any()):
            self._improve(rows[sure], allowed[sure], worth[sure], rate, entropy)
        for _ in range(BETWEEN):
            self._go_on()

    def _questions(self) -> tuple[Any, Any, Any]:
        """Choose positions with several legal actions; return the matches, all actions, and each action's position."""
        xp, matches = self.xp, self.matches
        indices = xp.flatnonzero(matches.learns & (matches.masks.sum(1) > 1))
        indices = indices[xp.argsort(self.random.random(len(indices)))]
        until = xp.cumsum(matches.masks[indices].astype(np.int64).sum(1))
        indices = indices[until <= self.branches.count]
        positions, actions = xp.nonzero(matches.masks[indices])
        return indices, actions, positions

    def _answers(self, sources: Any, actions: Any) -> tuple[Any, Any]:
        """Compute the result of each of these actions for its seat, and whether it is known."""
        xp, branches, aim, number = self.xp, self.branches, self.aim, len(sources)
        branches.become(self.matches, sources)
        every, own = xp.arange(number), branches.seats[:number].copy()
        found, passed, done = xp.zeros(number, np.float32), xp.zeros(number, bool), xp.zeros(number, bool)
        following = xp.zeros(branches.count, np.int64)
        following[:number] = actions
        for _ in range(LONGEST):
            branches.step(following)
            found += xp.where(done, 0, aim.points / self.practice.unit * branches.gains[:number][every, own])
            if aim.match:
                found += xp.where(done, 0, aim.match * branches.results[:number][every, own])
            over, ended = branches.round_over[:number] != 0, branches.ended[:number] != 0
            passed |= over
            if aim.onward:
                back = passed & ~ended & (branches.seats[:number] == own) & ~done
                found += self._promise(back)
                done |= back | ended
            else:
                done |= over
            branches.resting[:number] = done
            if bool(done.all()):
                break
            following = self._continued(number)
        return found, done

    def _promise(self, back: Any) -> Any:
        """Predict the result of the later rounds, for each match in which the seat is to act again."""
        indices = self.xp.flatnonzero(back)
        promised = self.xp.zeros(len(back), np.float32)
        if len(indices) > 0:
            promised[indices] = self.aim.onward * self.practice.average.forward(self.branches.rows[indices], self.xp)[2]
        return promised

    def _continued(self, number: int) -> Any:
        """Choose the next actions in all branches, by the net or by rules of thumb."""
        xp, branches = self.xp, self.branches
        actions = xp.zeros(branches.count, np.int64)
        indices = xp.flatnonzero((branches.resting == 0) & branches.learns)
        if len(indices) > 0:
            logits = self.practice.average.forward(branches.rows[indices], xp)[1]
            actions[indices] = xp.where(branches.masks[indices] > 0, logits, NEVER).argmax(1)
        return xp.asarray(branches.others(actions))

    def _improve(self, rows: Any, allowed: Any, worth: Any, rate: float, entropy: float) -> None:
        """Update the net so that better actions become more likely."""
        xp, number = self.xp, len(rows)
        net, average = self.practice.net, self.practice.average
        self.practice.decisions += number
        layers, logits, values = net.forward(rows, xp)
        logits = xp.where(allowed, logits, NEVER)
        logs = logits - logits.max(1, keepdims=True)
        logs = logs - xp.log(xp.exp(logs).sum(1, keepdims=True))
        share, choices = xp.exp(logs), allowed.sum(1, keepdims=True)
        expected = (share * worth).sum(1)
        better = xp.where(allowed, worth - expected[:, None], 0)
        spread = float(xp.sqrt((better * better).sum() / choices.sum()))
        self.spread = 0.98 * self.spread + 0.02 * spread if self.spread else spread
        middle = xp.where(allowed, logits, 0).sum(1, keepdims=True) / choices
        free = xp.where(better > 0, logits - middle < FARTHEST, logits - middle > -FARTHEST)
        weight = EVENLY / choices + (1 - EVENLY) * share
        d_logits = -(better / self.spread) * weight * free * allowed / number
        d_logits -= weight * allowed * d_logits.sum(1, keepdims=True)
        logs = xp.maximum(logs, -30.0)
        mixed = -(share * logs).sum(1)
        d_logits += entropy / number * share * (logs + mixed[:, None])
        d_values = VALUE * (values - expected) / number
        self.practice.adam.step(net, net.backward(layers, d_logits.astype(np.float32), d_values, xp), rate)
        average.numbers += FORGET * (net.numbers - average.numbers)
