"""Records of version 1 stay readable and verifiable for good: samples of every game and number of players."""

import json
from pathlib import Path

import pytest

from parlour.record import replay, verify

SAMPLES = sorted((Path(__file__).parent / "games").glob("*/version-1/*.jsonl"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_of_version_1_verifies(path: Path) -> None:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert {record["parlour"] for record in records} == {1}
    finished = [record for record in records if record["result"]]
    assert len(finished) == len(records) - 1, "one of them is still running"
    for record in finished:
        assert verify(record).result() == record["result"]
    for record in records:
        assert [step.event for step in replay(record)] == record["events"]


def test_there_are_samples() -> None:
    assert SAMPLES
