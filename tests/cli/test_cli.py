"""Tests of the command line as people use it: real processes, their exit status and their output."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from parlour import __version__
from parlour.bots import BOTS
from parlour.game.game import span
from parlour.games import GAMES, all_games
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from parlour.match.record import line
from tests.positions import TABLES
from tests.records import board_record, play
from tests.samples import alone, some_game

pytestmark = [pytest.mark.processes, pytest.mark.every(1)]

GAME = some_game(4, alone)
NAME = GAME.name
NUMBER = next(option for option in GAME.options if not option.words)
OK, NOT_VERIFIED, BAD_INPUT = 0, 1, 2
MATCHES = 5  # Number of matches to simulate for each game and number of players.
COMMAND = [sys.executable, "-m", "parlour.cli"]


def parlour(*arguments: object, plain: bool = True, status: int = OK) -> subprocess.CompletedProcess[str]:
    """Run a command, with plain rules by default, because they start faster for commands that play nothing."""
    environment = {**os.environ, "PARLOUR_PLAIN": "1" if plain else "0", "COLUMNS": "200"}
    command = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == status, done.stderr
    return done


def complaint(*arguments: object, status: int = BAD_INPUT) -> str:
    """Run a command that must fail, and return its only line of output, which is on standard error."""
    done = parlour(*arguments, status=status)
    assert done.stdout == ""
    assert done.stderr.startswith("parlour: ")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("parlour: ").rstrip("\n")


# --- good input


def test_help_is_shown_without_loading_numba_or_any_rule() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "parlour.cli", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "simulate" in done.stdout
    loaded = set(re.findall(r"\| +(\S+)$", done.stderr, flags=re.MULTILINE))
    assert "click" in loaded
    assert not {"numba", "numpy", "parlour.engine.rule", "parlour.game.game", "parlour.games"} & loaded


def test_the_usage_message_calls_the_command_parlour_however_it_was_started() -> None:
    assert "Usage: parlour play [OPTIONS]" in parlour("play", "--help").stdout
    assert "python -m" not in parlour("--help").stdout


def test_the_version_is_shown() -> None:
    assert parlour("--version").stdout == f"parlour {__version__}\n"


def test_the_list_of_games_shows_their_numbers_of_players() -> None:
    listed = parlour("games").stdout
    for game in all_games():
        row = rf"^{game.name} +{re.escape(game.title)} +{span(game.players)} "
        assert re.search(row, listed, flags=re.MULTILINE)


def test_a_simulation_shows_intervals_for_wins_and_rounds_and_decisions() -> None:
    chosen = [word for name, value in GAME.short_options.items() for word in ("--option", f"{name}={value}")]
    told = parlour("simulate", NAME, "--players", 3, "--games", 5, *chosen)
    assert f"{GAME.title}, 3 players, 5 matches" in told.stdout
    for row in ("wins of seat 0", "wins of seat 1", "wins of seat 2", "rounds", "decisions"):
        assert re.search(rf"{row} .* to ", told.stdout)
    assert told.stderr == ""


def test_matches_that_were_cut_off_are_reported_and_count_as_a_win_for_nobody() -> None:
    told = parlour("simulate", NAME, "--games", 3, "--max-rounds", 1).stdout
    assert told.count("no match ended by the rules") == 4
    assert "3 of 3 matches were cut off by the round limit" in told


def test_a_simulation_of_a_single_match_has_no_intervals() -> None:
    assert parlour("simulate", NAME, "--games", 1, "--max-rounds", 1).stdout.count("needs two matches") == 2


SEVERAL = """
import json, sys
from parlour import cli
for arguments in json.load(sys.stdin):
    sys.argv = ["parlour", *arguments]
    try:
        cli.main()
    except SystemExit as end:
        assert not end.code, arguments
"""


def test_records_of_every_game_and_number_of_players_can_be_verified(tmp_path: Path) -> None:
    """Run all commands in one process, because separate processes would spend most of their time loading rules."""
    files = [tmp_path / f"{name}-{players}.jsonl" for name, players in TABLES]
    wanted = ("--games", MATCHES, "--seed", 1, "--max-rounds", 5)
    commands = [
        list(map(str, ("simulate", name, "--players", players, *wanted, "--records", file)))
        for (name, players), file in zip(TABLES, files, strict=True)
    ]
    done = subprocess.run(
        [sys.executable, "-c", SEVERAL], input=json.dumps(commands), capture_output=True, text=True,
        env={**os.environ, "PARLOUR_PLAIN": "0", "COLUMNS": "200"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert all(f"records: {file}\n" in done.stdout for file in files)
    verified = parlour("verify", *files, plain=False)
    assert verified.stdout == f"verified: {MATCHES * len(TABLES)} records\n"
    assert verified.stderr == ""


# --- bad input


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["poker"], f"there is no game 'poker'; expected one of {', '.join(GAMES)}"),
        ([NAME, "--players", "9"], f"{GAME.title} cannot be played by 9; expected {span(GAME.players)} players"),
        (
            [NAME, "--option", f"{NUMBER.name}={NUMBER.most + 1}"],
            f"option {NUMBER.name} cannot be '{NUMBER.most + 1}'; expected {NUMBER.expected}",
        ),
        ([NAME, "--option", "tables=3"], f"there is no option 'tables'; expected one of {GAME.options[0].name}, "),
        ([NAME, "--option", "tables"], "option 'tables' has no value; expected name=value"),
        (
            [NAME, "--bots", "clever"],
            f"there is no bot 'clever'; expected one of {', '.join(BOTS)}",
        ),
        ([NAME, "--bots", "random,random"], f"2 bots do not fit {GAME.default_players} seats"),
        ([NAME, "--threads", "0"], "threads cannot be 0; expected 1 to 1024"),
        ([NAME, "--threads", "1000000"], "threads cannot be 1000000; expected 1 to 1024"),
        ([NAME, "--games", "0"], "games cannot be 0; expected 1 or more"),
        ([NAME, "--max-rounds", "0"], "max_rounds cannot be 0; expected 1 to 1000000000"),
        ([NAME, "--max-rounds", "99999999999999999999"], "max_rounds cannot be 99999999999999999999; expected 1 to"),
        ([NAME, "--games", "2", "--records", "/nowhere/k.jsonl"], "/nowhere/k.jsonl cannot be written: No such file"),
        ([NAME, "--games", "2", "--records", "."], ". cannot be written: it is not a regular file"),
    ],
)
def test_an_impossible_simulation_is_reported_in_one_line(arguments: list[str], expected: str) -> None:
    assert complaint("simulate", *arguments).startswith(expected)


@pytest.mark.parametrize("arguments", [[], [NAME, "--games", "many"], [NAME, "--fast"], ["--option"]])
def test_a_bad_command_line_is_reported_without_a_traceback(arguments: list[str]) -> None:
    done = parlour("simulate", *arguments, status=BAD_INPUT)
    assert "Error" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["poker"], "there is no game 'poker'"),
        ([NAME, "--seconds", "0"], "seconds cannot be 0.0; expected more than 0"),
        ([NAME, "--seconds", "nan"], "seconds cannot be nan; expected more than 0"),
        ([NAME, "--json", "/nowhere/speed.json"], "/nowhere/speed.json cannot be written: No such file"),
    ],
)
def test_an_impossible_measurement_is_reported_before_anything_is_measured(arguments: list[str], expected: str) -> None:
    assert complaint("bench", "engine", *arguments).startswith(expected)


# --- verifying


def record(match_number: int = 0) -> str:
    """Return the record of a match that was cut off after its first round."""
    match = Match(GAME, 3, key=seeded_key(41, match_number), limit=1, telling=False)
    return line(play(match).record())


def write(tmp_path: Path, text: str, name: str = "k.jsonl") -> Path:
    (tmp_path / name).write_text(text)
    return tmp_path / name


def test_verifying_prints_how_many_records_were_verified(tmp_path: Path) -> None:
    many, one = write(tmp_path, record(0) + record(1)), write(tmp_path, record(2), "one.json")
    assert parlour("verify", many, one).stdout == "verified: 3 records\n"
    assert parlour("verify", one).stdout == "verified: 1 record\n"


def test_the_record_of_a_running_match_is_verified_up_to_its_last_event(tmp_path: Path) -> None:
    match = Match(GAME, 3, key=seeded_key(41, 0))
    match.advance()
    told = parlour("verify", write(tmp_path, line(match.record()))).stdout
    assert told == "verified: 1 record (1 still running: their deals can be checked when the key is published)\n"


def test_verifying_prints_how_many_records_are_of_sealed_boards(tmp_path: Path) -> None:
    text = json.dumps(board_record(GAME, 4, sealed=True)) + "\n"
    told = parlour("verify", write(tmp_path, text + record())).stdout
    assert told == "verified: 2 records (1 sealed: their deals can be checked when the key is published)\n"


def test_a_record_in_a_format_that_was_never_released_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, json.dumps({**json.loads(record()), "parlour": 1}))
    assert complaint("verify", file).startswith(f"{file}, line 1: parlour is 1; expected version 2")


def test_a_record_of_another_version_of_the_game_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, json.dumps({**json.loads(record()), "version": GAME.version + 1}))
    assert complaint("verify", file).startswith(
        f"{file}, line 1: the match was played by version {GAME.version + 1} of {NAME}, but version {GAME.version} is "
    )


def test_the_error_for_a_missing_file_names_the_file(tmp_path: Path) -> None:
    missing = tmp_path / "none.jsonl"
    assert complaint("verify", missing) == (
        f"{missing} cannot be read: No such file or directory; expected a file of records"
    )


def test_the_error_for_a_folder_instead_of_a_file_names_the_folder(tmp_path: Path) -> None:
    assert complaint("verify", tmp_path).startswith(f"{tmp_path} cannot be read: Is a directory")


def test_the_error_for_a_file_without_records_names_the_file(tmp_path: Path) -> None:
    empty = write(tmp_path, "\n\n")
    assert complaint("verify", empty) == f"{empty}: no record found"


def test_a_file_with_an_odd_name_is_still_reported_in_one_line(tmp_path: Path) -> None:
    assert "odd name" in complaint("verify", tmp_path / "odd\nname")


HOSTILE = "Ann\x1b[2J\x1b]8;;http://example.org\x07\x9b31m\u202e\nBen"


def test_control_characters_in_a_records_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    record = play(Match(GAME, 4, GAME.short_options, key=seeded_key(1, 0), telling=False)).record()
    file = tmp_path / "hostile.json"
    file.write_text(json.dumps({**record, "seats": [HOSTILE, "Ben", "Cleo", "Dan"]}), encoding="ascii")
    told = parlour("replay", file).stdout
    assert "Ann\ufffd[2J\ufffd]8;;http://example.org\ufffd\ufffd31m\ufffd\ufffdBen" in told
    assert told.replace("\n", "").isprintable()
    assert parlour("verify", file).stdout == "verified: 1 record\n"


@pytest.mark.parametrize(("field", "value"), [("game", HOSTILE), ("other", HOSTILE), (HOSTILE, 1)])
def test_control_characters_in_a_value_that_an_error_quotes_do_not_reach_the_terminal(
    tmp_path: Path, field: str, value: object
) -> None:
    record = {**Match(GAME, 4, telling=False).record(), field: value}
    for command, name in (("verify", "k.json"), ("replay", "\x1b[2J\u202e.json")):
        file = write(tmp_path, json.dumps(record), name)
        assert complaint(command, file).isprintable()


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_pipe_or_an_endless_file_is_refused_at_once(tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    for file in (tmp_path / "pipe.jsonl", "/dev/zero"):
        assert complaint(command, file) == f"{file} is a pipe or a device; expected a regular file of records"


def test_the_error_for_a_broken_line_gives_the_line_number(tmp_path: Path) -> None:
    file = write(tmp_path, record(0) + "{oops}\n" + record(1))
    assert complaint("verify", file).startswith(f"{file}, line 2: not JSON: ")


def test_the_error_for_a_last_line_that_is_cut_short_gives_the_line_number(tmp_path: Path) -> None:
    file = write(tmp_path, record(0) + record(1)[:-40])
    message = complaint("verify", file)
    assert message.startswith(f"{file}, line 2: not JSON: ")
    assert message.endswith("; the last line is cut short")


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("game", "poker", f"there is no game 'poker'; expected one of {', '.join(GAMES)}"),
        ("players", 9, f"{GAME.title} cannot be played by 9; expected {span(GAME.players)} players"),
        ("events", {}, "events is {}; expected a list of events"),
    ],
)
def test_a_record_with_an_invalid_field_is_refused(tmp_path: Path, field: str, value: object, expected: str) -> None:
    file = write(tmp_path, record(0) + json.dumps({**json.loads(record(1)), field: value}) + "\n")
    assert complaint("verify", file).startswith(f"{file}, line 2: {expected}")


def test_the_error_for_a_record_with_a_changed_card_names_the_file_and_line_and_event(tmp_path: Path) -> None:
    changed = json.loads(record(1))
    first, second = [hand for hand in changed["events"][0]["deal"]["hands"] if hand][:2]
    first[0], second[0] = second[0], first[0]
    file = write(tmp_path, record(0) + json.dumps(changed) + "\n")
    assert complaint("verify", file, status=NOT_VERIFIED).startswith(f'{file}, line 2: event 0: found {{"deal": ')


def test_a_record_with_a_changed_action_or_score_fails_verification(tmp_path: Path) -> None:
    action, score = json.loads(record(0)), json.loads(record(0))
    action["events"][2]["do"] = "fold"
    file = write(tmp_path, json.dumps(action))
    assert complaint("verify", file, status=NOT_VERIFIED).startswith(f"{file}, line 1: event 2: ")
    score["events"][-1][GAME.scoring.name][0] += 1
    file, last = write(tmp_path, json.dumps(score)), len(score["events"]) - 1
    assert complaint("verify", file, status=NOT_VERIFIED).startswith(f"{file}, line 1: event {last}: found ")


def test_an_interrupted_command_prints_nothing_and_has_its_own_exit_status() -> None:
    program = (
        "import sys, parlour.terminal.listing as listing, parlour.cli as cli\n"
        "def interrupted(*arguments): raise KeyboardInterrupt\n"
        "listing.verify_files = interrupted\n"
        "sys.argv = ['parlour', 'verify', 'k.jsonl']\n"
        "cli.main()\n"
    )
    environment = {**os.environ, "PARLOUR_PLAIN": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
