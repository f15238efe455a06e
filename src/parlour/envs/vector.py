"""A Gymnasium vector environment of many matches, for self-play.

    from parlour.envs.vector import ParlourVectorEnv
    env = ParlourVectorEnv("./mygame.py", matches=4096)  # or the name of a game
    observations, info = env.reset(seed=1)
    observations, rewards, terminations, truncations, info = env.step(actions)

Each match is observed by the seat to act, `info["seat"]`, whose legal actions are in `info["action_mask"]`. Rewards
have a column for every seat, because in self-play all seats learn. A finished match restarts within the same step, and
its last state is in `final_states`. This module needs `pip install parlour[envs]`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from parlour.envs.batch import Batch, Bytes, EpisodePlan, Floats, States
from parlour.envs.loops import TERMINATED, TRUNCATED
from parlour.envs.writers import LEAST, MOST
from parlour.errors import ParlourError
from parlour.games import load_game

__all__ = ["ParlourVectorEnv"]

Flags = npt.NDArray[np.bool_]


class ParlourVectorEnv(VectorEnv[Bytes, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """A vector environment of matches of one game; by default, the next step overwrites all returned arrays."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        matches: int = 1024,
        seed: int = 0,
        episode: str = "match",
        reward: str = "",
        max_rounds: int = 200,
        copy: bool = False,
    ) -> None:
        """Deal the matches. With `copy=True`, returned arrays are copies that the next step doesn't overwrite."""
        plan = EpisodePlan(episode=episode, reward=reward, max_rounds=max_rounds)
        self.batch = Batch(load_game(game), players, options, matches, seed, plan)
        self.num_envs, self.players, self.copy = matches, self.batch.players, copy
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = spaces.Box(LEAST, MOST, (self.batch.size,), np.int8)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, matches)
        self.action_space = batch_space(self.single_action_space, matches)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Restart all matches; without a seed, they differ from the previous matches."""
        if seed is not None and type(seed) is not int:
            raise ParlourError(f"the seed cannot be {seed!r}; expected one whole number for all matches")
        self.batch.reset(seed)
        return self._given(self.batch.observations), self._info()

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Bytes, Floats, Flags, Flags, dict[str, Any]]:
        """Act in every match; if an action is illegal, raise a Refusal that names it and change nothing."""
        self.batch.step(actions)
        ended = self.batch.ended
        rewards = self._given(self.batch.rewards)
        return self._given(self.batch.observations), rewards, ended == TERMINATED, ended == TRUNCATED, self._info()

    def _info(self) -> dict[str, Any]:
        return {"seat": self._given(self.batch.seats), "action_mask": self._given(self.batch.masks)}

    def _given(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array

    @property
    def final_states(self) -> States:
        """The final states of matches that ended in the last step."""
        return self.batch.final_states
