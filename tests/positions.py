"""Positions of any registered game by its name, and strategies for them: what the properties are checked on."""

from hypothesis import strategies as st

from parlour import testing
from parlour.engine.sets import each
from parlour.game.game import Game
from parlour.game.options import Value
from parlour.games import GAMES, find_game
from parlour.match.match import Match
from parlour.testing._positions import MOST_MOVES

Position = testing.Position
MOST_STEPS = MOST_MOVES
TABLES = [(name, players) for name in GAMES for players in find_game(name).players]


def played(name: str, players: int, seed: int, steps: int, options: dict[str, Value] | None = None) -> Position:
    """The position after so many random actions, or the last one with somebody to act."""
    return testing.played(find_game(name), players, seed, steps, options)


def played_match(name: str, players: int, seed: int, steps: int) -> Match:
    """The same by a match that records every event."""
    return testing.played_match(find_game(name), players, seed, steps)


def option_values(game: Game) -> st.SearchStrategy[dict[str, Value]]:
    """Values for some of the options of a game, whatever they may be."""
    choices = {
        option.name: st.sampled_from(option.words) if option.words else st.integers(option.least, option.most)
        for option in game.options
    }
    return st.fixed_dictionaries({}, optional=choices)


def positions(name: str, players: int) -> st.SearchStrategy[Position]:
    """Positions of a game: early, late, in any phase."""
    return st.builds(
        lambda seed, steps: played(name, players, seed, steps),
        st.integers(0, 10**6),
        st.integers(0, MOST_STEPS),
    )


def illegal_actions(position: Position, seat: int) -> list[int]:
    """Every action number that the seat may not choose now."""
    allowed = set(each(position.game.legal(position.state, seat)))
    return [action for action in range(63) if action not in allowed]
