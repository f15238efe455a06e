"""The benchmark's page is generated from stored figures; a library that can't be installed is left out."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from bench.peers.__main__ import PEERS, NotMeasuredError, _run, python_of
from bench.peers.loops import agent_loop
from bench.peers.measure_parlour import RELATIVES, play_from_for
from bench.peers.page import CHART, CHARTED, PAGE, README, RESULTS, chart, page, readme, summary
from bench.peers.table import (
    COMPILED,
    CONDITIONS,
    KINDS,
    QUOTED,
    RELATED,
    amount,
    headline,
    length_of,
    multiple,
    of_kind,
    of_ours,
    ratio_to_relative,
    ratios,
)
from bench.peers.timing import SECONDS, rates, row, timed_rates
from parlour.engine.rng import GENERATOR, generator, pick
from parlour.engine.sets import lowest
from parlour.games import all_games
from parlour.match.fair import seeded_key
from tests.pages import ROOT
from tests.samples import some_game, with_pages

STORED: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))


def test_the_performance_page_and_its_chart_show_the_stored_figures() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(STORED)
    assert CHART.read_text(encoding="utf-8") == chart(STORED)
    assert README.read_text(encoding="utf-8") == readme(README.read_text(encoding="utf-8"), STORED)


def test_the_chart_has_a_bar_for_every_measured_rate() -> None:
    bars = [part for part in ElementTree.fromstring(chart(STORED)) if part.tag.endswith("rect") and part.get("x")]
    assert len(bars) == sum(len(of_kind(STORED, kind)) for kind in CHARTED)


def line(kind: str, who: str, game: str, how: str, rate: float, relative: str = "") -> dict[str, Any]:
    return {**row(kind, who, game, how, "decisions", [rate]), "relative": relative}


RELATED_GAME = line("play", "Parlour", "ours", "", 300.0, "oh_hell")
LONELY_GAME = line("play", "Parlour", "odd", "", 300.0)
DEALT_GAME = line("dealt", "Parlour", "ours", "", 600.0, "oh_hell")
SHORT_COMMAND = line("command", "Parlour", "ours", "1 million decisions, parlour simulate", 8.0, "oh_hell")
LONG_COMMAND = line("command", "Parlour", "ours", f"{QUOTED}, parlour simulate", 90.0, "oh_hell")
SMALL_RUN = {
    "rows": [
        RELATED_GAME,
        LONELY_GAME,
        DEALT_GAME,
        SHORT_COMMAND,
        LONG_COMMAND,
        line("command", "OpenSpiel", "oh_hell", "1 million decisions, C++, evaluate_bots", 4.0),
        line("command", "OpenSpiel", "oh_hell", f"{QUOTED}, C++, evaluate_bots", 5.0),
        line("play", "OpenSpiel", "oh_hell", "C++, evaluate_bots", 10.0),
        line("play", "OpenSpiel", "euchre", "C++, evaluate_bots", 20.0),
        line("play", "OpenSpiel", "oh_hell", "Python loop", 200.0),
        line("dealt", "OpenSpiel", "oh_hell", "C++, playouts inside MCTS", 100.0),
        line("vector", "Parlour", "ours", "", 50.0),
        line("vector", "Parlour", "odd", "", 40.0),
        line("vector", "Pgx", "small", "", 80.0),
        line("vector", "RLCard", "slow", "", 1.0),
    ]
}


def test_a_game_is_compared_with_a_similar_openspiel_game_or_failing_that_with_the_fastest() -> None:
    near, far = ratio_to_relative(SMALL_RUN, RELATED_GAME), ratio_to_relative(SMALL_RUN, LONELY_GAME)
    assert near is not None
    assert (near.theirs["game"], near.times) == ("oh_hell", 30.0)
    assert far is not None
    assert (far.theirs["game"], far.times) == ("euchre", 15.0)
    assert ratio_to_relative({"rows": [RELATED_GAME]}, RELATED_GAME) is None


def test_both_rates_of_a_ratio_were_measured_under_the_same_conditions() -> None:
    for results in (SMALL_RUN, STORED):
        assert ratios(results)
        for ratio in ratios(results):
            assert ratio.ours["kind"] == ratio.theirs["kind"]
            assert length_of(ratio.ours) == length_of(ratio.theirs)
            assert ratio.condition.startswith(CONDITIONS[ratio.ours["kind"]])
            assert ratio.condition.endswith(length_of(ratio.ours))


def test_our_slowest_environment_is_compared_with_the_fastest_environment_of_the_other_libraries() -> None:
    ratio = next(ratio for ratio in ratios(SMALL_RUN) if ratio.ours["kind"] == "vector")
    assert (ratio.ours["game"], ratio.theirs["game"], ratio.times) == ("odd", "small", 0.5)


def test_the_summary_quotes_the_ratio_for_long_commands_before_the_ratio_for_the_inner_loop() -> None:
    command, inside = headline(SMALL_RUN, "command"), headline(SMALL_RUN, "play")
    assert command is not None
    assert (command.ours, command.times) == (LONG_COMMAND, 18.0)
    assert inside is not None
    assert (inside.ours, inside.times) == (LONELY_GAME, 15.0)
    text = " ".join(summary(SMALL_RUN).split())
    assert [float(found) for found in re.findall(r"([\d.]+) times", text)] == [18.0, 15.0]
    assert text.index("parlour simulate") < text.index("18") < text.index("compiled loop inside") < text.index("15")
    assert headline({"rows": [RELATED_GAME]}, "play") is None


def test_every_ratio_on_the_page_says_what_it_compares() -> None:
    listed = [text for text in page(STORED).splitlines() if text.startswith("| `")]
    assert len(listed) == len(ratios(STORED))
    for text, ratio in zip(listed, ratios(STORED), strict=True):
        assert text.split("|")[3].strip() == ratio.condition
        assert text.split("|")[4].strip() == multiple(ratio.times)


def test_the_openspiel_games_compared_with_our_games_are_implemented_in_cpp() -> None:
    assert {game.name for game in all_games()} >= RELATIVES.keys()
    for kind in RELATED:
        measured = {one["game"] for one in of_kind(STORED, kind) if COMPILED in one["how"]}
        assert set(RELATIVES.values()) <= measured


def test_each_of_our_games_is_measured_in_every_kind_of_comparison() -> None:
    for kind in CONDITIONS:
        assert {one["game"] for one in of_ours(STORED, kind)} >= set(with_pages())


def test_benchmark_playouts_do_not_change_their_starting_position_and_count_every_decision() -> None:
    game = some_game()
    states, table = np.zeros(2, game.state), np.zeros(1, GENERATOR)
    state = game.new_state()
    game.deal(state, generator(seeded_key(1, 0)))
    states[0], table[0] = state, generator(seeded_key(2, 0))
    decisions = play_from_for(game)(states, table, 1)
    assert states[0].tobytes() == np.asarray(state).tobytes()
    assert game.actors(states[1]) == 0
    again, rng = game.copy(state), np.zeros(1, GENERATOR)
    rng[0] = generator(seeded_key(2, 0))
    counted = 0
    while seats := game.actors(again):
        seat = lowest(seats)
        game.apply(again, seat, pick(rng[0], game.legal(again, seat)))
        counted += 1
    assert decisions == counted > 0


class Episode:
    """An environment with three decisions per episode; it remembers the actions that were chosen."""

    def __init__(self) -> None:
        self.actions: list[int] = []

    def reset(self) -> None:
        self.actions.clear()

    def last(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        mask = np.array([0, 1, 0, 1], np.int8)
        return {"action_mask": mask}, 0.0, len(self.actions) == 3, False, {}

    def step(self, action: int) -> None:
        self.actions.append(action)


def test_the_benchmark_loop_plays_legal_actions_and_counts_decisions() -> None:
    env = Episode()
    run = agent_loop(env)
    assert [run(), run()] == [3, 3]
    assert set(env.actions) <= {1, 3}


def test_a_rate_is_based_on_the_time_that_the_run_itself_reports() -> None:
    assert timed_rates(lambda: (30, SECONDS), repeats=2) == [30 / SECONDS, 30 / SECONDS]


def test_the_page_names_every_library_that_was_left_out() -> None:
    assert "Left out: pgx could not be installed: no network." in page(
        {**STORED, "left_out": ["pgx could not be installed: no network"]}
    )


@pytest.mark.processes
def test_the_error_of_a_failed_command_has_the_last_line_of_its_output() -> None:
    with pytest.raises(NotMeasuredError, match="it failed: no such peer"):
        _run(["python3", "-c", "import sys; sys.exit('first line\\nno such peer')"], "it failed", 60)


def test_the_packages_of_a_compared_library_are_installed_only_once(tmp_path: Path) -> None:
    listed = tmp_path / "listed.txt"
    listed.write_text("nothing==1\n", encoding="utf-8")
    (tmp_path / "peer").mkdir()
    (tmp_path / "peer" / "installed.txt").write_text("nothing==1\n", encoding="utf-8")
    assert python_of("peer", tmp_path, listed) == tmp_path / "peer" / "bin" / "python"


def test_every_compared_library_has_pinned_packages_and_a_measuring_program() -> None:
    for peer in PEERS:
        lines = (ROOT / "bench/peers/requirements" / f"{peer}.txt").read_text(encoding="utf-8").split()
        assert lines
        assert all("==" in line for line in lines)
        assert (ROOT / "bench/peers" / f"measure_{peer}.py").is_file()


def test_a_rate_is_the_median_of_five_measurements_in_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(number / 2 for number in range(10**6))
    monkeypatch.setattr("bench.peers.timing.time.process_time", lambda: next(clock))
    found = rates(lambda: 10)
    assert len(found) == 5
    made = row("play", "Parlour", "ours", "", "decisions", [3.0, 1.0, 2.0, 5.0, 4.0])
    assert (made["low"], made["rate"], made["high"]) == (1.0, 3.0, 5.0)
    assert made["kind"] in KINDS


@pytest.mark.parametrize(("rate", "text"), [(24_100_000.0, "24.1 M"), (830_000.0, "830 k"), (95.0, "95")])
def test_rates_and_ratios_are_rounded_to_a_few_digits(rate: float, text: str) -> None:
    assert amount(rate) == text
