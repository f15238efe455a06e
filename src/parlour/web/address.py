"""One server per SQLite file: a small file beside the database says where its server answers.

The server locks that file, and the system releases the lock even if the server crashes. The file is
stale, and ignored, if nobody has locked it or if the server that it names doesn't answer at that address. This module
imports nothing heavy, so that `parlour` finds a running server at once.
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

PORT = 7313  # Parlour's default port
PORTS_TRIED, LAST_PORT = 10, 65535
LOOPBACK = "127.0.0.1"
ANSWER_SECONDS = 3.0  # how long to wait for a server to answer one request
START_SECONDS = 15.0  # how long to wait for a server that holds the lock to answer its first request
PAUSE_SECONDS = 0.2
SQLITE = "sqlite:///"


@dataclass(frozen=True)
class Running:
    """A running server: its address, its identity from `/api/status`, and its process id."""

    address: str
    server: str
    process: int


class AlreadyServed(ParlourError):  # noqa: N818 - for `parlour` it is no error
    """Raised when another server already uses the database."""

    def __init__(self, database: str, running: Running) -> None:
        """`running` is the server that uses the database."""
        super().__init__(
            f"{database} is already served at {running.address} by process {running.process}; "
            "expected a database that no server uses"
        )
        self.running = running


def default_database() -> str:
    """Return the URL of an SQLite file in the user's data folder."""
    return f"{SQLITE}{Path(platformdirs.user_data_dir('parlour', appauthor=False)) / 'tables.sqlite'}"


def sqlite_file(database: str) -> Path | None:
    """Return the path of an SQLite database's file, not of a link to it; None for any other database."""
    path = database.removeprefix(SQLITE).partition("?")[0]
    return None if not database.startswith(SQLITE) or path in ("", ":memory:") else Path(path).resolve()


def address_file(database: str) -> Path | None:
    """Return the path of the file that names an SQLite database's server; None for databases without a file."""
    path = sqlite_file(database)
    return None if path is None else Path(f"{path}.server")


def find_running(database: str) -> Running | None:
    """Find the server that uses the database now: it must be named in a file beside the database, and answer."""
    file = address_file(database)
    try:
        running = Running(**json.loads(file.read_text(encoding="utf-8"))) if file else None
    except (OSError, ValueError, TypeError):  # the file is missing, or no server has finished writing it
        return None
    return running if running and _identity(running.address) == running.server else None


def _identity(address: str) -> str | None:
    """Ask the server at the address for its identity; None if no Parlour answers."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"{address}api/status", timeout=ANSWER_SECONDS) as answer:
            server: str | None = json.load(answer).get("server")
            return server
    except (URLError, OSError, ValueError, AttributeError):
        return None


@contextmanager
def claimed(database: str) -> Iterator[Callable[[Running], None]]:
    """Claim the database for this server, or raise `AlreadyServed`; yield the function that announces its address."""
    file = address_file(database)
    held = _opened(file) if file else None
    if held is None:
        yield lambda running: None
        return
    with held:
        if not _locked(held):
            raise AlreadyServed(database, _awaited(database))
        if running := find_running(database):  # without file locks, only an answer shows that another server is running
            raise AlreadyServed(database, running)
        _write(held, "")
        try:
            yield lambda running: _write(held, json.dumps(asdict(running)))
        finally:
            _write(held, "")


def _opened(file: Path) -> IO[str] | None:
    """Open a file for writing; return None if that fails, because opening the database will report the reason."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return file.open("a+", encoding="utf-8")
    except OSError:
        return None


def _locked(held: IO[str]) -> bool:
    """Lock a file; return whether this server may use the database (always true on systems without file locks)."""
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
    """Wait until the server that holds the lock answers; it may have started only a moment ago."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if running := find_running(database):
            return running
        time.sleep(PAUSE_SECONDS)
    raise ParlourError(f"{database} is used by another Parlour, which does not answer; expected to find it running")


def _write(held: IO[str], text: str) -> None:
    with suppress(OSError):  # even if the disk is full, the lock still holds
        held.seek(0)
        held.truncate()
        held.write(text)
        held.flush()


# --- ports


def listen(host: str, port: int | None) -> socket.socket:
    """Open a socket on a port: by default 7313, or one of the next few if it's taken, so the address rarely changes."""
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
    """Bind a socket to a host and port; raise an error that says what is wrong with them."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()  # reserves the port before the server can answer
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ParlourError(
            f"cannot serve at {host}, port {port}: {reason}; expected a free port of this machine"
        ) from None
    return listening


def metrics_address(address: str) -> tuple[str, int]:
    """Return the host and port of an address such as 127.0.0.1:9313; a port alone is one of this machine."""
    host, colon, port = address.rpartition(":")
    plain = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if not port.isdecimal() or int(port) > LAST_PORT or bool(colon) != bool(plain) or (":" in host and plain == host):
        raise ParlourError(f"metrics cannot be {address!r}; expected a port, or an address such as 127.0.0.1:9313")
    return plain or LOOPBACK, int(port)


def address_of(host: str, port: int) -> str:
    """Format a server's address so that people can open it in a browser."""
    shown = "localhost" if host in ("127.0.0.1", "::1", "localhost") else "[::]" if host == "::" else host
    return f"http://{f'[{shown}]' if ':' in shown and not shown.startswith('[') else shown}:{port}/"
