"""Run the arena from the command line: measure how well each bot does against the other bots."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.table import Table

from parlour.bots import check_bot, named
from parlour.bots.basic import has_basic
from parlour.bots.search import Budget
from parlour.engine.files import whole_file
from parlour.engine.threads import cores
from parlour.errors import ParlourError
from parlour.game.options import parse_options
from parlour.games import find_game
from parlour.lab.arena import Contest, Results, gap_closed, rows, run
from parlour.lab.ratings import Rating, ratings
from parlour.terminal.console import CleanConsole
from parlour.terminal.progress import progress

CAPTION = (
    "points a round better than the table's mean; matches won; gap: how far the bot is on the way from basic to the "
    "clairvoyant; ms per choice: median and 99 %, except for bots that choose in compiled loops"
)


def show_arena(
    name: str,
    bots: list[str] | None,
    among: str,
    deals: int,
    budget: Budget,
    players: int | None,
    seed: int,
    threads: int | None,
    file: Path | None,
    options: Sequence[str] = (),
) -> bool:
    """Run a contest and show its figures; `bots` is None for the game's usual bots. Return whether it is complete."""
    contest = _contest(name, usual_bots(name) if bots is None else bots, among, deals, budget, players, seed, options)
    if threads is not None and threads < 1:
        raise ParlourError(f"threads cannot be {threads}; expected 1 or more")
    with progress("deals", contest.steps) as step:
        results = run(contest, threads or cores(), step)
    if not results.scores:
        raise KeyboardInterrupt  # the contest was interrupted before there was anything to show
    rated = ratings(results) if len(contest.bots) > 1 and not among else []
    console = CleanConsole()
    console.print(_table(results))
    if rated:
        console.print("rating: " + ", ".join(f"{one.bot} {one.mean:.1f} ± {one.deviation:.1f}" for one in rated))
    if not results.complete:
        console.print(f"Interrupted: {results.deals} of {contest.steps} deals were played.")
    if file:
        _write(results, rated, file)
    return results.complete


def usual_bots(name: str) -> list[str]:
    """Return a sensible bot and `random`; the former is `basic`, or `medium` if `basic` would play randomly."""
    return ["basic" if has_basic(find_game(name)) else "medium", "random"]


def _contest(
    name: str, bots: list[str], among: str, deals: int, budget: Budget, players: int | None, seed: int,
    options: Sequence[str],
) -> Contest:  # fmt: skip
    game = find_game(name)
    for bot in [*bots, *filter(None, [among])]:
        check_bot(bot)
        if bots.count(bot) > 1:
            raise ParlourError(f"bot {bot!r} is listed twice; expected different bots")
    if bots == [among]:
        raise ParlourError(f"bot {among!r} plays among bots of its kind; expected another in --bots")
    if deals < 2:
        raise ParlourError(f"deals cannot be {deals}; an interval needs 2 or more")
    if budget.milliseconds <= 0 or budget.worlds < 1:
        raise ParlourError(f"a budget of {budget.milliseconds} ms, {budget.worlds} worlds is too little; expected more")
    seats, chosen = game.checked_players(players), parse_options(options)
    game.new_state(seats, chosen)
    return Contest(game, seats, tuple(bots), deals, seed, budget, among=among, options=chosen)


def _table(results: Results) -> Table:
    contest, found = results.contest, list(_rows(results))
    options = "".join(f", {name}={value}" for name, value in contest.options.items())
    title = f"{contest.game.title}, {contest.players} players{options}, {contest.deals} deals with every seat rotation"
    table = Table(title=title, title_justify="left", caption=CAPTION, caption_justify="left")
    for heading in [name for name in found[0] if any(row[name] for row in found)]:
        table.add_column(heading, justify="left" if heading in ("bot", "among") else "right", no_wrap=True)
    for row in found:
        table.add_row(*(row[str(column.header)] for column in table.columns))
    return table


def _rows(results: Results) -> Iterator[dict[str, str]]:
    """Yield one row of formatted figures per score."""
    game, start = results.contest.game, results.contest.game.new_state(results.contest.players)
    for score in results.scores:
        median, slowest = score.milliseconds or (0.0, 0.0)
        gap = gap_closed(results, score.bot) if score.others == "basic" else None
        yield {
            "bot": named(game, score.bot, start),
            "among": named(game, score.others, start),
            "points": f"{score.points.mean:+.2f} ± {score.points.margin:.2f}",
            "won": f"{100 * score.wins.mean:.1f} ± {100 * score.wins.margin:.1f} %",
            "gap": f"{gap[0]:.0%}" if gap else "",
            "ms": f"{median:.1f}, {slowest:.1f}" if slowest >= 1 else "",
            "cut off": str(score.cut_off) if score.cut_off else "",
        }


def _write(results: Results, rated: list[Rating], file: Path) -> None:
    contest = results.contest
    figures = {
        "game": contest.game.name,
        "players": contest.players,
        "seed": contest.seed,
        "options": dict(contest.options),
        "scores": list(rows(results)),
        "ratings": [{"bot": one.bot, "mean": one.mean, "deviation": one.deviation} for one in rated],
    }
    with whole_file(file) as out:
        json.dump(figures, out, indent=1)
