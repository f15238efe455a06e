"""Every command accepts an external game by its path, without special code for that game."""

import json
import os
import re
import shlex
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from parlour.games import load_game
from tests.outside.games import INVENTED, files, rollcall, rotated

pytestmark = pytest.mark.processes

every_file = pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
PLAYING = "?\n" + "hint\n1\n" * 400


def parlour(
    *arguments: object, status: int = 0, text: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Run a command with plain rules, unless `environment` says otherwise."""
    command = [sys.executable, "-m", "parlour.cli", *map(str, arguments)]
    variables = {**os.environ, "PARLOUR_PLAIN": "1", "COLUMNS": "160", **environment}
    done = subprocess.run(command, capture_output=True, text=True, input=text, env=variables, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def short(file: Path) -> list[str]:
    """Return options that make a short match."""
    game = load_game(str(file))
    chosen = dict(game.short_options) or ({"length": 2} if any(one.name == "length" for one in game.options) else {})
    return [word for name, value in chosen.items() for word in ("--option", f"{name}={value}")]


@pytest.mark.parametrize("file", rotated(0))
def test_parlour_check_finds_no_problems_in_a_correct_external_game(file: Path) -> None:
    assert "properties hold" in parlour("check", file, "--no-compiled", "--seconds", 2).stdout


@every_file
def test_the_rules_command_shows_the_rules_and_options_of_an_external_game(file: Path) -> None:
    game = load_game(str(file))
    told = parlour("rules", file).stdout
    assert game.title in told
    assert all(option.name in told for option in game.options)


@pytest.mark.parametrize("file", rotated(0))
def test_matches_of_an_external_game_can_be_simulated_and_recorded_and_verified_and_replayed(
    file: Path, tmp_path: Path
) -> None:
    game = load_game(str(file))
    made = [tmp_path / f"records-{players}.jsonl" for players in game.players]
    for players, records in zip(game.players, made, strict=True):
        parlour("simulate", file, "--players", players, "--games", 2, "--max-rounds", 2, "--records", records)
    assert parlour("verify", *made, "--game", file).stdout == f"verified: {2 * len(made)} records\n"
    for records in made:
        assert "round" in parlour("replay", records, "--game", file).stdout.casefold()
    unknown = parlour("verify", records, status=2).stderr
    assert f"there is no game '{game.name}'" in unknown
    assert f"--game ./{game.name}.py" in unknown
    record = json.loads(records.read_text(encoding="utf-8").splitlines()[0])
    record["events"][1]["do"] = "play 1000"
    (tmp_path / "changed.json").write_text(json.dumps(record), encoding="utf-8")
    parlour("verify", tmp_path / "changed.json", "--game", file, status=1)


@pytest.mark.parametrize("file", rotated(1))
def test_studies_of_an_external_game_can_be_made_and_compared(file: Path, tmp_path: Path) -> None:
    option = next(one for one in load_game(str(file)).options if not one.words)
    values = [int(option.default), int(option.default) + option.step]
    folders = [tmp_path / f"study-{value}" for value in values]
    for folder, value in zip(folders, values, strict=True):
        parlour("study", file, "--matches", 6, "--max-rounds", 2, "--out", folder, "--option", f"{option.name}={value}")
        report = (folder / "report.html").read_text(encoding="utf-8")
        assert load_game(str(file)).title in report
        assert "random" in report
    assert parlour("compare", *folders, "--game", file).stdout
    repeating = re.search(r"<code>parlour (study .*?)</code>", report)
    assert repeating
    parlour(*shlex.split(unescape(repeating[1])), "--out", tmp_path / "again")
    assert (tmp_path / "again" / "study.json").read_bytes() == (folders[-1] / "study.json").read_bytes()


@pytest.mark.parametrize("file", rotated(1))
def test_the_arena_measures_the_default_bots_of_an_external_game(file: Path, tmp_path: Path) -> None:
    figures = tmp_path / "arena.json"
    told = parlour("arena", file, "--bots", "basic,random", "--deals", 2, "--threads", 1, "--json", figures).stdout
    assert "basic (random moves)" in told
    assert "random" in told
    assert json.loads(figures.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", rotated(2))
def test_the_engine_benchmark_measures_an_external_game(file: Path, tmp_path: Path) -> None:
    figures = tmp_path / "engine.json"
    parlour("bench", "engine", file, "--seconds", 0.1, "--json", figures)
    assert load_game(str(file)).name in figures.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", [rollcall(), INVENTED], ids=lambda file: file.stem)
def test_an_external_game_can_be_played_in_the_terminal_against_default_bots_and_with_hints(
    file: Path, tmp_path: Path
) -> None:
    record = tmp_path / "match.jsonl"
    told = parlour(
        "play", file, "--players", 2, "--seed", 3, "--bots", "easy", *short(file), "--record", record, text=PLAYING
    ).stdout
    assert "I would choose: " in told or "Only one move is possible" in told
    parlour("verify", record, "--game", file)
    assert json.loads(record.read_text(encoding="utf-8"))["result"]["ended"] == "rules"


def test_the_terminal_shows_the_suits_and_score_words_and_extra_seats_of_an_external_game() -> None:
    wanted = ["play", INVENTED, "--players", 3, "--seed", 3, "--bots", "random", *short(INVENTED)]
    told = parlour(*wanted, text=PLAYING).stdout
    assert "beans" in told
    assert any(glyph in told for glyph in "☾≈♨")
    assert "Scarecrow" in told


@pytest.mark.parametrize(
    "command",
    [("play",), ("simulate", "--games", 1), ("arena", "--deals", 2), ("study", "--matches", 1, "--max-rounds", 1)],
    ids=lambda command: command[0],
)
def test_a_mistake_in_the_rules_is_reported_in_one_line(command: tuple[object, ...], tmp_path: Path) -> None:
    file = broken(tmp_path, "def legal(state: State, seat: int) -> int:", "    return 1 // 0")
    place = ("--out", tmp_path / "study") if command[0] == "study" else ()
    told = parlour(command[0], file, *command[1:], *place, status=2, text=PLAYING).stderr
    assert_one_line(told, file, "return 1 // 0", "ZeroDivisionError: ")


def test_on_request_a_mistake_in_the_rules_is_reported_with_the_whole_traceback(tmp_path: Path) -> None:
    file = broken(tmp_path, "def legal(state: State, seat: int) -> int:", "    return 1 // 0")
    wanted = [sys.executable, "-m", "parlour.cli", "simulate", str(file), "--games", "1"]
    variables = {**os.environ, "PARLOUR_PLAIN": "1", "PARLOUR_DEBUG": "1"}
    done = subprocess.run(wanted, capture_output=True, text=True, env=variables, check=False)
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert "ZeroDivisionError" in done.stderr


def test_a_mistake_that_prevents_a_games_file_from_loading_is_reported_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "hearts.py"
    file.write_text("a = 1\nb = a.c\n", encoding="utf-8")
    told = parlour("play", file, status=2).stderr
    assert_one_line(told, file, "b = a.c", "AttributeError: ")


def broken(folder: Path, head: str, line: str) -> Path:
    """Write a game with a mistake: insert the line at the start of the function that begins with `head`."""
    text = rollcall().read_text(encoding="utf-8")
    assert head in text
    file = folder / "broken_rollcall.py"
    file.write_text(text.replace(head, f"{head}\n{line}"), encoding="utf-8")
    return file


def assert_one_line(told: str, file: Path, text: str, reason: str) -> None:
    """Check that an error is one line with the file, the line number, the line's text and the reason."""
    lines = file.read_text(encoding="utf-8").splitlines()
    number = next(place for place, line in enumerate(lines, 1) if line.strip() == text)
    assert told.startswith(f"parlour: {file}, line {number}, `{text}`: {reason}"), told
    assert told.count("\n") == 1
