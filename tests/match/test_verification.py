"""Verifying many records: records formatted as Parlour writes them are verified faster, but with the same verdict."""

import gzip
import json
from pathlib import Path

import pytest

from parlour.lab.simulation import plan, run
from parlour.match import record, verification
from parlour.match.match import Board, Match
from parlour.match.record import RecordError, VerificationError, line
from parlour.match.verification import verify_file
from tests.records import play, started
from tests.samples import some_game

GAME = some_game(4, lambda game: game.writes_quickly)
MANY, FIRST = 90, 5  # number of records in the file, and number of records verified before the loop is compiled


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    file = tmp_path_factory.mktemp("records") / "many.jsonl"
    run(plan(GAME, 4, matches=MANY, seed=3, max_rounds=1), records=file)
    return file.read_text().splitlines(keepends=True)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the records that are verified event by event."""
    counted: list[int] = []

    def count(*arguments: object) -> Match:
        counted.append(1)
        return verify(*arguments)  # type: ignore[arg-type]

    verify = record.verify
    monkeypatch.setattr(verification, "verify", count)
    return counted


def write(folder: Path, *texts: str) -> Path:
    file = folder / "k.jsonl"
    file.write_text("".join(texts))
    return file


def test_records_formatted_as_parlour_writes_them_are_verified_by_compiled_code(
    lines: list[str], slow: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "SHORT", sum(map(len, lines[: FIRST - 1])))
    matches = [match for _, match in verify_file(write(tmp_path, *lines))]
    assert len(matches) == MANY
    assert 1 <= len(slow) <= FIRST
    for text, match in zip(lines, matches, strict=True):
        written = json.loads(text)
        assert match.over
        assert match.key is not None
        assert match.key.hex() == written["fair"]["key"]
        assert {**(match.result() or {}), "events": len(written["events"])} == written["result"]


def test_a_compressed_file_is_verified_like_any_other(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "k.jsonl.gz"
    file.write_bytes(gzip.compress("".join(lines[:3]).encode()))
    assert [where for where, _ in verify_file(file)] == [f"{file}, line {number}" for number in (1, 2, 3)]
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(RecordError, match="cannot be unpacked"):
        list(verify_file(file))


def test_records_with_the_same_json_formatted_in_other_ways_are_verified_event_by_event(
    lines: list[str], slow: list[int], tmp_path: Path
) -> None:
    spaced = json.dumps(json.loads(lines[0]), indent=None, separators=(",", ":")) + "\n"
    before = len(list(verify_file(write(tmp_path, *lines)))) and len(slow)
    assert len(list(verify_file(write(tmp_path, *lines, spaced)))) == MANY + 1
    assert len(slow) > before


@pytest.mark.parametrize("change", ["score", "action", "deal", "result", "key", "order", "commitment", "number", "cut"])
def test_a_wrong_record_among_many_is_named_with_its_line_and_its_event(
    lines: list[str], tmp_path: Path, change: str
) -> None:
    wrong = json.loads(lines[MANY - 5])
    events = wrong["events"]
    if change == "score":
        scores = next(event for event in events if "round" in event)
        name = next(name for name in scores if name != "round")
        scores[name][0] += 1
    elif change == "action":
        acted = [event for event in events if "do" in event]
        acted[0]["do"] = acted[1]["do"] + "x"
    elif change == "deal":
        hands = [hand for hand in events[0]["deal"]["hands"] if hand]
        hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    elif change == "result":
        wrong["result"]["rounds"] += 1
    elif change == "key":
        wrong["fair"]["key"] = json.loads(lines[0])["fair"]["key"]
        wrong["fair"]["commitment"] = json.loads(lines[0])["fair"]["commitment"]
    elif change == "commitment":
        wrong["fair"]["commitment"] = "0" * 64
    elif change == "order":
        events[0], events[1] = events[1], events[0]
    elif change == "number":
        wrong["result"]["events"] += 1
    else:
        del events[-1]
    texts = [*lines[: MANY - 5], line(wrong), *lines[MANY - 4 :]]
    with pytest.raises((VerificationError, RecordError)) as refused:
        list(verify_file(write(tmp_path, *texts)))
    assert f"line {MANY - 4}: " in str(refused.value)


def test_an_unreadable_line_is_reported_after_the_records_before_it(lines: list[str], tmp_path: Path) -> None:
    file = write(tmp_path, *lines[:-1], "{", "\n")
    seen: list[str] = []
    with pytest.raises(RecordError, match=f"line {MANY}: not JSON"):
        seen.extend(where for where, _ in verify_file(file))
    wrong = json.loads(lines[-3])
    wrong["result"]["rounds"] += 1
    with pytest.raises(VerificationError, match=f"line {MANY - 2}: "):
        list(verify_file(write(tmp_path, *lines[:-3], line(wrong), "{", "\n")))


def test_records_of_matches_between_people_can_be_verified_in_the_same_file_as_simulated_matches(
    lines: list[str], tmp_path: Path
) -> None:
    """These matches have salts, have boards with a number of rounds, or are running, stopped or sealed."""
    salted = play(started(GAME, 4, limit=2, salts=[bytes([seat]) * 32 for seat in range(4)]))
    board = play(started(GAME, 4, board=Board("evening", "abc", 2, 1)))
    sealed = play(started(GAME, 4, board=Board("evening", "abc", 3, 1), sealed=True))
    halted, running = started(GAME, 4), started(GAME, 4)
    for match in (halted, running):
        match.advance()
        match.act(match.actors[0], match.legal(match.actors[0])[0])
    halted.stop()
    people = [salted, board, sealed, halted, running]
    file = write(tmp_path, *lines, *(line(match.record()) for match in people))
    found = [match for _, match in verify_file(file)][-len(people) :]
    assert [match.ended for match in found] == ["limit", "board", "board", "stopped", None]
    assert [match.state.tobytes() for match in found] == [match.state.tobytes() for match in people]
