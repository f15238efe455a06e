"""Auctions: bids that rise, and passing.

A bid is an action, the number of its steps: in an auction by fives, action 15 is a bid of 75. A seat that passes is
out of the auction: the field `passed`, a set of seats, remembers it.
"""

from parlour.engine.rule import rule
from parlour.engine.sets import count, first, has


@rule
def bids_above(bid: int, least: int, most: int) -> int:
    """Return the legal bids as a set: above the highest bid so far, and from `least` to `most`."""
    return first(most + 1) & ~first(max(least, bid + 1))


@rule
def next_in_auction(seat: int, passed: int, players: int) -> int:
    """Return the next seat to the left that has not passed; the seat itself if all others have, -1 if it has too."""
    for step in range(1, players + 1):
        if not has(passed, (seat + step) % players):
            return (seat + step) % players
    return -1


@rule
def auction_won(bid: int, most: int, passed: int, players: int) -> bool:
    """Return whether the highest bid wins: nobody can go above it, or all others have passed; 0 means no bid."""
    return bid > 0 and (bid >= most or count(passed) == players - 1)


@rule
def all_passed(passed: int, players: int) -> bool:
    """Return whether there is nobody left to bid."""
    return count(passed) == players
