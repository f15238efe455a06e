"""Measure Parlour and its peers one after another; show and store the figures, and write the page."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import venv
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.machine import load, machine
from bench.peers.page import CHART, PAGE, README, RESULTS, chart, page, readme
from bench.peers.table import show

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PLACE = Path(os.environ.get("PARLOUR_PEERS", ROOT / ".venv" / "peers"))
PEERS = ("openspiel", "rlcard", "pettingzoo", "pgx")
INSTALL_SECONDS = 1200
MEASURE_SECONDS = 3600


class NotMeasuredError(Exception):
    """A peer was left out of the comparison; the message says why, in one line."""


def python_of(peer: str, place: Path = PLACE, requirements: Path | None = None) -> Path:
    """Find the interpreter of a peer's environment; if there's no environment, make it with pinned packages."""
    folder, listed = place / peer, requirements or HERE / "requirements" / f"{peer}.txt"
    python, stamp = folder / "bin" / "python", folder / "installed.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == listed.read_text(encoding="utf-8"):
        return python
    venv.create(folder, clear=True, with_pip=True)
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "-r", str(listed)]
    _run(command, f"{peer} could not be installed", INSTALL_SECONDS)
    shutil.copy(listed, stamp)
    return python


def _run(command: list[str], failed: str, seconds: int, *, talking: bool = False, **more: str) -> str:
    """Run a command and return its output; if it fails, raise an error with the last line of its output.

    With `talking`, show the command's progress.
    """
    environment, stderr = {**os.environ, **more}, None if talking else subprocess.PIPE
    try:
        ran = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True, timeout=seconds,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise NotMeasuredError(f"{failed}: it took longer than {seconds} s") from None
    if ran.returncode != 0:
        said = (ran.stderr or "").strip().splitlines() or [f"it ended with status {ran.returncode}"]
        raise NotMeasuredError(f"{failed}: {said[-1]}")
    return ran.stdout


def measured(peer: str, python: Path, seconds: float) -> dict[str, Any]:
    """Measure one peer; return a row for each measurement."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")] if peer == "parlour" else [str(ROOT)])
    command = [str(python), "-m", f"bench.peers.measure_{peer}"]
    more = {"PYTHONPATH": path, "PARLOUR_BENCH_SECONDS": str(seconds), "OPENBLAS_NUM_THREADS": "1"}
    failed = f"{peer} could not be measured"
    found: dict[str, Any] = json.loads(_run(command, failed, MEASURE_SECONDS, talking=True, **more))
    return found


def measure_all(peers: list[str], seconds: float) -> dict[str, Any]:
    """Measure everything; return it as a JSON object."""
    date = datetime.now(UTC).date().isoformat()
    results: dict[str, Any] = {"date": date, "machine": machine(), "rows": [], "versions": {}, "left_out": []}
    for peer in ("parlour", *peers):
        sys.stderr.write(f"measuring {peer}\n")
        try:
            found = measured(peer, Path(sys.executable) if peer == "parlour" else python_of(peer), seconds)
        except NotMeasuredError as error:
            sys.stderr.write(f"left out: {error}\n")
            results["left_out"].append(str(error))
            continue
        results["rows"] += found["rows"]
        results["versions"] |= found["versions"]
    results["load"] = load()
    return results


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("peers", nargs="*", metavar="PEER", help=f"measure only these, out of {', '.join(PEERS)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each of the five repeats")
    parser.add_argument("--json", type=Path, default=RESULTS, help="the file for the figures")
    parser.add_argument("--page", action="store_true", help="only rewrite the page from the stored figures")
    chosen = parser.parse_args()
    if unknown := set(chosen.peers) - set(PEERS):
        parser.error(f"there is no peer {sorted(unknown)[0]!r}; expected some of {', '.join(PEERS)}")
    if not 0 < chosen.seconds <= 60:
        parser.error(f"--seconds cannot be {chosen.seconds}; expected more than 0 and at most 60")
    if not chosen.page:
        results = measure_all(chosen.peers or list(PEERS), chosen.seconds)
        chosen.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    results = json.loads(chosen.json.read_text(encoding="utf-8"))
    show(results)
    if chosen.json == RESULTS and (chosen.page or not chosen.peers):  # the page needs the figures of all peers
        PAGE.write_text(page(results), encoding="utf-8")
        CHART.write_text(chart(results), encoding="utf-8")
        README.write_text(readme(README.read_text(encoding="utf-8"), results), encoding="utf-8")


if __name__ == "__main__":
    main()
