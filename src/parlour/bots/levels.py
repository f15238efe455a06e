"""How well the levels of a table play: how often easy bots slip, how long hard ones think."""

from parlour.match.walk import ALWAYS

HARD_MILLISECONDS = 600  # that hard bots think, on all cores
SLIPS = {  # one choice in so many is any legal one; 0: none is
    "basic": 0, "medium": 0, "easy": 4, "random": ALWAYS,
}  # fmt: skip
WORLDS = {"easy": 4, "medium": 40}  # in which short searches try every action, in a game without rules of thumb
SEARCHED_SLIPS = {"easy": 3, "medium": 0}  # the same as SLIPS, for these searches
