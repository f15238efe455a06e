"""A small match, a bot, scripted answers and a place where everything shown can be read."""

import io
from collections.abc import Iterable, Sequence
from functools import partial

from rich.console import Console

from parlour.cards import each
from parlour.errors import Refusal
from parlour.game import Game, State
from parlour.games import find_game
from parlour.rng import Rng, generator, pick
from parlour.terminal.console import Ask, teller
from parlour.terminal.house import seat_names
from parlour.terminal.play import Hint, play
from parlour.texts import Text
from parlour.view import View


class SmallMatch:
    """What the table needs of a match, without records."""

    def __init__(self, game: Game, players: int | None = None, names: Sequence[str] = (), seed: int = 1) -> None:
        self.game, self.names = game, list(names)
        self.state: State = game.new_state(players, {})
        self.rng = generator(seed.to_bytes(32, "little"))

    @property
    def over(self) -> bool:
        return bool(self.game.over(self.state))

    @property
    def actors(self) -> list[int]:
        return list(each(self.game.actors(self.state)))

    def view(self, seat: int) -> View:
        return self.game.view(self.game.hidden(self.state, seat), seat)

    def act(self, seat: int, action: int | str) -> list[Text]:
        if isinstance(action, str):
            action = self.game.parse_action(self.state, seat, action)
        if not int(self.game.legal(self.state, seat)) >> action & 1:
            raise Refusal(f"action {action} is not legal")
        before = self.state.copy()
        self.game.apply(self.state, seat, action)
        return self.game.tell(before, self.state, seat, action)

    def advance(self) -> list[Text]:
        story: list[Text] = []
        while not self.over and not self.actors:
            before = self.state.copy()
            self.game.deal(self.state, self.rng)
            story += self.game.tell(before, self.state, -1, -1)
        return story


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
) -> tuple[bool, str, SmallMatch]:
    """A match with these answers against random bots: whether it came to its end, and all that was shown."""
    game = find_game(name)
    match, console = SmallMatch(game, players, seat_names(players), seed), paper()
    bot = partial(random_bot, game=game)
    bots = dict.fromkeys(range(1, players), bot)
    finished = play(match, 0, bots, answers(lines), teller(console), generator(b"b" * 32), hint=hint, rest=rest)
    return finished, written(console), match
