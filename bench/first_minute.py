"""Measure the first minute after installation: when is the first card dealt, and when can strong bots play?

    python bench/first_minute.py               # measures all games, cold (empty cache) and warm
    python bench/first_minute.py --games oh7   # measures only this game
    python bench/first_minute.py --json first_minute.json  # also writes the figures

Every cold measurement starts with a new home folder, cache and database. A real Chromium is open before the server
starts; the clock runs from the start of the server's process to the first card of the player's hand on the screen.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from parlour.games import GAMES, find_game  # noqa: E402
from parlour.terminal.console import PROMPT  # noqa: E402
from tests.web.browser import launched  # noqa: E402

FIRST_CARD = ".hand .card"
PATIENCE_SECONDS = 300
ASK_AGAIN_SECONDS = 0.25


def environment(home: Path) -> dict[str, str]:
    """Make the environment variables for an empty home folder, in which nothing has been compiled yet."""
    return {
        **os.environ,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "PARLOUR_CACHE": str(home / "cache"),
        "PARLOUR_PLAIN": "0",
        "PYTHONPATH": str(ROOT / "src"),
    }


@contextmanager
def server(home: Path) -> Iterator[str]:
    """Run `parlour serve` on a free port with this home folder; yield the server's address."""
    command = [sys.executable, "-m", "parlour.cli", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment(home), cwd=ROOT)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line.startswith("Parlour is open at "):
            raise SystemExit(f"the server did not start: {line!r}")
        yield line.split()[4]
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def first_card(browser: Browser, home: Path, name: str) -> dict[str, float]:
    """Measure the seconds until a new server answers, and the seconds until a game's first card is dealt."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE_SECONDS * 1000)
    start = time.perf_counter()
    with server(home) as address:
        answers = time.perf_counter() - start
        page.goto(address)
        page.click(f"[data-play={name}]")
        page.wait_for_selector(FIRST_CARD)
        card = time.perf_counter() - start
        context.close()
    return {"answers": round(answers, 2), "first_card": round(card, 2)}


def everything(home: Path, names: list[str]) -> dict[str, float]:
    """Measure the seconds and the CPU time until an idle server has compiled the search for all games."""
    before = _processor_seconds()
    start = time.perf_counter()
    with server(home) as address, httpx.Client(base_url=address, timeout=PATIENCE_SECONDS) as client:
        while True:
            status = client.get("/api/status").json()
            if status["progress"] >= 1:
                break
            if time.perf_counter() - start > PATIENCE_SECONDS:
                raise SystemExit(f"not compiled after {PATIENCE_SECONDS} s: {status}")
            time.sleep(ASK_AGAIN_SECONDS)
        seconds = time.perf_counter() - start
        missing = [name for name in names if status["games"][name] != "ready"]
        if missing:
            raise SystemExit(f"could not be compiled: {', '.join(missing)}")
    return {"seconds": round(seconds, 1), "processor_seconds": round(_processor_seconds() - before, 1)}


def _processor_seconds() -> float:
    """Measure the CPU time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def terminal(home: Path, name: str) -> float:
    """Measure the seconds from the start of `parlour play` to its first prompt."""
    command = [sys.executable, "-m", "parlour.cli", "play", name, "--bots", "hard"]
    start = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(home), cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("q\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith(PROMPT):
                break
        else:
            raise SystemExit(f"parlour play {name} did not ask for a move")
        seconds = time.perf_counter() - start
        process.stdout.read()
    return round(seconds, 2)


def measured(browser: Browser, names: list[str], folder: Path) -> dict[str, Any]:
    """Measure all figures of the first minute."""
    figures: dict[str, Any] = {"cores": os.cpu_count(), "games": {}}
    for name in names:
        figures["games"][name] = {
            "cold": first_card(browser, folder / f"cold-{name}", name),
            "terminal_cold": terminal(folder / f"terminal-{name}", name),
        }
        print(f"{name}: {figures['games'][name]}", file=sys.stderr, flush=True)
    warm = folder / "warm"
    figures["everything"] = everything(warm, names)
    for name in names:
        figures["games"][name] |= {"warm": first_card(browser, warm, name), "terminal_warm": terminal(warm, name)}
    return figures


def table(figures: dict[str, Any]) -> str:
    """Format the figures of the first minute as a table."""
    rows = [f"first card, seconds from the start ({figures['cores']} cores)"]
    rows.append(f"{'game':<12}{'cold':>8}{'warm':>8}{'parlour play, cold':>21}{'warm':>8}")
    for name, game in figures["games"].items():
        rows.append(
            f"{find_game(name).title:<12}{game['cold']['first_card']:>8}{game['warm']['first_card']:>8}"
            f"{game['terminal_cold']:>21}{game['terminal_warm']:>8}"
        )
    done = figures["everything"]
    rows.append(f"all games with all bots: {done['seconds']} s, {done['processor_seconds']} s of CPU time")
    return "\n".join(rows)


def main() -> None:
    """Measure the first minute and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--json", type=Path, help="write the figures")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="parlour-first-minute-") as name, sync_playwright() as playwright:
        browser = launched(playwright)
        figures = measured(browser, arguments.games, Path(name))
        browser.close()
    print(table(figures))
    print(json.dumps(figures))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
