"""Tests of auctions: rising bids, and passing."""

from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.sets import bit, each
from parlour.games.kit.auction import all_passed, auction_won, bids_above, next_in_auction


def test_a_legal_bid_is_higher_than_the_last_bid_and_within_the_allowed_range() -> None:
    assert list(each(bids_above(0, 14, 18))) == [14, 15, 16, 17, 18]
    assert list(each(bids_above(16, 14, 18))) == [17, 18]
    assert list(each(bids_above(18, 14, 18))) == []


def test_the_turn_goes_clockwise_and_skips_seats_that_have_passed() -> None:
    assert next_in_auction(3, 0b0000, 4) == 0
    assert next_in_auction(3, 0b0011, 4) == 2
    assert next_in_auction(3, 0b0111, 4) == 3
    assert next_in_auction(3, 0b1111, 4) == -1


def test_an_auction_is_won_by_the_highest_possible_bid_or_by_the_last_bidder_left() -> None:
    assert auction_won(18, 18, 0b0000, 4)
    assert auction_won(14, 18, 0b0111, 4)
    assert not auction_won(14, 18, 0b0011, 4)
    assert not auction_won(0, 18, 0b0111, 4), "the last player has not bid and may still pass"


@given(players=st.integers(2, 6), data=st.data())
def test_every_auction_ends_with_a_winner_or_after_all_seats_have_passed(players: int, data: st.DataObject) -> None:
    bid, bidder, passed, turn, steps = 0, -1, 0, 0, 0
    while not auction_won(bid, 20, passed, players) and not all_passed(passed, players):
        choice = data.draw(st.sampled_from([0, *each(bids_above(bid, 5, 20))]))
        assert not passed & bit(turn)
        if choice:
            bid, bidder = choice, turn
        else:
            passed |= bit(turn)
        turn = next_in_auction(turn, passed, players)
        steps += 1
    assert steps <= 16 + players
    assert (bid == 0) == all_passed(passed, players)
    assert bidder < 0 or not passed & bit(bidder)
