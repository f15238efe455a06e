"""Arguments and options that several commands share, and checks of their values."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from parlour.errors import ParlourError, printable
from parlour.terminal.help import Argument
from parlour.terminal.words import complaint

LOOPBACK = "127.0.0.1"
NOT_VERIFIED, INTERRUPTED = 1, 130  # Exit statuses: a check or a verification has failed; the user pressed Ctrl-C.
MOST_THREADS = 1024
FILE = click.Path(path_type=Path)

GAME = click.argument(
    "game", cls=Argument, metavar="GAME", help="The name of a game (see `parlour games`) or its file: ./mygame.py."
)
ANY_GAME = click.argument(
    "game",
    cls=Argument,
    metavar="[GAME]",
    required=False,
    help="The name of a game; you are asked for it if you leave it out.",
)
OUTSIDE_GAMES = click.option("--game", metavar="PATH", multiple=True, help="A game of your own: ./mygame.py.")
PLAYERS = click.option("--players", type=int, help="The number of players; the game's usual number by default.")
OPTIONS = click.option("--option", metavar="NAME=VALUE", multiple=True, help="An option of the game.")
NAME = click.option("--name", help="Your name; you are asked for it once if you leave it out.")
SEED = click.option("--seed", default=0, help="The same seed gives the same matches.")
MAX_ROUNDS = click.option("--max-rounds", default=200, help="Cut a match off after this many rounds.")
THREADS = click.option("--threads", type=int, help="Number of threads; it does not change the result.")
DEVICE = click.option("--device", default="cpu", help="The device to use: cpu, or cuda for an NVIDIA GPU.")
FIGURES = click.option("--json", type=FILE, metavar="FILE", help="Write the figures to this file.")
DATABASE = click.option("--database", metavar="URL", help="sqlite:///FILE or postgresql://…; by default a local file.")
MOST = click.option("--most", default=30, help="Show at most this many.")
PORT = click.option(
    "--port", type=int, show_default="7313, or the next free one", help="The port; 0 picks any free one."
)


def complain(error: Exception | str) -> None:
    """Print an error on one line, without control characters."""
    print("parlour:", printable(" ".join(complaint(error).splitlines())), file=sys.stderr)


def loaded(game: str) -> str:
    """Return the name of a game given by its name or its file; if it is a file, load it first."""
    from parlour.games import load_game

    return load_game(game).name


def load_all(games: Iterable[str]) -> None:
    """Load the user's own games from their files, so that records and clients can name them."""
    for game in games:
        loaded(game)


def check_threads(threads: int | None) -> None:
    """Refuse an invalid number of threads."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise ParlourError(f"threads cannot be {threads}; expected 1 to {MOST_THREADS}")
