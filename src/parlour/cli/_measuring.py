"""Commands that play many matches: simulate, study, compare bots, train nets, and measure speed."""

import sys
from pathlib import Path

import click

from parlour.cli._arguments import (
    DEVICE,
    FIGURES,
    FILE,
    GAME,
    INTERRUPTED,
    MAX_ROUNDS,
    OPTIONS,
    OUTSIDE_GAMES,
    PLAYERS,
    SEED,
    THREADS,
    check_threads,
    load_all,
    loaded,
)
from parlour.terminal.help import Argument, Command, Group


@click.command(cls=Command)
@GAME
@PLAYERS
@click.option("--games", default=1000, help="How many matches.")
@SEED
@click.option("--bots", default="random", help="One bot for all seats, or one for each, separated by commas.")
@OPTIONS
@MAX_ROUNDS
@THREADS
@click.option("--records", type=FILE, metavar="FILE", help="Write a record of every match.")
@DEVICE
def simulate(
    game: str, players: int | None, games: int, seed: int, bots: str, option: tuple[str, ...], max_rounds: int,
    threads: int | None, records: Path | None, device: str,
) -> None:  # fmt: skip
    """Simulate many matches between bots and report wins, with intervals."""
    from parlour.game.options import parse_options
    from parlour.games import find_game
    from parlour.lab.simulation import plan, run
    from parlour.terminal.listing import show_summary
    from parlour.terminal.progress import progress

    check_threads(threads)
    found, options = find_game(loaded(game)), parse_options(option)
    planned = plan(found, players, options, bots.split(","), games, seed, max_rounds, records is not None, device)
    with progress("matches", planned.matches) as step:
        summary = run(planned, threads, records, step)
    show_summary(summary, records)
    if not summary.complete:
        sys.exit(INTERRUPTED)


@click.command(cls=Command)
@GAME
@click.option("--bots", show_default="basic,random", help="The bots, separated by commas; each plays among the others.")
@click.option(
    "--among", default="", show_default=False, help="Measure each bot only at tables where all others are this bot."
)
@click.option("--deals", default=100, help="How many deals; each is played with every rotation of seats.")
@click.option("--budget-ms", type=float, default=100, help="Milliseconds per move for bots that search.")
@click.option(
    "--budget-worlds", type=int, help="Worlds to search per move, instead of a time; makes figures reproducible."
)
@PLAYERS
@OPTIONS
@SEED
@click.option("--threads", type=int, help="Matches to play at the same time; one per core by default.")
@FIGURES
def arena(
    game: str, bots: str | None, among: str, deals: int, budget_ms: float, budget_worlds: int | None,
    players: int | None, option: tuple[str, ...], seed: int, threads: int | None, json: Path | None,
) -> None:  # fmt: skip
    """Measure how strong bots are, on the same deals with every rotation of seats."""
    from parlour.bots.search import Budget
    from parlour.terminal.arena import show_arena

    sys.path.insert(0, "")  # Modules with custom bots can be imported from the current folder.
    budget = Budget(milliseconds=budget_ms, own_time=True) if budget_worlds is None else Budget(worlds=budget_worlds)
    named = bots.split(",") if bots else None
    if not show_arena(loaded(game), named, among, deals, budget, players, seed, threads, json, option):
        sys.exit(INTERRUPTED)


@click.command(cls=Command)
@GAME
@PLAYERS
@click.option("--bots", default="basic", help="One bot for all seats, or one for each, separated by commas.")
@click.option(
    "--matches",
    type=int,
    show_default="10000; with --forbid, 1000 deals, or 20 if the bot searches",
    help="How many matches to play of each variant.",
)
@click.option(
    "--within", metavar="TIME", show_default=False, help="Play as many matches as fit into a time, such as 60s or 5min."
)
@click.option(
    "--until",
    metavar="FIGURE±N",
    show_default=False,
    help="Play until a figure is this precise, such as 'minutes ±0.5'; percentages in percentage points.",
)
@OPTIONS
@click.option(
    "--forbid",
    metavar="CONDITION",
    multiple=True,
    help="Measure what it costs a player not to be allowed some actions: play>=5, play:7H or stay. play:each measures "
    "every action of a phase.",
)
@click.option(
    "--ladder",
    metavar="N1,N2,…",
    help="Measure what thinking is worth: searches of 8,16,32,64 worlds, say, each play among the one before.",
)
@click.option(
    "--vary",
    metavar="NAME=V1,V2",
    multiple=True,
    help="Values of an option to compare on the same deals, such as 1,2,5 or 1..6; repeat it for a grid.",
)
@SEED
@click.option("--out", type=FILE, metavar="DIR", help="The folder; study-GAME by default.")
@click.option("--claims", is_flag=True, help="Check the claims of the game's source, with bots of several levels.")
@click.option(
    "--levels", default="random,easy,medium", help="Levels of bots to measure luck and skill with, weakest first."
)
@click.option(
    "--skill", type=int, show_default="1000", help="How many matches bots of these levels play in every seat."
)
@click.option(
    "--rollouts",
    type=int,
    show_default="200",
    help="In how many matches to estimate the chances of winning, round by round.",
)
@MAX_ROUNDS
@click.option("--force", is_flag=True, help="Replace a different study in the folder.")
@click.option("--engine", default="threads", help="How to run matches in parallel: threads, or ray for a cluster.")
@click.option("--address", help="The address of a Ray cluster.")
@THREADS
def study(
    game: str, players: int | None, bots: str, matches: int | None, within: str | None, until: str | None,
    option: tuple[str, ...], forbid: tuple[str, ...], ladder: str | None, vary: tuple[str, ...], seed: int,
    out: Path | None, claims: bool, levels: str, skill: int | None, rollouts: int | None, max_rounds: int, force: bool,
    engine: str, address: str | None, threads: int | None,
) -> None:  # fmt: skip
    """Study a game: play many matches between bots; write figures with intervals, a report and tables."""
    from parlour.terminal.ladder import show_ladder
    from parlour.terminal.restricted import refuse_unused, show_restricted
    from parlour.terminal.study import show_study

    check_threads(threads)
    unused = {
        "--claims": claims, "--out": out, "--force": force, "--address": address, "--within": within, "--until": until,
    }  # fmt: skip
    if ladder:
        refuse_unused("--ladder", {"--forbid": forbid, "--bots": bots != "basic", **unused})
        show_ladder(loaded(game), ladder, vary, players, option, matches, seed, max_rounds, threads)
        return
    if forbid:
        refuse_unused("--forbid", {"--vary": vary, **unused})
        show_restricted(loaded(game), forbid, players, bots.split(","), matches, option, seed, max_rounds, threads)
        return
    reached = show_study(
        loaded(game), players, bots.split(","), matches, within, until, option, vary, seed, max_rounds,
        levels.split(","), skill, rollouts, claims, out, force, engine, threads, address,
    )  # fmt: skip
    if not reached:
        sys.exit(1)


@click.command(cls=Command)
@GAME
@click.option("--want", metavar="MEASURE=VALUE", required=True, help="The wish: minutes=15, or lead changes=3.")
@click.option(
    "--vary",
    metavar="NAME=V1,V2",
    multiple=True,
    help="Values of an option, of players or of bots, such as lives=1..6; repeat it for a grid.",
)
@PLAYERS
@click.option("--bots", default="basic", help="One bot for all seats, or one for each, separated by commas.")
@OPTIONS
@SEED
@MAX_ROUNDS
@THREADS
def tune(
    game: str, want: str, vary: tuple[str, ...], players: int | None, bots: str, option: tuple[str, ...], seed: int,
    max_rounds: int, threads: int | None,
) -> None:  # fmt: skip
    """Find the settings of a game that come nearest to a wish, such as 15 minutes."""
    from parlour.terminal.tune import show_tuning

    check_threads(threads)
    show_tuning(loaded(game), want, vary, players, bots.split(","), option, seed, max_rounds, threads)


@click.command(cls=Command)
@GAME
@PLAYERS
@click.option("--minutes", default=20.0, help="How long to train.")
@click.option("--device", default="auto", help="The device to train on: auto, cpu or cuda.")
@click.option("--out", type=FILE, metavar="DIR", help="The folder; train-GAME-PLAYERS by default.")
@SEED
@click.option(
    "--watch",
    default=0.0,
    help="The share of the time, at its start, in which the net learns to imitate rules of thumb.",
)
@click.option(
    "--study", default=0.0, help="The share of the time, at its end, in which the net tries every action; needs a GPU."
)
def train(
    game: str, players: int | None, minutes: float, device: str, out: Path | None, seed: int, watch: float, study: float
) -> None:
    """Train a net for a game: it learns by playing against itself, from the rules alone."""
    from parlour.terminal.training import train as train_net

    train_net(loaded(game), game, players, minutes, device, out, seed, watch, study)


@click.command(cls=Command)
@click.argument("first", cls=Argument, metavar="A", type=FILE, help="The folder of a study.")
@click.argument("second", cls=Argument, metavar="B", type=FILE, help="The folder of another study of the same game.")
@OUTSIDE_GAMES
def compare(first: Path, second: Path, game: tuple[str, ...]) -> None:
    """Compare two studies: match by match if they were played on the same deals."""
    from parlour.terminal.study import show_comparison

    load_all(game)
    show_comparison(first, second)


@click.group(cls=Group, no_args_is_help=True)
def bench() -> None:
    """Measure speed."""


@bench.command()
@click.argument("games", cls=Argument, metavar="[GAME]…", nargs=-1, help="Measure only these games.")
@click.option("--seconds", default=2.0, help="How many seconds to measure each figure.")
@FIGURES
@DEVICE
def engine(games: tuple[str, ...], seconds: float, json: Path | None, device: str) -> None:
    """Measure the decisions per second of random play, start-up times, and the time for a call of the rules."""
    from parlour.lab.bench import bench_engine

    bench_engine([loaded(game) for game in games], seconds, json, device)
