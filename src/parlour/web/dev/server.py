"""The process that serves a game under development.

The process is started in advance, so that only the game has to be loaded.

A module cannot be unloaded, so every saved version gets its own process (docs/decisions/0017-parlour-dev.md).
"""

import atexit
import logging
import os
import socket
import sys
import threading
import time
from pathlib import Path

import uvicorn

from parlour.engine.rule import start_plain
from parlour.game.game import Game
from parlour.game.problems import compiling_problem, home_of
from parlour.web.app import Parts, Settings, make_app
from parlour.web.dev._channel import Channel, Found, Load, Measured, Serve, Tell
from parlour.web.dev._routes import handlers
from parlour.web.dev._trial import tried
from parlour.web.dev._workshop import Workshop
from parlour.web.page.files import FILES, HIDDEN, STATIC
from parlour.web.serve import SWITCH_SECONDS, configured
from parlour.web.store.store import Store
from parlour.web.wire.security import Guard

HOST = "127.0.0.1"
ANSWER_SECONDS = 0.03  # the server waits this long so that pages waiting for news get an answer
LOGGERS = ("parlour", "uvicorn")


def run(handle: str) -> None:
    """Follow the orders of `parlour dev` until it closes the channel."""
    channel = Channel()
    listening = channel.listening(handle)
    start_plain()
    _warm_up()
    noting = Noting()
    for name in LOGGERS:
        logging.getLogger(name).addHandler(noting)
    game: Game | None = None
    for order in channel.orders():
        if isinstance(order, Load):
            game, loaded = tried(order, channel)
            channel.report(loaded)
        elif isinstance(order, Serve):
            _serve(listening, order, game, channel, noting)
            return


def _warm_up() -> None:
    """Read and compress the page's files, so that the first page loads quickly."""
    for file in STATIC.rglob("*"):
        if file.is_file() and file.suffix not in HIDDEN:
            FILES.find(str(file.relative_to(STATIC)))


class Noting(logging.Handler):
    """A log handler that shows errors of the game on the page, and all other errors in the terminal."""

    workshop: Workshop | None = None

    def __init__(self) -> None:
        """Ignore errors until a workshop is set, because the trial reports its own errors."""
        super().__init__(logging.WARNING)
        self.setFormatter(logging.Formatter("parlour: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Show one error on the page or in the terminal."""
        if self.workshop is None:
            return
        if record.exc_info and record.exc_info[1] is not None and self.workshop.note(record.exc_info[1]):
            return
        if record.name == "parlour.club.compilation":
            problem = compiling_problem(record.getMessage(), Path(self.workshop.wanted.path))
            self.workshop.complain(problem, "compiling")
            self.workshop.channel.report(Found(problem))
            return
        print(self.format(record), file=sys.stderr, flush=True)


class _Server(uvicorn.Server):
    """A server that stops at once, so that the next version of the rules can be served."""

    def __init__(self, config: uvicorn.Config, workshop: Workshop) -> None:
        super().__init__(config)
        self.workshop = workshop

    def stop(self) -> None:
        """End the process at once; any thread may call this.

        Every acknowledged move is already stored, so there is no need to wait for the server's threads.
        """
        self.workshop.close()
        time.sleep(ANSWER_SECONDS)
        atexit._run_exitfuncs()
        os._exit(0)


def application(workshop: Workshop, store: Store) -> Guard:
    """Build the application that serves the designer's table; it loads the match before it answers any request."""
    compiled = [workshop.game.name] if workshop.game else []
    parts = Parts(workshop.make_house, handlers(workshop), compiled, [workshop.begin])
    return make_app(store, Settings(host=HOST), parts)


def _serve(listening: socket.socket, order: Serve, game: Game | None, channel: Channel, noting: Noting) -> None:
    """Serve the table until the channel is closed."""
    sys.setswitchinterval(SWITCH_SECONDS)
    workshop = Workshop(game, home_of(Path(order.wanted.path)), order, channel)
    noting.workshop = workshop
    server = _Server(configured(application(workshop, Store(order.wanted.database))), workshop)

    def obey() -> None:
        for said in channel.orders():
            if isinstance(said, Tell):
                workshop.complain(said.problem)
            elif isinstance(said, Measured):
                workshop.show_figures(said)
        server.stop()

    threading.Thread(target=obey, daemon=True).start()
    server.run(sockets=[listening])
