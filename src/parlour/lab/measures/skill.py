"""Measures of skill and of chances to win, which need extra matches, rollouts, or the matches of another variant.

The values of these measures are filled in by `_skill.py`, `_rollouts.py`, `_kingmaking.py`, `_choices.py`,
`_strategies.py` and `_batch.py` in the folder `studies`.
"""

from parlour.lab.measures.claims import WITHOUT
from parlour.lab.measures.measure import Measure, Values
from parlour.lab.sample import Sample

STRONGER, CHANCE, SETTLED = "stronger wins", "chance of the winner", "settled"
COMEBACK, MATTERS = "winner looked lost", "choices that matter"
RANDOM_COSTS, SECOND_COSTS, KINGMAKING = "cost of a random action", "cost of the second-best action", "kingmaking"
SAME = "same play"
SETTLED_CHANCE = 0.9
ENOUGH = 0.25  # A choice matters if the best action's advantage is at least this fraction of the luck of the deal.
LOST_PART = 0.5  # A comeback: the winner's chance was once below this fraction of an even chance.


def elsewhere(sample: Sample) -> Values:
    """Return no values: a sample of recorded matches isn't enough for these measures."""
    return {}


SKILL = (
    Measure(STRONGER, "skill",
            "The share that one bot (or team) wins against bots of a lower level if it plays every deal in all seats "
            "in turn.", elsewhere, share=True, by="levels"),
    Measure(WITHOUT, "skill",
            "How many of its wins, in percentage points, a player loses who may not follow the strategy that a source "
            "recommends. All others play freely, on the same deals; every seat is restricted in turn.",
            elsewhere, by="strategy", unit="pp", around_zero=True),
    Measure(CHANCE, "tension",
            "The winner's chance to win at each point of the match, estimated with rollouts by rules of thumb.",
            elsewhere, share=True, by="per cent of the match", drawn=True),
    Measure(SETTLED, "tension",
            "The part of the match after which the winner's chance stays above 90 %: the rest is only played out.",
            elsewhere, share=True),
    Measure(COMEBACK, "tension",
            "Matches in which the winner's chance was once less than half of an even chance: true comebacks.",
            elsewhere, share=True),
    Measure(SAME, "choices",
            "The share of matches in which the bots do the same as in the variant to which the others are compared, "
            "as long as both matches last.", elsewhere, share=True),
    Measure(MATTERS, "choices",
            "The share of free choices in which the best action is better than the mean of the others by at least a "
            "quarter of what the luck of the deal does to the result (its standard deviation).",
            elsewhere, share=True),
    Measure(KINGMAKING, "tension",
            "How often a free choice of a side whose chance to win was under 5 % before the round changes another "
            "side's chance by more than 10 points.", elsewhere, share=True),
    Measure(RANDOM_COSTS, "choices",
            "How much worse a random action is than the best, as a multiple of what the luck of the deal does to the "
            "result (its standard deviation), in free choices.", elsewhere, by="phase"),
    Measure(SECOND_COSTS, "choices",
            "How much worse the second-best action is than the best, as a multiple of what the luck of the deal does "
            "to the result (its standard deviation), in free choices.", elsewhere, by="phase"),
)  # fmt: skip
