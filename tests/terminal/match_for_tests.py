"""Tools for terminal tests: a seeded match, a random bot, scripted answers and a console that keeps its output."""

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from rich.console import Console

from parlour.engine.rng import Rng, generator, pick
from parlour.game.game import Game, State
from parlour.game.options import Value
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from parlour.terminal._house import seat_names
from parlour.terminal._play import Bot, Hint, play
from parlour.terminal.console import Ask, teller


def seeded_match(
    game: Game, players: int | None = None, names: Sequence[str] | None = None, seed: int = 1,
    options: Mapping[str, Value] | None = None,
) -> Match:  # fmt: skip
    """Start a match that has the same deals every time."""
    return Match(game, players, options, names, seeded_key(seed, 0))


def random_bot(state: State, seat: int, rng: Rng, *, game: Game) -> int:
    """Choose a random legal action."""
    return int(pick(rng, game.legal(state, seat)))


def paper(width: int = 80) -> Console:
    """Open a console without colours whose output the test can read."""
    return Console(file=io.StringIO(), width=width, highlight=False)


def written(console: Console) -> str:
    """Return everything that the console has shown."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def answers(lines: Iterable[str]) -> Ask:
    """Return an input function that returns these lines, then raises EOFError."""
    remaining = iter(lines)

    def ask() -> str:
        line = next(remaining, None)
        if line is None:
            raise EOFError
        return line

    return ask


def played(
    game: Game, players: int, lines: Iterable[str], *, seed: int = 1, hint: Hint | None = None, rest: bool = False,
    short: bool = False, bot: Bot | None = None, between: Callable[[], None] = lambda: None,
) -> tuple[bool, str, Match]:  # fmt: skip
    """Play a match against bots with these answers; return whether it ended, the output, and the match."""
    options = game.short_options if short else None
    match, console = seeded_match(game, players, seat_names(players), seed, options), paper()
    bots = dict.fromkeys(range(1, players), bot or partial(random_bot, game=game))
    finished = play(
        match, 0, bots, answers(lines), teller(console), generator(b"b" * 32), hint=hint, between=between, rest=rest
    )
    return finished, written(console), match
