"""Tests that auctions of Rook are recorded as described in the section on records of the rules page."""

import json

import pytest

from parlour.games import find_game
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from parlour.match.record import line, verify
from tests.verifier.verdict import check


@pytest.mark.parametrize(("said", "bid"), [("pass", 70), ("bid 70", 70), ("bid 75", 75)])
def test_a_dealer_who_must_play_can_pass_or_bid_and_either_choice_ends_the_auction(said: str, bid: int) -> None:
    """R3: the auction is over after either choice, both for Parlour and for the independent verifier."""
    match = Match(find_game("rook"), options={"all_pass": "dealer_bids"}, key=seeded_key(3, 4), telling=False)
    match.advance()
    for seat, action in ((1, "pass"), (2, "pass"), (3, "pass"), (0, said)):
        match.act(seat, action)
    assert (match.actors, int(match.state.bid)) == ([0], bid)
    match.act(0, match.legal(0)[0])  # Ann puts a card aside.
    record = json.loads(line(match.record()))
    verify(record)
    check(record)
