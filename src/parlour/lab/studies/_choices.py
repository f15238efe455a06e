"""Finding choices that matter: how much better the best action is than the others, compared with the luck of the deal.

A seat's actions are tried in the same sampled deals, called worlds. `advantage` compares the best action with the mean
of the others. The luck of the deal is the standard deviation of an action's value from world to world. A choice whose
advantage is ENOUGH times the luck counts half; choices with a larger advantage count more, up to 1.

The estimate must not depend on the number of worlds. This takes two precautions:

- The action with the best estimate was probably also lucky, so its value is overestimated. The worlds are therefore
  divided into parts, and in each part, the action that is best in the other parts is compared.
- An advantage that is measured with an error exceeds a bound more often, or less often, than the true advantage. So the
  share isn't counted at a sharp bound, but blurred by BLUR; the error of the measurement is a part of this blur. If an
  advantage x is measured with a normally distributed error of at most BLUR, the expected share is Φ((x − ENOUGH) /
  BLUR), however large the error is.
"""

import math

import numpy as np

from parlour.bots.basic import has_basic
from parlour.bots.search import Budget, Search
from parlour.engine.rng import Rng, generator
from parlour.engine.threads import in_order
from parlour.game.game import Game, State
from parlour.lab._watch import watch
from parlour.lab.measures import Key
from parlour.lab.measures.skill import ENOUGH, MATTERS, RANDOM_COSTS, SECOND_COSTS
from parlour.lab.sample import Floats
from parlour.lab.studies._regrets import Regret, regret_of
from parlour.lab.studies.design import Design, Variant
from parlour.match.fair import seeded_key

WORLDS = 128  # The number of deals in which the actions of a choice are tried.
ASKED = 40  # On average, one free choice in 40 is weighed.
PARTS = 16  # The best action of a part of the worlds is chosen in all other parts.
BLUR = ENOUGH / 2
NOTHING = 1e-9  # Differences below this fraction of the values are only rounding errors.
DRAWN, SEARCHED = -1, -2  # The generators that draw the choices and the worlds; matches have the numbers from 0.


def share_that_matters(values: Floats) -> float:
    """Estimate how far a choice matters, from 0 to 1, given each action's value in every world."""
    luck, above = math.sqrt(values.var(axis=0, ddof=1).mean()), advantage(values)
    rounding = NOTHING * float(np.abs(values).max())
    if luck <= rounding:  # The deal can't change anything.
        return _share(math.inf if above.mean() > rounding else 0.0, 0.0)
    return _share(above.mean() / luck, above.std(ddof=1) / luck / math.sqrt(len(above)))


def _share(above: float, error: float) -> float:
    """Compute the expected share at the blurred bound, given a measured advantage and its standard error."""
    return blurred(above, error, ENOUGH, BLUR)


def blurred(above: float, error: float, bound: float, blur: float) -> float:
    """Compute the expected share above a bound that is blurred, given a measured value and its standard error."""
    left = math.sqrt(max(blur**2 - error**2, 0.0))
    if left == 0:
        return float(above > bound)
    return (1 + math.erf((above - bound) / left / math.sqrt(2))) / 2


def advantage(values: Floats) -> Floats:
    """Compute in every world how much better the best action is than the mean of the others.

    The best action is chosen in other worlds, so luck in this world doesn't make it look better than it is.
    """
    worlds, actions = values.shape
    part, above = np.arange(worlds) * PARTS // worlds, np.zeros(worlds)
    for number in range(PARTS):
        own = part == number
        best = int(values[~own].mean(axis=0).argmax())
        others = (values[own].sum(axis=1) - values[own, best]) / (actions - 1)
        above[own] = values[own, best] - others
    return above


class Weighing:
    """Estimates for some free choices of a match how far they matter."""

    def __init__(self, game: Game, key: bytes) -> None:
        """Prepare the search, which has a generator of its own: which choices are drawn must not depend on it."""
        self.search, self.rng = Search(game, Budget()), generator(key)
        self.weighed, self.mattered = 0, 0.0
        self.regrets: dict[str, list[Regret]] = {}  # The regrets of the choices in each phase.

    def weigh(self, state: State, seat: int, _: Rng) -> None:
        """Estimate how far a seat's choice matters."""
        _actions, values = self.search.try_all(state, seat, self.rng, WORLDS)
        self.weighed += 1
        self.mattered += share_that_matters(values)
        self.regrets.setdefault(self.search.game.phase(state), []).append(regret_of(values, PARTS))


def matter_values(
    design: Design, variant: Variant, numbers: range, threads: int = 1
) -> dict[tuple[str, Key], tuple[Floats, Floats]]:
    """Weigh some free choices of the first matches, and what bad choices cost; skip variants with bots that search."""
    chosen = range(numbers.start, min(numbers.stop, design.rollouts))
    if not len(chosen) or (variant.searches(design.found) and has_basic(design.found)):
        return {}
    game = design.found
    start = game.new_state(design.players, variant.options)

    def of_match(number: int) -> Weighing:
        found = Weighing(game, seeded_key(design.seed + number, SEARCHED))
        one, drawing = range(number, number + 1), generator(seeded_key(design.seed + number, DRAWN))
        watch(game, start, variant.bots, design.seed, one, design.max_rounds, (ASKED, found.weigh, drawing))
        return found

    values: dict[tuple[str, Key], tuple[Floats, Floats]] = {
        (MATTERS, ""): (np.zeros(len(numbers)), np.zeros(len(numbers)))
    }
    top, bottom = values[MATTERS, ""]
    for index, found in enumerate(in_order(of_match, chosen, threads)):
        top[index], bottom[index] = found.mattered, found.weighed
        for phase, regrets in found.regrets.items():
            for name, part in ((RANDOM_COSTS, "random"), (SECOND_COSTS, "second")):
                both = values.setdefault((name, phase), (np.zeros(len(numbers)), np.zeros(len(numbers))))
                both[0][index] = sum(getattr(one, part) for one in regrets)
                both[1][index] = sum(one.luck for one in regrets)
    return values
