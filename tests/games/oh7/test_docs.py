"""Tests of the example record and the program in docs/records.md, and of the program in docs/tour.md."""

import json
from typing import Any

import pytest

from parlour.games import find_game
from parlour.match.fair import Salt, seeded_key
from parlour.match.match import Match
from parlour.match.record import verify
from tests.pages import blocks, page, program

EXAMPLE: dict[str, Any] = json.loads(blocks("docs/records.md", "json")[0])
OH7 = find_game("oh7")


def test_the_example_record_passes_verification_and_equals_the_example_file() -> None:
    match = verify(EXAMPLE)
    assert match.winners == [2]
    assert match.record() == EXAMPLE
    assert json.loads(page("docs/example.json")) == EXAMPLE


@pytest.mark.parametrize("salted", [False, True])
@pytest.mark.parametrize("players", OH7.players)
@pytest.mark.parametrize("seed", range(10))
def test_the_program_on_the_page_about_records_deals_the_same_cards_as_parlour(
    players: int, seed: int, salted: bool
) -> None:
    salts: list[Salt] = [seeded_key(seed, seat) if salted and seat != 1 else None for seat in range(players)]
    options = {"hand_size": 4 + seed % 4}
    match = Match(OH7, players, options, key=seeded_key(seed, 0), salts=salts, telling=False)
    match.advance()
    match.stop()
    assert program("docs/records.md")["first_deal"](match.record()) == match.events[0]


def test_the_program_on_the_page_about_records_deals_the_hands_of_the_example() -> None:
    assert program("docs/records.md")["first_deal"](EXAMPLE) == EXAMPLE["events"][0]


def test_the_program_in_the_tour_plays_a_match_and_prints_its_log(capsys: pytest.CaptureFixture[str]) -> None:
    match = program("docs/tour.md")["match"]
    assert match.over
    assert verify(json.loads(json.dumps(match.record()))).winners == match.winners
    assert capsys.readouterr().out.count("\n") > 100
