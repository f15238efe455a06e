"""Tests of reading records: which files and fields are accepted or refused, and with which messages."""

import copy
import json
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import ParlourError
from parlour.game.game import span
from parlour.games import GAMES, all_games, find_game
from parlour.match.match import Match
from parlour.match.record import FIELDS, LONGEST, RecordError, VerificationError, read_records, replay, verify
from tests.positions import TABLES
from tests.records import changed, complaint, ended_text, finished_text, running_text
from tests.samples import alone, some_game

GAME = some_game(4, alone)
FINISHED, RUNNING = finished_text(GAME, 4), running_text(GAME, 4)
TABLES_OF_THREE = [game for game in all_games() if 3 in game.players]
NUMBER = next(option for option in GAME.options if not option.words)


def finished() -> Any:
    """Return the record of a match that was cut off after its first round."""
    return json.loads(finished_text(GAME, 4))


def running() -> Any:
    """Return the record of a match that has just been dealt."""
    return json.loads(running_text(GAME, 4))


def ended() -> Any:
    """Return the record of a match that ended by the rules."""
    return json.loads(ended_text(GAME, 4))


def test_an_unchanged_record_passes_verification() -> None:
    assert verify(finished()).over
    assert verify(ended()).winners
    assert not verify(running()).over


# --- files


def write(tmp_path: Path, data: str | bytes, name: str = "k.jsonl") -> Path:
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def unreadable(path: Path) -> str:
    return complaint(path, RecordError, lambda file: list(read_records(file)))


def test_a_file_has_a_record_on_each_line_and_empty_lines_are_ignored(tmp_path: Path) -> None:
    path = write(tmp_path, FINISHED + "\n  \r\n" + RUNNING)
    assert list(read_records(path)) == [(f"{path}, line 1", finished()), (f"{path}, line 4", running())]


def test_a_complete_record_on_the_last_line_needs_no_line_break(tmp_path: Path) -> None:
    assert len(list(read_records(write(tmp_path, FINISHED + FINISHED.rstrip())))) == 2


def test_a_json_file_holds_one_record_that_may_span_many_lines(tmp_path: Path) -> None:
    path = write(tmp_path, json.dumps(finished(), indent=1), "one.json")
    assert list(read_records(path)) == [(str(path), finished())]


def test_names_with_accents_and_symbols_are_written_without_escapes_and_can_be_read_again(tmp_path: Path) -> None:
    assert "Zoë" in FINISHED
    assert FINISHED.count("\n") == 1
    assert next(read_records(write(tmp_path, FINISHED)))[1]["seats"][3] == "Zoë"


def test_the_error_for_a_missing_file_of_records_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    assert unreadable(path) == f"{path} cannot be read: No such file or directory; expected a file of records"


@pytest.mark.parametrize("name", ["folder", "folder.json"])
def test_a_folder_instead_of_a_file_of_records_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    assert unreadable(tmp_path / name) == (
        f"{tmp_path / name} cannot be read: Is a directory; expected a file of records"
    )


@pytest.mark.parametrize("name", ["x.jsonl", "x.json"])
def test_a_pipe_or_a_device_instead_of_a_file_of_records_is_refused_without_waiting(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    said = f"{tmp_path / name} is a pipe or a device; expected a regular file of records"
    assert unreadable(tmp_path / name) == said
    for device in ("/dev/zero", "/dev/null"):
        assert unreadable(Path(device)) == f"{device} is a pipe or a device; expected a regular file of records"


@pytest.mark.parametrize(("name", "place"), [("x.jsonl", "x.jsonl, line 2"), ("x.json", "x.json")])
def test_a_record_that_is_too_long_is_refused_before_it_fills_up_the_memory(
    tmp_path: Path, name: str, place: str
) -> None:
    path = write(tmp_path, FINISHED, name)
    os.truncate(path, 20 * LONGEST)  # the file is sparse, with only zeros and no line break
    tracemalloc.start()
    try:
        said = unreadable(path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert said == f"{tmp_path / place}: longer than {LONGEST:,} bytes; expected a record of at most that length"
    assert most < 4 * LONGEST


def test_a_long_file_is_read_if_each_record_in_it_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.match.record.LONGEST", len(FINISHED.encode()))
    assert len(list(read_records(write(tmp_path, FINISHED * 3)))) == 3


def test_the_refusal_of_a_broken_line_gives_the_line_number_and_the_position_in_the_line(tmp_path: Path) -> None:
    path = write(tmp_path, FINISHED + "{oops}\n" + FINISHED)
    found = read_records(path)
    assert next(found)[0] == f"{path}, line 1"
    with pytest.raises(RecordError, match=r"line 2: not JSON: .* at character 2$"):
        next(found)


@pytest.mark.parametrize("left", [1, 40, 400, -2])
def test_a_last_line_that_is_cut_short_is_refused_with_that_reason(tmp_path: Path, left: int) -> None:
    path = write(tmp_path, FINISHED + FINISHED[:left])
    message = unreadable(path)
    assert message.startswith(f"{path}, line 2: not JSON: ")
    assert message.endswith("; the last line is cut short")


def test_a_last_line_that_is_cut_short_after_a_brace_is_refused_with_the_same_reason(tmp_path: Path) -> None:
    """The text ends after a complete event, but the record is incomplete."""
    whole = FINISHED
    assert unreadable(write(tmp_path, whole[: whole.index("}, {") + 1])).endswith("; the last line is cut short")


@pytest.mark.parametrize("field", ["game", "seats", "board"])
def test_half_of_a_surrogate_pair_in_a_record_is_refused(tmp_path: Path, field: str) -> None:
    half = "\ud800"
    wrong = {"game": half, "seats": [half, "Ben"], "board": {"kind": half, "name": "friday", "number": 1}}
    record = {**json.loads(FINISHED), field: wrong[field]}
    path = write(tmp_path, FINISHED + json.dumps(record) + "\n")
    assert unreadable(path) == f"{path}, line 2: not Unicode text: '\\ud800' is only half of a surrogate pair"


def test_half_of_a_surrogate_pair_in_the_board_of_a_record_object_is_refused() -> None:
    record = {**json.loads(FINISHED), "board": {"kind": "\ud800", "name": "friday", "number": 1}}
    with pytest.raises(RecordError, match="board is"):
        verify(record)


def test_the_refusal_of_a_line_that_is_not_utf8_gives_the_position_of_the_byte(tmp_path: Path) -> None:
    path = write(tmp_path, FINISHED.encode() + b'{"parlour": "\xff"}\n')
    assert unreadable(path) == f"{path}, line 2: not UTF-8 text: invalid start byte at byte 14"


@pytest.mark.parametrize("text", ["[]", "null", "3", '"text"', "true", "NaN"])
def test_a_record_that_is_not_a_json_object_is_refused(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text + "\n")
    assert unreadable(path) == f"{path}, line 1: found {text}; expected a JSON object"


@pytest.mark.parametrize(
    "text", ['{"parlour": ' + "1" * 5000 + "}", '{"events": ' + "[" * 100_000], ids=["digits", "nesting"]
)
def test_a_record_with_huge_numbers_or_deep_nesting_is_refused(tmp_path: Path, text: str) -> None:
    assert "line 1: not the JSON of a record: " in unreadable(write(tmp_path, text + "\n"))


@pytest.mark.parametrize("field", ["players", "options", "seats", "fair", "events", "result"])
def test_a_deeply_nested_wrong_value_is_refused_like_any_other_wrong_value(tmp_path: Path, field: str) -> None:
    """Just below the nesting depth at which reading fails, it must still be possible to write the error message."""
    for depth in range(900, 1000):
        deep = "[" * depth + "]" * depth
        text = FINISHED.replace(f'"{field}": ', f'"{field}": {deep}, "{field}x": ')
        assert f'"{field}": {deep}' in text
        path = write(tmp_path, text)
        with pytest.raises(RecordError):
            verify(next(read_records(path))[1])


def test_a_deeply_nested_wrong_event_is_refused_like_any_other_wrong_event(tmp_path: Path) -> None:
    for depth in range(900, 1000):
        deep = "[" * depth + "]" * depth
        for old in ('"hands": ', '"do": ', '"seat": 0, "do": '):
            path = write(tmp_path, FINISHED.replace(old, f'{old.split(":")[0]}: {deep}, "x": ', 1))
            with pytest.raises(RecordError):
                verify(next(read_records(path))[1])


# --- fields

WRONG_KINDS: list[tuple[str, list[object], str]] = [
    ("parlour", [None, "2", 1, 3, 0, 2.0, True, [], {}], "expected version 2"),
    ("game", [None, 7, [], {}, True], "expected the name of a game"),
    ("version", [None, "1", 1.0, True, []], "expected the version of the game"),
    ("players", [None, "4", 4.0, True, [], {}], "expected a whole number"),
    ("options", [None, 7, "none", [], True], "expected an object with every option"),
    ("seats", [None, 4, "Ann", {}, [1, 2, 3, 4], ["Ann", "Ben", "Cleo", None]], "expected a list of names"),
    ("board", [7, "day", [], False], "expected an object, or null for a match without a board"),
    ("sealed", [None, 0, "no", {}], "expected true or false"),
    ("fair", [None, 7, "key", [], True], "expected an object with commitment, key and salts"),
    ("events", [None, 7, "deal", {}, True], "expected a list of events"),
    ("result", [7, "won", [], True], "expected an object, or null while the match runs"),
]


@pytest.mark.parametrize(
    ("field", "value", "expected"), [(field, value, text) for field, values, text in WRONG_KINDS for value in values]
)
def test_the_refusal_of_a_field_of_the_wrong_type_gives_the_value_and_the_expected_type(
    field: str, value: object, expected: str
) -> None:
    message = complaint(changed(finished(), field, value), RecordError)
    assert message == f"{field} is {json.dumps(value)}; {expected}"


@pytest.mark.parametrize("field", list(FIELDS)[1:])
def test_the_refusal_of_a_record_without_a_required_field_names_the_field(field: str) -> None:
    record = finished()
    del record[field]
    assert complaint(record, RecordError).startswith(f"the field '{field}' is missing; expected ")


def test_a_record_without_a_version_is_refused() -> None:
    assert complaint({}, RecordError) == "parlour is null; expected version 2"


def test_the_refusal_of_a_record_with_an_unknown_field_names_the_field() -> None:
    message = complaint(changed(finished(), "winner", 0), RecordError)
    assert message == f"there is no field 'winner'; expected {', '.join(FIELDS)}"


@pytest.mark.parametrize("value", [None, 3, "deal", [], [{}]])
def test_a_field_that_should_be_an_object_is_refused_if_it_is_anything_else(value: object) -> None:
    assert complaint(value, RecordError) == f"found {json.dumps(value)}; expected a record"


def test_an_error_message_shortens_a_long_value() -> None:
    message = complaint(changed(finished(), "players", ["x" * 10_000]), RecordError)
    assert len(message) < 300
    assert "…" in message


def test_the_refusal_of_a_record_of_an_unknown_game_explains_how_to_give_the_games_file() -> None:
    message = complaint(changed(finished(), "game", "poker"), RecordError)
    assert message == f"there is no game 'poker'; expected one of {', '.join(GAMES)}, or its file: --game ./poker.py"


@pytest.mark.parametrize("name", ["parlour.games.poker", "./poker", "games/poker/rules.py", "..", ""])
def test_a_record_cannot_name_its_game_by_a_path(name: str) -> None:
    assert complaint(changed(finished(), "game", name), RecordError).startswith(f"there is no game {name!r}; ")


def test_a_record_is_refused_unless_its_games_version_is_the_installed_version() -> None:
    other = GAME.version + 1
    assert complaint(changed(finished(), "version", other), RecordError) == (
        f"the match was played by version {other} of {GAME.name}, but version {GAME.version} is installed; "
        f"expected a Parlour that has version {other}"
    )


@pytest.mark.parametrize("players", [0, 1, 9, -4, 10**30])
def test_the_refusal_of_a_record_with_an_impossible_number_of_players_names_the_number(players: int) -> None:
    message = complaint(changed(finished(), "players", players), RecordError)
    assert message == f"{GAME.title} cannot be played by {players}; expected {span(GAME.players)} players"


def test_a_record_needs_a_name_for_every_seat() -> None:
    assert complaint(changed(finished(), "seats", ["Ann"]), RecordError) == "4 players need 4 names, not 1"


# --- options


def test_an_option_that_is_missing_from_a_record_has_its_default_value() -> None:
    record = running()
    assert record["options"].pop(NUMBER.name) == NUMBER.default
    *_, last = replay(record)
    assert last.match.record()["options"][NUMBER.name] == NUMBER.default


def test_the_refusal_of_a_record_with_an_unknown_option_names_the_option() -> None:
    message = complaint(changed(finished(), "options.tricks", 3), RecordError)
    assert message.startswith(f"there is no option 'tricks'; expected one of {GAME.options[0].name}, ")


@pytest.mark.parametrize(
    "value", [NUMBER.least - 1, NUMBER.most + 1, 10**30, str(NUMBER.least), 7.0, True, None, [7], {"least": 7}]
)
def test_the_refusal_of_an_option_with_a_wrong_number_names_the_option(value: object) -> None:
    message = complaint(changed(finished(), f"options.{NUMBER.name}", value), RecordError)
    shown = value if type(value) is int else json.dumps(value)
    assert message == f"option {NUMBER.name} cannot be {shown}; expected {NUMBER.expected}"


@pytest.mark.parametrize("value", ["", "sourc", 0, None])
def test_the_refusal_of_an_option_with_an_unknown_word_names_the_option(value: object) -> None:
    game = some_game(fits=lambda game: any(option.words for option in game.options))
    option = next(option for option in game.options if option.words)
    record = json.loads(running_text(game, game.default_players))
    message = complaint(changed(record, f"options.{option.name}", value), RecordError)
    assert message.startswith(f"option {option.name} cannot be ")
    assert message.endswith(f"; expected {option.expected}")


# --- anything at all

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from([*GAMES, "3S", "play 3S", "deal", "hands", "dummy"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["deal", "hands", "aside", "seat", "do", "round", "chance", "leader", "packets",
                                       "dealer", "A", "B", "key"]) | st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


def lines_said(check: Callable[[], object]) -> int:
    """Run a function; return how many lines its ParlourError's message has, or 1 if there is no error."""
    try:
        check()
    except ParlourError as error:
        return len(str(error).splitlines())
    return 1


@settings(max_examples=200)
@given(json_values)
def test_any_json_that_is_not_a_record_is_refused_in_one_line(value: object) -> None:
    with pytest.raises(RecordError) as refused:
        verify(value)  # type: ignore[arg-type]
    assert len(str(refused.value).splitlines()) == 1


def test_a_board_with_a_line_break_in_a_field_name_is_refused_in_one_line() -> None:
    record = json.loads(finished_text(some_game(3), 3))
    record["board"] = {"\r": None}
    assert lines_said(lambda: verify(record)) == 1


@settings(max_examples=300)
@given(st.data(), json_values)
def test_a_record_with_one_value_replaced_by_any_other_json_is_either_refused_in_one_line_or_verified(
    data: st.DataObject, value: object
) -> None:
    text = data.draw(st.sampled_from([finished_text, running_text]))
    record = json.loads(text(data.draw(st.sampled_from(TABLES_OF_THREE)), 3))
    inside, step = record, data.draw(st.sampled_from(list(record)))
    while isinstance(inside[step], dict | list) and inside[step] and data.draw(st.integers(0, 3)):
        inside = inside[step]
        step = data.draw(st.sampled_from(list(inside) if isinstance(inside, dict) else range(len(inside))))
    inside[step] = value
    assert lines_said(lambda: verify(record)) == 1


@settings(max_examples=60)
@given(st.sampled_from(TABLES), json_values)
def test_any_json_that_is_not_a_valid_first_event_is_refused_in_one_line(table: tuple[str, int], event: object) -> None:
    record = Match(find_game(table[0]), table[1], dealt_by_hand=True).record()
    for first in (event, {"deal": event}, {"deal": {"hands": event, "aside": event, "dummy": event, "dealer": event}}):
        with pytest.raises(VerificationError) as refused:
            verify({**copy.deepcopy(record), "events": [first]})
        assert len(str(refused.value).splitlines()) == 1


@settings(max_examples=100)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode), st.sampled_from(["x.jsonl", "x.json"]))
def test_a_file_of_arbitrary_bytes_is_either_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(data)
    assert lines_said(lambda: list(read_records(path))) == 1
