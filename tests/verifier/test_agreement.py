"""The stranger's verifier and ours agree, on true records and on changed ones, of every game and table."""

import ast
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import ParlourError
from parlour.fair import seeded_key
from parlour.games import find_game
from parlour.match import Match
from parlour.record import line, verify
from tests.pages import ROOT
from tests.positions import TABLES
from tests.records import running_text, stopped
from tests.samples import with_bots, with_pages
from tests.verifier.changes import changed
from tests.verifier.matches import played, records
from tests.verifier.table import Refused
from tests.verifier.verdict import check

SAMPLES = sorted((ROOT / "tests" / "games").glob("*/version-1/*.jsonl"))
STRANGERS = [
    path for path in [*(ROOT / "tests").glob("games/*/stranger.py"), *(ROOT / "tests" / "verifier").glob("*.py")]
    if path.name not in ("matches.py", "changes.py", Path(__file__).name)
]  # fmt: skip
FORGERIES = 12  # of every record

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def ours_accepts(record: Any) -> bool:
    try:
        verify(record)
    except ParlourError:
        return False
    return True


def theirs_accepts(record: Any) -> bool:
    try:
        check(record)
    except Refused:
        return False
    return True


# --- true records


@every_table
def test_records_of_random_bots_with_all_options_are_accepted_by_both(name: str, players: int) -> None:
    for record in records(find_game(name), players):
        verify(record)
        check(record)


@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if with_bots(find_game(table[0]))])
def test_records_of_bots_that_play_well_are_accepted_by_both(name: str, players: int) -> None:
    game = find_game(name)
    for seed in range(3):
        record = json.loads(line(played(game, players, {}, seed, "basic", limit=4).record()))
        verify(record)
        check(record)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_records_of_version_1_are_accepted_by_both(path: Path) -> None:
    for text in path.read_text(encoding="utf-8").splitlines():
        verify(json.loads(text))
        check(json.loads(text))


@every_table
def test_matches_that_run_or_were_stopped_are_accepted_by_both(name: str, players: int) -> None:
    game = find_game(name)
    for record in (json.loads(running_text(game, players)), *(stopped(game, players, number) for number in (0, 1, 9))):
        verify(record)
        check(record)


def test_the_samples_and_every_game_are_there() -> None:
    assert SAMPLES
    assert {path.parent.name for path in STRANGERS} >= set(with_pages())


# --- changed records


@every_table
def test_both_refuse_the_same_changed_records(name: str, players: int) -> None:
    chance, refused = random.Random(players), 0
    for record in records(find_game(name), players):
        for _ in range(FORGERIES):
            forged = changed(record, chance)
            verdict = ours_accepts(forged)
            assert theirs_accepts(forged) == verdict, json.dumps(forged)
            refused += not verdict
    assert refused > FORGERIES


@every_table
def test_a_record_without_its_last_event_is_refused_however_the_match_ended(name: str, players: int) -> None:
    for record in records(find_game(name), players):
        record["events"].pop()
        assert not ours_accepts(record)
        assert not theirs_accepts(record)


@every_table
def test_cards_of_a_deal_that_are_exchanged_are_refused(name: str, players: int) -> None:
    game = find_game(name)
    match = Match(game, players, key=seeded_key(3, players), telling=False)
    match.advance()
    match.stop()
    text = line(match.record())
    one, other = sorted(set(game.deck.names), key=text.find)[-2:]
    assert text.count(f'"{one}"') == text.count(f'"{other}"')
    forged = text.replace(f'"{one}"', '"-"').replace(f'"{other}"', f'"{one}"').replace('"-"', f'"{other}"')
    assert theirs_accepts(json.loads(text))
    assert not ours_accepts(json.loads(forged))
    assert not theirs_accepts(json.loads(forged))


# --- a stranger


def test_the_verifier_is_a_stranger_to_parlour() -> None:
    for path in STRANGERS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in names:
                own = module.startswith("tests.verifier.") or module.endswith(".stranger")
                assert own or module.split(".")[0] in sys.stdlib_module_names, f"{path.name} imports {module}"


def test_the_verifier_is_a_command(tmp_path: Path) -> None:
    true, forged = tmp_path / "true.jsonl", tmp_path / "forged.jsonl"
    true.write_text(SAMPLES[0].read_text(encoding="utf-8"), encoding="utf-8")
    forged.write_text(true.read_text(encoding="utf-8").replace('"rounds": ', '"rounds": 1'), encoding="utf-8")
    for file, said, status in ((true, "verified", 0), (forged, "refused", 1)):
        command = [sys.executable, "-S", "-m", "tests.verifier", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        assert (done.stdout.splitlines()[-1:], done.returncode) == ([said], status), done.stderr
