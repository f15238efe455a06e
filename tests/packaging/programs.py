"""Run Parlour as users install it: as a command in its own environment, and as a server with tables."""

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parlour.game.game import Game
from tests.web.servers import Client, Server

OK, BAD_INPUT = 0, 2
MOVES = 5
SECONDS = 280


class Program:
    """A command that runs Parlour, with its environment variables."""

    def __init__(self, command: list[str], environment: Mapping[str, str], folder: Path) -> None:
        """`folder` is the folder where the command runs and stores its tables, away from the sources."""
        self.command, self.environment, self.folder = command, dict(environment), folder

    def run(
        self, *arguments: object, status: int = OK, stdin: str = "", seconds: float = SECONDS
    ) -> subprocess.CompletedProcess[str]:
        """Run the command with these arguments, and check its exit status."""
        done = subprocess.run(
            [*self.command, *map(str, arguments)], input=stdin, capture_output=True, text=True, encoding="utf-8",
            env=self.environment, cwd=self.folder, check=False, timeout=seconds,
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done

    def complaint(self, *arguments: object) -> str:
        """Run the command with bad input; return its one-line error message."""
        done = self.run(*arguments, status=BAD_INPUT)
        assert done.stderr.startswith("parlour: ")
        assert done.stderr.count("\n") == 1
        return done.stderr

    def serve(self, database: str | None = None) -> "ProgramServer":
        """Start a server with this database, or with a new database."""
        return ProgramServer(self, database or f"sqlite:///{self.folder / 'tables.sqlite'}")


class ProgramServer(Server):
    """A server that was started by a program's command."""

    def __init__(self, program: Program, database: str) -> None:
        """Start the server and wait until it prints its address."""
        self._start(program.command, program.environment, database, 0, cwd=program.folder)

    def __enter__(self) -> "ProgramServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def seated(self, game: Game) -> Iterator[tuple[dict[str, Any], Client]]:
        """Open a table with bots and wait until it is Ann's turn, or the match is over."""
        table = self.open_table(game)
        with Client(self, table["table"], table["token"]) as ann:
            ann.until("welcome")
            _wait_for_turn(ann)
            yield table, ann

    def play(self, game: Game, moves: int = MOVES) -> None:
        """Open a table with bots and make `moves` moves, or fewer if the match ends."""
        with self.seated(game) as (_, ann):
            for number in range(moves):
                if ann.view["over"]:
                    return
                ann.move(f"move{number}")
                _wait_for_turn(ann)


def _wait_for_turn(client: Client) -> None:
    while not client.view["actions"] and not client.view["over"]:
        client.next()
