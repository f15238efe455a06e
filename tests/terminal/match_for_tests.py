"""A seeded match, a bot, scripted answers and a place where everything shown can be read."""

import io
from collections.abc import Iterable, Sequence
from functools import partial

from rich.console import Console

from parlour.fair import seeded_key
from parlour.game import Game, State
from parlour.games import find_game
from parlour.match import Match
from parlour.rng import Rng, generator, pick
from parlour.terminal.console import Ask, teller
from parlour.terminal.house import seat_names
from parlour.terminal.play import Hint, play


def seeded_match(game: Game, players: int | None = None, names: Sequence[str] | None = None, seed: int = 1) -> Match:
    """A match whose deals are the same every time."""
    return Match(game, players, names=names, key=seeded_key(seed, 0))


def random_bot(state: State, seat: int, rng: Rng, *, game: Game) -> int:
    """Any legal action."""
    return int(pick(rng, game.legal(state, seat)))


def paper(width: int = 80) -> Console:
    """A console that writes where the test can read, without colours."""
    return Console(file=io.StringIO(), width=width, highlight=False)


def written(console: Console) -> str:
    """All that was shown."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def answers(lines: Iterable[str]) -> Ask:
    """Somebody who types these lines and then nothing more."""
    remaining = iter(lines)

    def ask() -> str:
        line = next(remaining, None)
        if line is None:
            raise EOFError
        return line

    return ask


def played(
    name: str, players: int, lines: Iterable[str], *, seed: int = 1, hint: Hint | None = None, rest: bool = False
) -> tuple[bool, str, Match]:
    """A match with these answers against random bots: whether it came to its end, and all that was shown."""
    game = find_game(name)
    match, console = seeded_match(game, players, seat_names(players), seed), paper()
    bot = partial(random_bot, game=game)
    bots = dict.fromkeys(range(1, players), bot)
    finished = play(match, 0, bots, answers(lines), teller(console), generator(b"b" * 32), hint=hint, rest=rest)
    return finished, written(console), match
