"""The strength of bots: how often easy ones choose at random, and how long hard ones think."""

from parlour.match.walk import ALWAYS

HARD_MILLISECONDS = 600  # The thinking time of hard bots, on all cores.
SLIPS = {  # One choice in this many is random; 0 means never.
    "basic": 0, "medium": 0, "easy": 4, "random": ALWAYS,
}  # fmt: skip
WORLDS = {"easy": 4, "medium": 40}  # How many deals a search samples in games without rules of thumb.
SEARCHED_SLIPS = {"easy": 3, "medium": 0}  # One choice in this many of these searches is random; 0: none.
