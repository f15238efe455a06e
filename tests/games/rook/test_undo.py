"""Tests of undo in Rook: a bid reveals no card, so it can be taken back."""

from tests.match.test_undo import do, table_of


def test_a_bid_may_be_taken_back_until_the_next_player_acts() -> None:
    table = table_of("rook", 4, 1)
    bidder = table.actors()[0]
    do(table, bidder, table.playing.legal(bidder)[0])
    assert table.can_undo(bidder)
    other = table.actors()[0]
    do(table, other, table.playing.legal(other)[0])
    assert not table.can_undo(bidder)
