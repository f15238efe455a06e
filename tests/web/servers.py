"""Real Parlour servers for the tests, in their own processes, and clients for them."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from parlour.game.game import Game
from parlour.web.wire.protocols import VARIABLE
from tests.samples import some_game

ROOT = Path(__file__).parents[2]
START_SECONDS = 60


class Server:
    """A Parlour server in its own process."""

    def __init__(
        self,
        database: str,
        *arguments: str,
        plain: bool = True,
        port: int = 0,
        connections: str = "lean",
        descriptors: int | None = None,
        around: Sequence[str] = (),
        program: str = "parlour.cli",
    ) -> None:
        """Start the server and wait for its address.

        `descriptors` limits its open files and connections; `around` is a command that runs the server's command.
        """
        environment = {
            **os.environ,
            "PARLOUR_PLAIN": "1" if plain else "0",
            "PYTHONPATH": str(ROOT / "src"),
            VARIABLE: connections,
        }
        command = [sys.executable, "-m", program]
        if descriptors is not None:
            command = ["sh", "-c", f'ulimit -n {descriptors} && exec "$@"', "sh", *command]
        self._start([*around, *command], environment, database, port, *arguments)

    def _start(
        self,
        program: list[str],
        environment: dict[str, str],
        database: str,
        port: int,
        *arguments: str,
        cwd: Path = ROOT,
    ) -> None:
        """Run the server's program, and wait until it prints its address."""
        command = [*program, "serve", "--port", str(port), "--database", database, *arguments]
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by close
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment, cwd=cwd
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Parlour is open at "), self.logged()
        self.url: str = line.split()[4].rstrip("/")
        self.http = httpx.Client(base_url=self.url, timeout=60)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def logged(self) -> str:
        """Return everything that the server has written to its log."""
        self.log.seek(0)
        return self.log.read()

    def kill(self) -> None:
        """Kill the server without warning, as a power cut would."""
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """Ask the server to stop; return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        self._gone()
        return self.process.returncode

    def _gone(self) -> None:
        self.process.wait(timeout=START_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.http.close()

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()
        self.log.close()

    # --- requests of tests

    def open_table(self, game: Game | str | None = None, name: str = "Ann", **more: Any) -> dict[str, Any]:
        """Open a table, by default with any game for four players; return the server's answer to its creator."""
        chosen = some_game(4) if game is None else game
        wanted = {"game": chosen if isinstance(chosen, str) else chosen.name, "name": name, **more}
        answer = self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def get(self, path: str, token: str | None = None) -> Any:
        return self.http.get(f"/api{path}", headers=bearer(token)).json()

    def post(self, path: str, token: str | None = None, data: Any = None) -> httpx.Response:
        return self.http.post(f"/api{path}", headers=bearer(token), json=data)

    def refused(self, path: str, token: str | None = None, data: Any = None) -> str:
        """Send a request that must be refused; check that the reason is a sentence, and return the kind of refusal."""
        answer = self.post(path, token, data)
        assert answer.status_code >= 400, answer.text
        assert len(answer.json()["reason"]) > 10
        kind: str = answer.json()["refused"]
        return kind


def refused_start(database: str, *arguments: str) -> str:
    """Run a server that refuses to start, and return its message."""
    command = [sys.executable, "-m", "parlour.cli", "serve", "--port", "0", "--database", database, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=START_SECONDS, env=environment, cwd=ROOT
    )
    assert done.returncode == 2, done.stderr
    return done.stderr


def memory_of(server: Server) -> int:
    """Return the memory of a server's process in bytes."""
    return int(Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii").split()[1]) * 4096


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Addressed(Protocol):
    """A server at an address."""

    @property
    def url(self) -> str: ...


class Client:
    """A WebSocket client that updates its view with the patches it receives."""

    def __init__(
        self, server: Addressed, table: str, token: str | None = None, last: int | None = None, **connecting: Any
    ) -> None:
        """Connect to a table; `connecting` are settings of the connection."""
        self._stack = ExitStack()
        url = f"ws{server.url[4:]}/api/tables/{table}/socket"
        self.socket: ClientConnection = self._stack.enter_context(connect(url, max_size=None, **connecting))
        self.view: Any = None
        self.number = -1
        self.facts: Any = None
        self.heard: list[dict[str, Any]] = []
        self.say(type="hello", token=token, last=last)

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def next(self, timeout: float = START_SECONDS) -> dict[str, Any]:
        """Return the next message, after applying it to the view."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
        self.heard.append(message)
        if message["type"] == "welcome":
            self.view, self.number, self.facts = message["view"], message["number"], message["table"]
        elif message["type"] == "event":
            assert self.number in (-1, message["number"] - 1)
            self.number = message["number"]
            if self.view is not None:
                patch(self.view, message["patch"])
        elif message["type"] == "table":
            self.facts = message
        return message

    def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """Read messages until one of this kind arrives; return it."""
        while True:
            message = self.next()
            if message["type"] == kind and all(message.get(name) == value for name, value in wanted.items()):
                return message

    def move(self, client: str, choice: int = 0) -> int:
        """Choose one of the view's actions; return the number of the stored event."""
        actions = self.view["actions"]
        self.say(type="move", id=client, number=self.number, action=actions[choice % len(actions)]["id"])
        number: int = self.until("stored", id=client)["number"]
        while self.number < number:
            self.next()
        return number

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def patch(view: dict[str, Any], changes: dict[str, Any]) -> None:
    """Apply a patch to a view as docs/protocol.md describes."""
    for name, value in changes.items():
        if name == "seats" and isinstance(value, dict):
            for seat, changed in value.items():
                view["seats"][int(seat)] = changed
        elif name == "centre":
            view["centre"].update(value)
        else:
            view[name] = value
