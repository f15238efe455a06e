"""The page of the benchmark is made from its figures; a peer that cannot be installed is left out."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bench.peers.__main__ import PEERS, NotMeasuredError, _run, python_of
from bench.peers.page import CHART, PAGE, RESULTS, chart, page
from bench.peers.table import CPP_GAMES, KINDS, amount, best_of_others, of_kind, our_games, ratio_to_relative
from bench.peers.timing import rates, row
from parlour.games import all_games
from tests.pages import ROOT

STORED: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))


def test_the_page_and_its_chart_are_made_from_the_stored_figures() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(STORED)
    assert CHART.read_text(encoding="utf-8") == chart(STORED)


def test_the_chart_has_a_bar_for_every_line() -> None:
    bars = [part for part in ElementTree.fromstring(chart(STORED)) if part.tag.endswith("rect") and part.get("x")]
    assert len(bars) == sum(len(of_kind(STORED, kind)) for kind in ("play", "vector", "pettingzoo"))


def test_a_game_is_compared_with_its_relative_or_with_the_fastest_game() -> None:
    related, lonely = (
        {**row("play", "Parlour", name, "", "decisions", [300.0]), "relative": relative}
        for name, relative in (("ours", "oh_hell"), ("odd", ""))
    )
    others = [
        row("play", "OpenSpiel", "oh_hell", CPP_GAMES, "decisions", [10.0]),
        row("play", "OpenSpiel", "euchre", CPP_GAMES, "decisions", [20.0]),
        row("play", "OpenSpiel", "euchre", "C++ playouts (inside MCTS)", "decisions", [100.0]),
    ]
    results = {"rows": [related, lonely, *others]}
    assert our_games(results) == [related, lonely]
    assert ratio_to_relative(results, related) == ("oh_hell", 30.0)
    assert ratio_to_relative(results, lonely) == ("euchre", 15.0)
    assert ratio_to_relative({"rows": [related]}, related) is None
    best = best_of_others(results, "play")
    assert best is not None
    assert best["rate"] == 100.0
    assert best_of_others(results, "vector") is None


def test_the_relatives_of_our_games_are_games_that_openspiel_measures() -> None:
    measured = {line["game"] for line in of_kind(STORED, "play") if line["how"] == CPP_GAMES}
    assert {game.relative for game in all_games()} - {""} <= measured


def test_a_peer_that_was_left_out_is_named_in_the_page() -> None:
    assert "Left out: pgx could not be installed: no network." in page(
        {**STORED, "left_out": ["pgx could not be installed: no network"]}
    )


def test_a_command_that_fails_says_its_last_line() -> None:
    with pytest.raises(NotMeasuredError, match="it failed: no such peer"):
        _run(["python3", "-c", "import sys; sys.exit('first line\\nno such peer')"], "it failed", 60)


def test_what_is_installed_already_is_not_installed_again(tmp_path: Path) -> None:
    listed = tmp_path / "listed.txt"
    listed.write_text("nothing==1\n", encoding="utf-8")
    (tmp_path / "peer").mkdir()
    (tmp_path / "peer" / "installed.txt").write_text("nothing==1\n", encoding="utf-8")
    assert python_of("peer", tmp_path, listed) == tmp_path / "peer" / "bin" / "python"


def test_every_peer_has_pinned_packages_and_a_program() -> None:
    for peer in PEERS:
        lines = (ROOT / "bench/peers/requirements" / f"{peer}.txt").read_text(encoding="utf-8").split()
        assert lines
        assert all("==" in line for line in lines)
        assert (ROOT / "bench/peers" / f"measure_{peer}.py").is_file()


def test_a_rate_is_by_processor_time_and_the_median_of_five(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(number / 2 for number in range(10**6))
    monkeypatch.setattr("bench.peers.timing.time.process_time", lambda: next(clock))
    found = rates(lambda: 10)
    assert len(found) == 5
    line = row("play", "Parlour", "ours", "", "decisions", [3.0, 1.0, 2.0, 5.0, 4.0])
    assert (line["low"], line["rate"], line["high"]) == (1.0, 3.0, 5.0)
    assert line["kind"] in KINDS


@pytest.mark.parametrize(("rate", "text"), [(24_100_000.0, "24.1 M"), (830_000.0, "830 k"), (95.0, "95")])
def test_rates_are_written_for_people(rate: float, text: str) -> None:
    assert amount(rate) == text
