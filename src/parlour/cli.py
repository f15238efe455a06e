"""The command line: `parlour`. Only the commands that need the rules import them, and Numba with them."""

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from parlour.errors import ParlourError, printable
from parlour.terminal.help import in_language
from parlour.terminal.words import complaint, said

BAD_INPUT = 2
NOT_VERIFIED = 1
DEBUG = "PARLOUR_DEBUG"  # set: a mistake in a game shows its whole traceback
MOST_THREADS = 1024
MOST_CHECK_SECONDS = 86_400

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Card games for people and bots: play, simulate, record, verify.",
)
bench = typer.Typer(no_args_is_help=True, help="Measure speed.")
app.add_typer(bench, name="bench")

GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game by its name (see `parlour games`), or its file: ./mygame.py."),
]
OutsideGames = Annotated[
    list[str] | None, typer.Option("--game", metavar="PATH", help="A game of your own: ./mygame.py.")
]
Players = Annotated[int | None, typer.Option(help="The number of players; the game's usual number by default.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.")]
MaxRounds = Annotated[int, typer.Option(help="Cut a match off after this many rounds.")]
Device = Annotated[str, typer.Option(help="cpu, or cuda for an NVIDIA GPU.")]
Port = Annotated[
    int | None, typer.Option(help="The port; 0 chooses any free one.", show_default="7313, or the next that is free")
]
LOOPBACK = "127.0.0.1"


def _show_version(wanted: bool) -> None:
    if wanted:
        from parlour import __version__

        print(f"parlour {__version__}")
        raise typer.Exit


@app.callback()
def table(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Without a command: open the table in the browser."""
    if context.invoked_subcommand is None:
        _open_table()


def _open_table() -> None:
    """Show the Parlour that already runs, or start one."""
    from parlour.web.address import AlreadyServed, default_database, find_running

    running = find_running(default_database())
    if running is None:
        from parlour.web.serve import serve as serve_tables

        try:
            serve_tables(LOOPBACK, None, None, browser=True)
        except AlreadyServed as other:  # it was started at the same moment
            running = other.running
    if running is not None:
        import webbrowser

        print(f"Parlour is already open at {running.address}  (Ctrl-C in its terminal closes it)")
        webbrowser.open(running.address)


def main() -> NoReturn:
    """Run the command line; bad input, or a mistake in a game from outside, gives one line and exit status 2."""
    try:
        in_language(app, sys.argv[1:], os.environ)(prog_name="parlour")
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        mistake = _mistake_in_a_game(error)
        if not isinstance(error, ParlourError) if mistake is None else os.environ.get(DEBUG):
            raise
        complain(mistake or error)
        sys.exit(BAD_INPUT)
    sys.exit(0)


def _mistake_in_a_game(error: Exception) -> str | None:
    """The line of a game from outside that an error comes from, in words; None if there is none."""
    if "parlour.games" not in sys.modules:  # no game is loaded
        return None
    from parlour.games import problem_behind

    problem = problem_behind(error)
    return None if problem is None else f"{problem.one_line} ({DEBUG}=1 shows the whole traceback)"


def complain(error: Exception | str) -> None:
    """Print an error in one line, whatever the values contain that it quotes."""
    print("parlour:", printable(" ".join(complaint(error).splitlines())), file=sys.stderr)


def _loaded(game: str) -> str:
    """The name of a game; the file of one from outside is loaded."""
    from parlour.games import load_game

    return load_game(game).name


def _load_all(games: list[str] | None) -> None:
    """Load games from outside, so that records and clients can name them."""
    for game in games or ():
        _loaded(game)


def _check_threads(threads: int | None) -> None:
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise ParlourError(f"threads cannot be {threads}; expected 1 to {MOST_THREADS}")


@app.command()
def games() -> None:
    """List the games."""
    from parlour.terminal.listing import show_games

    show_games()


@app.command()
def rules(
    game: GameName,
    section: Annotated[str | None, typer.Option(help="Only the section with this heading.")] = None,
) -> None:
    """Show the rules of a game."""
    from parlour.games import find_game
    from parlour.terminal.listing import show_options
    from parlour.terminal.rules import show_rules

    found = find_game(_loaded(game))
    show_rules(found.name, section)
    if section is None:
        show_options(found)


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; by default you are asked.")] = None,
    players: Players = None,
    bots: Annotated[str, typer.Option(help="Bots for the other seats: one name, or one for each.")] = "medium",
    option: Options = None,
    name: Annotated[str, typer.Option(help="Your name.")] = "Ann",
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the record of the match.")] = None,
) -> None:
    """Play a game in the terminal."""
    from parlour.terminal.session import play_in_terminal

    play_in_terminal(_loaded(game) if game else None, players, bots.split(","), option or [], name, seed, record)


@app.command()
def today(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; by default you are asked.")] = None,
    name: Annotated[str, typer.Option(help="Your name.")] = "Ann",
) -> None:
    """Play today's deal, the same for everybody who plays it on this day (UTC); one try counts."""
    from parlour.terminal.today import today_in_terminal

    today_in_terminal(_loaded(game) if game else None, name)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all interfaces.")] = LOOPBACK,
    port: Port = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://…; by default a local file.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in the browser.")] = False,
    origin: Annotated[list[str] | None, typer.Option(help="Another origin whose pages may use this server.")] = None,
    proxy: Annotated[
        list[str] | None, typer.Option(help="The address of a proxy, whose X-Forwarded-For names the clients.")
    ] = None,
    rate: Annotated[float, typer.Option(help="How many changes a second one address may request over HTTP.")] = 30,
    tables: Annotated[int, typer.Option(help="How many unfinished tables one address may open within a day.")] = 200,
    game: OutsideGames = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
) -> None:
    """Serve tables for people and bots, in the browser and for programs."""
    from parlour.web.app import Settings
    from parlour.web.serve import serve as serve_tables

    if log_level not in ("debug", "info", "warning", "error"):
        raise ParlourError(f"log-level cannot be {log_level!r}; expected debug, info, warning or error")
    if not 1 <= rate <= 1e6:
        raise ParlourError(f"rate cannot be {rate:g}; expected 1 to 1000000")
    if not 1 <= tables <= 1_000_000:
        raise ParlourError(f"tables cannot be {tables}; expected 1 to 1000000")
    _load_all(game)
    settings = Settings(origins=tuple(origin or ()), host=host, rate=rate, tables=tables)
    serve_tables(host, port, database, settings, browser=browser, proxies=tuple(proxy or ()), log_level=log_level)


@app.command()
def history(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only matches of this game.")] = None,
    server: Annotated[str | None, typer.Option(metavar="URL", help="A server at which you have played.")] = None,
    code: Annotated[str | None, typer.Option(help="With --server: the code that your other device shows.")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://…")] = None,
    person: Annotated[str | None, typer.Option(help="The name or the id of a person in the database.")] = None,
    most: Annotated[int, typer.Option(help="How many matches at most.")] = 30,
    records: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all their records into a file.")] = None,
) -> None:
    """Show your matches that were played to the end."""
    from parlour.terminal.history import show_history, write_records
    from parlour.terminal.kept import kept_lines, kept_matches, matches_folder
    from parlour.web import own

    own.check_wishes(server, code, database, person, most)
    chosen = _loaded(game) if game else None
    if server and code:
        own.join_at(server, code, lambda text: print(said(text)))
    if server and records:
        write_records(records, own.records_at(server, chosen))
    elif server:
        show_history(own.matches_at(server, chosen, most), most)
    else:
        kept = kept_matches(matches_folder(), chosen, person, most)
        if records:
            lines = own.own_records(database, person, chosen, alone=not kept)
            write_records(records, [*lines, *kept_lines(matches_folder(), chosen, person)])
        else:
            found = own.own_matches(database, person, chosen, most, alone=not kept)
            show_history([*found, *kept], most, matches_folder() if kept else None)


@app.command()
def new(name: Annotated[str, typer.Argument(metavar="NAME", help="The name of your game: mygame.")]) -> None:
    """Write a small complete game to begin with, and its test, into this folder."""
    from parlour.terminal.new import new_game

    new_game(name, Path())


@app.command()
def dev(
    game: Annotated[Path, typer.Argument(metavar="FILE", help="The file or folder of your game: ./mygame.py.")],
    players: Players = None,
    option: Options = None,
    port: Port = None,
    browser: Annotated[bool, typer.Option(help="Open the table in the browser.")] = True,
) -> None:
    """Write a game: a table in the browser that has the new rules whenever you save the file."""
    from parlour.options import parse_options
    from parlour.web.dev.supervisor import develop

    develop(game, players, parse_options(option or []), port, browser=browser)


@app.command("dev-server", hidden=True)
def dev_server(handle: Annotated[str, typer.Argument(help="The socket that it inherits.")]) -> None:
    """Serve a game in the making: what `parlour dev` starts for every version of the file."""
    from parlour.web.dev.server import run

    run(handle)


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(help="How many matches.")] = 1000,
    seed: Seed = 0,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for each, with commas.")] = "random",
    option: Options = None,
    max_rounds: MaxRounds = 200,
    threads: Annotated[int | None, typer.Option(help="Threads; the result is the same for any number.")] = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a record of every match.")] = None,
    device: Device = "cpu",
) -> None:
    """Simulate many matches between bots and report wins, with intervals."""
    from parlour.games import find_game
    from parlour.lab.simulate import plan, simulate
    from parlour.options import parse_options
    from parlour.terminal.listing import progress, show_summary

    _check_threads(threads)
    found, options = find_game(_loaded(game)), parse_options(option or [])
    planned = plan(found, players, options, bots.split(","), games, seed, max_rounds, records is not None, device)
    with progress("matches", planned.matches) as step:
        summary = simulate(planned, threads, records, step)
    show_summary(summary, records)


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of records.")],
    root: Annotated[str | None, typer.Option(metavar="HEX", help="The root of the chain of today's deals.")] = None,
    first: Annotated[str | None, typer.Option(metavar="DATE", help="The first day of that chain.")] = None,
    game: OutsideGames = None,
) -> None:
    """Check records from the first card to the result: deals, legality, every score, the key."""
    from parlour.record import VerificationError
    from parlour.terminal.listing import verify_files

    _load_all(game)
    try:
        verify_files(files, root, first)
    except VerificationError as error:
        complain(error)
        raise typer.Exit(NOT_VERIFIED) from None


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records.")],
    match: Annotated[int, typer.Option(help="Which record of the file, from 1.")] = 1,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every event.")] = False,
    game: OutsideGames = None,
) -> None:
    """Tell a recorded match in words."""
    from parlour.terminal.session import replay_in_terminal

    _load_all(game)
    replay_in_terminal(file, match, step)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        str | None,
        typer.Option(help="The bots, with commas: each is measured among the others.", show_default="basic,random"),
    ] = None,
    among: Annotated[str, typer.Option(help="Only measure each bot at tables full of this bot.")] = "",
    deals: Annotated[int, typer.Option(help="How many deals; each is played with every rotation of seats.")] = 100,
    budget_ms: Annotated[float, typer.Option(help="Milliseconds per move for bots that search.")] = 100,
    budget_worlds: Annotated[
        int | None, typer.Option(help="Worlds per move instead of a time: gives the same figures every time.")
    ] = None,
    players: Players = None,
    seed: Seed = 0,
    threads: Annotated[int | None, typer.Option(help="Matches at a time; one per core by default.")] = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures.")] = None,
) -> None:
    """Measure how strong bots are, on the same deals with every rotation of seats."""
    from parlour.bots.search import Budget
    from parlour.terminal.arena import show_arena

    sys.path.insert(0, "")  # modules with custom bots are found in the current folder
    budget = Budget(milliseconds=budget_ms, own_time=True) if budget_worlds is None else Budget(worlds=budget_worlds)
    show_arena(_loaded(game), bots.split(",") if bots else None, among, deals, budget, players, seed, threads, json)


@app.command()
def study(
    game: GameName,
    players: Players = None,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for each, with commas.")] = "basic",
    matches: Annotated[int, typer.Option(help="How many matches of every variant.")] = 10_000,
    option: Options = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=V1,V2", help="Values of an option to compare on the same deals; several: a grid."),
    ] = None,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="The folder; study-GAME by default.")] = None,
    claims: Annotated[
        bool, typer.Option("--claims", help="Check the claims of the game's source, with bots of several levels.")
    ] = False,
    levels: Annotated[str, typer.Option(help="Levels for luck and skill, the weakest first.")] = "random,easy,medium",
    skill: Annotated[int, typer.Option(help="How many matches these levels also play in every seat.")] = 1000,
    rollouts: Annotated[int, typer.Option(help="For how many matches the chances to win are estimated.")] = 200,
    max_rounds: MaxRounds = 200,
    force: Annotated[bool, typer.Option("--force", help="Replace another study in the folder.")] = False,
    engine: Annotated[str, typer.Option(help="threads, or ray for a cluster.")] = "threads",
    address: Annotated[str | None, typer.Option(help="The address of a Ray cluster.")] = None,
    threads: Annotated[int | None, typer.Option(help="Threads; the result is the same for any number.")] = None,
) -> None:
    """Study a game: many matches between bots, figures with intervals, a report and tables."""
    from parlour.terminal.study import show_study

    _check_threads(threads)
    show_study(
        _loaded(game), players, bots.split(","), matches, option or [], vary or [], seed, max_rounds,
        levels.split(","), skill, rollouts, claims, out, force, engine, threads, address,
    )  # fmt: skip


@app.command()
def train(
    game: GameName,
    players: Players = None,
    minutes: Annotated[float, typer.Option(help="How long to practise.")] = 20.0,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="The folder; train-GAME-PLAYERS by default.")] = None,
    seed: Seed = 0,
    watch: Annotated[
        float, typer.Option(help="The part of the time in which the net first learns to choose as rules of thumb do.")
    ] = 0.0,
    study: Annotated[
        float, typer.Option(help="The part of the time, at the end, in which all actions are tried; on a GPU.")
    ] = 0.0,
) -> None:
    """Let a net learn a game by playing against itself, from its rules alone."""
    from parlour.terminal.training import train as train_net

    train_net(_loaded(game), game, players, minutes, device, out, seed, watch, study)


@app.command()
def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="The folder of a study.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The folder of another study of the same game.")],
    game: OutsideGames = None,
) -> None:
    """Compare two studies: match by match if they were played on the same deals."""
    from parlour.terminal.study import show_comparison

    _load_all(game)
    show_comparison(first, second)


@app.command()
def check(
    game: GameName,
    seconds: Annotated[float, typer.Option(help="The time for all checks, roughly.")] = 50,
    compiled: Annotated[bool, typer.Option(help="Compile the rules, too, and compare them with plain Python.")] = True,
) -> None:
    """Check a game: cards, secrets, records, stories; one line a property, with the position where it fails.

    The rules run as plain Python, so that a mistake has its line.
    """
    os.environ.setdefault("PARLOUR_PLAIN", "1")  # before the rules are loaded
    from parlour.terminal.check import show_checks

    if not 1 <= seconds <= MOST_CHECK_SECONDS:
        raise ParlourError(f"seconds cannot be {seconds:g}; expected 1 to {MOST_CHECK_SECONDS}")
    if not show_checks(_loaded(game), seconds, compiled=compiled):
        raise typer.Exit(NOT_VERIFIED)


@app.command("trace", hidden=True)
def trace_(game: GameName) -> None:
    """Print what the rules of a game do in a few matches: `parlour check` compares plain and compiled rules so."""
    from parlour.testing.compiled import write_trace

    write_trace(game)


@app.command()
def warm() -> None:
    """Compile every game with all its bots now, on all cores, so that strong bots play from the first card.

    Nobody has to: tables are played at once, and a game that is played is compiled beside them. Studies and
    environments compile further loops when they first need them, and cache them.
    """
    from parlour.terminal.warm import warm_games

    warm_games()


@app.command("compile", hidden=True)
def compile_(game: GameName, stage: Annotated[str, typer.Argument(help="rules or search")]) -> None:
    """Compile one stage of a game: what `parlour serve` starts beside itself."""
    from parlour.compilation import worker

    worker(game, stage)


@bench.command()
def engine(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Measure only these games.")] = None,
    seconds: Annotated[float, typer.Option(help="The time for each figure.")] = 2.0,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures.")] = None,
    device: Device = "cpu",
) -> None:
    """Measure decisions per second of random play, start-up times and the cost of a call."""
    from parlour.lab.bench import bench_engine

    bench_engine([_loaded(game) for game in games or []], seconds, json, device)


if __name__ == "__main__":
    main()
