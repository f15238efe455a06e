"""One server for one SQLite file: a small file beside the database says where its server answers.

The server holds a lock on that file, which the system releases however the server ends. A file that nobody holds, or
whose address answers as another server or not at all, is stale and ignored. Nothing heavy is imported here, so that
`parlour` finds a running server at once.
"""

import json
import socket
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO
from urllib.error import URLError

import platformdirs

from parlour.errors import ParlourError

if sys.platform != "win32":
    import fcntl

PORT = 7313  # the usual one
PORTS_TRIED = 10
ANSWER_SECONDS = 3.0  # for one question
START_SECONDS = 15.0  # within which a server that holds the lock answers
PAUSE_SECONDS = 0.2
SQLITE = "sqlite:///"


@dataclass(frozen=True)
class Running:
    """A server: its address, the identity that its status shows, and its process."""

    address: str
    server: str
    process: int


class AlreadyServed(ParlourError):  # noqa: N818 - for `parlour` it is no error
    """Another server uses the database."""

    def __init__(self, database: str, running: Running) -> None:
        """`running` is the other one."""
        super().__init__(
            f"{database} is already served at {running.address} by process {running.process}; "
            "expected a database that no server uses"
        )
        self.running = running


def default_database() -> str:
    """SQLite in the user's data folder."""
    return f"{SQLITE}{Path(platformdirs.user_data_dir('parlour', appauthor=False)) / 'tables.sqlite'}"


def sqlite_file(database: str) -> Path | None:
    """The file of an SQLite database; None for any other database."""
    path = database.removeprefix(SQLITE).partition("?")[0]
    return None if not database.startswith(SQLITE) or path in ("", ":memory:") else Path(path)


def address_file(database: str) -> Path | None:
    """The file beside an SQLite database; None for any other database, which several servers may use."""
    path = sqlite_file(database)
    return None if path is None else Path(f"{path}.server")


def find_running(database: str) -> Running | None:
    """The server that uses the database now, if there is one: it has answered, and is the one that the file names."""
    file = address_file(database)
    try:
        running = Running(**json.loads(file.read_text(encoding="utf-8"))) if file else None
    except (OSError, ValueError, TypeError):  # no file, or none that a server has finished
        return None
    return running if running and _identity(running.address) == running.server else None


def _identity(address: str) -> str | None:
    """What the server at the address says it is; None if no Parlour answers."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"{address}api/status", timeout=ANSWER_SECONDS) as answer:
            server: str | None = json.load(answer).get("server")
            return server
    except (URLError, OSError, ValueError, AttributeError):
        return None


@contextmanager
def claimed(database: str) -> Iterator[Callable[[Running], None]]:
    """Claim the database for this server, or raise `AlreadyServed`; gives the function that announces its address."""
    file = address_file(database)
    held = _opened(file) if file else None
    if held is None:
        yield lambda running: None
        return
    with held:
        if not _locked(held):
            raise AlreadyServed(database, _awaited(database))
        if running := find_running(database):  # where there are no locks, its answer is all that tells
            raise AlreadyServed(database, running)
        _write(held, "")
        try:
            yield lambda running: _write(held, json.dumps(asdict(running)))
        finally:
            _write(held, "")


def _opened(file: Path) -> IO[str] | None:
    """The file; None where it cannot be written, which opening the database will explain."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return file.open("a+", encoding="utf-8")
    except OSError:
        return None


def _locked(held: IO[str]) -> bool:
    """Whether the file is ours; also where the system or the file system has no locks."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _awaited(database: str) -> Running:
    """The server that holds the lock, which may have been started a moment ago."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if running := find_running(database):
            return running
        time.sleep(PAUSE_SECONDS)
    raise ParlourError(f"{database} is used by another Parlour, which does not answer; expected to find it running")


def _write(held: IO[str], text: str) -> None:
    with suppress(OSError):  # a full disk: the lock still holds
        held.seek(0)
        held.truncate()
        held.write(text)
        held.flush()


# --- ports


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at the port; if none is wanted, at the usual one or one of the next, which browsers remember."""
    if port is not None:
        return bound(host, port)
    for usual in range(PORT, PORT + PORTS_TRIED):
        with suppress(ParlourError):
            listening = bound(host, usual)
            if usual != PORT:
                print(f"Port {PORT} is taken by another program.", flush=True)
            return listening
    return bound(host, 0)


def bound(host: str, port: int) -> socket.socket:
    """A socket at the address; an error that says what is wrong with it."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()  # so that no other program can take the port before the server answers
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ParlourError(
            f"cannot serve at {host}, port {port}: {reason}; expected a free port of this machine"
        ) from None
    return listening


def address_of(host: str, port: int) -> str:
    """The address of a server as people write it."""
    shown = "localhost" if host in ("127.0.0.1", "::1", "localhost") else "[::]" if host == "::" else host
    return f"http://{f'[{shown}]' if ':' in shown and not shown.startswith('[') else shown}:{port}/"
