"""Auctions: bids that rise, and passing.

A bid is an action, the number of its steps: in an auction by fives, action 15 is a bid of 75. Whoever passes is out of
the auction: the field `passed`, a set of seats, remembers it.
"""

from parlour.engine.rule import rule
from parlour.engine.sets import count, first, has


@rule
def bids_above(bid: int, least: int, most: int) -> int:
    """The bids that may follow, as a set: above the highest bid so far, and from the least to the most."""
    return first(most + 1) & ~first(max(least, bid + 1))


@rule
def next_in_auction(seat: int, passed: int, players: int) -> int:
    """The next seat to the left that has not passed; the seat itself if all the others have, -1 if it has as well."""
    for step in range(1, players + 1):
        if not has(passed, (seat + step) % players):
            return (seat + step) % players
    return -1


@rule
def auction_won(bid: int, most: int, passed: int, players: int) -> bool:
    """Whether the highest bid stands: nobody can go above it, or all the others have passed; 0 is no bid."""
    return bid > 0 and (bid >= most or count(passed) == players - 1)


@rule
def all_passed(passed: int, players: int) -> bool:
    """Whether there is nobody left to bid."""
    return count(passed) == players
