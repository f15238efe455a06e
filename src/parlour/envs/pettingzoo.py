"""The games as PettingZoo environments: agents act one at a time and see a mask of their legal actions.

    from parlour.envs import pettingzoo
    env = pettingzoo.env("./mygame.py", players=4, render_mode="ansi")  # or the name of a game

This module needs `pip install parlour[envs]`.
"""

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from parlour.engine.sets import each
from parlour.envs._drawing import drawn
from parlour.envs.batch import Batch, EpisodePlan, Observer
from parlour.envs.loops import RUNNING, TERMINATED
from parlour.envs.writers import LEAST, MOST
from parlour.errors import ParlourError
from parlour.games import load_game

__all__ = ["ParlourEnv", "env", "raw_env"]

RENDER_MODES = ("human", "ansi")
ILLEGAL_REWARD = -1.0
MOST_HISTORY = 10_000

Agent = str
Observation = dict[str, npt.NDArray[np.int8]]


def env(
    game: str, players: int | None = None, options: Mapping[str, object] | None = None, **more: Any
) -> "ParlourEnv":
    """Make an environment in which an illegal action ends the episode with a penalty for the agent.

    `more` can hold further arguments of `ParlourEnv`: render_mode, episode, reward, max_rounds and history.
    """
    return ParlourEnv(game, players, options, **more)


def raw_env(
    game: str, players: int | None = None, options: Mapping[str, object] | None = None, **more: Any
) -> "ParlourEnv":
    """Make an environment in which an illegal action raises a Refusal and changes nothing."""
    return ParlourEnv(game, players, options, strict=True, **more)


class ParlourEnv(AECEnv):  # type: ignore[misc]
    """A PettingZoo environment whose episodes are matches or rounds.

    The class itself checks the order of calls and the actions, because PettingZoo's wrappers, which check the same,
    would take six times as long as everything else.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        episode: str = "match",
        reward: str = "",
        max_rounds: int = 200,
        history: int = 0,
        strict: bool = False,
    ) -> None:
        """Load the game; agents also see their last `history` observations, and `strict` is explained at `raw_env`."""
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ParlourError(f"render_mode cannot be {render_mode!r}; expected {' or '.join(RENDER_MODES)}")
        if type(history) is not int or not 0 <= history <= MOST_HISTORY:
            raise ParlourError(f"history cannot be {history!r}; expected a whole number from 0 to {MOST_HISTORY}")
        self.game, self.render_mode, self._strict = load_game(game), render_mode, strict
        plan = EpisodePlan(episode=episode, reward=reward, max_rounds=max_rounds)
        self._batch = Batch(self.game, players, options, matches=1, plan=plan, restart=False)
        self._observer = Observer(self.game, self._batch.players)
        self._history = History(self._observer, history) if history else None
        self.metadata = {"render_modes": list(RENDER_MODES), "name": f"parlour_{game}_v1", "is_parallelizable": False}
        self._name_agents()

    def _name_agents(self) -> None:
        players, actions, size = self._batch.players, self._batch.actions, self._batch.size
        shape = (self._history.rows, size) if self._history else (size,)
        self.possible_agents: list[Agent] = [f"player_{seat}" for seat in range(players)]
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(LEAST, MOST, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action = np.zeros(1, np.int64)

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """Return the space of an agent's observations, which is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """Return the space of an agent's actions, which is the same for all agents."""
        return self.action_spaces[agent]

    # --- a match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; without a seed, it differs from the previous match."""
        self._batch.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[int(self._batch.seats[0])]
        if self._history:
            self._history.clear()
            self._history.add(self._state)
        self._show()

    @property
    def _state(self) -> Any:
        """The state of the match, or its final state once it is over."""
        return self._batch.states[0]

    def step(self, action: int | None) -> None:
        """Act for the selected agent."""
        if not hasattr(self, "agents"):
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        elif self._checked(action) or self._strict:
            self._act(agent)
        else:
            self._lose(agent)

    def _checked(self, action: int | None) -> bool:
        """Say whether the action is legal; raise an error if it isn't an action of the game."""
        if not isinstance(action, int | np.integer) or not 0 <= action < self._batch.actions:
            raise AssertionError(
                f"action {action!r} is not in the action space; expected {self._batch.actions} actions"
            )
        self._action[0] = action
        return bool(self._batch.masks[0, action])

    def _act(self, agent: Agent) -> None:
        self._batch.step(self._action)
        self._cumulative_rewards[agent] = 0.0
        self._note_end_or_next()
        if self._history:
            self._history.add(self._state)
        self._show()

    def _lose(self, agent: Agent) -> None:
        """End the episode after an agent's illegal action, and give only this agent a negative reward."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {other: ILLEGAL_REWARD if other == agent else 0.0 for other in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def _note_end_or_next(self) -> None:
        batch = self._batch
        if batch.rewards.any():
            self.rewards = dict(zip(self.possible_agents, batch.rewards[0].tolist(), strict=True))
            self._accumulate_rewards()
        else:
            self._clear_rewards()
        if batch.ended[0] == RUNNING:
            self.agent_selection = self.possible_agents[batch.seats[0]]
        else:
            ends = self.terminations if batch.ended[0] == TERMINATED else self.truncations
            ends.update(dict.fromkeys(self.agents, True))
            self._deads_step_first()

    def observe(self, agent: Agent) -> Observation:
        """Return what the agent sees and its mask of legal actions."""
        seat = self._seat_of[agent]
        if seat == self._batch.seats[0]:
            row, mask = self._batch.observations[0], self._batch.masks[0]
        else:
            row, mask = self._observer.observe(self._state, seat), self._observer.masks[0]
        seen = self._history.seen(seat) if self._history else row.copy()
        return {"observation": seen, "action_mask": mask.copy()}

    # --- for people

    def render(self) -> str | None:
        """Draw the table as the agent to act sees it; return it as text (ansi) or print it (human)."""
        if self.render_mode is None:
            return None
        text = drawn(self.game, self._state, int(self._batch.seats[0]))
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing, because the environment holds no resources to release."""

    def winners(self) -> list[Agent]:
        """List the agents that have won; before the match is over, the list is empty."""
        return [self.possible_agents[seat] for seat in each(int(self.game.winners(self._state)))]


class History:
    """The last observations of every seat, one after each action; with a long history, agents have perfect recall."""

    def __init__(self, observer: Observer, earlier: int) -> None:
        """Allocate memory for every seat's current observation and `earlier` past observations."""
        self._observer, self.rows = observer, earlier + 1
        self.clear()

    def clear(self) -> None:
        """Set all observations to zeros."""
        self._seen = np.zeros((self._observer.players, self.rows, self._observer.size), np.int8)

    def add(self, state: Any) -> None:
        """Append every seat's observation of this state."""
        self._seen[:, :-1] = self._seen[:, 1:]
        for seat in range(self._observer.players):
            self._seen[seat, -1] = self._observer.observe(state, seat)

    def seen(self, seat: int) -> npt.NDArray[np.int8]:
        """Return a seat's observations, with the current observation last."""
        rows: npt.NDArray[np.int8] = self._seen[seat].copy()
        return rows
