"""Tests of simulations: identical matches on any number of threads, with and without records, and whole files."""

import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from parlour.bots import BOTS
from parlour.bots.nets.player import net_file
from parlour.engine.files import whole_file
from parlour.errors import ParlourError
from parlour.game.game import Game, span
from parlour.games import all_games
from parlour.lab import simulation as lab
from parlour.lab.simulation import Chunk, SimulationPlan, Summary, chunks, plan, run
from parlour.match.fair import seeded_key
from parlour.match.record import read_records, verify
from parlour.match.totals import Sum, Totals
from parlour.match.transcript import FEW
from parlour.match.walk import Outcomes
from tests.samples import alone, some_game

GAME = some_game(4, lambda game: alone(game) and len(game.players) > 1)
SHORT = some_game(2, lambda game: bool(game.short_options))
MIXES = [["random"], ["basic"], ["easy"], ["easy", "basic", "random"]]
NUMBER = next(option for option in GAME.options if not option.words)
LIMIT = 6  # Some of the short matches take more than six rounds.
SEVERAL = 2 * lab.LEAST_CHUNK + 7  # Enough matches to keep more than one thread busy.


def small(game: Game = GAME, players: int | None = None, matches: int = 20, max_rounds: int = 3) -> SimulationPlan:
    return plan(game, players, matches=matches, seed=5, max_rounds=max_rounds)


Outcome = tuple[int, int, int, int]  # the winners, the numbers of rounds and decisions, and whether the match is over


def outcomes(planned: SimulationPlan, threads: int | None = None) -> list[Outcome]:
    """Play a simulation and list the outcome of each match."""
    return [row for chunk in chunks(planned, threads) for row in rows(chunk)]


def rows(chunk: Chunk) -> list[Outcome]:
    found = chunk.outcomes
    return list(zip(found.winners, found.rounds, found.decisions, found.over, strict=True))


def columns(*matches: Outcome) -> Outcomes:
    return Outcomes(*np.array(matches, np.int64).T)


def test_the_outcomes_of_a_simulation_are_the_same_for_any_number_of_threads() -> None:
    planned = small(matches=SEVERAL)
    one, two, three = (outcomes(planned, threads) for threads in (1, 2, 3))
    assert len(one) == SEVERAL
    assert one == two == three
    assert run(planned, 1) == run(planned, 3)


def test_the_records_of_a_simulation_are_the_same_for_any_number_of_threads(tmp_path: Path) -> None:
    planned = small(matches=FEW + 2, max_rounds=1)
    files = [tmp_path / f"{threads}.jsonl" for threads in (1, 2, 3)]
    for threads, file in enumerate(files, start=1):
        run(planned, threads, file)
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()


@pytest.mark.parametrize("mix", MIXES, ids=",".join)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_simulation_plays_the_same_matches_with_and_without_records(game: Game, mix: list[str]) -> None:
    """In a single compiled call, bots choose the same actions as step by step, even if different bots share a table."""
    players = min(game.players)
    bots = [mix[seat % len(mix)] for seat in range(players)]
    planned = plan(game, players, bots=bots, matches=4, seed=5, max_rounds=6)
    assert outcomes(replace(planned, recorded=True), 1) == outcomes(planned, 2)
    assert not any(chunk.records for chunk in chunks(planned))


def test_compiled_code_writes_the_same_records_as_playing_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = replace(small(matches=FEW, max_rounds=2), bots=["basic", "random", "easy", "basic"], recorded=True)
    quickly = b"".join(chunk.records for chunk in chunks(planned))
    monkeypatch.setattr(lab, "_worthwhile", lambda plan: False)
    slowly = list(chunks(planned))
    assert len(slowly) == FEW
    assert b"".join(chunk.records for chunk in slowly) == quickly


def test_bots_that_play_by_rules_of_thumb_are_simulated_in_compiled_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "_play_step_by_step", None)
    planned = plan(GAME, 4, bots=["basic", "easy", "medium", "random"], matches=SEVERAL, seed=5, max_rounds=2)
    assert outcomes(planned, 1) == outcomes(planned, 3)


def test_the_same_seed_gives_the_same_matches_and_another_seed_gives_different_matches() -> None:
    planned = small(matches=5, max_rounds=20)
    assert outcomes(planned) == outcomes(planned)
    assert outcomes(planned) != outcomes(replace(planned, seed=6))


def test_a_longer_simulation_begins_with_the_matches_of_a_shorter_simulation() -> None:
    assert outcomes(small(matches=70))[:30] == outcomes(small(matches=30))


def test_every_record_passes_verification_and_contains_the_key_of_its_match(tmp_path: Path) -> None:
    file = tmp_path / "k.jsonl"
    summary = run(small(players=min(GAME.players), matches=6), records=file)
    records = [record for _, record in read_records(file)]
    assert len(records) == summary.matches == 6
    for number, record in enumerate(records):
        assert verify(record).over
        assert record["fair"]["key"] == seeded_key(5, number).hex()
        assert record["seats"] == ["bot:random"] * min(GAME.players)


def test_the_summary_of_a_simulation_agrees_with_its_records(tmp_path: Path) -> None:
    file = tmp_path / "k.jsonl"
    summary = run(plan(SHORT, 2, SHORT.short_options, matches=12, seed=5, max_rounds=LIMIT), records=file)
    records = [json.loads(text) for text in file.read_text().splitlines()]
    results = [record["result"] for record in records]
    wins = Counter(seat for result in results for seat in result["winners"] for _ in range(2 // len(result["winners"])))
    assert [2 * won for won in summary.wins] == [wins[0], wins[1]]
    assert summary.cut_off == sum(result["ended"] == "limit" for result in results)
    assert summary.rounds.mean == pytest.approx(sum(result["rounds"] for result in results) / 12)
    events = [event for record in records for event in record["events"]]
    decisions = sum("do" in event and isinstance(event["seat"], int) for event in events)
    assert summary.decisions.mean == pytest.approx(decisions / 12)


def test_a_match_that_is_cut_off_is_counted_but_nobody_wins_it() -> None:
    """C6."""
    summary = run(small(max_rounds=1))
    assert summary.matches == summary.cut_off == 20
    assert not any(summary.wins)
    assert summary.rounds.mean == 1


def test_a_shared_victory_counts_as_an_equal_part_of_a_victory_for_each_winner() -> None:
    summary = Summary(GAME, 3, wanted=3, wins=[0.0] * 3)
    summary.add(columns((0b101, 7, 100, 1), (0b001, 9, 200, 1)))
    summary.add(columns((0, 8, 150, 0)))
    assert summary.wins == [1.5, 0, 0.5]
    assert (summary.matches, summary.cut_off) == (3, 1)
    assert (summary.rounds.mean, summary.decisions.mean) == (8, 150)


def test_outcomes_summed_on_a_gpu_count_the_same_as_single_outcomes() -> None:
    single, added = (Summary(GAME, 3, wanted=3, wins=[0.0] * 3) for _ in range(2))
    single.add(columns((0b101, 7, 100, 1), (0b001, 9, 200, 1), (0, 8, 150, 0)))
    winners = [1, 1, 0, 0, 0, 1, 0, 0]  # Nobody won one match, seat 0 another, and seats 0 and 2 the third.
    added.add_totals(Totals(3, 2, Sum(24, 49 + 81 + 64), Sum(450, 100**2 + 200**2 + 150**2), winners))
    assert added == single


def test_a_simulation_reports_its_progress_in_numbers_of_matches_played() -> None:
    steps: list[int] = []
    run(small(matches=7), step=steps.append)
    assert sum(steps) == 7


# --- bad plans


@pytest.mark.processes
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": 9}, f"{GAME.title} cannot be played by 9; expected {span(GAME.players)} players"),
        ({"matches": 0}, "games cannot be 0; expected 1 or more"),
        ({"matches": -3}, "games cannot be -3; expected 1 or more"),
        ({"max_rounds": 0}, "max_rounds cannot be 0; expected 1 to 1000000000"),
        ({"max_rounds": 2**63}, f"max_rounds cannot be {2**63}; expected 1 to 1000000000"),
        (
            {"bots": ["clever"]},
            f"there is no bot 'clever'; expected one of {', '.join(BOTS)}, or module:function of your own",
        ),
        ({"bots": ["random"] * 3}, "3 bots do not fit 4 seats; expected 1 or 4"),
        ({"bots": []}, "0 bots do not fit 4 seats; expected 1 or 4"),
        ({"options": {NUMBER.name: "x"}}, f"option {NUMBER.name} cannot be 'x'; expected {NUMBER.expected}"),
    ],
)
def test_mistakes_in_a_simulation_plan_are_reported_before_the_first_match(
    wrong: dict[str, object], message: str
) -> None:
    with pytest.raises(ParlourError) as refused:
        plan(GAME, **{"players": 4, **wrong})  # type: ignore[arg-type]
    assert str(refused.value) == message


# --- the file of records


class Interrupted(BaseException):
    """An interruption like Ctrl-C, which isn't an ordinary exception."""


@pytest.mark.parametrize("before", [None, "the records of yesterday\n"])
def test_an_interrupted_simulation_does_not_change_the_file_of_records(
    tmp_path: Path, before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "k.jsonl"
    if before:
        file.write_text(before)
    seen: list[list[str]] = []

    def interrupt(matches: int) -> None:
        seen.append(sorted(path.name for path in tmp_path.iterdir()))
        if len(seen) == 3:
            raise Interrupted

    monkeypatch.setattr(lab, "_worthwhile", lambda plan: False)  # match by match
    with pytest.raises(Interrupted):
        run(small(max_rounds=1), 1, file, interrupt)
    assert seen[0] == (["k.jsonl"] if before else []) + ["k.jsonl.part"]
    assert [path.name for path in tmp_path.iterdir()] == (["k.jsonl"] if before else [])
    assert not before or file.read_text() == before


def test_an_interrupted_simulation_starts_no_further_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def note(plan: SimulationPlan, numbers: range) -> Chunk:
        played.append(numbers.start)
        return Chunk(columns((0, 1, 1, 0)))

    monkeypatch.setattr(lab, "LEAST_CHUNK", 1)
    monkeypatch.setattr(lab, "_play_chunk", note)
    matches = chunks(small(matches=500, max_rounds=1), 1)
    next(matches)
    matches.close()  # type: ignore[attr-defined]
    assert len(played) < 10


def test_few_records_of_a_long_simulation_wait_in_memory() -> None:
    recorded = plan(GAME, players=4, matches=10**6, recorded=True, max_rounds=1)
    first = next(chunks(recorded, 1))
    assert len(first.records.splitlines()) == len(first.outcomes.rounds) <= 128
    assert len(next(chunks(replace(recorded, recorded=False), 1)).outcomes.rounds) > 1000


def test_ctrl_c_keeps_the_matches_played_so_far_and_their_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "_worthwhile", lambda plan: False)  # match by match
    file, seen = tmp_path / "k.jsonl", 0

    def interrupt(matches: int) -> None:
        nonlocal seen
        seen += matches
        if seen >= 3:
            raise KeyboardInterrupt

    summary = run(small(matches=20, max_rounds=1), 1, file, interrupt)
    assert not summary.complete
    assert (summary.matches, summary.wanted) == (3, 20)
    assert [verify(record).rounds for _, record in read_records(file)] == [1, 1, 1]


def test_records_are_compressed_in_a_file_that_ends_in_gz(tmp_path: Path) -> None:
    plain, packed = tmp_path / "k.jsonl", tmp_path / "k.jsonl.gz"
    for file in (plain, packed):
        run(small(matches=5, max_rounds=1), 1, file)
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert [record for _, record in read_records(packed)] == [record for _, record in read_records(plain)]
    assert len(packed.read_bytes()) * 3 < len(plain.read_bytes())


def test_a_file_of_records_appears_only_once_it_is_complete_and_replaces_an_older_file(tmp_path: Path) -> None:
    file = tmp_path / "k.jsonl"
    file.write_text("the records of yesterday\n")
    run(small(matches=2, max_rounds=1), 1, file)
    assert len(file.read_text().splitlines()) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["k.jsonl"]


def refused(path: Path) -> str:
    with pytest.raises(ParlourError) as refusal:
        run(small(matches=2, max_rounds=1), 1, path)
    return str(refusal.value)


def test_the_message_names_the_path_of_records_that_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "none" / "k.jsonl"
    assert refused(path) == f"{path} cannot be written: No such file or directory"
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "k.jsonl"
    assert refused(path) == f"{path} cannot be written: Not a directory"
    path = tmp_path / ("k" * 300)
    assert refused(path) == f"{path} cannot be written: File name too long"


def test_a_folder_in_place_of_a_file_of_records_is_refused_and_no_temporary_files_remain(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", Path(), Path("/")):
        assert refused(path) == f"{path} cannot be written: it is not a regular file; expected the name of a file"
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_device_such_as_dev_null_is_not_replaced_by_a_file_of_records() -> None:
    assert refused(Path("/dev/null")).startswith("/dev/null cannot be written: it is not a regular file")
    assert Path("/dev/null").is_char_device()


def test_a_full_disk_is_reported_in_one_line_and_no_temporary_files_remain(tmp_path: Path) -> None:
    (tmp_path / "k.jsonl.part").symlink_to("/dev/full")
    with (
        pytest.raises(ParlourError, match=r"k\.jsonl cannot be written: No space left on device"),
        whole_file(tmp_path / "k.jsonl") as file,
    ):
        file.write("x" * 100_000)
    assert list(tmp_path.iterdir()) == []


def test_a_simulation_refuses_a_net_that_has_not_learned_the_game_for_this_number_of_players() -> None:
    game = some_game(fits=lambda game: not net_file(game, game.default_players).is_file())
    with pytest.raises(ParlourError, match=f"the bot net has no net for {game.title} with {game.default_players} play"):
        plan(game, bots=["net"])
