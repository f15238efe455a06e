"""What actions are worth: how often each is offered, chosen and best, and its value against the best other action.

In each match, one offer of every action is weighed: all actions are tried in the same sampled deals, called worlds. An
action's value is compared with that of the best other action, in units of luck: the standard deviation of a value from
world to world, on average over all weighed choices. In every part of the worlds, the actions are compared that are best
in the other parts, so that luck makes no action look better than it is.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np

from parlour.bots.search import Budget, Search
from parlour.engine.rng import Rng, generator
from parlour.engine.sets import each
from parlour.engine.threads import in_order
from parlour.game.game import State
from parlour.lab._ratios import Interval, Sums
from parlour.lab._watch import watch
from parlour.lab.conditions import Restriction
from parlour.lab.restricted import Setting
from parlour.lab.sample import Floats
from parlour.lab.statistics import Mean
from parlour.match.fair import seeded_key

WORLDS = 64  # The number of worlds in which the actions of a choice are tried.
PARTS = 8
MATCHES = 100  # The number of matches whose choices are looked at.
SURELY, HARDLY = 0.9, 0.1  # A dominant action is best in more than this share of cases, a dead one in less than that.
DRAWN, SEARCHED = -1, -2  # The generators that draw the choices and the worlds; matches have the numbers from 0.
DOMINANT, DEAD = "dominant", "dead"
COLUMNS = ("choices", "offered", "chosen", "weighed", "best", "above")  # The lists of a `Worth`.


class Offer(NamedTuple):
    """A free choice in which an action was offered."""

    state: State
    seat: int
    offered: tuple[int, ...]  # For each restriction, the set of legal actions that it forbids.


@dataclass
class Worth:
    """What an action, or a group of actions, is worth; each value has an entry per match."""

    restriction: Restriction
    offered: list[float] = field(default_factory=list)  # The number of choices in which it was offered,
    chosen: list[float] = field(default_factory=list)  # and in which it was chosen.
    weighed: list[float] = field(default_factory=list)  # The number of those choices that were weighed,
    best: list[float] = field(default_factory=list)  # in how many of them it was best,
    above: list[float] = field(default_factory=list)  # and the sum of its values above the best other action.
    choices: list[float] = field(default_factory=list)  # The number of free choices of the phase.
    luck: float = 0.0  # The standard deviation of a value from world to world.

    @property
    def offered_share(self) -> Interval:
        """The share of free choices in which the action is offered."""
        return _ratio(self.offered, self.choices, share=True)

    @property
    def chosen_share(self) -> Interval:
        """The share of its offers in which the bot chooses the action."""
        return _ratio(self.chosen, self.offered, share=True)

    @property
    def best_share(self) -> Interval:
        """The share of its offers in which the action is better than all others."""
        return _ratio(self.best, self.weighed, share=True)

    @property
    def value(self) -> Interval:
        """The mean value above the best other action, in units of luck."""
        return Interval(*(end / self.luck for end in _ratio(self.above, self.weighed, share=False)))


def verdict(worth: Worth, lost: Mean) -> str:
    """Say whether an action is dominant or dead, given the wins that a player loses without it.

    The verdict is empty if the action is neither, or if that isn't clear.
    """
    best, chosen = worth.best_share, worth.chosen_share
    if best.known and best.low > SURELY:
        return DOMINANT
    needless = best.known and max(best.high, chosen.high) < HARDLY
    return DEAD if needless and lost.mean <= lost.margin else ""


def _ratio(top: Sequence[float], bottom: Sequence[float], *, share: bool) -> Interval:
    return Sums.of(np.array(top), np.array(bottom)).interval(share)


def worths(
    setting: Setting,
    restrictions: Sequence[Restriction],
    threads: int,
    step: Callable[[int], None] = lambda matches: None,
) -> list[Worth]:
    """Find out what the actions that each restriction forbids are worth to a player who may take them."""
    found, variances = [Worth(restriction) for restriction in restrictions], []
    for rows, own in in_order(partial(_of_match, setting, restrictions), range(MATCHES), threads):
        for worth, row in zip(found, rows, strict=True):
            for name, value in zip(COLUMNS, row, strict=True):
                getattr(worth, name).append(float(value))
        variances += own
        step(1)
    for worth in found:
        worth.luck = math.sqrt(sum(variances) / max(1, len(variances))) or 1.0
    return found


def _of_match(setting: Setting, restrictions: Sequence[Restriction], number: int) -> tuple[Floats, list[float]]:
    """Return what one match adds to each list of every `Worth`, and the variances of the choices that were weighed."""
    offers, actions = _offers(setting, restrictions, number)
    found = np.zeros((len(restrictions), len(COLUMNS)))
    for offer, action in zip(offers, actions, strict=True):
        for index, group in enumerate(offer.offered):
            found[index, :3] += 1, group != 0, group >> action & 1
    drawing, searching = (generator(seeded_key(setting.seed + number, kind)) for kind in (DRAWN, SEARCHED))
    return found, [_weigh(setting, offer, groups, searching, found) for offer, groups in _drawn(offers, drawing)]


def _offers(setting: Setting, restrictions: Sequence[Restriction], number: int) -> tuple[list[Offer], list[int]]:
    """Play a match; return the free choices in which an action is offered, and what was chosen."""
    game, seen = setting.game, []

    def look(state: State, seat: int, _: Rng) -> None:
        phase, groups = game.phase(state), [0] * len(restrictions)
        for action in each(int(game.legal(state, seat))):
            name = game.action_name(state, seat, action)
            for index, restriction in enumerate(restrictions):
                groups[index] |= restriction.forbids(phase, name) << action
        seen.append(Offer(state, seat, tuple(groups)))

    start = game.new_state(setting.players, setting.options)
    every = (1, look, generator(seeded_key(setting.seed, number)))
    one = range(number, number + 1)
    watched = watch(game, start, setting.bots, setting.seed, one, setting.max_rounds, every)
    free = watched.decisions[watched.decisions["choices"] > 1]
    kept = [index for index, offer in enumerate(seen) if any(offer.offered)]
    return [seen[index] for index in kept], [int(free["action"][index]) for index in kept]


def _drawn(offers: list[Offer], rng: Rng) -> Iterator[tuple[Offer, list[int]]]:
    """Draw one offer of every group; yield the offers to weigh, each with the groups that have drawn it.

    All groups look for their offers in the same random order, so that they share as many as possible.
    """
    order = np.random.default_rng([int(word) for word in rng.words]).permutation(len(offers))
    left = set(range(len(offers[0].offered))) if offers else set()
    for place in order:
        groups = [index for index in sorted(left) if offers[place].offered[index]]
        if groups:
            yield offers[place], groups
            left -= set(groups)


def _weigh(setting: Setting, offer: Offer, groups: list[int], rng: Rng, found: Floats) -> float:
    """Weigh an offer, add the values of the groups above the best other action, and return the variance."""
    actions, values = Search(setting.game, Budget()).try_all(offer.state, offer.seat, rng, WORLDS)
    for index in groups:
        own = np.array([bool(offer.offered[index] >> action & 1) for action in actions])
        if not own.all():
            above = float(_above(values, own).mean())
            found[index, 3:] += 1, 0.5 if above == 0 else above > 0, above
    return float(values.var(axis=0, ddof=1).mean())


def _above(values: Floats, own: Floats) -> Floats:
    """Compute in every world how much better the best action of a group is than the best other action."""
    part, above = np.arange(len(values)) * PARTS // len(values), np.zeros(len(values))
    for number in range(PARTS):
        here, means = part == number, values[part != number].mean(axis=0)
        best, other = (int(np.where(chosen, means, -np.inf).argmax()) for chosen in (own, ~own))
        above[here] = values[here, best] - values[here, other]
    return above
