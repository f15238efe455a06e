"""Undo in Rook: a bid isn't a secret, and shows no card."""

from tests.match.test_undo import do, table_of


def test_a_bid_in_an_auction_may_be_taken_back_until_the_next_one_acts() -> None:
    table = table_of("rook", 4, 1)
    bidder = table.actors()[0]
    do(table, bidder, table.playing.legal(bidder)[0])
    assert table.can_undo(bidder)
    other = table.actors()[0]
    do(table, other, table.playing.legal(other)[0])
    assert not table.can_undo(bidder)
