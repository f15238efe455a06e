"""Study: all actions of a position are tried in the true world, with the same chance; better ones become likelier.

Self-play judges one action at a time, by a result that is mostly the luck of the deal. Here the luck is the same for
all actions of a position, so that what is left is their difference. The net sees only what its seat sees; over many
positions that look alike to it, the true worlds are exactly as likely as they are at the table.
"""

from typing import Any

import numpy as np

from parlour.bots.nets.net import NEVER
from parlour.learn._practice import Practice, invite

LONGEST = 600  # steps until a position must have shown its worth; otherwise it teaches nothing
STAGGER = 64  # steps after which tables are in different places of their rounds
BETWEEN = 3  # steps between two lessons, so that positions differ
FORGET = 0.02  # how much of the average each lesson replaces
EVENLY = 0.5  # of a lesson counts for all actions alike, and the rest as likely as they are chosen
FARTHEST = 8.0  # how far a logit moves from the mean of its choices
VALUE = 0.5  # the weight of the error of the values


class Study:
    """A practice in which the net learns from what every action would have brought."""

    def __init__(self, practice: Practice, branches: Any) -> None:
        """`branches`: tables of their own, where the actions of positions are tried."""
        self.practice, self.branches = practice, branches
        self.xp, self.aim, self.random, self.tables = practice.xp, practice.aim, practice.random, practice.tables
        self.spread = 0.0  # of what actions of one position bring
        self.unfinished = 0  # positions that taught nothing, because they took too long
        tables, xp = self.tables, self.xp
        invite(tables, practice.sparring, xp)
        for _ in range(STAGGER):
            tables.resting[:] = self.random.random(tables.tables) < 0.5
            self._go_on()
        tables.release()

    def _go_on(self) -> None:
        """One step at the tables from which positions come."""
        actions = self.practice.choose()[0]
        self.tables.step(self.xp.asarray(self.tables.others(actions)))

    def lesson(self, rate: float, entropy: float) -> None:
        """Try all actions of some positions, and learn from them."""
        xp, tables = self.xp, self.tables
        places, actions, owners = self._questions()
        if len(places) == 0:
            self._go_on()
            return
        found, known = self._answers(places[owners], actions)
        rows, allowed = tables.rows[places], tables.masks[places] > 0
        worth = xp.zeros(allowed.shape, np.float32)
        worth[owners, actions] = found
        sure = xp.ones(len(places), bool)
        sure[owners[~known]] = False
        self.unfinished += int((~sure).sum())
        if bool(sure.any()):
            self._improve(rows[sure], allowed[sure], worth[sure], rate, entropy)
        for _ in range(BETWEEN):
            self._go_on()

    def _questions(self) -> tuple[Any, Any, Any]:
        """Positions with a choice, and for every action of them: the action, and the number of its position."""
        xp, tables = self.xp, self.tables
        places = xp.flatnonzero(tables.learns & (tables.masks.sum(1) > 1))
        places = places[xp.argsort(self.random.random(len(places)))]
        until = xp.cumsum(tables.masks[places].astype(np.int64).sum(1))
        places = places[until <= self.branches.tables]
        owners, actions = xp.nonzero(tables.masks[places])
        return places, actions, owners

    def _answers(self, sources: Any, actions: Any) -> tuple[Any, Any]:
        """What each of these actions brings the seat that takes it, and whether that is known."""
        xp, branches, aim, number = self.xp, self.branches, self.aim, len(sources)
        branches.become(self.tables, sources)
        every, own = xp.arange(number), branches.seats[:number].copy()
        found, passed, done = xp.zeros(number, np.float32), xp.zeros(number, bool), xp.zeros(number, bool)
        following = xp.zeros(branches.tables, np.int64)
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
        """What the net expects where the seat is to act again, in another round."""
        places = self.xp.flatnonzero(back)
        promised = self.xp.zeros(len(back), np.float32)
        if len(places) > 0:
            promised[places] = self.aim.onward * self.practice.average.forward(self.branches.rows[places], self.xp)[2]
        return promised

    def _continued(self, number: int) -> Any:
        """How the match goes on: the net at its seats, the others at theirs."""
        xp, branches = self.xp, self.branches
        actions = xp.zeros(branches.tables, np.int64)
        places = xp.flatnonzero((branches.resting == 0) & branches.learns)
        if len(places) > 0:
            logits = self.practice.average.forward(branches.rows[places], xp)[1]
            actions[places] = xp.where(branches.masks[places] > 0, logits, NEVER).argmax(1)
        return xp.asarray(branches.others(actions))

    def _improve(self, rows: Any, allowed: Any, worth: Any, rate: float, entropy: float) -> None:
        """One step towards the better actions."""
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
