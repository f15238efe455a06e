"""Commands for people who write games: start a game, try it out, check it, and compile it."""

import os
import sys
from pathlib import Path

import click

from parlour.cli._arguments import FILE, GAME, NOT_VERIFIED, OPTIONS, PLAYERS, PORT, loaded
from parlour.errors import ParlourError
from parlour.terminal.help import Argument, Command

MOST_CHECK_SECONDS = 86_400


@click.command(cls=Command)
@click.argument("name", cls=Argument, metavar="NAME", help="The name of your game: mygame.")
def new(name: str) -> None:
    """Write a small but complete game and its test into this folder, as a starting point for your own game."""
    from parlour.terminal.new import new_game

    new_game(name, Path())


@click.command(cls=Command)
@click.argument("game", cls=Argument, metavar="FILE", type=FILE, help="The file or folder of your game: ./mygame.py.")
@PLAYERS
@OPTIONS
@PORT
@click.option("--browser/--no-browser", default=True, help="Open the table in the browser.")
def dev(game: Path, players: int | None, option: tuple[str, ...], port: int | None, browser: bool) -> None:
    """Open a table for a game that you are writing; it uses the new rules whenever you save the file."""
    from parlour.game.options import parse_options
    from parlour.web.dev.supervisor import develop

    develop(game, players, parse_options(option), port, browser=browser)


@click.command("dev-server", cls=Command, hidden=True)
@click.argument("handle", cls=Argument, metavar="HANDLE", help="The inherited socket.")
def dev_server(handle: str) -> None:
    """Serve a game that is being written; `parlour dev` starts this command for every version of the file."""
    from parlour.web.dev.server import run

    run(handle)


@click.command("dev-figures", cls=Command, hidden=True)
def dev_figures() -> None:
    """Measure a game that is being written; `parlour dev` starts this command for every version of the file."""
    from parlour.web.dev.figures import run

    run()


@click.command(cls=Command)
@GAME
@click.option("--seconds", type=float, default=50, help="Roughly how long all checks together may take.")
@click.option(
    "--compiled/--no-compiled", default=True, help="Also compile the rules and compare them with plain Python."
)
def check(game: str, seconds: float, compiled: bool) -> None:
    """Check a game's cards, secrets, records and stories; print a line for each property that it should have.

    If the game lacks a property, the line says in which position the check failed. The rules run as plain Python, so
    an error names the line of the rules that caused it.
    """
    os.environ.setdefault("PARLOUR_PLAIN", "1")  # The variable must be set before the rules are loaded.
    from parlour.terminal.check import show_checks

    if not 1 <= seconds <= MOST_CHECK_SECONDS:
        raise ParlourError(f"seconds cannot be {seconds:g}; expected 1 to {MOST_CHECK_SECONDS}")
    if not show_checks(loaded(game), seconds, compiled=compiled):
        sys.exit(NOT_VERIFIED)


@click.command(cls=Command, hidden=True)
@GAME
def trace(game: str) -> None:
    """Print what a game's rules do in a few matches, so that `parlour check` can compare plain and compiled rules."""
    from parlour.testing.compiled import write_trace

    write_trace(game)


@click.command(cls=Command)
def warm() -> None:
    """Compile every game and its bots now, on all cores, so that strong bots can play from the first card.

    You don't have to run this command: games can be played immediately and are compiled in the background. Studies and
    environments compile more code when they first need it, and cache it.
    """
    from parlour.terminal.warm import warm_games

    warm_games()


@click.command("compile", cls=Command, hidden=True)
@GAME
@click.argument("stage", cls=Argument, metavar="STAGE", help="rules or search")
def compile_stage(game: str, stage: str) -> None:
    """Compile one stage of a game; `parlour serve` runs this command in the background."""
    from parlour.club.compilation import worker

    worker(game, stage)
