"""Run `parlour dev` as a designer would: a real process, a file that is saved repeatedly, and a real browser."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Locator, expect

from tests.web.browser import PATIENCE, Person

ROOT = Path(__file__).parents[3]
SOURCE = Path(__file__).parent / "callers.py"
END_SECONDS = 30


class Dev:
    """A running `parlour dev` process."""

    def __init__(self, path: Path, *arguments: str, cache: Path | None = None) -> None:
        """Start `parlour dev`, and wait until it prints its address; without a cache, it uses plain rules."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "PARLOUR_PLAIN": "0" if cache else "1",
            "PARLOUR_CACHE": str(cache or ""),
        }
        command = [sys.executable, "-m", "parlour.cli", "dev", str(path), "--no-browser", "--port", "0", *arguments]
        self.path = path
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by close
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Parlour is open at "), self.logged()
        self.url = line.split()[4].rstrip("/")
        self.http = httpx.Client(base_url=self.url, timeout=60)

    def logged(self) -> str:
        """Return everything that the process has written to the terminal."""
        self.log.seek(0)
        return self.log.read()

    def says(self, text: str) -> None:
        """Wait until the process has written this text to the terminal."""
        end = time.monotonic() + END_SECONDS
        while text not in (logged := self.logged()):
            assert time.monotonic() < end, logged
            time.sleep(0.05)  # The test polls, because no event reports new text in the file.

    def news(self, known: str = "") -> dict[str, Any]:
        """Return the state that the page polls; if given the stamp of a known state, wait for a newer state."""
        answer: dict[str, Any] = self.http.get("/dev/news", params={"known": known}).raise_for_status().json()
        return answer

    def next_build(self, build: str) -> str:
        """Wait until the rules of a newer build are used; ask again if a server stops during the request."""
        known = self.news()
        while known["build"] == build:
            try:
                known = self.news(known["stamp"])
            except httpx.TransportError:
                known = self.news()
        return str(known["build"])

    def save(self, old: str, new: str, source: Path | None = None) -> None:
        """Change a text in the file, or in a copy of `source`; save as editors do, by replacing the file."""
        text = (source or self.path).read_text(encoding="utf-8")
        assert old in text
        fresh = self.path.with_suffix(".saved")
        fresh.write_text(text.replace(old, new), encoding="utf-8")
        fresh.replace(self.path)

    def close(self) -> int:
        """Terminate the process; return its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        status = self.process.wait(END_SECONDS)
        self.close_files()
        return status

    def close_files(self) -> None:
        """Close the open files of a process that has ended."""
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()
        self.http.close()


def line_of(path: Path, text: str) -> int:
    """Return the number of the first line that contains the text."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def beside(person: Person, name: str) -> Locator:
    """Return one of the elements that the development page adds to the table, such as its list of problems."""
    return person.page.locator(f".dev-{name}")


def sees_rules(person: Person, build: str) -> None:
    """Wait until the page uses the rules of this build and shows the table."""
    expect(person.page.locator(f'aside.dev[data-build="{build}"]')).to_be_visible(timeout=PATIENCE)
    person.page.wait_for_selector("#table")
