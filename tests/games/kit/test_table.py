"""Tests of the kit's table: where it shows each field, its messages, and what it refuses."""

from dataclasses import replace
from typing import Any

import pytest

from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.cards import HIDDEN, NO_CARD
from parlour.game.fields import card_set, each_seat, listed, number, one_card
from parlour.game.game import SPECTATOR, State
from parlour.game.texts import Card, Refusal, Text, Who, say
from parlour.game.view import Pile, Play, View
from parlour.games import kit
from parlour.games.kit import story
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Match
from tests.games.kit import small_whist as rules
from tests.games.kit.small_whist import CLAIM, FIELDS, GAME, HAND

HANDS = [
    "7S 8S 9S 10S 7H 8H 9H",
    "JS QS KS AS 7C 8C 9C",
    "10H JH QH KH 10C JC QC",
    "AH KC AC 7D 8D 9D 10D",
]
TURNED = "JD QD KD AD"
DEAL: dict[str, Any] = {"hands": [hand.split() for hand in HANDS], "turned": TURNED.split()}
NAMES = ("Ann", "Ben", "Cleo", "Dan")


@pytest.fixture
def match() -> Match:
    """Return a match where seat 0 has dealt, seat 1 leads, and diamonds are trump."""
    match = Match(GAME, dealt_by_hand=True, names=NAMES)
    match.place({"deal": DEAL})
    return match


def _told(story: list[Text]) -> list[str]:
    return [sentence.format(NAMES) for sentence in story]


def _first_trick(match: Match) -> list[str]:
    return [sentence for seat, card in ((1, "JS"), (2, "10H"), (3, "7D"), (0, "7S"))
            for sentence in _told(match.act(seat, f"play {card}"))]  # fmt: skip


# --- which field appears where


def test_everybody_sees_a_seats_score_and_tricks_and_team_and_badges_but_only_its_player_sees_the_hand(
    match: Match,
) -> None:
    own, other = match.view(1).seats[1], match.view(0).seats[1]
    assert own.hand == tuple(sorted(HANDS[1].split(), key=GAME.deck.names.index))
    assert (other.hand, other.cards, other.score, other.tricks, other.team) == ((), HAND, 0, 0, 1)
    assert [seat.badges for seat in match.view().seats] == [("dealer",), ("leader",), (), ()]


def test_the_middle_shows_the_trump_and_the_trick_in_order_of_play_and_who_is_winning_the_trick(match: Match) -> None:
    match.act(1, "play JS")
    match.act(2, "play 10H")
    match.act(3, "play 7D")
    centre = match.view().centre
    assert centre.trick == (Play(1, "JS"), Play(2, "10H"), Play(3, "7D"))
    assert centre.winning == 3
    assert [(str(marker.name), marker.suit) for marker in centre.markers] == [("Trump", "D")]
    assert centre.piles == (Pile(say("Turned up"), 4, tuple(TURNED.split())),)
    assert [seat.cards for seat in match.view().seats] == [7, 6, 6, 6]


def test_the_last_trick_is_shown_with_its_winner(match: Match) -> None:
    _first_trick(match)
    centre = match.view().centre
    assert centre.trick == ()
    assert centre.last_trick == (Play(1, "JS"), Play(2, "10H"), Play(3, "7D"), Play(0, "7S"))
    assert centre.last_winner == 3
    assert match.view().seats[3].tricks == 1


def test_if_tricks_are_closed_the_last_trick_is_shown_only_until_the_next_lead(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules.TABLE, "game", replace(GAME, closed_tricks=True))
    _first_trick(match)
    assert len(match.view().centre.last_trick) == 4
    match.act(3, match.legal(3)[0])
    assert match.view().centre.last_trick == ()


def test_a_seat_that_is_not_to_act_has_no_actions_and_sees_whose_turn_it_is(match: Match) -> None:
    assert match.view(0).actions == ()
    assert match.view(0).prompt == say("It is {who}'s turn.", who=Who(1))
    assert (match.view(SPECTATOR).to_act, match.view().section, match.view().round) == ((1,), "Playing", 1)


def test_each_legal_card_is_an_action_and_each_illegal_card_comes_with_a_reason(match: Match) -> None:
    match.act(1, "play 7C")
    view = match.view(2)
    assert [(action.name, str(action.label), action.cards) for action in view.actions] == [
        ("play 10C", "Play 10♣", ("10C",)), ("play JC", "Play J♣", ("JC",)), ("play QC", "Play Q♣", ("QC",)),
    ]  # fmt: skip
    assert {one.card for one in view.refused} == {"10H", "JH", "QH", "KH"}
    assert view.refused[0].reason == say("You must follow {suit}.", suit=Card("C"))
    assert view.prompt == say("Your turn: {suit} was led.", suit=Card("C"))


def _with_the_ace_of_trumps() -> Match:
    """Return a match like `match`, except that the leader holds the ace of trumps and may claim all tricks."""
    hands = [HANDS[0], HANDS[1].replace("JS", "AD"), HANDS[2], HANDS[3].replace("10D", "JS")]
    match = Match(GAME, dealt_by_hand=True, names=NAMES)
    match.place({"deal": {"hands": [hand.split() for hand in hands], "turned": ["10D", "JD", "QD", "KD"]}})
    return match


def test_a_button_stands_for_an_action_without_cards() -> None:
    match = _with_the_ace_of_trumps()
    button = match.view(1).actions[-1]
    assert (button.id, button.name, str(button.label), button.cards) == (CLAIM, "claim", "Claim", ())
    told = _told(match.act(1, "Claim"))
    assert told[:2] == ["Ben: claim.", "Round 1 is over."]


def test_the_score_sheet_shows_what_each_team_gained_in_the_last_round() -> None:
    match = _with_the_ace_of_trumps()
    assert match.view().sheet is None
    told = _told(match.act(1, "claim"))
    assert told[-2:] == ["Ann and Cleo: +0 this round, 0 in all.", "Ben and Dan: +7 this round, 7 in all."]
    sheet = match.view().sheet
    assert sheet is not None
    assert [(cell.gain, cell.total) for cell in sheet.cells] == [(0, 0), (7, 7)]
    assert (sheet.round, match.view().prompt) == (1, say("Round {round} is over.", round=1))
    (moment,) = match.view().moments
    assert (moment.kind, moment.text) == ("result", match.view().prompt)
    marks = [(mark.seat, str(mark.text), mark.tone) for mark in moment.marks]
    assert marks == [(0, "+0", ""), (1, "+7", "good"), (2, "+0", ""), (3, "+7", "good")]
    assert [seat.cards for seat in match.view().seats] == [0, 0, 0, 0]


# --- what is said


def test_the_log_says_who_dealt_and_which_cards_were_played_and_who_takes_the_trick() -> None:
    match = Match(GAME, dealt_by_hand=True, names=NAMES)
    assert _told(match.place({"deal": DEAL})) == ["Round 1 is dealt."]
    assert _first_trick(match) == [
        "Ben plays J♠.", "Cleo plays 10♥.", "Dan plays 7♦.", "Ann plays 7♠.", "Dan takes the trick.",
    ]  # fmt: skip


def test_the_end_of_the_match_names_every_winner_in_one_sentence() -> None:
    match = Match(GAME, key=seeded_key(1, 0), names=NAMES)
    told: list[str] = []
    while not match.over:
        match.advance()
        told = _told(match.act(match.actors[0], match.legal(match.actors[0])[0]))
    winners = [NAMES[seat] for seat in match.winners]
    assert told[-1] == f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'} the match."
    assert [text.format(NAMES) for text in story.won([1])] == ["Ben wins the match."]
    assert [text.format(NAMES) for text in story.won([1, 3])] == ["Ben and Dan win the match."]
    assert [text.format(NAMES) for text in story.won([0, 1, 2, 3])] == ["Ann, Ben, Cleo and Dan win the match."]
    assert story.won([]) == []
    assert match.view().prompt == say("The match is over.")


# --- what is refused


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        (0, "play 7S", "It is seat 1's turn, not yours"),
        (1, "play 7S", "7♠ is not in your hand"),
        (1, "play 2S", "there is no card '2S'"),
        (1, "fold", "'fold' is not an action here; expected an action such as: play JS"),
    ],
)
def test_the_refusal_of_a_text_that_is_not_a_legal_action_gives_the_reason(
    match: Match, seat: int, text: str, reason: str
) -> None:
    with pytest.raises(Refusal, match=reason):
        match.act(seat, text)


def test_a_recorded_deal_can_be_repeated_but_an_incomplete_deal_is_refused(match: Match) -> None:
    event = match.events[0]
    assert event == {"deal": {"hands": [sorted(hand.split(), key=GAME.deck.names.index) for hand in HANDS],
                              "turned": TURNED.split()}}  # fmt: skip
    other = Match(GAME, dealt_by_hand=True)
    other.place(event)
    assert other.state.tobytes() == match.state.tobytes()
    with pytest.raises(ParlourError, match="every hand of the deal needs 7 cards"):
        Match(GAME, dealt_by_hand=True).place(
            {"deal": {**DEAL, "hands": [[*DEAL["hands"][0][:6]], *DEAL["hands"][1:]]}}
        )
    with pytest.raises(ParlourError, match="turned of the deal is not a list of card names"):
        Match(GAME, dealt_by_hand=True).place({"deal": {"hands": DEAL["hands"]}})


RULES = {name: getattr(rules, name) for name in
         ("start", "deal", "actors", "legal", "apply", "hide", "redeal", "over", "winners")}  # fmt: skip
OTHER = {"name": "other", "title": "Other", "players": (4,), "deck": GAME.deck, "phases": GAME.phases, **RULES}


def test_an_argument_of_card_game_replaces_the_corresponding_function_of_the_table() -> None:
    told = say("Something happened.")
    game = kit.card_game(kit.Table(hand=HAND), fields=FIELDS, tell=lambda *_: [told], **OTHER)
    assert Match(game, key=seeded_key(1, 0)).advance() == [told]
    assert game.actions == len(GAME.deck.names)


class Shouting(kit.Table):
    """A table that overrides the whole view."""

    def view(self, state: State, seat: int) -> View:
        return kit.changed(super().view(state, seat), section="LOUD")


def test_a_game_that_overrides_the_whole_view_does_not_use_the_shared_public_view() -> None:
    assert kit.card_game(kit.Table(hand=HAND), fields=FIELDS, **OTHER).private_view
    given = kit.card_game(kit.Table(hand=HAND), fields=FIELDS, view=lambda *_: GAME.view, **OTHER)
    replaced = kit.card_game(Shouting(hand=HAND), fields=FIELDS, **OTHER)
    assert (given.private_view, replaced.private_view) == (None, None)
    match = Match(replaced, key=seeded_key(1, 0))
    match.advance()
    assert {view.section for view in match.views(range(4)).values()} == {"LOUD"}


def test_the_refusal_to_a_seat_that_may_not_act_says_why() -> None:
    table = kit.Table(hand=HAND)
    game = kit.card_game(table, fields=(*FIELDS, one_card("choice", "what was chosen", each_seat(4))), **OTHER)
    state = game.new_state()
    state.choice[:] = NO_CARD
    assert table.why_not_yet(state, 0, 0) == say("Nobody can act now.")
    assert table.why_not_yet(state, 0, 0b1110) == say("It is not your turn: the others are choosing.")
    assert table.why_not_yet(state, 0, 0b0100) == say("It is {who}'s turn, not yours.", who=Who(2))
    state.choice[0] = 5
    assert table.why_not_yet(state, 0, 0b1110) == say("You have already chosen; the others are still thinking.")


def test_in_a_phase_without_a_verb_no_card_is_marked_as_illegal_and_playing_a_card_is_refused() -> None:
    table = kit.Table(hand=HAND, begin=rules.TABLE.begin, dealt=("turned",), verbs={"play": ""})
    game = kit.card_game(table, fields=FIELDS, **OTHER)
    match = Match(game, dealt_by_hand=True)
    match.place({"deal": DEAL})
    match.act(1, match.legal(1)[0])
    assert match.view(2).actions
    assert match.view(2).refused == ()
    with pytest.raises(Refusal, match="is not an action here"):
        match.act(2, "play 7D")


def test_a_pile_is_a_set_or_a_card_or_a_list_and_a_hidden_pile_shows_its_size() -> None:
    fields = (
        *FIELDS,
        one_card("open", "the face-up card"),
        one_card("stack", "the cards of the stack, the newest last", listed(3)),
        card_set("stock", "the stock"),
        number("stock_size", "number of cards in the stock", 0, 32),
        number("held", "number of cards in each hand", 0, 32, each_seat(4)),
    )
    piles = {"open": "Open", "stack": "Stack", "stock": "Stock"}
    game = kit.card_game(kit.Table(hand=HAND, piles=piles), fields=fields, **OTHER)
    state = game.new_state()
    state.open, state.stack[:], state.stock_size, state.held[2] = NO_CARD, (5, HIDDEN, NO_CARD), 9, 4
    view = game.view(state, SPECTATOR)
    assert view.centre.piles == (Pile(say("Stack"), 2, (game.deck.name(5),)), Pile(say("Stock"), 9))
    assert [seat.cards for seat in view.seats] == [0, 0, 4, 0]


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"piles": {"stock": "Stock"}}, "the table of other needs a field 'stock'; there are dealer, gains, hands"),
        ({"picks": {"play": ("passed", 3)}}, "needs a field 'passed'"),
        ({"led": "called"}, "needs a field 'called'"),
        ({"verbs": {"choose": "choose"}}, "other has no phase 'choose'; expected one of deal, play, over"),
    ],
)
def test_a_table_cannot_name_a_field_or_phase_that_the_game_does_not_have(settings: dict[str, Any], error: str) -> None:
    with pytest.raises(ParlourError, match=error):
        kit.card_game(kit.Table(hand=HAND, **settings), fields=FIELDS, **OTHER)


def test_redealt_hands_have_no_cards_of_suits_that_the_seat_could_not_follow() -> None:
    match = Match(GAME, key=seeded_key(2, 0))
    match.advance()
    for _ in range(17):
        match.act(match.actors[0], match.legal(match.actors[0])[-1])
    for seat in range(-1, 4):
        world = GAME.hidden(match.state, seat)
        GAME.redeal(world, seat, chance_generator(seeded_key(3, 0), seat + 1))
        assert sorted(GAME.every_card(world)) == list(range(32))
        for other in range(4):
            lacked = sum(rules.SUIT[suit] for suit in each(world.voids[other]))
            assert other == seat or not int(world.hands[other]) & lacked
    assert any(match.state.voids)
