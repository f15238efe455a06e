"""The games as OpenSpiel games; importing this module registers parlour_oh7, parlour_kod7, parlour_rook and so on.

    import pyspiel
    import parlour.envs.openspiel
    game = pyspiel.load_game("parlour_oh7(players=3,episode=round)")

Eight chance nodes with 256 outcomes each choose the seed of a deal, so no deal is known in advance, and every state can
be replayed, copied and stored. This module needs `pip install parlour[openspiel]`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import pyspiel

from parlour.engine.sets import each
from parlour.envs._drawing import drawn
from parlour.envs._positions import CHANCE_BYTES, OUTCOMES, Position, Setting, Settings, find_setting
from parlour.game.game import SPECTATOR
from parlour.games import GAMES, find_game, load_game

__all__ = ["ParlourGame", "ParlourObserver", "ParlourState", "registered"]

CHANCE_OUTCOMES = [(number, 1 / OUTCOMES) for number in range(OUTCOMES)]
PREFIX = "parlour_"


def _game_type(name: str) -> pyspiel.GameType:
    game = find_game(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"{game.title} (Parlour)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=Settings(name, game.default_players).parameters(),
    )


def _game_info(setting: Setting) -> pyspiel.GameInfo:
    most = setting.most_utility
    return pyspiel.GameInfo(
        num_distinct_actions=setting.game.actions,
        max_chance_outcomes=OUTCOMES,
        num_players=setting.players,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=setting.plan.max_decisions,
    )


class ParlourGame(pyspiel.Game):  # type: ignore[misc]
    """A Parlour game with its parameters in OpenSpiel; `registered` makes a subclass for each game."""

    name: str
    game_type: pyspiel.GameType

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Load the game with these parameters, which are the fields of `Settings`."""
        settings = Settings.read(self.name, params or {})
        self.setting = find_setting(settings)
        super().__init__(self.game_type, _game_info(self.setting), settings.parameters())

    def new_initial_state(self, text: str | None = None) -> "ParlourState":
        """Return the state at the beginning of a match, before the first deal."""
        if text is not None:
            raise ValueError("a match begins with a deal: expected no text")
        return ParlourState(self, self.setting)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on chance nodes: eight per deal, one deal at first, then at most one per decision."""
        return CHANCE_BYTES * (self.setting.plan.max_decisions + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "ParlourObserver":
        """Make an observer of states, with perfect recall if requested."""
        if params:
            raise ValueError(f"an observer of {self.game_type.short_name} takes no parameters, not {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return ParlourObserver(self.setting, recall)


class ParlourState(pyspiel.State):  # type: ignore[misc]
    """A state of a match in OpenSpiel, which can copy and store it."""

    def __init__(self, game: ParlourGame, setting: Setting, position: Position | None = None) -> None:
        """Start at the given position, or at the beginning of a match."""
        super().__init__(game)
        self._position = position or setting.beginning()

    @property
    def position(self) -> Position:
        """The Parlour position that this state wraps."""
        return self._position

    def current_player(self) -> int:
        """Return the player to act; if several players choose at once, the lowest seat acts first."""
        seat = self._position.seat
        if seat >= 0:
            return seat
        return int(pyspiel.PlayerId.TERMINAL if self._position.ended else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(each(self._position.legal(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List all values of the seed's next byte with their equal probabilities."""
        return CHANCE_OUTCOMES

    def _apply_action(self, action: int) -> None:
        if self._position.ended:
            raise ValueError("the game is over; no more actions can be applied")
        if self._position.seat >= 0:
            self._position.act(int(action))
        else:
            self._position.draw(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self._position.setting.game.action_name(self._position.state, player, action)

    def is_terminal(self) -> bool:
        """Say whether the episode is over."""
        return self._position.ended

    def returns(self) -> list[float]:
        """Return each player's total reward, which is 0 until the episode ends."""
        return self._position.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """Return all that a player knows as text, without going through C++ as OpenSpiel does, which is slower."""
        return self._position.known_to(self._seat(player))

    def _seat(self, player: int | None) -> int:
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self._position.setting.players:
            raise ValueError(f"there is no player {seat}; expected 0 to {self._position.setting.players - 1}")
        return seat

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "ParlourState":
        """Return a random state that looks the same to the player; its history starts empty."""
        seed = b"".join(np.float64(sampler()).tobytes() for _ in range(4))
        return self.resampled(player, seed)

    def resampled(self, player: int, seed: bytes) -> "ParlourState":
        """Draw, with this seed, a random state that looks the same to the player."""
        return ParlourState(self.get_game(), self._position.setting, self._position.redealt(self._seat(player), seed))

    def __str__(self) -> str:
        """Draw the table as a spectator sees it."""
        return drawn(self._position.setting.game, self._position.state, SPECTATOR)


class ParlourObserver:
    """An observer that writes what a player sees as a tensor (see docs/environments.md) or as text."""

    def __init__(self, setting: Setting, recall: bool) -> None:
        """With `recall`, the text includes everything the player has seen, not only what it sees now."""
        self._setting, self._recall = setting, recall
        self.tensor = np.zeros(setting.observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: ParlourState, player: int) -> None:
        """Write the tensor; for the player -1, which OpenSpiel uses to learn the size, write the tensor of player 0."""
        seat = max(player, 0)
        self.tensor[:] = self._setting.observer.observe(state.position.state, seat)

    def string_from(self, state: ParlourState, player: int) -> str:
        """Return what the player sees as text."""
        position = state.position
        return position.known_to(player) if self._recall else self._setting.observer.text(position.state, player)


def registered(games: Iterable[str] = GAMES) -> list[str]:
    """Register games, given by name or path, with OpenSpiel; return their names in OpenSpiel."""
    names = [load_game(game).name for game in games]
    known = set(pyspiel.registered_names())
    for name in names:
        if PREFIX + name not in known:
            game_type = _game_type(name)
            pyspiel.register_game(
                game_type, type(PREFIX + name, (ParlourGame,), {"name": name, "game_type": game_type})
            )
    return [PREFIX + name for name in names]


NAMES = registered()
