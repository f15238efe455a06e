"""A property of a game's guide, `guide.json`, if it has one."""

from functools import cache

from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.match.guide import guide_of, play_through
from parlour.testing._position import Position
from parlour.testing.broken import Broken


def a_guide_can_be_played_through(position: Position) -> None:
    """Check that every move of the guide is legal, that everything it names is there, and that every part ends."""
    if reason := _wrong(position.game):
        raise Broken(reason)


@cache
def _wrong(game: Game) -> str:
    """Find what is wrong with the guide of a game, whichever welcome moves are made; an empty text if nothing is."""
    try:
        guide = guide_of(game)
        choices = max((len(step.do) for step in guide.moves), default=1) if guide is not None else 0
        for choice in range(choices):
            for _ in play_through(game, guide, choice) if guide is not None else ():
                pass
    except ParlourError as error:
        return str(error)
    return ""
