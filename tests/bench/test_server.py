"""The server benchmark alternates between servers, writes its figures into a page, and refuses invalid figures."""

import asyncio
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench import boardgameio
from bench.load import figures_of_delays
from bench.parts import Watch
from bench.server import Figures, in_turns
from bench.server_page import FILES, IN_MEMORY, LINES, OURS, PAGE, RESULTS, block, operating, span
from bench.tables import Server, Table, close, default_game, long_match, open_tables
from parlour.games import all_games
from tests.pages import ROOT

TURN = {"moves a second": 850.0, "server CPU a move ms": 0.55, "p50 ms": 2.7, "p99 ms": 24.6, "kB a table": 51.0}
PARTS = ("commits", "throughput", "latency", "bots", "memory")
STORED: dict[str, Any] = {  # invented figures in the format of bench/server.py
    "date": "2026-11-15",
    "machine": {"processor": "a processor", "cores": "2"},
    "load": 0,
    "turns": 1,
    "seconds": 6.0,
    "game": all_games()[0].name,
    "left_out": "",
    "versions": {"parlour": "0.1.0"},
    "figures": {name: {part: [TURN] for part in PARTS} for name in (OURS, FILES, IN_MEMORY)},
}


def test_the_table_in_docs_operating_shows_the_stored_figures() -> None:
    text = PAGE.read_text(encoding="utf-8")
    measured = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.is_file() else None
    if measured is None:
        assert "| four people at a table |" not in text, "the stored figures do not say which run they come from"
    else:
        assert operating(text, measured) == text
    assert f"One run on {STORED['date']}" in operating(text, STORED)


def test_the_page_says_that_the_figures_come_from_one_run_on_a_named_machine() -> None:
    text = block(STORED)
    assert f"One run on {STORED['date']}" in text
    assert STORED["machine"]["processor"] in text
    for title, *_ in LINES:
        assert f"| {title} |" in text


def test_in_each_turn_the_benchmark_measures_every_server_once() -> None:
    order: list[str] = []

    def contestant(name: str, only: str = "") -> Any:
        def measure(part: str) -> Figures | None:
            order.append(f"{name} {part}")
            return None if only not in part else {"moves": float(len(order))}

        return measure

    found = in_turns({"a": contestant("a"), "b": contestant("b", "latency")}, ["latency", "bots"], turns=2)
    assert order == ["a latency", "b latency", "a latency", "b latency", "a bots", "b bots"]
    assert [len(turns) for turns in found["a"].values()] == [2, 1]
    assert found["b"] == {"latency": [{"moves": 2.0}, {"moves": 4.0}]}


def test_the_benchmark_runs_without_boardgame_io_and_says_why_it_is_missing() -> None:
    alone = {
        **STORED,
        "left_out": "boardgame.io was not measured: node is not installed",
        "figures": {OURS: STORED["figures"][OURS]},
    }
    text = block(alone)
    assert "node is not installed" in text
    assert FILES not in text
    assert IN_MEMORY not in text


def test_the_message_names_a_missing_program_that_the_benchmark_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(boardgameio.PeerMissingError, match="node is not installed"):
        boardgameio.install(tmp_path)


@pytest.mark.skipif(not (shutil.which("node") and shutil.which("npm")), reason="needs node and npm")
def test_the_packages_of_boardgame_io_are_installed_only_once(tmp_path: Path) -> None:
    shutil.copy(boardgameio.HERE / "package.json", tmp_path / "installed.json")
    boardgameio.install(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["installed.json"]


def test_the_packages_of_boardgame_io_are_pinned() -> None:
    listed = json.loads((boardgameio.HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", number) for number in listed.values())


@pytest.mark.processes
@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
@pytest.mark.parametrize("path", sorted(boardgameio.HERE.glob("*.js")), ids=lambda path: path.name)
def test_the_programs_that_run_boardgame_io_are_valid_javascript_in_short_lines(path: Path) -> None:
    subprocess.run(["node", "--check", str(path)], check=True, timeout=60)
    assert all(len(line) <= 120 for line in path.read_text(encoding="utf-8").splitlines())


def test_the_figures_of_a_load_test_are_computed_from_delays_and_cpu_time() -> None:
    figures = figures_of_delays([number / 1000 for number in range(200, 0, -1)], seconds=4.0, server=2.0, client=1.0)
    assert figures["moves a second"] == 50.0
    assert figures["p50 ms"] == pytest.approx(101.0)
    assert figures["p99 ms"] == pytest.approx(199.0)
    assert (figures["server CPU a move ms"], figures["server cores"], figures["client cores"]) == (10.0, 0.5, 0.25)
    with pytest.raises(RuntimeError, match="no move was made within 4 s"):
        figures_of_delays([], 4.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("values", "text"), [([401.2, 536.0], "401–536"), ([0.61, 1.04], "0.61–1.0"), ([1234.4, 1234.0], "1,234")]
)
def test_a_range_of_figures_shows_its_lowest_and_highest_value(values: list[float], text: str) -> None:
    assert span(values) == text


def test_a_long_match_sets_every_option_that_could_shorten_it_to_the_maximum() -> None:
    for game in all_games():
        longest = game.options_of(game.new_state(options=long_match(game)))
        for name, value in game.short_options.items():
            assert longest[name] == game.option(name).most != value


@pytest.mark.processes
def test_the_benchmark_measures_moves_on_a_real_server(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'bench.sqlite'}")
    try:
        figures, tables = asyncio.run(_some_moves(server))
    finally:
        server.stop()
    assert figures["moves"] >= 20
    assert figures["server CPU a move ms"] >= 0
    assert all(table.delays for table in tables)


async def _some_moves(server: Server) -> tuple[Figures, list[Table]]:
    tables = await open_tables(server, default_game(), 2)
    watch = Watch(server, tables)
    for table in tables:
        table.fast = True
        table.move()
    while sum(len(table.delays) for table in tables) < 20:
        await asyncio.sleep(0.01)
    figures = watch.figures()
    for table in tables:
        table.fast = False
        close(table)
    tables[0].refused["illegal"] = 1
    with pytest.raises(RuntimeError, match="the server refused moves"):
        watch.figures()
    return figures, tables


def test_benchmark_files_do_not_mention_a_package_registry() -> None:
    for path in (ROOT / "bench/boardgameio").iterdir():
        assert "://registry" not in path.read_text(encoding="utf-8")
