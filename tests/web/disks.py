"""A small disk for a server's database, which tests can fill to the last byte."""

import subprocess
from pathlib import Path

import pytest

from tests.web.servers import Server

BYTES = 4 << 20
APART = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")


class SmallDisk:
    """A disk in memory that only the server sees."""

    def __init__(self, folder: Path) -> None:
        """Prepare to mount the disk in this folder; skip the test if the system doesn't allow that."""
        self._disk = folder / "disk"
        self._disk.mkdir()
        mounting = f'mount -t tmpfs -o size={BYTES} tmpfs {self._disk} && exec "$@"'
        self.around = (*APART, mounting, "sh")  # a command that mounts the disk and runs the server's command
        self.database = f"sqlite:///{self._disk / 'tables.sqlite'}"
        if subprocess.run([*self.around, "true"], capture_output=True, check=False).returncode:
            pytest.skip("this system doesn't let us mount a small disk")

    def _filler(self, server: Server) -> Path:
        return Path(f"/proc/{server.process.pid}/root{self._disk}/filler")  # the disk as the server sees it

    def fill(self, server: Server) -> None:
        """Fill the disk, to the last byte."""
        with self._filler(server).open("wb", buffering=0) as filler:
            for size in (1 << 16, 1 << 8, 1):
                try:
                    while True:
                        filler.write(bytes(size))
                except OSError:
                    continue

    def free(self, server: Server) -> None:
        """Free the space that `fill` has taken."""
        self._filler(server).unlink()
