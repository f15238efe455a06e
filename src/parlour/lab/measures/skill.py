"""Measures of skill and of chances to win, which need extra matches, rollouts, or the matches of another variant.

The values of these measures are filled in by `studies/_skill.py`, `studies/_rollouts.py` and `studies/_batch.py`.
"""

from parlour.lab.measures.measure import Measure, Values
from parlour.lab.sample import Sample

STRONGER, CHANCE, SETTLED = "stronger wins", "chance of the winner", "settled"
COMEBACK, CLEAR = "winner looked lost", "choices that matter"
SAME = "same play"
SETTLED_CHANCE = 0.9
LOST_PART = 0.5  # A comeback: the winner's chance was once below this fraction of an even chance.


def elsewhere(sample: Sample) -> Values:
    """Return no values: a sample of recorded matches isn't enough for these measures."""
    return {}


SKILL = (
    Measure(STRONGER, "skill",
            "The share that one bot (or team) wins against bots of a lower level if it plays every deal in all seats "
            "in turn.", elsewhere, share=True, by="levels"),
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
    Measure(CLEAR, "choices",
            "The share of free choices in which sampled deals show a clear difference between the best and the worst "
            "action.", elsewhere, share=True),
)  # fmt: skip
