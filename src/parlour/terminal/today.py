"""Today's deal in the terminal: only the first try counts, and it's kept as a record in the user's data folder.

Without a server, the deal follows from the date alone, so that friends on their own machines get the same cards.
"""

import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.table import Table
from rich.text import Text as Ink

from parlour.club.today import PERSON, Result, board_of, choice, deal, par, result_of, shared_text
from parlour.engine.files import whole_file
from parlour.engine.rng import generator
from parlour.engine.rule import MISSING, start_plain
from parlour.errors import ParlourError
from parlour.game.cards import written_as
from parlour.game.game import Game, State
from parlour.game.texts import Text, say
from parlour.games import all_games, find_game
from parlour.match.chain import day_at
from parlour.match.match import Match
from parlour.match.record import MatchRecord, RecordError, line, read_records, verify
from parlour.terminal._cards import ACCENT
from parlour.terminal._house import seat_names
from parlour.terminal._person import name_file, person_name
from parlour.terminal._play import play
from parlour.terminal.console import asker, moment, open_console, teller, watched
from parlour.terminal.session import chosen_game, compiling
from parlour.terminal.words import said, spoken

PRACTICE = say("You have already used your try for today. This is practice and does not count.")
GOES_ON = say("You can pick up where you left off.")
BEGINS = say(
    "Today's deal of {title}, {day}. You have only one try, but if you leave, you can continue it until midnight (UTC)."
)
MONTHS = (
    say("January"), say("February"), say("March"), say("April"), say("May"), say("June"), say("July"), say("August"),
    say("September"), say("October"), say("November"), say("December"),
)  # fmt: skip


def written(day: date) -> Text:
    """Write a date in the terminal's language, such as November 16, 2026."""
    return say("{month} {day}, {year}", month=MONTHS[day.month - 1], day=day.day, year=day.year)


def tries_folder() -> Path:
    """Return the folder with the records of tries."""
    return Path(platformdirs.user_data_dir("parlour", appauthor=False)) / "today"


class Try:
    """A person's only try at a game's deal of the day, saved as a record from the first card on."""

    def __init__(self, folder: Path, game: Game, day: date) -> None:
        """Set up the try, which may not have begun yet."""
        self.game, self.day = game, day
        self.path = folder / f"{day.isoformat()}-{game.name}.json"

    def record(self) -> MatchRecord | None:
        """Return the verified record; None if the try has not begun."""
        if not self.path.exists():
            return None
        try:
            _, record = next(read_records(self.path))
            match = verify(record, self.game)
        except ParlourError as error:
            raise RecordError(f"{self.path}: {error}; remove the file to start again") from None
        if match.board != board_of(self.game, self.day) or match.today is None:
            raise RecordError(f"{self.path} is not a try of {self.game.name} on {self.day}; expected the record of one")
        return record

    def result(self) -> Result | None:
        """Return the result; None if the try is not over."""
        record = self.record()
        return None if record is None or record["result"] is None else result_of(verify(record, self.game))

    def keep(self, match: Match) -> None:
        """Save the match so far."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ParlourError(f"the folder {self.path.parent} cannot be made: {error.strerror or error}") from None
        with whole_file(self.path) as file:
            file.write(line(match.record()))


def today_in_terminal(name: str | None, person: str | None, now: float | None = None) -> None:
    """Play today's deal, or the deal of the day of `now`; without a game, show the day's results and ask for a game."""
    start_plain()
    console, day, folder = open_console(), day_at(time.time() if now is None else now), tries_folder()
    ask = asker(console)
    game = find_game(name) if name else chosen_game(console, ask, lambda: show_tries(console, folder, day))
    if MISSING:
        console.print(MISSING)
    attempt = Try(folder, game, day)
    record = attempt.record()
    practice = record is not None and record["result"] is not None
    person = person_name(console, ask, person, file=name_file(), watched=watched(console))
    match = deal(game, day, None, seat_names(game.default_players, person, PERSON))
    if record is None or practice:
        begins = Text(BEGINS.template, {"title": game.title, "day": written(day)})
        console.print(said(PRACTICE if practice else begins))
    else:
        console.print(said(GOES_ON))
        resume(match, record)
    usual = par(game, day, None)
    with written_as(game.deck), compiling(game) as take_over:

        def between() -> None:
            if not practice:
                attempt.keep(match)
            take_over()

        finished = play(
            match, PERSON, dict.fromkeys(range(match.players), bot_of(match)), ask, teller(console),
            generator(bytes(32)), pause=moment(console), between=between, rest=watched(console), width=console.width,
            ending=lambda: Ink(said(say("That was the deal of {day}.", day=written(day))), style=ACCENT),
        )  # fmt: skip
    if not practice:
        attempt.keep(match)
    if finished:
        tell_result(console, attempt, result_of(match), usual, practice=practice)


def bot_of(match: Match) -> Callable[[State, int, object], int]:
    """Return the bot for the other seats; its random choices follow from the match key alone."""

    def choose(hidden: State, seat: int, _: object) -> int:
        assert match.key is not None
        return choice(match.game, match.key, hidden, seat, len(match.events))

    return choose


def resume(match: Match, record: MatchRecord) -> None:
    """Replay a saved try, whose record has been verified, up to where it was left."""
    match.advance()
    for number, event in enumerate(record["events"]):
        if number == len(match.events):
            match.act(event["seat"], event["do"])
            match.advance()


def tell_result(console: Console, attempt: Try, result: Result, usual: Result, *, practice: bool) -> None:
    """Print the text to share and the record's file; practice is marked in the text and has no file."""
    text = shared_text(attempt.game, attempt.day, result, usual, spoken())
    console.print()
    console.print(f"{text}\n{said(say('(practice)'))}" if practice else text, soft_wrap=True)
    if not practice:
        console.print("\n" + said(say("record: {file}", file=str(attempt.path))), soft_wrap=True)


def show_tries(console: Console, folder: Path, day: date) -> None:
    """Show every game with the player's result on that day."""
    title = said(say("Today's deal, {day}", day=written(day)))
    table = Table(title=title, box=None, pad_edge=False, title_justify="left")
    for heading in (say("game"), say("title"), say("your try")):
        table.add_column(said(heading))
    for game in all_games():
        attempt = Try(folder, game, day)
        result, begun = attempt.result(), attempt.path.exists()
        result_text = said(say("begun")) if begun else "–"
        if result:
            place = say("place {n} of {all}", n=result.place, all=result.sides)
            result_text = f"{result.score} ({said(place)})"
        table.add_row(game.name, game.title, result_text)
    console.print(table)
