"""The rules agree, event by event, with records that were written by hand from the rule books."""

import json
from pathlib import Path

import pytest

from parlour.match.record import replay

RECORDS = sorted((Path(__file__).parents[1] / "games").glob("*/hand.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.parent.name)
def test_a_hand_written_record_agrees_with_the_rules(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["game"] == path.parent.name
    steps = list(replay(record))
    assert len(steps) == len(record["events"])
    assert steps[-1].match.rounds >= 1


def test_at_least_one_hand_written_record_exists() -> None:
    assert RECORDS
