"""Records in format version 2 stay verifiable: old samples of every game and number of players must pass."""

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
def test_an_old_record_of_format_version_2_passes_verification(path: Path) -> None:
    records = records_of(path)
    finished = [record for record in records if record["result"]]
    assert len(finished) == len(records) - 1, "exactly one sample should be of a running match"
    for record in finished:
        match = verify(record)
        options = {**match.record()["options"], **record["options"]}  # add newer options with their default values
        assert match.record() == {**record, "options": options}
    for record in records:
        assert [step.event for step in replay(record)] == record["events"]


def test_there_are_old_sample_records_of_every_game() -> None:
    assert {path.parts[-3] for path in SAMPLES} >= set(with_pages())
