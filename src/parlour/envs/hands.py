"""The hands in a state, whatever the game calls them: sets of cards that each seat alone sees."""

from parlour.errors import ParlourError
from parlour.game.fields import Kind
from parlour.game.game import Game

WORD = 8  # bytes


def hand_names(game: Game) -> list[str]:
    """The names of the fields that hold hands.

    >>> hand_names(load_game("./mygame.py"))
    ['hands']
    """
    return [
        field.name
        for field in game.fields
        if field.kind is Kind.CARD_SET and field.observed == "own" and [one.of for one in field.each] == ["seat"]
    ]


def hand_words(game: Game, players: int) -> list[int]:
    """Where the hands begin in a state that is read as 64-bit numbers: the hands of all seats follow each other."""
    found = []
    for name in hand_names(game):
        kind, start = game.state.fields[name][:2]  # type: ignore[index]
        if kind.base.itemsize != WORD or start % WORD or kind.shape[0] < players:
            raise ParlourError(f"the field {name!r} is stored as {kind}; expected 64-bit masks for {players} seats")
        found.append(start // WORD)
    return found
