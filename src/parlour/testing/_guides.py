"""A property of the guide of a game, `guide.json`, if the game brings one."""

from functools import cache

from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.match.guide import guide_of, play_through
from parlour.testing._position import Position
from parlour.testing.broken import Broken


def a_guide_can_be_played_through(position: Position) -> None:
    """Every move of the guide is legal, every place that it names is there, and every part is played to its end."""
    if reason := _wrong(position.game):
        raise Broken(reason)


@cache
def _wrong(game: Game) -> str:
    """What is wrong with the guide of a game, whichever of the welcome moves are made; empty if nothing is."""
    try:
        guide = guide_of(game)
        choices = max((len(step.do) for step in guide.moves), default=1) if guide is not None else 0
        for choice in range(choices):
            for _ in play_through(game, guide, choice) if guide is not None else ():
                pass
    except ParlourError as error:
        return str(error)
    return ""
