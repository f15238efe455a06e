"""Commands for players and for people who run a server: play, serve tables, show rules, and check records."""

import sys
from pathlib import Path

import click

from parlour.cli._arguments import (
    ANY_GAME,
    DATABASE,
    FILE,
    GAME,
    LOOPBACK,
    NAME,
    NOT_VERIFIED,
    OPTIONS,
    OUTSIDE_GAMES,
    PLAYERS,
    PORT,
    complain,
    load_all,
    loaded,
)
from parlour.errors import ParlourError
from parlour.terminal.help import Argument, Command


@click.command(cls=Command)
def games() -> None:
    """List the games."""
    from parlour.terminal.listing import show_games

    show_games()


@click.command(cls=Command)
@GAME
@click.option("--section", help="Only the section with this heading.")
def rules(game: str, section: str | None) -> None:
    """Show the rules of a game."""
    from parlour.games import find_game
    from parlour.terminal.listing import show_options
    from parlour.terminal.rules import show_rules

    found = find_game(loaded(game))
    show_rules(found.name, section)
    if section is None:
        show_options(found)


@click.command(cls=Command)
@ANY_GAME
@PLAYERS
@click.option("--bots", default="medium", help="Bots for the other seats: one name, or one for each.")
@OPTIONS
@NAME
@click.option("--seed", type=int, help="The same seed deals the same cards.")
@click.option("--record", type=FILE, metavar="FILE", help="Write the record of the match to this file.")
def play(
    game: str | None, players: int | None, bots: str, option: tuple[str, ...], name: str | None, seed: int | None,
    record: Path | None,
) -> None:  # fmt: skip
    """Play a game in the terminal."""
    from parlour.terminal.session import play_in_terminal

    play_in_terminal(loaded(game) if game else None, players, bots.split(","), list(option), name, seed, record)


@click.command(cls=Command)
@ANY_GAME
@NAME
def today(game: str | None, name: str | None) -> None:
    """Play today's deal, the same for everybody on this day (UTC); only one try counts."""
    from parlour.terminal.today import today_in_terminal

    today_in_terminal(loaded(game) if game else None, name)


@click.command(cls=Command)
@click.option("--host", default=LOOPBACK, help="The address to listen on; 0.0.0.0 for all interfaces.")
@PORT
@DATABASE
@click.option("--browser", is_flag=True, help="Open the page in the browser.")
@click.option("--origin", multiple=True, help="Another origin whose pages may use this server.")
@click.option("--proxy", multiple=True, help="The address of a proxy whose X-Forwarded-For header names the clients.")
@click.option("--rate", type=float, default=30, help="How many changes per second one address may request over HTTP.")
@click.option("--tables", default=200, help="How many unfinished tables one address may open within a day.")
@OUTSIDE_GAMES
@click.option("--log-level", default="warning", help="How much to log: debug, info, warning or error.")
@click.option("--log-format", default="lines", help="How to write the log: lines or json.")
@click.option("--access-log", is_flag=True, help="Log every request, and every socket that opens or closes.")
@click.option("--drain", type=float, default=0, help="How many seconds to go on without new tables before stopping.")
@click.option("--metrics", metavar="ADDRESS", help="Serve metrics for Prometheus here, such as 127.0.0.1:9313.")
def serve(
    host: str, port: int | None, database: str | None, browser: bool, origin: tuple[str, ...],
    proxy: tuple[str, ...], rate: float, tables: int, game: tuple[str, ...], log_level: str,
    log_format: str, access_log: bool, drain: float, metrics: str | None,
) -> None:  # fmt: skip
    """Serve tables for people and bots, in the browser and for programs."""
    from parlour.web.app import Settings
    from parlour.web.serve import serve as serve_tables

    if log_level not in ("debug", "info", "warning", "error"):
        raise ParlourError(f"log-level cannot be {log_level!r}; expected debug, info, warning or error")
    if log_format not in ("lines", "json"):
        raise ParlourError(f"log-format cannot be {log_format!r}; expected lines or json")
    if not 1 <= rate <= 1e6:
        raise ParlourError(f"rate cannot be {rate:g}; expected 1 to 1000000")
    if not 1 <= tables <= 1_000_000:
        raise ParlourError(f"tables cannot be {tables}; expected 1 to 1000000")
    if not 0 <= drain <= 3600:
        raise ParlourError(f"drain cannot be {drain:g}; expected 0 to 3600")
    load_all(game)
    settings = Settings(origins=origin, host=host, rate=rate, tables=tables)
    serve_tables(
        host, port, database, settings, browser=browser, proxies=proxy, log_level=log_level, log_format=log_format,
        access_log=access_log, metrics=metrics, drain=drain,
    )  # fmt: skip


@click.command(cls=Command)
@click.argument("file", cls=Argument, metavar="FILE", type=FILE, help="The file to write.")
@DATABASE
@click.option("--force", is_flag=True, help="Replace the file if there is one.")
def backup(file: Path, database: str | None, force: bool) -> None:
    """Write a backup of a server's database to a file, even while servers use the database."""
    from parlour.game.texts import say
    from parlour.terminal.words import said
    from parlour.web.address import default_database
    from parlour.web.store.backups import back_up

    back_up(database or default_database(), file, force=force)
    print(said(say("The backup is in {file}.", file=str(file))))


@click.command(cls=Command)
@click.argument("file", cls=Argument, metavar="FILE", type=FILE, help="A file that `parlour backup` has written.")
@DATABASE
def restore(file: Path, database: str | None) -> None:
    """Replace a server's database by a backup, while no server uses the database."""
    from parlour.game.texts import say
    from parlour.terminal.words import said
    from parlour.web.address import claimed, default_database
    from parlour.web.store import backups

    url = database or default_database()
    with claimed(url):
        aside = backups.restore(url, file)
    print(said(say("The database is restored from {file}.", file=str(file))))
    if aside is not None:
        print(said(say("The old database is in {file}.", file=str(aside))))


@click.command(cls=Command)
@click.argument("game", cls=Argument, metavar="[GAME]", required=False, help="Only matches of this game.")
@click.option("--person", help="Only matches of a player with this name.")
@click.option("--most", default=30, help="Show at most this many matches.")
@click.option("--records", type=FILE, metavar="FILE", help="Write the records of these matches to this file.")
def history(game: str | None, person: str | None, most: int, records: Path | None) -> None:
    """List the terminal matches that you have finished."""
    from parlour.terminal.history import check_most, show_history, write_records
    from parlour.terminal.kept import kept_lines, kept_matches, matches_folder

    check_most(most)
    chosen, folder = loaded(game) if game else None, matches_folder()
    if records:
        write_records(records, kept_lines(folder, chosen, person))
    else:
        show_history(kept_matches(folder, chosen, person, most), folder)


@click.command(cls=Command)
@click.argument("files", cls=Argument, metavar="FILE…", nargs=-1, required=True, type=FILE, help="Files of records.")
@click.option("--root", metavar="HEX", help="The root of the chain of today's deals.")
@click.option("--first", metavar="DATE", help="The first day of the chain of today's deals.")
@OUTSIDE_GAMES
def verify(files: tuple[Path, ...], root: str | None, first: str | None, game: tuple[str, ...]) -> None:
    """Check records from the first card to the result: deals, legality, every score, the key."""
    from parlour.match.record import VerificationError
    from parlour.terminal.listing import verify_files

    load_all(game)
    try:
        verify_files(list(files), root, first)
    except VerificationError as error:
        complain(error)
        sys.exit(NOT_VERIFIED)


@click.command(cls=Command)
@click.argument("file", cls=Argument, metavar="FILE", type=FILE, help="A file of records.")
@click.option("--match", default=1, help="The number of the record in the file, counted from 1.")
@click.option("--step", is_flag=True, help="Wait for Enter after every event.")
@OUTSIDE_GAMES
def replay(file: Path, match: int, step: bool, game: tuple[str, ...]) -> None:
    """Retell a recorded match in words."""
    from parlour.terminal.session import replay_in_terminal

    load_all(game)
    replay_in_terminal(file, match, step)
