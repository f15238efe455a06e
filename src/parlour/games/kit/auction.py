"""Auctions: rising bids, and passing.

A bid is counted in steps: in an auction by fives, action 15 is a bid of 75. A seat that passes is out of the auction;
the field `passed` is the set of these seats.
"""

from parlour.engine.rule import rule
from parlour.engine.sets import count, first, has


@rule
def bids_above(bid: int, least: int, most: int) -> int:
    """Return the set of legal bids: those from `least` to `most` that are higher than the last bid."""
    return first(most + 1) & ~first(max(least, bid + 1))


@rule
def next_in_auction(seat: int, passed: int, players: int) -> int:
    """Return the next seat in clockwise order that hasn't passed, possibly `seat` itself; -1 if all have passed."""
    for step in range(1, players + 1):
        if not has(passed, (seat + step) % players):
            return (seat + step) % players
    return -1


@rule
def auction_won(bid: int, most: int, passed: int, players: int) -> bool:
    """Return whether the bid has won: it's the highest possible, or all other seats have passed; 0 means no bid."""
    return bid > 0 and (bid >= most or count(passed) == players - 1)


@rule
def all_passed(passed: int, players: int) -> bool:
    """Return whether all seats have passed."""
    return count(passed) == players
