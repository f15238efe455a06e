"""The arena at the command line: a table of who beats whom."""

import json
import os
from pathlib import Path

from rich.console import Console
from rich.table import Table

from parlour.bots import check_bot
from parlour.bots.search import Budget
from parlour.errors import ParlourError
from parlour.files import whole_file
from parlour.games import find_game
from parlour.lab.arena import Contest, Score, pairs, rows, run
from parlour.terminal.listing import progress


def show_arena(
    name: str,
    bots: list[str],
    deals: int,
    milliseconds: float,
    players: int | None,
    seed: int,
    threads: int | None,
    file: Path | None,
) -> None:
    """Run a contest and show its figures."""
    game = find_game(name)
    for bot in bots:
        check_bot(bot)
    if deals < 2:
        raise ParlourError(f"deals cannot be {deals}; an interval needs 2 or more")
    if milliseconds <= 0 or (threads is not None and threads < 1):
        raise ParlourError(f"budget {milliseconds} ms on {threads} threads is too little; expected more than 0")
    contest = Contest(
        game, game.checked_players(players), tuple(bots), deals, seed, Budget(milliseconds=milliseconds)
    )  # fmt: skip
    with progress("deals", deals * pairs(contest)) as step:
        scores = run(contest, threads or os.cpu_count() or 1, step)
    title = f"{game.title}, {contest.players} players, {deals} deals with every rotation of seats"
    Console().print(_table(title, scores))
    if file:
        with whole_file(file) as out:
            json.dump(
                {"game": name, "players": contest.players, "seed": seed, "scores": list(rows(scores))}, out, indent=1
            )


def _table(title: str, scores: list[Score]) -> Table:
    table = Table(title=title, title_justify="left")
    for heading in ("bot", "among", "points a round above the mean", "matches won", "ms a move", "99 %", "cut off"):
        table.add_column(heading, justify="left" if heading in ("bot", "among") else "right")
    for score in scores:
        median, slowest = score.milliseconds
        table.add_row(
            score.bot, score.others, f"{score.points.mean:+.2f} ± {score.points.margin:.2f}",
            f"{score.wins.mean:.1%} ± {score.wins.margin:.1%}", f"{median:.1f}", f"{slowest:.1f}", str(score.cut_off),
        )  # fmt: skip
    return table
