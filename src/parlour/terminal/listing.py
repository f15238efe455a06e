"""Show games, options, results of simulations, verification and progress in the terminal."""

from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from parlour.game.game import Game, span
from parlour.game.texts import say
from parlour.games import all_games
from parlour.lab.simulation import Summary
from parlour.lab.statistics import Mean, share_interval
from parlour.match.chain import Root, date_of, root_of
from parlour.match.match import Match
from parlour.match.record import RecordError, VerificationError
from parlour.match.verification import verify_file
from parlour.terminal.console import CleanConsole
from parlour.terminal.progress import progress
from parlour.terminal.words import said


def show_games() -> None:
    """Show every game with its number of players, its length and a one-line description."""
    table = Table(box=None, pad_edge=False)
    for heading in (say("game"), say("title"), say("players"), say("minutes"), None):
        table.add_column(said(heading) if heading else "")
    for game in all_games():
        minutes = said(say("about {n}", n=game.minutes))
        table.add_row(game.name, game.title, said(span(game.players)), minutes, said(say(game.pitch)))
    CleanConsole().print(table)


def show_options(game: Game) -> None:
    """Show a game's options, named as on the command line."""
    title = said(say("Options (--option NAME=VALUE)"))
    table = Table(title=title, box=None, pad_edge=False, title_justify="left")
    for heading in (say("name"), say("default"), say("values"), say("meaning")):
        table.add_column(said(heading))
    for option in game.options:
        table.add_row(option.name, str(option.default), said(option.expected), said(say(option.meaning)))
    CleanConsole().print(table)


def show_summary(summary: Summary, records: Path | None) -> None:
    """Show the results of a simulation, each figure with its 95 % interval."""
    console, game = CleanConsole(), summary.game
    table = Table(title=f"{game.title}, {summary.players} players, {summary.matches} matches", title_justify="left")
    table.add_column("")
    table.add_column("mean", justify="right")
    table.add_column("95 % interval", justify="right")
    finished = summary.matches - summary.cut_off
    for side, wins in _sides(summary):
        table.add_row(f"wins of {side}", *_share(wins, finished))
    table.add_row("rounds", *_mean(summary.rounds))
    table.add_row("decisions", *_mean(summary.decisions))
    console.print(table)
    if summary.cut_off:
        console.print(
            f"{summary.cut_off} of {summary.matches} matches were cut off by the round limit; "
            f"shares of wins are among the {finished} that ended by the rules."
        )
    if not summary.complete:
        console.print(f"Interrupted: {summary.matches} of {summary.wanted} matches were played.")
    if records:
        console.print(f"records: {records}", soft_wrap=True)


def _sides(summary: Summary) -> list[tuple[str, float]]:
    """Return each seat with its wins or, in team games, each team."""
    teams = summary.game.teams
    if not teams:
        return [(f"seat {seat}", wins) for seat, wins in enumerate(summary.wins)]
    names = [" and ".join(str(seat) for seat in range(team, summary.players, teams)) for team in range(teams)]
    return [(f"seats {name}", sum(summary.wins[team::teams])) for team, name in enumerate(names)]


def _share(wins: float, finished: int) -> tuple[str, str]:
    if not finished:
        return "–", "no match ended by the rules"
    low, high = share_interval(wins / finished, finished)
    return f"{wins / finished:.1%}", f"{low:.1%} to {high:.1%}"


def _mean(mean: Mean) -> tuple[str, str]:
    if mean.count < 2:
        return f"{mean.mean:.2f}", "needs two matches"
    return f"{mean.mean:.2f}", f"{mean.mean - mean.margin:.2f} to {mean.mean + mean.margin:.2f}"


def verify_files(files: list[Path], root: str | None = None, first: str | None = None) -> None:
    """Verify every record in the files; with a root, also check that each is a daily deal of the chain with this root.

    The error names the first record that fails.
    """
    noted = root_of(root, first)
    counts = _Counts()
    try:
        with progress("verified", _size(files), in_bytes=True) as step:
            for file in files:
                for place, match in verify_file(file, step=step):
                    try:
                        check_root(match, noted)
                    except VerificationError as error:
                        raise VerificationError(f"{place}: {error}") from None
                    counts.add(match)
    except KeyboardInterrupt:
        if counts.verified:
            print(f"Interrupted; verified so far: {counts.said}")
        raise
    if not counts.verified:
        raise RecordError(f"{', '.join(map(str, files))}: no record found")
    print(f"verified: {counts.said}")


@dataclass
class _Counts:
    verified: int = 0
    running: int = 0
    sealed: int = 0

    def add(self, match: Match) -> None:
        self.verified += 1
        self.running += not match.over
        self.sealed += match.sealed

    @property
    def said(self) -> str:
        counted = ((self.running, "still running"), (self.sealed, "sealed"))
        secret = [f"{number} {what}" for number, what in counted if number]
        deals = f" ({', '.join(secret)}: their deals can be checked when the key is published)" if secret else ""
        return f"{self.verified} {'record' if self.verified == 1 else 'records'}{deals}"


def _size(files: list[Path]) -> int | None:
    """Add up the bytes of records; None if that isn't known, as in compressed files."""
    if any(file.suffix == ".gz" or not file.is_file() for file in files):
        return None
    return sum(file.stat().st_size for file in files)


def check_root(match: Match, root: Root | None) -> None:
    """Refuse a match that isn't a daily deal of the chain with this root."""
    if root is None:
        return
    if match.today is None or match.today.previous is None or match.board is None:
        raise RecordError("the match is not a daily deal of a server; expected one, because a root is given")
    if match.today.link is None:
        raise RecordError("the link of the day is not published yet; expected a record of a day that is closed")
    if not root.leads_to(bytes.fromhex(match.today.link), date_of(match.board.name)):
        raise VerificationError(f"the link of {match.board.name} does not lead back to the root of the chain")
