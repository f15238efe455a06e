"""Records: what is read, what is refused and how that is said."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import ParlourError
from parlour.fair import commitment, seeded_key
from parlour.games import find_game
from parlour.match import Match
from parlour.record import RecordError, VerificationError, line, open_match, read_records, replay, verify

KEY = seeded_key(31, 0)
FINISHED_EVENTS = 34  # a deal, four bets, 28 plays, the round


@cache
def _text(rounds: int, game: str = "oh7") -> str:
    match = Match(find_game(game), 4, key=KEY, telling=False, names=["Ann", "Ben", "Cleo", "Zoë"])
    match.advance()
    while match.rounds < rounds:
        seat = match.actors[0]
        match.act(seat, match.legal(seat)[0])
    if rounds:
        match.stop()
    return line(match.record())


def finished() -> Any:
    """The record of a match that was cut off after its first round."""
    return json.loads(_text(1))


def running() -> Any:
    """The record of a match that has just been dealt."""
    return json.loads(_text(0))


def changed(record: Any, path: str, value: object) -> Any:
    """The record with one value changed; path: events.3.do."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inside = record
    for step in way:
        inside = inside[step]
    inside[last] = value
    return record


def complaint(record: object, kind: type[ParlourError], check: Callable[[Any], object] = verify) -> str:
    """The one line that says what is wrong."""
    with pytest.raises(ParlourError) as refused:
        check(record)
    assert type(refused.value) is kind
    assert len(str(refused.value).splitlines()) == 1
    return str(refused.value)


def test_a_record_as_it_was_written_is_verified() -> None:
    assert len(finished()["events"]) == FINISHED_EVENTS
    assert verify(finished()).over
    assert not verify(running()).over


# --- files


def write(tmp_path: Path, data: str | bytes, name: str = "k.jsonl") -> Path:
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def unreadable(path: Path) -> str:
    return complaint(path, RecordError, lambda file: list(read_records(file)))


def test_a_file_has_a_record_on_each_line_and_empty_lines_do_not_matter(tmp_path: Path) -> None:
    path = write(tmp_path, _text(1) + "\n  \r\n" + _text(0))
    assert list(read_records(path)) == [(f"{path}, line 1", finished()), (f"{path}, line 4", running())]


def test_the_last_line_needs_no_end_if_the_record_is_whole(tmp_path: Path) -> None:
    assert len(list(read_records(write(tmp_path, _text(1) + _text(1).rstrip())))) == 2


def test_a_json_file_is_one_record_over_many_lines(tmp_path: Path) -> None:
    path = write(tmp_path, json.dumps(finished(), indent=1), "one.json")
    assert list(read_records(path)) == [(str(path), finished())]


def test_names_are_written_as_they_are_and_read_back(tmp_path: Path) -> None:
    assert "Zoë" in _text(1)
    assert _text(1).count("\n") == 1
    assert next(read_records(write(tmp_path, _text(1))))[1]["seats"][3] == "Zoë"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    assert unreadable(path) == f"{path} cannot be read: No such file or directory; expected a file of records"


@pytest.mark.parametrize("name", ["folder", "folder.json"])
def test_a_folder_is_no_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    assert unreadable(tmp_path / name) == (
        f"{tmp_path / name} cannot be read: Is a directory; expected a file of records"
    )


def test_a_broken_line_is_named_with_its_number_and_place(tmp_path: Path) -> None:
    path = write(tmp_path, _text(1) + "{oops}\n" + _text(1))
    found = read_records(path)
    assert next(found)[0] == f"{path}, line 1"
    with pytest.raises(RecordError, match=r"line 2: no JSON: .* at character 2$"):
        next(found)


@pytest.mark.parametrize("left", [1, 40, 400, -2])
def test_a_last_line_that_is_cut_short_is_named(tmp_path: Path, left: int) -> None:
    path = write(tmp_path, _text(1) + _text(1)[:left])
    message = unreadable(path)
    assert message.startswith(f"{path}, line 2: no JSON: ")
    assert message.endswith("; the last line is cut short")


def test_a_last_line_cut_short_behind_a_brace_is_named(tmp_path: Path) -> None:
    """An event is complete there, the record is not."""
    whole = _text(1)
    assert unreadable(write(tmp_path, whole[: whole.index("}, {") + 1])).endswith("; the last line is cut short")


def test_a_line_that_is_no_utf8_is_named_with_its_byte(tmp_path: Path) -> None:
    path = write(tmp_path, _text(1).encode() + b'{"parlour": "\xff"}\n')
    assert unreadable(path) == f"{path}, line 2: no UTF-8 text: invalid start byte at byte 14"


@pytest.mark.parametrize("text", ["[]", "null", "3", '"text"', "true", "NaN"])
def test_json_that_is_no_object_is_refused(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text + "\n")
    assert unreadable(path) == f"{path}, line 1: found {text}; expected a JSON object"


@pytest.mark.parametrize(
    "text", ['{"parlour": ' + "1" * 5000 + "}", '{"events": ' + "[" * 100_000], ids=["digits", "nesting"]
)
def test_json_beyond_all_measure_is_refused(tmp_path: Path, text: str) -> None:
    assert "line 1: no JSON of a record: " in unreadable(write(tmp_path, text + "\n"))


@pytest.mark.parametrize("field", ["players", "options", "seats", "fair", "events", "result"])
def test_a_value_of_any_depth_that_can_be_read_is_refused_like_any_other(tmp_path: Path, field: str) -> None:
    """Near the depth at which the reader gives up, the complaint itself must not."""
    for depth in range(900, 1000):
        deep = "[" * depth + "]" * depth
        text = _text(1).replace(f'"{field}": ', f'"{field}": {deep}, "{field}x": ')
        for name, value in ((field, deep), ("game", '"oh7"')):
            assert f'"{name}": {value}' in text
        path = write(tmp_path, text)
        with pytest.raises(RecordError):
            verify(next(read_records(path))[1])


def test_an_event_of_any_depth_that_can_be_read_is_refused_like_any_other(tmp_path: Path) -> None:
    for depth in range(900, 1000):
        deep = "[" * depth + "]" * depth
        for old in ('"aside": ', '"do": ', '"seat": 0, "do": '):
            path = write(tmp_path, _text(1).replace(old, f'{old.split(":")[0]}: {deep}, "x": ', 1))
            with pytest.raises(RecordError):
                verify(next(read_records(path))[1])


# --- fields

WRONG_KINDS: list[tuple[str, list[object], str]] = [
    ("parlour", [None, "1", 2, 0, 1.0, True, [], {}], "expected version 1"),
    ("game", [None, 7, [], {}, True], "expected the name of a game"),
    ("players", [None, "4", 4.0, True, [], {}], "expected a whole number"),
    ("options", [None, 7, "none", [], True], "expected an object with every option"),
    ("seats", [None, 4, "Ann", {}, [1, 2, 3, 4], ["Ann", "Ben", "Cleo", None]], "expected a list of names"),
    ("fair", [None, 7, "key", [], True], "expected an object with commitment and key"),
    ("events", [None, 7, "deal", {}, True], "expected a list of events"),
    ("result", [7, "won", [], True], "expected an object, or null while the match runs"),
]


@pytest.mark.parametrize(
    ("field", "value", "expected"), [(field, value, text) for field, values, text in WRONG_KINDS for value in values]
)
def test_a_field_of_the_wrong_type_is_named_with_its_value_and_what_was_expected(
    field: str, value: object, expected: str
) -> None:
    message = complaint(changed(finished(), field, value), RecordError)
    assert message == f"{field} is {json.dumps(value)}; {expected}"


@pytest.mark.parametrize("field", ["game", "players", "options", "seats", "fair", "events", "result"])
def test_a_missing_field_is_named(field: str) -> None:
    record = finished()
    del record[field]
    assert complaint(record, RecordError).startswith(f"the field '{field}' is missing; expected ")


def test_a_record_without_a_version_is_refused() -> None:
    assert complaint({}, RecordError) == "parlour is null; expected version 1"


def test_an_unknown_field_is_named() -> None:
    message = complaint(changed(finished(), "winner", 0), RecordError)
    assert message == (
        "there is no field 'winner'; expected parlour, game, players, options, seats, fair, events, result"
    )


@pytest.mark.parametrize("value", [None, 3, "oh7", [], [{}]])
def test_what_is_no_object_is_no_record(value: object) -> None:
    assert complaint(value, RecordError) == f"found {json.dumps(value)}; expected a record"


def test_a_long_value_is_shortened_in_the_message() -> None:
    message = complaint(changed(finished(), "players", ["x" * 10_000]), RecordError)
    assert len(message) < 300
    assert "…" in message


def test_an_unknown_game_is_named() -> None:
    assert complaint(changed(finished(), "game", "poker"), RecordError).startswith(
        "there is no game 'poker'; expected one of oh7, kod7"
    )


@pytest.mark.parametrize("players", [0, 1, 5, -4, 10**30])
def test_an_impossible_number_of_players_is_named(players: int) -> None:
    message = complaint(changed(finished(), "players", players), RecordError)
    assert message == f"Oh 7 ? cannot be played by {players}; expected 2 to 4 players"


def test_every_seat_needs_a_name() -> None:
    assert complaint(changed(finished(), "seats", ["Ann"]), RecordError) == "4 players need 4 names, not 1"


# --- options


def test_a_missing_option_is_named() -> None:
    record = finished()
    del record["options"]["ties"]
    assert complaint(record, RecordError) == "option ties is missing; expected source or extra_round"


def test_an_unknown_option_is_named() -> None:
    message = complaint(changed(finished(), "options.rounds", 3), RecordError)
    assert message.startswith("there is no option 'rounds'; expected one of min_rounds, ")


@pytest.mark.parametrize("value", [0, 101, -1, 10**30, "7", 7.0, True, None, [7], {"least": 7}])
def test_a_number_out_of_range_or_of_another_type_is_named(value: object) -> None:
    message = complaint(changed(finished(), "options.min_rounds", value), RecordError)
    shown = value if type(value) is int else json.dumps(value)
    assert message == f"option min_rounds cannot be {shown}; expected a whole number from 1 to 100"


@pytest.mark.parametrize("value", ["", "sourc", 0, None])
def test_a_word_that_the_option_does_not_have_is_named(value: object) -> None:
    message = complaint(changed(finished(), "options.ties", value), RecordError)
    assert message.startswith("option ties cannot be ")
    assert message.endswith("; expected source or extra_round")


# --- the key


@pytest.mark.parametrize("fair", [{}, {"key": None}, {"commitment": None, "key": None, "salt": 1}])
def test_fair_has_a_commitment_and_a_key(fair: object) -> None:
    message = complaint(changed(finished(), "fair", fair), RecordError)
    assert message.endswith("; expected commitment and key")


@pytest.mark.parametrize("name", ["commitment", "key"])
@pytest.mark.parametrize("value", ["", "12", "g" * 64, "A" * 64, "0" * 63, "0" * 66, 7, [], False])
def test_keys_and_commitments_are_64_small_hexadecimal_digits(name: str, value: object) -> None:
    message = complaint(changed(finished(), f"fair.{name}", value), RecordError)
    assert message == f"the {name} is {json.dumps(value)}; expected 64 hexadecimal digits or null"


@pytest.mark.parametrize("promised", [commitment(seeded_key(1, 1)), None])
def test_a_wrong_commitment_is_no_verification(promised: str | None) -> None:
    message = complaint(changed(finished(), "fair.commitment", promised), VerificationError)
    assert message == f"the key does not fit the commitment {json.dumps(promised)}"


def test_the_key_of_another_match_is_found_out_even_with_its_own_commitment() -> None:
    other = seeded_key(31, 1)
    record = changed(finished(), "fair", {"commitment": commitment(other), "key": other.hex()})
    assert complaint(record, VerificationError).startswith('event 0: found {"deal": ')


def test_a_finished_match_needs_its_key() -> None:
    message = complaint(changed(finished(), "fair.key", None), VerificationError)
    assert message == "the match is over but its key is not published: the deals cannot be checked"


def test_a_match_without_a_result_still_runs_and_must_not_publish_its_key() -> None:
    message = complaint(changed(finished(), "result", None), VerificationError)
    assert message.startswith("the key is published but the match still runs")


def test_a_match_that_has_just_been_dealt_must_not_publish_its_key() -> None:
    message = complaint(changed(running(), "fair.key", KEY.hex()), VerificationError)
    assert message.startswith("the key is published but the match still runs")


# --- events


@pytest.mark.parametrize("event", [None, 7, "bet 3S", [], True])
def test_an_event_is_an_object(event: object) -> None:
    message = complaint(changed(finished(), "events.1", event), VerificationError)
    assert message == f"event 1: found {json.dumps(event)}; expected an object"


@pytest.mark.parametrize("name", ["", "8S", "3X", "ZZ", "3S "])
@pytest.mark.parametrize("make", [finished, running])
def test_a_card_name_that_the_deck_does_not_have_is_refused(make: Callable[[], Any], name: str) -> None:
    """With a key the deal is known; without one the cards are read from the record."""
    message = complaint(changed(make(), "events.0.deal.hands.0.0", name), VerificationError)
    assert message.startswith('event 0: found {"deal": ' if make is finished else 'event 0: {"deal": ')
    assert json.dumps(name) in message or repr(name) in message


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("deal", None, "expected a deal event"),
        ("deal.hands", 7, "the deal needs 4 hands"),
        ("deal.hands", [[], [], []], "the deal needs 4 hands"),
        ("deal.hands.1", None, "hands of the deal is no list of card names"),
        ("deal.hands.1", [1, 2, 3], "hands of the deal is no list of card names"),
        ("deal.hands.1", [], "every hand of the deal needs 7 cards"),
        ("deal.aside", "3S", "aside of the deal is no list of card names"),
        ("deal.aside", [], "the deal lacks the cards "),
    ],
)
def test_a_deal_that_the_rules_do_not_know_is_refused(path: str, value: object, reason: str) -> None:
    message = complaint(changed(running(), f"events.0.{path}", value), VerificationError)
    assert message.startswith("event 0: ")
    assert reason in message


def test_a_card_cannot_be_dealt_twice() -> None:
    record = running()
    twice = record["events"][0]["deal"]["hands"][0][0]
    message = complaint(changed(record, "events.0.deal.hands.1.0", twice), VerificationError)
    assert message.endswith(f"card {twice!r} of the deal is not in play or stands there twice")


def test_more_in_a_deal_than_belongs_there_is_refused() -> None:
    message = complaint(changed(running(), "events.0.deal.dealer", 0), VerificationError)
    assert message.startswith("event 0: found ")


@pytest.mark.parametrize("first", [1, 5, 20])
def test_events_out_of_order_are_refused_at_the_first_of_them(first: int) -> None:
    record = finished()
    events = record["events"]
    events[0], events[first] = events[first], events[0]
    assert complaint(record, VerificationError).startswith("event 0: found ")


def test_an_action_before_its_turn_names_the_event_and_the_seat_to_act() -> None:
    record = finished()
    record["events"][5], record["events"][6] = record["events"][6], record["events"][5]
    message = complaint(record, VerificationError)
    assert message.startswith("event 5: ")
    assert "It is not your turn: seat " in message


def test_an_event_after_the_end_of_a_finished_match_is_refused() -> None:
    record = json.loads(_ended())
    number = len(record["events"])
    record["events"].append({"seat": 0, "do": "play 3S"})
    assert complaint(record, VerificationError) == (
        f'event {number}: found {{"seat": 0, "do": "play 3S"}}; expected nothing: the match is over'
    )


@cache
def _ended() -> str:
    """A match that ended by the rules."""
    match = Match(find_game("oh7"), 2, {"min_rounds": 1}, key=KEY, telling=False)
    match.advance()
    while not match.over:
        match.act(match.actors[0], match.legal(match.actors[0])[0])
        match.advance()
    return line(match.record())


def test_a_match_that_ended_by_the_rules_is_verified_and_cannot_be_called_cut_off() -> None:
    assert verify(json.loads(_ended())).winners
    record = changed(json.loads(_ended()), "result.cut_off", True)
    assert complaint(record, VerificationError).startswith("the result is {")


def test_a_record_that_ends_early_is_refused_with_the_event_that_is_missing() -> None:
    record = finished()
    del record["events"][-1]
    assert complaint(record, VerificationError).startswith('event 33 is missing; expected {"round": 1')


@pytest.mark.parametrize("event", [{}, {"seat": 0}, {"do": "bet 3S"}, {"seat": 0, "do": 3}, {"round": 1, "scores": []}])
def test_what_is_no_action_where_one_is_due_names_the_seats_to_act(event: object) -> None:
    message = complaint(changed(finished(), "events.1", event), VerificationError)
    assert message == f"event 1: found {json.dumps(event)}; expected an action of seat 0 or 1 or 2 or 3"


@pytest.mark.parametrize("seat", [-1, 4, 10**30, True, 0.0, "0", "dummy", None, [], {}])
def test_a_seat_that_is_not_at_the_table_cannot_act(seat: object) -> None:
    message = complaint(changed(finished(), "events.1.seat", seat), VerificationError)
    assert message.startswith("event 1: ")
    assert f"there is no seat {seat!r}; expected 0 to 3" in message


@pytest.mark.parametrize("do", ["", "bet", "bet 9S", "play 3S", "bet 3S 4S", "\n", "bet\u2028", "\ud800"])
def test_an_action_that_is_not_legal_is_named(do: str) -> None:
    message = complaint(changed(finished(), "events.1.do", do), VerificationError)
    assert message.startswith(f'event 1: {{"seat": 0, "do": {json.dumps(do)}}}: ')
    message.encode("ascii", "backslashreplace")


def test_an_action_is_written_just_as_the_game_names_it() -> None:
    record = finished()
    action = record["events"][1]["do"]
    record["events"][1]["do"] = action.upper()
    message = complaint(record, VerificationError)
    assert message.startswith("event 1: found ")
    assert f'expected {{"seat": 0, "do": "{action}"}}' in message


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("events.33.round", 1.0),
        ("events.33.round", True),
        ("result.cut_off", 1),
        ("result.rounds", 1.0),
        ("result.rounds", True),
        ("result.scores", None),
        ("result.winners", [0]),
        ("result", {}),
    ],
)
def test_a_score_or_result_of_another_value_or_type_is_refused(path: str, value: object) -> None:
    message = complaint(changed(finished(), path, value), VerificationError)
    assert message.startswith("event 33: found " if "events" in path else "the result is ")
    assert "; expected " in message


def test_a_replay_gives_every_event_with_its_story_and_the_match_after_it() -> None:
    steps = list(replay(finished()))
    assert [step.number for step in steps] == list(range(FINISHED_EVENTS))
    assert [step.event for step in steps] == finished()["events"]
    assert all(step.story for step in steps[:-1])
    assert steps[-1].match.rounds == 1


def test_an_opened_match_stands_at_its_beginning() -> None:
    match = open_match(finished())
    assert match.names == ["Ann", "Ben", "Cleo", "Zoë"]
    assert match.events == []
    assert match.chance_pending


# --- anything at all

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["oh7", "kod7", "thirtyone", "3S", "bet 3S", "deal", "hands", "dummy"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["deal", "hands", "aside", "seat", "do", "round", "chance", "leader", "packets",
                                       "dealer", "A", "B", "key"]) | st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


def lines_said(check: Callable[[], object]) -> int:
    """How many lines a ParlourError says, if there is one; nothing else may come out."""
    try:
        check()
    except ParlourError as error:
        return len(str(error).splitlines())
    return 1


@settings(max_examples=200)
@given(json_values)
def test_any_json_as_a_record_is_refused_in_one_line(value: object) -> None:
    with pytest.raises(RecordError) as refused:
        verify(value)  # type: ignore[arg-type]
    assert len(str(refused.value).splitlines()) == 1


@settings(max_examples=300)
@given(st.data(), json_values)
def test_any_json_anywhere_in_a_record_is_refused_or_verified(data: st.DataObject, value: object) -> None:
    record = json.loads(_text(data.draw(st.integers(0, 1)), data.draw(st.sampled_from(["oh7", "kod7", "thirtyone"]))))
    inside, step = record, data.draw(st.sampled_from(list(record)))
    while isinstance(inside[step], dict | list) and inside[step] and data.draw(st.integers(0, 3)):
        inside = inside[step]
        step = data.draw(st.sampled_from(list(inside) if isinstance(inside, dict) else range(len(inside))))
    inside[step] = value
    assert lines_said(lambda: verify(record)) == 1


@settings(max_examples=60)
@given(st.sampled_from(["oh7", "kod7", "thirtyone"]), st.sampled_from([2, 3, 4]), json_values)
def test_any_json_as_the_first_event_is_refused_in_one_line(name: str, players: int, event: object) -> None:
    game = find_game(name)
    record = Match(game, players, dealt_by_hand=True).record()
    for first in (event, {"deal": event}, {"deal": {"hands": event, "aside": event, "dummy": event, "dealer": event}}):
        with pytest.raises(VerificationError) as refused:
            verify({**copy.deepcopy(record), "events": [first]})
        assert len(str(refused.value).splitlines()) == 1


@settings(max_examples=100)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode), st.sampled_from(["x.jsonl", "x.json"]))
def test_any_bytes_in_a_file_are_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(data)
    assert lines_said(lambda: list(read_records(path))) == 1
