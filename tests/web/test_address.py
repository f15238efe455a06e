"""Each SQLite file has only one server, so `parlour` opens the running server instead of starting a second one."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from parlour.web.address import PORT, AlreadyServed, Running, address_file, claimed, find_running
from tests.web.servers import ROOT, START_SECONDS, Server

pytestmark = pytest.mark.processes

BROWSER = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(sys.argv[2])"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set a temporary home folder, and a browser that records the address that it opens."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("BROWSER", f"{sys.executable} -c '{BROWSER}' {tmp_path / 'opened'} %s")
    monkeypatch.setenv("PARLOUR_PLAIN", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    return tmp_path


@contextmanager
def parlour() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `parlour` without a command; yield the process and its output up to the line with the page's address."""
    command = [sys.executable, "-m", "parlour.cli"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if "open at" in line:
            break
    try:
        yield process, said
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=START_SECONDS)


def address_in(said: str) -> str:
    found = re.search(r"open at (http://\S+)", said)
    assert found, said
    return found[1]


def test_parlour_opens_the_running_server_instead_of_a_second_one(home: Path) -> None:
    with parlour() as (first, said):
        assert "Ctrl-C closes it" in said
        with parlour() as (second, again):
            assert "already open at" in again
            assert address_in(again) == address_in(said)
            assert second.wait(timeout=START_SECONDS) == 0
        assert (home / "opened").read_text() == address_in(said)
        assert first.poll() is None
    assert first.returncode == 0


def test_parlour_uses_a_different_port_if_the_default_port_is_taken(home: Path) -> None:
    with socket.socket() as other:
        other.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # Connections of earlier tests may still use the port.
        with suppress(OSError):  # If binding fails, another program already uses the port.
            other.bind(("127.0.0.1", PORT))
            other.listen()
        with parlour() as (_, said):
            assert f"Port {PORT} is taken" in said
            assert int(address_in(said).rstrip("/").rpartition(":")[2]) != PORT


def test_if_an_explicitly_given_port_is_taken_parlour_ends_with_an_error(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        command = [sys.executable, "-m", "parlour.cli", "serve", "--port", str(port)]
        command += ["--database", f"sqlite:///{tmp_path / 't.sqlite'}"]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PARLOUR_PLAIN": "1"})
    assert done.returncode == 2
    assert f"cannot serve at 127.0.0.1, port {port}" in done.stderr


def test_a_second_server_for_the_same_database_file_is_refused_and_the_address_of_the_first_is_shown(
    tmp_path: Path,
) -> None:
    database = f"sqlite:///{tmp_path / 't.sqlite'}"
    server = Server(database)
    try:
        command = [sys.executable, "-m", "parlour.cli", "serve", "--port", "0", "--database", database]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PARLOUR_PLAIN": "1"})
        assert done.returncode == 2
        assert f"is already served at {server.url}/ by process {server.process.pid}" in done.stderr
    finally:
        server.close()
    assert find_running(database) is None


def test_a_second_server_is_refused_if_it_names_the_database_file_by_a_symbolic_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, link = tmp_path / "t.sqlite", tmp_path / "link.sqlite"
    link.symlink_to(file)
    monkeypatch.setattr("parlour.web.address._identity", lambda _: "x")
    with claimed(f"sqlite:///{file}") as announce:
        announce(Running("http://localhost:1/", "x", os.getpid()))
        with pytest.raises(AlreadyServed), claimed(f"sqlite:///{link}"):
            pass


def test_the_address_file_of_a_killed_server_is_ignored(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 't.sqlite'}"
    first = Server(database)
    first.kill()
    assert find_running(database) is None
    second = Server(database)
    try:
        running = find_running(database)
        assert running is not None
        assert running.address == f"{second.url}/"
        assert running.process == second.process.pid
    finally:
        second.close()
        first.close()


def test_an_address_file_is_ignored_if_another_server_answers_at_its_address(server: Server, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 't.sqlite'}"
    file = address_file(database)
    assert file is not None
    for identity, counts in ((server.get("/status")["server"], True), ("another", False)):
        running: dict[str, Any] = {"address": f"{server.url}/", "server": identity, "process": 1}
        file.write_text(json.dumps(running))
        assert find_running(database) == (Running(**running) if counts else None)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"address": 3}', "null"])
def test_an_incomplete_address_file_is_ignored(tmp_path: Path, text: str) -> None:
    database = f"sqlite:///{tmp_path / 't.sqlite'}"
    file = address_file(database)
    assert file is not None
    file.write_text(text)
    assert find_running(database) is None


@pytest.mark.parametrize("database", ["postgresql://ann@localhost/parlour", "sqlite://", "sqlite:///:memory:"])
def test_several_servers_may_share_a_database_that_is_not_a_file(database: str) -> None:
    assert address_file(database) is None
