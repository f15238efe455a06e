"""The strength of bots: how often easy bots choose at random, and how long hard bots think."""

from parlour.match.walk import ALWAYS

HARD_MILLISECONDS = 600  # The thinking time of hard bots, on all cores.
SLIPS = {  # On average, one of this many choices by a bot is random; 0 means none.
    "basic": 0, "medium": 0, "easy": 4, "random": ALWAYS,
}  # fmt: skip
WORLDS = {"easy": 4, "medium": 40}  # How many deals a search samples in games without rules of thumb.
SEARCHED_SLIPS = {"easy": 3, "medium": 0}  # Of this many choices by search, one is random; 0 means none.
