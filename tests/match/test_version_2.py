"""Records of version 2 stay verifiable for good: old samples of every game and number of players."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.match.record import replay, verify
from tests.samples import with_pages

SAMPLES = sorted((Path(__file__).parents[1] / "games").glob("*/version-2/*.jsonl"))


def records_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_an_old_record_verifies(path: Path) -> None:
    records = records_of(path)
    finished = [record for record in records if record["result"]]
    assert len(finished) == len(records) - 1, "one of them is still running"
    for record in finished:
        match = verify(record)
        options = {**match.record()["options"], **record["options"]}  # newer options have their defaults
        assert match.record() == {**record, "options": options}
    for record in records:
        assert [step.event for step in replay(record)] == record["events"]


def test_there_are_samples() -> None:
    assert {path.parts[-3] for path in SAMPLES} >= set(with_pages())
