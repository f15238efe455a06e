"""Records of version 1 stay readable and verifiable for good: samples of every game and number of players."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.match.record import RecordError, VerificationError, current, replay, verify
from tests.records import changed, complaint

SAMPLES = sorted((Path(__file__).parents[1] / "games").glob("*/version-1/*.jsonl"))

every_sample = pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")


def records_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def sample() -> Any:
    """A record of version 1 whose match is over."""
    return next(record for record in records_of(SAMPLES[0]) if record["result"])


@every_sample
def test_a_record_of_version_1_verifies(path: Path) -> None:
    records = records_of(path)
    assert {record["parlour"] for record in records} == {1}
    finished = [record for record in records if record["result"]]
    assert len(finished) == len(records) - 1, "one of them is still running"
    for record in finished:
        before = json.dumps(record)
        match = verify(record)
        options = {**match.record()["options"], **record["options"]}  # options that are newer have their defaults
        assert match.record() == {**current(record), "options": options}
        assert match.cut_off == record["result"]["cut_off"]
        assert (match.winners, match.rounds) == (record["result"]["winners"], record["result"]["rounds"])
        assert json.dumps(record) == before, "the record itself is left as it was"
    for record in records:
        assert [step.event for step in replay(record)] == record["events"]


def test_there_are_samples() -> None:
    assert SAMPLES


@pytest.mark.parametrize("field", ["game", "players", "options", "seats", "fair", "events", "result"])
def test_a_missing_field_is_named(field: str) -> None:
    record = sample()
    del record[field]
    assert complaint(record, RecordError).startswith(f"the field '{field}' is missing; expected ")


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("version", 1, "there is no field 'version'; expected parlour, game, players, options, seats, fair, "),
        ("sealed", False, "there is no field 'sealed'; "),
        ("fair.salts", [None, None], "fair has the fields ['commitment', 'key', 'salts']; expected commitment and key"),
        ("result.ended", "rules", "the result has the fields ['ended'], which version 1 does not have"),
        ("players", 10**30, ""),
    ],
)
def test_fields_of_version_2_have_no_place_in_version_1(path: str, value: object, reason: str) -> None:
    assert complaint(changed(sample(), path, value), RecordError).startswith(reason)


@pytest.mark.parametrize("value", [None, 0, 1, "no", [], {}])
def test_cut_off_is_true_or_false(value: object) -> None:
    assert complaint(changed(sample(), "result.cut_off", value), VerificationError).startswith("the result is {")


def test_a_changed_event_or_result_is_found() -> None:
    assert complaint(changed(sample(), "result.rounds", 99), VerificationError).startswith("the result is {")
    assert complaint(changed(sample(), "events.1.do", "fold"), VerificationError).startswith("event 1: ")
