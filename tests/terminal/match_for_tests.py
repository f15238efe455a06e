"""A match as the loop needs it: the real one if there is one, else the smallest that works."""

from collections.abc import Sequence

from parlour.cards import each
from parlour.errors import Refusal
from parlour.game import Game, State
from parlour.rng import Rng, generator
from parlour.texts import Text
from parlour.view import View


class SmallMatch:
    """A match without a record."""

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


def random_bot(state: State, seat: int, rng: Rng, game: Game) -> int:
    """Any legal action."""
    from parlour.rng import pick

    return int(pick(rng, game.legal(state, seat)))
