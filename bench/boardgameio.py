"""Put boardgame.io under the same load as our server; its server and clients are the programs in bench/boardgameio."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.load import cpu_seconds, figures_of_delays

HERE = Path(__file__).parent / "boardgameio"
PLACE = Path(os.environ.get("PARLOUR_PEERS", Path(__file__).parents[1] / ".venv" / "peers")) / "boardgameio"
INSTALL_SECONDS = 600


class PeerMissingError(Exception):
    """An error that says in one line why boardgame.io can't be measured on this machine."""


def install(place: Path = PLACE) -> None:
    """Install boardgame.io's pinned packages into the folder, unless they are there already."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise PeerMissingError(f"{program} is not installed")
    wanted, stamp = (HERE / "package.json").read_text(encoding="utf-8"), place / "installed.json"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    place.mkdir(parents=True, exist_ok=True)
    (place / "package.json").write_text(wanted, encoding="utf-8")
    command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel", "error"]
    try:
        subprocess.run(command, cwd=place, check=True, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    except subprocess.TimeoutExpired:
        raise PeerMissingError(f"npm install took longer than {INSTALL_SECONDS} s") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip().splitlines() or [f"status {error.returncode}"]
        raise PeerMissingError(f"npm install failed: {said[-1]}") from None
    stamp.write_text(wanted, encoding="utf-8")


def versions() -> dict[str, str]:
    """Find the versions of Node.js and of boardgame.io's packages."""
    node = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    listed: dict[str, str] = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    return {"node": node.removeprefix("v"), **listed}


@contextlib.contextmanager
def _node(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run a Node.js program in production mode, without development checks, and stop it at the end."""
    environment = {**os.environ, "NODE_PATH": str(PLACE / "node_modules"), "NODE_ENV": "production"}
    pipe = subprocess.PIPE
    with subprocess.Popen(["node", *arguments], stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def _heard(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Read the next message of a program, one line of JSON; skip lines that boardgame.io itself prints."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{"):
            message: dict[str, Any] = json.loads(line)
            return message
    raise RuntimeError(f"{process.args!r} ended with status {process.wait()} before it had answered")


def _free_ports(number: int) -> list[int]:
    """Find ports that no program is using."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(contextlib.closing(socket.socket())) for _ in range(number)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [int(one.getsockname()[1]) for one in sockets]


@contextlib.contextmanager
def _server(folder: Path | None) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Run boardgame.io's server, in memory if `folder` is None; yield its process and its two addresses."""
    ports = [str(port) for port in _free_ports(2)]
    stored = [str(folder)] if folder else []
    with _node("--expose-gc", str(HERE / "server.js"), *ports, *stored) as process:
        _heard(process)
        yield process, [f"http://127.0.0.1:{port}" for port in ports]


def moves(folder: Path | None, tables: int, pause: int, warm: float, seconds: float) -> dict[str, float]:
    """Play at `tables` tables, with `pause` milliseconds between two moves at a table."""
    numbers = [str(number) for number in (tables, pause, warm, seconds)]
    with _server(folder) as (server, addresses), _node(str(HERE / "load.js"), *addresses, *numbers) as client:
        _heard(client)
        cpu = cpu_seconds(server.pid)
        found = _heard(client)
        used = cpu_seconds(server.pid) - cpu
    return figures_of_delays([delay / 1000 for delay in found["delays"]], seconds, used, found["cpu"])


def memory(folder: Path | None, tables: int, pause: int, seconds: float) -> dict[str, float]:
    """Measure the memory of the live objects of a table with four open sockets; the whole process needs more."""
    numbers = [str(number) for number in (tables, pause, 0, seconds)]
    with _server(folder) as (server, addresses):
        before = _live_bytes(server)
        with _node(str(HERE / "load.js"), *addresses, *numbers) as client:
            _heard(client)
            _heard(client)
            after = _live_bytes(server)
    return {"tables": tables, "kB a table": (after - before) / tables / 1000}


def _live_bytes(server: subprocess.Popen[str]) -> int:
    server.send_signal(signal.SIGUSR2)
    return int(_heard(server)["live"])
