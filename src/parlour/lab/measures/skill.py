"""Measures that need more than recorded matches: better bots against worse ones, and rollouts for chances to win.

Their values are filled in by `studies/_skill.py` and `studies/_rollouts.py`.
"""

from parlour.lab.measures.measure import Measure, Values
from parlour.lab.sample import Sample

STRONGER, CHANCE, SETTLED = "stronger wins", "chance of the winner", "settled"
COMEBACK, CLEAR = "winner looked lost", "choices that matter"
SETTLED_CHANCE = 0.9
LOST_PART = 0.5  # of an even chance


def elsewhere(sample: Sample) -> Values:
    """Return nothing: recorded matches alone don't show this."""
    return {}


SKILL = (
    Measure(STRONGER, "skill",
            "What a bot of one level (in games with teams, a team) wins among others of a lower level, all seats in "
            "turn on the same deals.", elsewhere, share=True, by="levels"),
    Measure(CHANCE, "tension",
            "The eventual winner's chance to win at each point of the match (rollouts by rules of thumb).",
            elsewhere, share=True, by="per cent of the match", drawn=True),
    Measure(SETTLED, "tension",
            "After which part of the match the winner's chance is above 90 % for good: the rest is only played out.",
            elsewhere, share=True),
    Measure(COMEBACK, "tension", "The winner's chance was once below half of an even one: a true comeback.",
            elsewhere, share=True),
    Measure(CLEAR, "choices",
            "Free choices in which sampled deals show a clear difference between the best and the worst action; most "
            "of the others don't matter.", elsewhere, share=True),
)  # fmt: skip
