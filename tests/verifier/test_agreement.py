"""The independent verifier and Parlour's own agree on valid and on changed records of every game and table size."""

import ast
import itertools
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import ParlourError
from parlour.games import find_game
from parlour.match.fair import commitment, seeded_key
from parlour.match.match import Board, Match
from parlour.match.record import line, verify
from tests.pages import ROOT, page
from tests.positions import TABLES
from tests.records import KEY, board_record, running_text, started, stopped
from tests.samples import some_game, with_bots, with_pages
from tests.verifier.changes import changed
from tests.verifier.matches import played, records
from tests.verifier.table import Refused
from tests.verifier.verdict import check

SAMPLES = sorted((ROOT / "tests" / "games").glob("*/version-2/*.jsonl"))
STRANGERS = [
    path for path in [*(ROOT / "tests").glob("games/*/stranger.py"), *(ROOT / "tests" / "verifier").glob("*.py")]
    if path.name not in ("matches.py", "changes.py", Path(__file__).name)
]  # fmt: skip
FORGERIES = 12  # How many changed versions of every record are tested.
YES_NO = ("yes", "null")  # What the cells in the table of docs/records.md say about whether a field is present.

DESCRIBED = [
    table for table in TABLES if table[0] in with_pages()
]  # Only games with a rules page can be tested, because the page describes the game's records.
every_table = pytest.mark.parametrize(("name", "players"), DESCRIBED)


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
def test_both_verifiers_accept_records_of_random_bots_with_all_options(name: str, players: int) -> None:
    for record in records(find_game(name), players):
        verify(record)
        check(record)


@pytest.mark.parametrize(("name", "players"), [table for table in DESCRIBED if with_bots(find_game(table[0]))])
def test_both_verifiers_accept_records_of_bots_that_play_well(name: str, players: int) -> None:
    game = find_game(name)
    for seed in range(3):
        record = json.loads(line(played(game, players, {}, seed, "basic", limit=4).record()))
        verify(record)
        check(record)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_both_verifiers_accept_records_from_earlier_versions(path: Path) -> None:
    for text in path.read_text(encoding="utf-8").splitlines():
        verify(json.loads(text))
        check(json.loads(text))


@every_table
def test_both_verifiers_accept_records_of_running_and_stopped_matches(name: str, players: int) -> None:
    game = find_game(name)
    for record in (json.loads(running_text(game, players)), *(stopped(game, players, number) for number in (0, 1, 9))):
        verify(record)
        check(record)


def test_sample_records_exist_and_the_independent_verifier_supports_every_game() -> None:
    assert SAMPLES
    assert {path.parent.name for path in STRANGERS} >= set(with_pages())


# --- key, commitment, seal and board


def rows() -> set[tuple[str, ...]]:
    """Return the table of accepted records in docs/records.md, row by row, without the first column."""
    table = page("docs/records.md").partition("| the match | `result` |")[2].partition("\n\n")[0]
    return {tuple(cell.strip() for cell in row.split("|")[2:-1]) for row in table.splitlines()[2:]}


def test_both_verifiers_accept_exactly_the_kinds_of_records_in_the_table_of_the_records_page() -> None:
    found = set()
    for over, board, promised, published, sealed in itertools.product((True, False), repeat=5):
        match = started(some_game(), some_game().default_players, board=Board("day", "any-name", 7) if board else None)
        match.advance()
        if over:
            match.stop()
        record = json.loads(line(match.record()))
        record["fair"]["commitment"] = commitment(KEY) if promised else None
        record["fair"]["key"] = KEY.hex() if published else None
        record["sealed"] = sealed
        assert ours_accepts(record) == theirs_accepts(record)
        if ours_accepts(record):
            yes = ["yes" if there else "null" for there in (over, promised, published)]
            found.add((*yes, "true" if sealed else "false", "yes" if board else "null"))
    whatever = {row[:-1] for row in rows() if row[-1] == "yes or null"}
    assert found == {row for row in rows() if row[-1] == "yes"} | {(*row, cell) for row in whatever for cell in YES_NO}


@every_table
def test_both_verifiers_refuse_a_match_that_goes_on_after_its_board_is_over(name: str, players: int) -> None:
    game = find_game(name)
    for result in ({"ended": "stopped", "limit": None}, {"ended": "limit", "limit": 2}, None):
        record = board_record(game, players)
        record["result"] = result and {**record["result"], **result}
        record["fair"]["key"] = result and record["fair"]["key"]
        assert not ours_accepts(record)
        assert not theirs_accepts(record)


@every_table
def test_a_match_may_end_by_its_limit_of_rounds_even_if_its_board_ends_in_the_same_round(
    name: str, players: int
) -> None:
    record = board_record(find_game(name), players)
    record["result"] |= {"ended": "limit", "limit": 1}
    verify(record)
    check(record)


# --- changed records


@every_table
def test_both_verifiers_refuse_the_same_changed_records(name: str, players: int) -> None:
    chance, refused = random.Random(players), 0
    for record in records(find_game(name), players):
        for _ in range(FORGERIES):
            forged = changed(record, chance)
            verdict = ours_accepts(forged)
            assert theirs_accepts(forged) == verdict, json.dumps(forged)
            refused += not verdict
    assert refused > FORGERIES


@every_table
def test_a_record_without_its_last_event_is_refused_no_matter_how_the_match_ended(name: str, players: int) -> None:
    for record in records(find_game(name), players):
        record["events"].pop()
        assert not ours_accepts(record)
        assert not theirs_accepts(record)


@every_table
def test_both_verifiers_refuse_a_deal_with_two_cards_swapped(name: str, players: int) -> None:
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


def test_the_independent_verifier_imports_nothing_from_parlour() -> None:
    for path in STRANGERS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in names:
                own = module.startswith("tests.verifier.") or module.endswith(".stranger")
                assert own or module.split(".")[0] in sys.stdlib_module_names, f"{path.name} imports {module}"


@pytest.mark.processes
def test_the_independent_verifier_can_be_run_from_the_command_line(tmp_path: Path) -> None:
    true, forged = tmp_path / "true.jsonl", tmp_path / "forged.jsonl"
    true.write_text(SAMPLES[0].read_text(encoding="utf-8"), encoding="utf-8")
    forged.write_text(true.read_text(encoding="utf-8").replace('"rounds": ', '"rounds": 1'), encoding="utf-8")
    true.write_text("\n" + true.read_text(encoding="utf-8") + " \n", encoding="utf-8")
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"parlour": 2', encoding="utf-8")
    for file, said, status in ((true, "verified", 0), (forged, "refused", 1), (broken, "refused", 1)):
        command = [sys.executable, "-S", "-m", "tests.verifier", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        assert (done.stdout.splitlines()[-1:], done.returncode) == ([said], status), done.stderr
