"""Tests of how Rook breaks down the score of a hand, and of the bids shown beside the players."""

from parlour.game.game import SPECTATOR, State
from parlour.game.view import SheetRow, View
from tests.games.rook.test_rules import ROOK, SEVEN, SIX, dealt, do, play_out, playing


def seen(state: State) -> View:
    return ROOK.view(ROOK.hidden(state, SPECTATOR), SPECTATOR)


def sheet(state: State) -> SheetRow:
    row = seen(state).sheet
    assert row is not None
    return row


def lines(state: State, team: int) -> dict[str, str]:
    return {str(share.name): str(share.value) for share in sheet(state).cells[team].shares}


def test_the_score_of_a_made_bid_lists_counters_and_tricks_and_points_for_cards_and_the_bid() -> None:
    """R7: seven of the 14 tricks are enough for the bidders to get the points for cards."""
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G"))
    expected = {"Cards that count": "70", "Tricks": "7 of 14", "For cards": "20", "Taken": "90", "Bid": "70, made"}
    assert lines(state, 1) == expected
    expected = {"Cards that count": "110", "Tricks": "7 of 14", "For cards": "0", "Taken": "110", "Bid": "–"}
    assert lines(state, 0) == expected


def test_the_score_of_a_bid_that_is_not_made_still_lists_the_points_taken() -> None:
    """R8"""
    state = play_out(playing(SIX, "8G", 1, "8G", "G", bid=100))
    assert lines(state, 1)["Bid"] == "100, not made"
    assert lines(state, 1)["For cards"] == "0"
    assert lines(state, 0)["For cards"] == "20"
    for team in range(2):
        counters, cards = int(lines(state, team)["Cards that count"]), int(lines(state, team)["For cards"])
        assert counters + cards == int(lines(state, team)["Taken"])


def test_a_hand_that_is_thrown_in_has_no_lines_in_its_score_breakdown() -> None:
    assert sheet(do(dealt(), "1 pass", "2 pass", "3 pass", "0 pass")).cells[0].shares == ()


def test_the_last_bid_of_a_player_is_still_shown_after_the_player_passes() -> None:
    state = do(dealt(), "1 bid 70", "2 bid 80", "3 pass", "0 pass", "1 pass")
    assert [str(seat.bid) for seat in seen(state).seats] == ["pass", "bid 70", "bid 80", "pass"]
    state = do(dealt(), "1 bid 70", "2 bid 80", "3 bid 90", "0 pass", "1 pass")
    assert str(seen(state).seats[1].bid) == "70, pass"


def test_during_play_the_tricks_of_both_teams_are_counted_but_their_cards_are_not_shown() -> None:
    """R10"""
    state = playing(SEVEN, "8G", 1, "8G", "G")
    for played in range(3):
        named = {str(pile.name) for pile in seen(state).centre.piles}
        assert {f"Tricks: {played}", "Tricks: 0"} <= named
        assert all(not pile.open for pile in seen(state).centre.piles if pile.owner is not None)
        for _ in range(4):
            seat = int(state.turn)
            ROOK.apply(state, seat, max(card for card in range(57) if ROOK.legal(state, seat) >> card & 1))
