"""Tests of bids that aren't cards: their names, prompts and refusals, and where the table shows them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.rule import rule
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.fields import each_seat, number
from parlour.game.game import Game, State
from parlour.game.texts import Refusal, say
from parlour.game.view import Seat
from parlour.games import kit
from parlour.match.match import Match
from tests.games.kit import small_whist as whist

NAMES = ("Ann", "Ben", "Cleo", "Dan")
DEAL, BID, PLAY, OVER = range(4)
PASS = 8
RISING = kit.Bids(passing=40, step=5)
HANDS = ("7S 8S 9S 10S 7H 8H 9H", "JS QS KS AS 7C 8C 9C", "10H JH QH KH 10C JC QC", "AH KC AC 7D 8D 9D 10D")


# --- a game with bids: every seat bids a number of tricks or nil, or passes; then the first card ends the round


@rule
def begin(state: State) -> None:
    state.turn, state.leader, state.last_leader, state.trump, state.phase = 0, 0, -1, -1, BID
    for seat in range(4):
        state.bids[seat], state.won[seat], state.trick[seat], state.played[seat] = kit.NO_BID, 0, -1, 0


@rule
def actors(state: State) -> int:
    return 1 << state.turn if state.phase == BID or state.phase == PLAY else 0


@rule
def legal(state: State, seat: int) -> int:
    if not actors(state) >> seat & 1:
        return 0
    return (1 << PASS + 1) - 1 if state.phase == BID else state.hands[seat]


@rule
def apply(state: State, seat: int, action: int) -> None:
    if state.phase == BID:
        state.bids[seat] = action
        state.turn = (state.turn + 1) % 4
        state.phase = BID if state.turn else PLAY
    else:
        state.won[seat] = 7
        state.gains[seat % 2] = 7
        state.rounds += 1
        state.phase = DEAL


def _bidding(bids: kit.Bids, **settings: Any) -> Game:
    """Make a variant of Small Whist in which the seats bid before they play."""
    rules = {name: getattr(whist, name) for name in ("start", "deal", "hide", "redeal", "over", "winners")}
    bid = number("bids", "what each seat has bid", 0, PASS, each_seat(4), none=kit.NO_BID)
    return kit.card_game(
        kit.Table(hand=7, begin=begin, dealt=("turned",), bids={"bid": bids}, **settings),
        name="bidding", title="Bidding", players=(4,), deck=whist.GAME.deck, phases=("deal", "bid", "play", "over"),
        fields=(*whist.FIELDS, bid), teams=2, **{**rules, "actors": actors, "legal": legal, "apply": apply},
    )  # fmt: skip


def _dealt(bids: kit.Bids) -> Match:
    match = Match(_bidding(bids), dealt_by_hand=True, names=NAMES)
    match.place({"deal": {"hands": [hand.split() for hand in HANDS], "turned": ["JD", "QD", "KD", "AD"]}})
    return match


@pytest.fixture
def match() -> Match:
    """Return a match whose first round is dealt and where seat 0 bids first."""
    return _dealt(kit.Bids(words={0: "nil"}, passing=PASS, tricks=True))


# --- words


def test_every_bid_has_a_name_for_records_and_a_label_and_a_sentence_for_people() -> None:
    bids = kit.Bids(words={0: "nil"}, passing=PASS)
    assert [bids.name(action) for action in (0, 4, PASS)] == ["bid nil", "bid 4", "pass"]
    assert [str(bids.label(action)) for action in (0, 4, PASS)] == ["Bid nil", "Bid 4", "Pass"]
    assert [str(bids.said(action)) for action in (0, 4, PASS)] == ["nil", "4", "pass"]
    told = [bids.announcement(1, action).format(NAMES) for action in (0, 4, PASS)]
    assert told == ["Ben bids nil.", "Ben bids 4.", "Ben passes."]


def test_in_an_auction_in_steps_of_five_a_bid_is_five_times_the_number_of_its_action() -> None:
    assert (RISING.name(15), str(RISING.label(15))) == ("bid 75", "Bid 75")


@pytest.mark.parametrize(
    ("bids", "actions", "refusal"),
    [
        (kit.Bids(), range(14), "You can bid 0 to 13."),
        (kit.Bids(words={0: "nil"}), range(14), "You can bid 1 to 13, or nil."),
        (kit.Bids(), (0, 1, 2, 3, 5, 6), "You can bid 0 to 3, 5, or 6."),
        (kit.Bids(), (4,), "You can bid 4."),
        (kit.Bids(passing=13, words={0: "nil"}), (0, 2, 13), "You can bid 2, nil, or pass."),
        (RISING, range(15, 41), "You can bid 75 to 195 in steps of 5, or pass."),
        (RISING, (40,), "You can only pass."),
    ],
)
def test_a_refusal_lists_the_legal_bids(bids: kit.Bids, actions: Any, refusal: str) -> None:
    legal = sum(1 << action for action in actions)
    assert str(bids.refusal(legal)) == refusal
    assert str(bids.prompt(legal)) in (refusal, refusal.replace("You can", "Your turn:"))


@given(st.integers(1, (1 << 63) - 1), st.dictionaries(st.integers(0, 62), st.sampled_from(("nil", "all"))))
def test_the_prompt_describes_any_set_of_legal_bids(legal: int, words: dict[int, str]) -> None:
    bids = kit.Bids(words=words)
    sentence = str(bids.prompt(legal))
    assert sentence.startswith("Your turn: bid ")
    assert str(bids.said(next(each(legal)))) in sentence


# --- the table


def test_during_the_bidding_bids_are_buttons_and_cards_cannot_be_clicked(match: Match) -> None:
    view = match.view(0)
    assert [(action.name, str(action.label), action.cards) for action in view.actions[:2]] == [
        ("bid nil", "Bid nil", ()), ("bid 1", "Bid 1", ()),
    ]  # fmt: skip
    assert (view.actions[-1].name, view.refused, len(view.seats[0].hand)) == ("pass", (), 7)
    assert str(view.prompt) == "Your turn: bid 1 to 7, nil, or pass."


@pytest.mark.parametrize("text", ["bid 14", "bid", "play 7S", "7"])
def test_the_refusal_of_a_text_that_is_not_a_bid_lists_the_legal_bids(match: Match, text: str) -> None:
    with pytest.raises(Refusal, match=r"You can bid 1 to 7, nil, or pass\."):
        match.act(0, text)


def test_the_refusal_of_a_bid_out_of_turn_says_whose_turn_it_is(match: Match) -> None:
    with pytest.raises(Refusal, match="It is seat 0's turn, not yours"):
        match.act(1, "bid 3")


def test_bids_are_logged_and_shown_beside_the_players_with_the_number_of_tricks_promised(match: Match) -> None:
    told = [match.act(seat, text)[0].format(NAMES) for seat, text in enumerate(("bid 4", "bid nil", "pass"))]
    assert told == ["Ann bids 4.", "Ben bids nil.", "Cleo passes."]
    seats = match.view().seats
    assert [seat.bid and str(seat.bid) for seat in seats] == ["4", "nil", "pass", None]
    assert [seat.promised for seat in seats] == [4, 0, None, None]


def test_a_bid_that_promises_no_tricks_is_shown_without_a_number_of_promised_tricks() -> None:
    match = _dealt(kit.Bids())
    match.act(0, "bid 4")
    assert (match.view().seats[0].bid, match.view().seats[0].promised) == (say("{bid}", bid=4), None)


def test_until_the_next_deal_the_score_sheet_shows_the_tricks_each_team_promised_and_won(match: Match) -> None:
    for seat, text in enumerate(("bid 4", "bid nil", "bid 2", "pass")):
        match.act(seat, text)
    match.act(0, "play 7S")
    sheet = match.view().sheet
    assert sheet is not None
    assert [(cell.gain, cell.bid, cell.won) for cell in sheet.cells] == [(7, 6, 7), (0, 0, 0)]
    match.place({"deal": {"hands": [hand.split() for hand in HANDS], "turned": ["JD", "QD", "KD", "AD"]}})
    sheet = match.view().sheet
    assert sheet is not None
    assert [(cell.gain, cell.bid, cell.won) for cell in sheet.cells] == [(7, None, None), (0, None, None)]


@pytest.mark.parametrize(
    ("bids", "settings", "error"),
    [
        (kit.Bids("offers"), {}, "the table of bidding needs a field 'offers'"),
        (kit.Bids(), {"secret": ("bid",)}, "phase 'bid' of bidding has bids, which everybody hears"),
    ],
)
def test_a_table_with_bids_needs_a_field_for_the_bids_and_does_not_allow_bids_in_a_secret_phase(
    bids: kit.Bids, settings: dict[str, Any], error: str
) -> None:
    with pytest.raises(ParlourError, match=error):
        _bidding(bids, **settings)


def test_a_table_cannot_have_bids_in_a_phase_that_the_game_does_not_have() -> None:
    with pytest.raises(ParlourError, match="other has no phase 'auction'; expected one of deal, play, over"):
        kit.card_game(
            kit.Table(hand=7, bids={"auction": kit.Bids("won")}), fields=whist.FIELDS, name="other", title="Other",
            players=(4,), deck=whist.GAME.deck, phases=whist.GAME.phases,
            **{name: getattr(whist, name) for name in
               ("start", "deal", "actors", "legal", "apply", "hide", "redeal", "over", "winners")},
        )  # fmt: skip


def test_changing_a_part_of_a_view_makes_a_new_part_and_leaves_the_old_part_as_it_was() -> None:
    seat = Seat(0, 13)
    assert (kit.changed(seat, score=5), seat.score) == (Seat(0, 13, score=5), 0)
    with pytest.raises(TypeError, match="points"):
        kit.changed(seat, points=5)
