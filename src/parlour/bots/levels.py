"""The strength of the levels at a table: how often easy bots slip, how long hard ones think."""

from parlour.match.walk import ALWAYS

HARD_MILLISECONDS = 600  # thinking time of hard bots, on all cores
SLIPS = {  # one choice in this many is random; 0: none
    "basic": 0, "medium": 0, "easy": 4, "random": ALWAYS,
}  # fmt: skip
WORLDS = {"easy": 4, "medium": 40}  # for short searches in a game without rules of thumb
SEARCHED_SLIPS = {"easy": 3, "medium": 0}  # like SLIPS, for these searches
