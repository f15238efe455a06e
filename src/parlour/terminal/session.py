"""Play a match in the terminal, or retell a record.

Nothing here waits for the compiler: rules start as plain Python, and compiled rules take over between two moves.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from rich.console import Console

from parlour.bots import Bot, bot_names, find_bot, searches
from parlour.bots.hints import hint_for
from parlour.club.compilation import SEARCH, Compilation, Swap, on_disk
from parlour.engine.files import whole_file
from parlour.engine.rng import generator
from parlour.engine.rule import MISSING, PLAIN, start_plain
from parlour.errors import ParlourError, printable
from parlour.game.cards import written_as
from parlour.game.game import Game
from parlour.game.options import complete, parse_options
from parlour.game.texts import say, sentence_of
from parlour.games import GAMES, find_game
from parlour.match.fair import bots_seed, new_key, seeded_key
from parlour.match.match import Match
from parlour.match.record import RecordError, VerificationError, line, open_match, read_records, replay
from parlour.terminal._house import TableWords, seat_names
from parlour.terminal._person import name_file, person_name
from parlour.terminal._play import play
from parlour.terminal._replay import tell_match
from parlour.terminal.console import Ask, asker, moment, open_console, teller, watched
from parlour.terminal.kept import keep, matches_folder
from parlour.terminal.listing import show_games
from parlour.terminal.words import said

SIMPLY = say("Bots that think ahead play more simply until the game has been compiled in the background.")


def play_in_terminal(
    name: str | None,
    players: int | None,
    bots: list[str],
    options: list[str],
    person: str | None,
    seed: int | None,
    record: Path | None,
) -> None:
    """Play one match in the terminal, from the choice of the game to the last trick."""
    start_plain()
    console = open_console()
    ask = asker(console)
    game = find_game(name) if name else chosen_game(console, ask)
    if MISSING:
        console.print(MISSING)
    key = new_key() if seed is None else seeded_key(seed, 0)
    seats = game.checked_players(players)
    chosen = complete(game.options, parse_options(options))
    opponents = _opponents(game, bots, seats)
    person = person_name(console, ask, person, file=name_file(), watched=watched(console))
    match = Match(game, seats, chosen, seat_names(seats, person), key)
    if any(map(searches, bots)) and not PLAIN and not on_disk(game, SEARCH):
        console.print(said(SIMPLY))
    with written_as(game.deck), compiling(game) as take_over:
        play(
            match, 0, opponents, ask, teller(console), generator(bots_seed(new_key())),
            pause=moment(console), hint=hint_for(game), between=take_over, rest=watched(console),
            width=console.width,
        )  # fmt: skip
    try:
        keep(match, matches_folder())
    except ParlourError as error:
        reason = say("The match could not be added to your history: {reason}", reason=sentence_of(error))
        console.print(said(reason), soft_wrap=True)
    if record:
        with whole_file(record) as file:
            file.write(line(match.record()))
        console.print(said(say("record: {file}", file=str(record))), soft_wrap=True)


def _opponents(game: Game, bots: list[str], seats: int) -> dict[int, Bot]:
    """Return a bot for every seat except the person's; `bots` has one name for all seats, or a name for each seat."""
    names = bot_names(bots, seats - 1)
    return {seat: find_bot(game, name) for seat, name in enumerate(names, start=1)}


def chosen_game(console: Console, ask: Ask, show: Callable[[], None] = show_games) -> Game:
    """List the games, and ask for one to play until the answer is a game."""
    show()
    names = list(GAMES)
    console.print("\n" + said(say("Which game? A name, or a number from 1 to {n}; q to leave.", n=len(names))))
    while True:
        try:
            answer = ask().strip().casefold()
        except EOFError:
            raise ParlourError(say("no game was chosen; expected one of {games}", games=", ".join(names))) from None
        if answer in ("q", "quit"):
            raise SystemExit(0)
        if answer in names:
            return find_game(answer)
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return find_game(names[int(answer) - 1])
        unknown = say(
            "{name!r} is not a game; expected one of {games}, or its number.", name=answer, games=", ".join(names)
        )
        console.print(said(unknown))


@contextmanager
def compiling(game: Game) -> Iterator[Callable[[], None]]:
    """Compile the game in the background; yield the function that switches to compiled rules between two moves."""
    ready: deque[Swap] = deque()
    background = Compilation([game.name], swap=ready.append)

    def take_over() -> None:
        while ready:
            ready.popleft()()

    background.start()
    try:
        yield take_over
    finally:
        background.stop()
        background.wait()


def replay_in_terminal(file: Path, number: int, step: bool) -> None:
    """Retell one match of a file in words; plain rules are fast enough for reading."""
    start_plain()
    found = next(islice(read_records(file), max(number, 1) - 1, None), None)
    if number < 1 or found is None:
        reason = say(
            "{file} has no record {number}; expected one of its records, counted from 1", file=str(file), number=number
        )
        raise RecordError(reason)
    place, record = found
    console = open_console()
    try:
        match = open_match(record)
        house = TableWords.of(match.game, distinct([printable(name) for name in match.names]), console.width)
        with written_as(match.game.deck):
            tell_match(replay(record), house, teller(console), asker(console) if step else None)
    except VerificationError as error:
        raise RecordError(f"{place}: {error}") from None


def distinct(names: list[str]) -> list[str]:
    """Make names distinct by adding the seat number to equal names."""
    return [name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names)]
