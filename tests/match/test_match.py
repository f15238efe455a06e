"""A match knows whose turn it is, refuses what isn't allowed, and publishes its key only at the end."""

import hashlib
import re
from dataclasses import replace
from itertools import permutations

import pytest

from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.game import Game, State, span
from parlour.game.texts import Refusal, Text
from parlour.games import all_games
from parlour.match.fair import seeded_key
from parlour.match.match import Board, Match, places, standings
from tests.samples import some_game

KEY, SALT = seeded_key(21, 0), seeded_key(22, 0)


def choosing_together(game: Game) -> bool:
    """Return whether there are no teams, and all players choose at the same time after the first deal."""
    match = Match(game, key=KEY)
    match.advance()
    return not game.teams and match.actors == list(range(match.players))


GAME = some_game(4, choosing_together)
OTHER = some_game(3, lambda game: game.name != GAME.name)


def dealt(players: int = 4, **more: object) -> Match:
    """Make a match, and deal for the first time."""
    match = Match(GAME, players, key=KEY, **more)  # type: ignore[arg-type]
    match.advance()
    return match


def play_on(match: Match, rounds: int = 10**6) -> list[Text]:
    """Let every seat choose its lowest legal action until `rounds` rounds are finished; return the sentences."""
    story = match.advance()
    while not match.over and match.rounds < rounds:
        seat = match.actors[0]
        story += match.act(seat, match.legal(seat)[0])
        story += match.advance()
    return story


# --- whose turn it is


def test_a_match_begins_with_a_chance_event_and_nobody_can_act_before_it() -> None:
    match = Match(GAME, 3, key=KEY)
    assert match.chance_pending
    assert match.actors == []
    assert not match.over
    match.advance()
    assert not match.chance_pending
    assert match.actors == [0, 1, 2]
    assert match.advance() == [], "no further chance event should happen"


@pytest.mark.parametrize("game", [game for game in all_games() if choosing_together(game)], ids=lambda game: game.name)
def test_simultaneous_choices_give_the_same_state_in_any_order(game: Game) -> None:
    """C3."""
    states, orders, players = set(), set(), 3 if 3 in game.players else game.default_players
    for order in permutations(range(3)):
        match = Match(game, players, key=KEY)
        match.advance()
        for seat in order:
            match.act(seat, match.legal(seat)[-1])
        states.add(match.state.tobytes())
        orders.add(tuple(event["seat"] for event in match.events[1:]))
    assert len(states) == 1
    assert len(orders) == 6, "the record should keep the order in which the choices were made"


# --- refusals


def refused(match: Match, seat: object, action: object) -> str:
    """Try an action that is refused; check that nothing has changed, and return the reason."""
    before = match.state.tobytes(), list(match.events), match.actors
    with pytest.raises(Refusal) as refusal:
        match.act(seat, action)  # type: ignore[arg-type]
    assert (match.state.tobytes(), match.events, match.actors) == before
    return str(refusal.value)


@pytest.mark.parametrize("seat", [-1, 4, 99, 10**30, True, 0.0, "0", None])
def test_a_seat_that_is_not_at_the_table_cannot_act(seat: object) -> None:
    assert refused(dealt(), seat, 0) == f"there is no seat {seat!r}; expected 0 to 3"


@pytest.mark.parametrize("seat", [-2, 4, 66, True])
def test_a_seat_that_is_not_at_the_table_has_neither_choices_nor_a_view(seat: int) -> None:
    """Compiled rules don't check seat numbers: reading seat 66 would access memory beyond the state."""
    match = dealt()
    for look in (match.legal, match.view):
        with pytest.raises(Refusal, match=f"there is no seat {seat}; expected 0 to 3"):
            look(seat)


def test_a_spectator_has_a_view_but_no_choices() -> None:
    match = dealt()
    assert match.view(-1).actions == ()
    with pytest.raises(Refusal):
        match.legal(-1)


def test_the_refusal_of_an_illegal_action_number_lists_the_legal_numbers() -> None:
    match = dealt()
    legal = match.legal(0)
    other = next(action for action in range(63) if action not in legal)
    reason = refused(match, 0, other)
    assert reason == f"action {other} is not allowed now; expected one of {', '.join(map(str, legal))}"


@pytest.mark.parametrize("action", [-1, 63, 64, 10**30, None])
def test_an_action_number_that_does_not_exist_is_refused(action: object) -> None:
    assert f"action {action} is not allowed now" in refused(dealt(), 0, action)


def test_a_choice_is_checked_again_if_the_match_has_changed_or_another_seat_submits_it() -> None:
    match = dealt()
    choice = match.choice(0, match.legal(0)[0])
    assert match.choice(0, choice) is choice
    assert match.choice(0, choice.name.upper()) == choice
    before = match.game.copy(match.state)
    match.act(1, match.legal(1)[0])
    assert match.choice(0, choice) == choice._replace(moment=match.choice(0, choice.action).moment)
    match.act(0, choice)
    assert {"seat": 0, "do": choice.name} in match.events
    refused(match, 0, choice)
    refused(match, 99, choice)
    match.set_state(before)
    match.stop()
    assert refused(match, 0, choice) == "The match is over."


def test_the_reason_for_a_refusal_is_computed_only_from_what_the_seat_knows() -> None:
    match, looked = dealt(), []

    def why_not(state: State, seat: int, text: str) -> Text:
        looked.append(state)
        return Text(f"no {text} for {seat}", {})

    known = match.game.hidden(match.state, 0)
    match.game = replace(match.game, why_not=why_not)
    with pytest.raises(Refusal, match="no fold for 0"):
        match.choice(0, "fold", known)
    assert looked[0] is known


def test_a_seat_that_has_chosen_cannot_choose_again() -> None:
    match = dealt()
    match.act(0, match.legal(0)[0])
    assert refused(match, 0, 0) == str(GAME.why_not(match.state, 0, ""))


def test_a_refusal_can_be_formatted_with_the_names_of_the_players() -> None:
    match = dealt()
    while len(match.actors) > 1:
        seat = match.actors[0]
        match.act(seat, match.legal(seat)[0])
    acting = match.actors[0]
    waiting = (acting + 1) % 4
    with pytest.raises(Refusal) as refusal:
        match.act(waiting, "play 0S")
    assert refusal.value.text == GAME.why_not(match.state, waiting, "play 0S")
    assert str(refusal.value) == str(refusal.value.text)


def test_nobody_can_act_while_a_chance_event_is_pending() -> None:
    match = Match(GAME, 4, key=KEY)
    assert refused(match, 0, 0) == refused(match, 0, "play 3S") == "Nobody can act now."


def test_nobody_can_act_when_the_match_is_over() -> None:
    match = Match(GAME, 4, GAME.short_options, key=KEY)
    play_on(match)
    assert match.over
    assert match.actors == []
    assert refused(match, 0, 0) == refused(match, 0, "play 3S") == "The match is over."


def test_an_action_can_be_a_name_or_a_number() -> None:
    by_number, by_text = dealt(), dealt()
    for seat in range(4):
        action = by_number.legal(seat)[2]
        by_text.act(seat, by_text.game.action_name(by_text.state, seat, action).upper())
        by_number.act(seat, action)
    assert by_number.state.tobytes() == by_text.state.tobytes()
    assert by_number.events == by_text.events


# --- chance


def test_placing_a_chance_event_by_hand_has_the_same_effect_as_drawing_it_from_the_key() -> None:
    drawn, placed = dealt(), Match(GAME, 4, dealt_by_hand=True)
    placed.place(drawn.events[0])
    assert placed.state.tobytes() == drawn.state.tobytes()
    assert placed.events == drawn.events


def test_a_match_that_is_dealt_by_hand_never_draws_a_chance_event_itself() -> None:
    match = Match(GAME, 4, dealt_by_hand=True)
    with pytest.raises(ParlourError, match="this match is dealt by hand: chance events have to be placed"):
        match.advance()
    assert match.events == []


def test_an_impossible_deal_is_refused_and_changes_nothing() -> None:
    match, deal = Match(GAME, 4, dealt_by_hand=True), dealt().events[0]
    before = match.state.tobytes()
    with pytest.raises(ParlourError, match="hands"):
        match.place({"deal": {**deal["deal"], "hands": []}})
    assert match.state.tobytes() == before
    assert match.events == []
    assert match.chance_pending


def test_a_chance_event_cannot_be_placed_while_a_seat_is_to_act() -> None:
    match = dealt()
    before = match.state.tobytes()
    with pytest.raises(ParlourError, match="no chance event is pending"):
        match.place(match.events[0])
    assert match.state.tobytes() == before
    assert len(match.events) == 1


# --- sentences that describe what happened


def test_a_match_has_the_same_record_whether_or_not_it_describes_what_happens() -> None:
    told, silent = (Match(OTHER, 3, key=KEY, telling=telling) for telling in (True, False))
    assert play_on(told, 1)
    assert play_on(silent, 1) == []
    assert told.record() == silent.record()


def test_the_last_action_of_every_round_is_followed_by_a_round_event_with_the_standing() -> None:
    match = Match(GAME, 3, key=KEY, telling=False)
    play_on(match, 3)
    rounds = [(number, event) for number, event in enumerate(match.events) if "round" in event]
    assert [event["round"] for _, event in rounds] == [1, 2, 3]
    assert rounds[-1][1] == {"round": 3, **GAME.standing(match.state)}
    for number, _ in rounds:
        assert "do" in match.events[number - 1]


# --- the end


def test_a_match_that_was_cut_off_is_over_and_nobody_has_won_it() -> None:
    """C6."""
    match = dealt()
    match.stop()
    assert match.over
    assert match.actors == match.legal(0) == match.winners == []
    standing = GAME.standing(match.state)
    ending = {"rounds": 0, "ended": "stopped", "limit": None, "events": 1}
    assert match.result() == {"winners": [], **standing, **ending}
    assert refused(match, 0, 0) == "The match is over."


def test_a_match_is_cut_off_when_it_reaches_its_limit_of_rounds() -> None:
    """C6."""
    match = Match(GAME, 4, key=KEY, limit=2, telling=False)
    play_on(match)
    result = match.result()
    assert result is not None
    assert match.cut_off
    assert (result["ended"], result["limit"], result["rounds"], result["winners"]) == ("limit", 2, 2, [])
    assert result["events"] == len(match.events)
    assert "round" in match.events[-1], "nothing should be dealt after the limit"


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_of_rounds_below_1_is_refused(limit: int) -> None:
    with pytest.raises(ParlourError, match=f"^the round limit cannot be {limit}; expected 1 or more$"):
        Match(GAME, limit=limit)


def test_a_match_on_a_board_ends_after_the_rounds_of_the_board_and_is_not_cut_off() -> None:
    match = Match(GAME, 4, key=KEY, board=Board("day", "2026-11-15", rounds=1), telling=False)
    play_on(match)
    result = match.result()
    assert result is not None
    assert (match.over, match.cut_off, match.rounds) == (True, False, 1)
    assert (result["ended"], result["limit"], result["winners"]) == ("board", None, [])


def test_a_match_on_a_board_without_a_number_of_rounds_ends_by_the_rules() -> None:
    match = Match(GAME, 4, GAME.short_options, key=KEY, board=Board("day", "2026-11-15"), telling=False)
    play_on(match)
    assert match.ended == "rules"
    assert match.winners


def test_a_sealed_board_publishes_its_key_only_when_the_seal_is_broken() -> None:
    match = Match(GAME, 4, key=KEY, board=Board("day", "2026-11-15", rounds=1), sealed=True, telling=False)
    match.advance()
    assert match.record()["sealed"] is False, "a record should not be sealed while its match still runs"
    play_on(match)
    assert match.record()["sealed"] is True
    assert KEY.hex() not in str(match.record())
    match.sealed = False
    assert match.record()["fair"]["key"] == KEY.hex()
    with pytest.raises(ParlourError, match="only the match of a board can be sealed; expected a board"):
        Match(GAME, sealed=True)


def test_a_match_that_has_ended_by_the_rules_cannot_be_cut_off() -> None:
    match = Match(GAME, 4, GAME.short_options, key=KEY, telling=False)
    play_on(match)
    match.stop()
    assert not match.cut_off
    result = match.result()
    assert result is not None
    assert result["winners"] == match.winners == list(each(GAME.winners(match.state)))
    assert result["ended"] == "rules"


def test_the_key_of_a_match_is_published_only_when_the_match_is_over() -> None:
    match = dealt()
    promised = hashlib.sha256(KEY).hexdigest()
    assert match.record()["fair"] == {"commitment": promised, "key": None, "salts": [None] * 4}
    assert match.record()["result"] is None
    assert KEY.hex() not in str(match.record())
    match.stop()
    assert match.record()["fair"] == {"commitment": promised, "key": KEY.hex(), "salts": [None] * 4}


def test_a_salt_changes_the_deals_and_is_in_the_record_from_the_start() -> None:
    plain, salted, moved = (dealt(salts=salts) for salts in (None, [None, SALT, None, None], [SALT, None, None, None]))
    assert salted.record()["fair"]["salts"] == [None, SALT.hex(), None, None]
    assert plain.record()["fair"]["commitment"] == salted.record()["fair"]["commitment"]
    assert plain.events != salted.events != moved.events


@pytest.mark.parametrize("salts", [[], [None] * 3, [None] * 5])
def test_a_list_of_salts_needs_a_salt_or_null_for_every_seat(salts: list[None]) -> None:
    with pytest.raises(ParlourError, match=f"^4 players need 4 salts or nulls, not {len(salts)}$"):
        Match(GAME, 4, salts=salts)
    with pytest.raises(ParlourError, match="a salt has 31 bytes; expected 32"):
        Match(GAME, 4, salts=[None, None, None, SALT[1:]])


def test_a_match_without_a_given_key_picks_a_new_key() -> None:
    promises = {Match(GAME).record()["fair"]["commitment"] for _ in range(20)}
    assert len(promises) == 20


def test_a_record_that_was_taken_earlier_does_not_change_when_the_match_goes_on() -> None:
    match = dealt()
    record = match.record()
    match.act(0, match.legal(0)[0])
    match.names[0] = "Zoe"
    assert len(record["events"]) == 1
    assert record["seats"][0] == "seat 0"


# --- names


def test_players_without_names_are_called_by_their_seat_numbers() -> None:
    assert Match(GAME, 3).names == ["seat 0", "seat 1", "seat 2"]
    assert Match(GAME, 3, names=["Ann", "Ben", "Cleo"]).record()["seats"] == ["Ann", "Ben", "Cleo"]


@pytest.mark.parametrize("names", [[], ["Ann"], ["Ann", "Ben", "Cleo", "Dan"]])
def test_a_list_of_names_needs_a_name_for_every_seat(names: list[str]) -> None:
    with pytest.raises(ParlourError, match=f"^3 players need 3 names, not {len(names)}$"):
        Match(GAME, 3, names=names)


@pytest.mark.parametrize("players", [0, 1, 9, -3, 10**30])
def test_a_number_of_players_that_the_game_cannot_have_is_refused(players: int) -> None:
    expected = f"{GAME.title} cannot be played by {players}; expected {span(GAME.players)} players"
    with pytest.raises(ParlourError, match=f"^{re.escape(expected)}$"):
        Match(GAME, players)


def test_continuing_from_another_state_does_not_change_that_state() -> None:
    match, other = dealt(), dealt()
    other.set_state(match.state)
    other.act(0, other.legal(0)[0])
    assert match.actors == [0, 1, 2, 3]
    assert other.actors == [1, 2, 3]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_view_shows_only_the_hand_of_its_viewer(game: Game) -> None:
    match = Match(game, key=KEY)
    match.advance()
    assert not any(match.view(0).seats[seat].hand for seat in range(1, match.players))
    assert not any(seat.hand for seat in match.view().seats)


# --- places


def test_a_player_who_lost_the_last_life_later_has_a_better_place() -> None:
    game = some_game(4, lambda game: game.scoring.lives)
    after = [[1, 1, 2, 1], [0, 1, 2, 1], [0, 0, 1, 0], [0, 0, 1, 0]]
    assert places(game, 4, [2], after) == [4, 2, 1, 2]


def test_places_follow_the_points_in_a_game_without_lives() -> None:
    game = some_game(3, lambda game: not game.scoring.lives and not game.scoring.lowest_wins and not game.teams)
    assert places(game, 3, [1], [[9, 0, 0], [4, 7, 4]]) == [2, 1, 2]


@pytest.mark.parametrize("seed", range(5))
def test_the_standings_of_a_match_give_places_in_the_order_of_elimination(seed: int) -> None:
    game = some_game(4, lambda game: game.scoring.lives)
    match = Match(game, 4, key=seeded_key(seed, 1))
    out: dict[int, int] = {}
    for seat in match.turns():
        match.act(seat, match.legal(seat)[0])
        for other in range(4):
            if game.points(match.state, other) == 0:
                out.setdefault(other, match.rounds)
    after = standings(game, match.events, [int(game.points(match.state, seat)) for seat in range(4)])
    found = places(game, 4, match.winners, after)
    losers = sorted(out.keys() - set(match.winners), key=lambda seat: found[seat])
    assert [out[seat] for seat in losers] == sorted((out[seat] for seat in losers), reverse=True)
    assert all(found[seat] == 1 for seat in match.winners)
