"""Tests of today's deal: equal choices lead to equal matches, and a record proves that the key was fixed beforehand."""

import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from parlour.club import today
from parlour.club.today import (
    PERSON,
    Result,
    deal,
    is_whole_match,
    options_of_the_day,
    ordinal,
    par,
    play_bots,
    result_of,
    shared_text,
)
from parlour.errors import ParlourError
from parlour.games import GAMES, find_game
from parlour.match.chain import Chain
from parlour.match.fair import commitment
from parlour.match.match import Match
from parlour.match.record import RecordError, VerificationError, line, verify
from tests.records import changed, complaint
from tests.samples import some_game
from tests.verifier.table import Refused
from tests.verifier.verdict import check

DAY = date(2026, 11, 16)
GAME = some_game(fits=lambda game: not is_whole_match(game) and game.scoring.many == "points")
CHAIN = Chain(bytes(range(32)), DAY - timedelta(days=3))
LINK = CHAIN.link(DAY)
every_game = pytest.mark.parametrize("name", list(GAMES))


def played(name: str, link: bytes | None = None, *, sealed: bool = False) -> Match:
    """Play a deal in which the person always chooses the legal action with the highest number."""
    game = find_game(name)
    match = deal(game, DAY, link, ["Ann", "Ben", "Cleo", "Dan"][: game.default_players], sealed=sealed)
    play_bots(match)
    while not match.over:
        match.act(PERSON, match.legal(PERSON)[-1])
        play_bots(match)
    return match


def record_of(name: str = GAME.name, link: bytes | None = LINK, **more: Any) -> Any:
    """Return the record of a deal that was played to its end."""
    return json.loads(line(played(name, link, **more).record()))


# --- the match


@pytest.mark.processes
def test_the_same_choices_lead_to_the_same_match_in_every_process_and_with_plain_or_compiled_rules() -> None:
    program = (
        "from tests.club.test_today import *; print(*(line(played(name, LINK).record()) for name in GAMES), sep='')"
    )
    expected = "".join(line(played(name, LINK).record()) for name in GAMES)
    for environment in ({}, {"PARLOUR_PLAIN": "1"}):
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **environment}
        )
        assert run.stdout == expected + "\n", run.stderr


@every_game
def test_without_a_server_the_deal_depends_only_on_the_date(name: str) -> None:
    assert played(name).events == played(name).events
    first, other = played(name).record(), deal(find_game(name), DAY + timedelta(days=1), None, ["Ann"] * players(name))
    other.advance()
    assert first["events"][0] != other.events[0]
    assert played(name, LINK).events[0] != first["events"][0]


def players(name: str) -> int:
    """Return the number of players in a game's deal."""
    return find_game(name).default_players


@every_game
def test_a_deal_is_either_one_round_or_a_short_match(name: str) -> None:
    game, match = find_game(name), played(name)
    whole = game.carries_over or game.scoring.lives
    assert match.ended == ("rules" if whole else "board")
    assert match.rounds == 1 or whole
    assert match.record()["options"] == options_of_the_day(game)


def test_bots_wait_while_the_person_can_act() -> None:
    assert today.next_bot([0, 1, 2]) is None
    assert today.next_bot([2, 1]) == 1
    assert today.next_bot([]) is None


# --- the result


@every_game
def test_par_is_what_the_rules_of_thumb_score_and_is_always_the_same(name: str) -> None:
    usual = par(find_game(name), DAY, LINK)
    assert usual == par(find_game(name), DAY, LINK)
    text = shared_text(find_game(name), DAY, usual, usual)
    assert set(text.splitlines()[-1]) == {"="}
    assert len(text.splitlines()[-1]) == len(usual.gains)


@every_game
def test_the_gains_of_all_rounds_add_up_to_the_score(name: str) -> None:
    match = played(name)
    result, game = result_of(match), match.game
    start = game.standing(game.new_state(match.players, options_of_the_day(game)))[game.scoring.name]
    assert result.score == start[PERSON] + sum(result.gains)
    is_out = game.scoring.lives and result.score == 0
    assert len(result.gains) <= match.rounds if is_out else len(result.gains) == match.rounds
    assert 1 <= result.place <= result.sides


@pytest.mark.parametrize("day", range(1, 6))
def test_the_result_of_a_player_who_is_out_ends_with_the_round_in_which_the_last_life_was_lost(day: int) -> None:
    game = some_game(4, lambda game: game.scoring.lives)
    match = deal(game, date(2026, 11, day), None, ["Ann", "Ben", "Cleo", "Dan"])
    for seat in match.turns():
        match.act(seat, match.legal(seat)[0])
    for seat in range(match.players):
        result = result_of(match, seat)
        if result.score == 0 and seat not in match.winners:
            assert result.gains[-1] < 0, "the last round that counts is the one that cost the last life"
            assert len(result.gains) <= match.rounds


def test_the_text_to_share_contains_the_game_and_the_date_and_the_result_and_a_sign_for_each_round() -> None:
    result, usual = Result(7, 2, 3, (4, 2, 1)), Result(5, 1, 3, (1, 2, 2))
    assert shared_text(GAME, DAY, result, usual).splitlines() == [
        f"Parlour · {GAME.title} · 2026-11-16", "7 points (par 5) · 2nd of 3", "▲=▼",
    ]  # fmt: skip


def test_ranks_are_written_as_ordinals() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st",
    ]  # fmt: skip


# --- the record


@every_game
@pytest.mark.parametrize("link", [None, LINK], ids=["date", "house"])
@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_records_of_todays_deal_can_be_verified(name: str, link: bytes | None, sealed: bool) -> None:
    record = record_of(name, link, sealed=sealed)
    assert verify(record).over
    secret = None if link is None or sealed else link.hex()
    assert record["today"] == {"previous": link and CHAIN.link(DAY - timedelta(days=1)).hex(), "link": secret}


def test_the_record_of_a_running_deal_keeps_its_link_secret() -> None:
    match = deal(GAME, DAY, LINK, ["Ann", "Ben", "Cleo", "Dan"][: GAME.default_players])
    play_bots(match)
    record = json.loads(line(match.record()))
    assert record["today"]["link"] is None
    assert LINK.hex() not in line(record)
    assert not verify(record).over


def test_a_key_that_does_not_follow_from_the_date_is_refused() -> None:
    record = changed(record_of(link=None), "board.name", "2026-11-17")
    assert complaint(record, VerificationError).startswith(
        f"the commitment does not fit the key of {GAME.name} on 2026-11-17"
    )


def test_a_key_that_does_not_follow_from_the_link_is_refused() -> None:
    record = changed(record_of(), "board.name", "2026-11-17")
    assert complaint(record, VerificationError).startswith(f"the key is not that of {GAME.name} on 2026-11-17")


def test_a_link_of_another_chain_is_refused() -> None:
    record = changed(record_of(), "today.previous", commitment(bytes(32)))
    assert complaint(record, VerificationError).startswith("the SHA-256 of the link is not the link of the day before")


@pytest.mark.parametrize(
    ("change", "complains"),
    [
        ({"previous": None, "link": LINK.hex()}, "has a link but not the link before it"),
        ({"previous": "0" * 64, "link": None}, "are not published together"),
    ],
)
def test_a_record_of_todays_deal_needs_both_its_link_and_the_previous_link(
    change: dict[str, object], complains: str
) -> None:
    record = record_of() | {"today": change}
    assert complains in complaint(record, VerificationError)


@pytest.mark.parametrize("today", [{}, {"previous": None}, {"previous": "ff", "link": None}, {"link": 7, "more": 1}])
def test_a_record_whose_today_field_does_not_consist_of_previous_and_link_is_refused(today: object) -> None:
    message = complaint(record_of() | {"today": today}, RecordError)
    assert message.endswith("expected previous and link, each 64 hexadecimal digits or null")


@pytest.mark.parametrize("value", [None, 7, "2026-11-16", []])
def test_a_record_whose_today_field_is_not_an_object_is_refused(value: object) -> None:
    assert complaint(record_of() | {"today": value}, RecordError).endswith(
        "expected an object with the fields previous and link"
    )


def test_only_a_board_whose_kind_is_day_can_be_todays_deal() -> None:
    for path, value in (("board.kind", "evening"), ("board", None)):
        assert "expected a board of the kind day" in complaint(changed(record_of(), path, value), RecordError)


@pytest.mark.parametrize("name", ["monday", "2026-02-30"])
def test_the_board_of_todays_deal_must_be_named_after_a_date(name: str) -> None:
    assert "expected one such as 2026-11-16" in complaint(changed(record_of(), "board.name", name), VerificationError)


def test_todays_deal_has_no_salts_and_is_board_1_of_its_day() -> None:
    salted = changed(record_of(), "fair.salts.0", "0" * 64)
    assert complaint(salted, VerificationError).startswith("today's deal has salts")
    assert "expected the number 1" in complaint(changed(record_of(), "board.number", 2), VerificationError)


def test_a_board_that_is_not_marked_as_todays_deal_may_have_any_key() -> None:
    record = copy.deepcopy(record_of())
    del record["today"]
    assert verify(changed(record, "board.name", "2026-11-17")).over


# --- another verifier


@pytest.mark.parametrize("link", [None, LINK], ids=["date", "house"])
@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_the_independent_verifier_agrees_about_todays_deal_and_its_forgeries(link: bytes | None, sealed: bool) -> None:
    record, chance = record_of(GAME.name, link, sealed=sealed), random.Random(19)
    check(record)
    for _ in range(100):
        forged = copy.deepcopy(record)
        field = chance.choice(["today", "board", "fair"])
        inside, at = chance.choice([(forged, field), *((forged[field], name) for name in forged[field])])
        inside[at] = chance.choice([None, LINK.hex(), commitment(LINK), "2026-11-17", 1, 2, True, {}, [None] * 4])
        assert accepted(verify, forged) == accepted(check, forged), forged


def accepted(verifier: Callable[[Any], object], record: Any) -> bool:
    """Say whether a verifier accepts a record."""
    try:
        verifier(record)
    except (ParlourError, Refused):
        return False
    return True


# --- the root of a chain, on the command line


def verified(tmp_path: Path, record: Any, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run `parlour verify` on a record."""
    file = tmp_path / "day.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    command = [sys.executable, "-m", "parlour.cli", "verify", str(file), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PARLOUR_PLAIN": "1"})


@pytest.mark.processes
def test_the_verify_command_follows_the_chain_of_links_back_to_its_root(tmp_path: Path) -> None:
    root, first = ("--root", CHAIN.root.hex()), ("--first", str(CHAIN.first))
    assert verified(tmp_path, record_of(), *root, *first).stdout == "verified: 1 record\n"
    other = verified(tmp_path, record_of(), *root, "--first", str(DAY))
    assert (other.returncode, other.stdout) == (1, "")
    assert "the link of 2026-11-16 does not lead back to the root of the chain" in other.stderr
    dated = verified(tmp_path, record_of(link=None), *root, *first)
    assert (dated.returncode, "expected one, because a root is given" in dated.stderr) == (2, True)
    sealed = verified(tmp_path, record_of(sealed=True), *root, *first)
    assert (sealed.returncode, "expected a record of a day that is closed" in sealed.stderr) == (2, True)
    assert verified(tmp_path, record_of(), *root).returncode == 2
