"""Bots: players that get a hidden state and a seat, and choose an action."""

from collections.abc import Callable, Sequence
from typing import Any

from parlour.errors import ParlourError
from parlour.game import Game, State
from parlour.rng import pick

Bot = Callable[[State, int, Any], int]  # (hidden state, seat, generator) -> action

BOTS = ("random",)


def find_bot(game: Game, name: str) -> Bot:
    """The bot of that name for that game."""
    if name not in BOTS:
        raise ParlourError(f"there is no bot {name!r}; expected one of {', '.join(BOTS)}")

    def choose(state: State, seat: int, rng: Any) -> int:
        """Any legal action, each as likely."""
        return pick(rng, game.legal(state, seat))

    return choose


def bot_names(names: Sequence[str], players: int) -> list[str]:
    """A bot for every seat: one name serves all seats, otherwise one for each."""
    for name in names:
        if name not in BOTS:
            raise ParlourError(f"there is no bot {name!r}; expected one of {', '.join(BOTS)}")
    if len(names) == 1:
        return list(names) * players
    if len(names) != players:
        raise ParlourError(f"{len(names)} bots do not fit {players} seats; expected 1 or {players}")
    return list(names)
