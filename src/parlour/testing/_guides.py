"""A property of a game's guide, the file `guide.json`."""

from functools import cache

from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.match.guide import guide_of, play_through
from parlour.testing._position import Position
from parlour.testing.broken import Broken


def a_guide_can_be_played_through(position: Position) -> None:
    """Check that the guide's moves are legal, that the things it names exist, and that each of its parts ends."""
    if reason := _wrong(position.game):
        raise Broken(reason)


@cache
def _wrong(game: Game) -> str:
    """Play through a game's guide with each of the player's choices; return what is wrong with it, or ""."""
    try:
        guide = guide_of(game)
        choices = max((len(step.do) for step in guide.moves), default=1) if guide is not None else 0
        for choice in range(choices):
            for _ in play_through(game, guide, choice) if guide is not None else ():
                pass
    except ParlourError as error:
        return str(error)
    return ""
