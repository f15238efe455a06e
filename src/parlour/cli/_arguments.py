"""What several commands take, and what they do with it before they start."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from parlour.errors import ParlourError, printable
from parlour.terminal.help import Argument
from parlour.terminal.words import complaint

LOOPBACK = "127.0.0.1"
NOT_VERIFIED = 1  # the exit status
MOST_THREADS = 1024
FILE = click.Path(path_type=Path)

GAME = click.argument(
    "game", cls=Argument, metavar="GAME", help="A game by its name (see `parlour games`), or its file: ./mygame.py."
)
ANY_GAME = click.argument(
    "game", cls=Argument, metavar="[GAME]", required=False, help="A game; by default you are asked."
)
OUTSIDE_GAMES = click.option("--game", metavar="PATH", multiple=True, help="A game of your own: ./mygame.py.")
PLAYERS = click.option("--players", type=int, help="The number of players; the game's usual number by default.")
OPTIONS = click.option("--option", metavar="NAME=VALUE", multiple=True, help="An option of the game.")
NAME = click.option("--name", help="Your name; without it you are asked once, and the answer is kept.")
SEED = click.option("--seed", default=0, help="The same seed gives the same matches.")
MAX_ROUNDS = click.option("--max-rounds", default=200, help="Cut a match off after this many rounds.")
THREADS = click.option("--threads", type=int, help="Threads; the result is the same for any number.")
DEVICE = click.option("--device", default="cpu", help="cpu, or cuda for an NVIDIA GPU.")
FIGURES = click.option("--json", type=FILE, metavar="FILE", help="Write the figures.")
PORT = click.option(
    "--port", type=int, show_default="7313, or the next that is free", help="The port; 0 chooses any free one."
)


def complain(error: Exception | str) -> None:
    """Print an error in one line, whatever the values contain that it quotes."""
    print("parlour:", printable(" ".join(complaint(error).splitlines())), file=sys.stderr)


def loaded(game: str) -> str:
    """The name of a game; the file of one from outside is loaded."""
    from parlour.games import load_game

    return load_game(game).name


def load_all(games: Iterable[str]) -> None:
    """Load games from outside, so that records and clients can name them."""
    for game in games:
        loaded(game)


def check_threads(threads: int | None) -> None:
    """Refuse a number of threads that no machine has."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise ParlourError(f"threads cannot be {threads}; expected 1 to {MOST_THREADS}")
