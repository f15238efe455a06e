"""A real PostgreSQL for the tests, in a temporary folder, which can be restarted and frozen."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

START_SECONDS = 60


class PostgreSQL:
    """A PostgreSQL server in its own folder."""

    def __init__(self, folder: Path) -> None:
        """Create the server's files and start it."""
        programs = postgresql_folder()
        assert programs is not None, "PostgreSQL is not installed: run `make needs`, or install your system's package"
        user, data = _owner(folder), folder / "data"
        self._data = data
        self._run: dict[str, Any] = {"cwd": folder}
        if user:
            self._run |= {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
        initdb: list[str | Path] = [programs / "initdb", "-D", data, "-U", "parlour", "-A", "trust", "--no-sync"]
        subprocess.run(initdb, check=True, capture_output=True, **self._run)
        settings = ("-c", "listen_addresses=", "-c", "max_connections=60")
        self._command: list[str | Path] = [programs / "postgres", "-D", data, "-k", folder, *settings]
        self.url = f"postgresql://parlour@/postgres?host={folder}"
        self._frozen: list[int] = []
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        self._process = subprocess.Popen(self._command, stderr=subprocess.PIPE, text=True, **self._run)
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if "ready to accept connections" in line:
                break
        else:
            raise AssertionError("PostgreSQL did not start")
        # PostgreSQL would stop if nobody read its output.
        self._reading = threading.Thread(target=deque, args=(self._process.stderr, 0), daemon=True)
        self._reading.start()

    def stop(self) -> None:
        """Stop the server, which closes all connections."""
        self.thaw()
        self._process.send_signal(signal.SIGINT)
        self._process.wait(START_SECONDS)
        self._reading.join()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def refuse_wrong_passwords(self, role: str, password: str) -> None:
        """Add a role that has to give its password; all others need none."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{password}'".encode())
            rules = self._data / "pg_hba.conf"
            others = rules.read_text(encoding="utf-8")
            rules.write_text(f"local all {role} scram-sha-256\n{others}", encoding="utf-8")
            connection.execute("SELECT pg_reload_conf()")
        with suppress(psycopg.OperationalError):
            while True:  # until the server has read the rules
                psycopg.connect(self.url.replace("parlour@", f"{role}:not-{password}@")).close()

    def freeze(self) -> None:
        """Stop all of the server's processes for now; its connections stay open and nothing answers on them."""
        own = self._process.pid
        os.kill(own, signal.SIGSTOP)  # so that it starts no more processes
        self._frozen = [own, *map(int, Path(f"/proc/{own}/task/{own}/children").read_text(encoding="ascii").split())]
        for process in self._frozen[1:]:
            os.kill(process, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the server's processes continue."""
        for process in self._frozen:
            os.kill(process, signal.SIGCONT)
        self._frozen = []


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """Start a PostgreSQL server for the tests, and stop it in the end."""
    with tempfile.TemporaryDirectory(prefix="parlour-postgresql-", ignore_cleanup_errors=True) as name:
        server = PostgreSQL(Path(name))
        try:
            yield server
        finally:
            server.stop()


def postgresql_folder() -> Path | None:
    """Find the folder of PostgreSQL's programs; None if it is not installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


def _owner(folder: Path) -> str | None:
    """Return the user that runs PostgreSQL, which refuses to run as root; None if we aren't root."""
    if os.geteuid() != 0:
        return None
    user = "postgres" if any(entry.pw_name == "postgres" for entry in pwd.getpwall()) else "nobody"
    os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    return user
