"""Stepping many matches with one compiled call, which takes actions and returns observations, masks and rewards.

All arrays are allocated once and written in place; `torch.from_numpy` and `jax.dlpack.from_dlpack` can use these
arrays without a copy.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.rng import GENERATOR, generator
from parlour.envs.encoding import find_encoding
from parlour.envs.loops import PLAN, RESTART, direct, find_loops
from parlour.envs.writers import WIDE
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.game.texts import Refusal, Text, say

__all__ = ["Batch", "EpisodePlan", "Observer"]

Bytes = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
States = npt.NDArray[np.void]

REWARDS = ("result", "score")  # RESULT and SCORE are indices of this tuple.
EPISODES = ("match", "round")
DEFAULT_MAX_ROUNDS = 200
MOST_DECISIONS = 1_000_000  # No match has more decisions than this; the limit prevents endless loops.
MOST_MATCHES = 1 << 24


@dataclass(frozen=True)
class EpisodePlan:
    """What counts as an episode, how it is rewarded, and when it is truncated."""

    episode: str = "match"  # An episode is a "match" or a "round".
    reward: str = ""  # "result" by default for matches, "score" by default for rounds.
    max_rounds: int = DEFAULT_MAX_ROUNDS  # A match is truncated after this many rounds.
    max_decisions: int = MOST_DECISIONS  # An episode is truncated after this many decisions.

    def __post_init__(self) -> None:
        """Refuse invalid values and invalid combinations of values."""
        if self.episode not in EPISODES:
            raise ParlourError(f"an episode cannot be {self.episode!r}; expected {' or '.join(EPISODES)}")
        if self.reward not in ("", *REWARDS):
            raise ParlourError(f"the reward cannot be {self.reward!r}; expected {' or '.join(REWARDS)}")
        if (self.episode, self.reward) == ("round", "result"):
            raise ParlourError("a round has no result: nobody wins before the match ends; expected the reward score")
        for name in ("max_rounds", "max_decisions"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                raise ParlourError(f"{name} cannot be {getattr(self, name)!r}; expected a whole number above 0")

    @property
    def kind(self) -> str:
        """The kind of reward: "result" or "score"."""
        return self.reward or ("result" if self.episode == "match" else "score")

    def most(self, game: Game, start: State) -> float:
        """Compute an upper bound on a seat's total reward in an episode."""
        if self.kind == "result":
            return float(int(start.players) - 1)
        return float(game.gain_bound(start) * (self.max_rounds if self.episode == "match" else 1))

    def record(self, game: Game, *, restart: bool) -> npt.NDArray[Any]:
        """Convert the plan to the record that compiled code reads."""
        whole = self.episode == "match"
        limit = self.max_rounds if whole else 1
        row = (REWARDS.index(self.kind), point_sign(game), limit, int(whole), self.max_decisions, int(restart))
        return np.array([row], PLAN)


def point_sign(game: Game) -> int:
    """Return the reward for gaining a point: 1, or -1 if the lowest score wins."""
    return -1 if game.scoring.lowest_wins else 1


def match_words(seed: int, match: int) -> bytes:
    """Make the random seed of a match, which depends only on the given seed and the match's number."""
    return hashlib.sha256(f"parlour environment {seed} match {match}".encode()).digest()


def wide_rows(rows: int, width: int) -> tuple[Bytes, Bytes]:
    """Allocate rows of bytes with spare bytes after the last row; return the whole array and the rows."""
    room = np.zeros(rows * width + WIDE, np.int8)
    return room, room[: rows * width].reshape(rows, width)


def check_matches(matches: int) -> None:
    """Refuse an invalid number of matches for a batch."""
    if type(matches) is not int or not 1 <= matches <= MOST_MATCHES:
        raise ParlourError(f"there cannot be {matches!r} matches; expected 1 to {MOST_MATCHES}")


class Batch:
    """A batch of matches of one game that are stepped together; a match restarts as soon as it ends."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        matches: int = 1024,
        seed: int = 0,
        plan: EpisodePlan | None = None,
        *,
        restart: bool = True,
        observing: bool = True,
    ) -> None:
        """Allocate the matches and deal the cards. If `observing` is false, no observations are written."""
        check_matches(matches)
        self.game, self.encoding, self.plan = game, find_encoding(game), plan or EpisodePlan()
        self.start = game.new_state(players, options)
        self.players, self.matches = int(self.start.players), matches
        self.actions, self.size = game.actions, self.encoding.size(self.players)
        self._make_room(observing)
        self._bind(restart)
        self.reset(seed)

    def _make_room(self, observing: bool) -> None:
        """Allocate all arrays; masks and observations have spare bytes, because 64 bytes are written at once."""
        matches, size = self.matches, self.size if observing else 0
        self.states: States = np.zeros(matches, self.game.state)
        self.final_states: States = np.zeros(matches, self.game.state)  # The last states of ended episodes.
        self.seats: Numbers = np.zeros(matches, np.int64)  # The seat to act, or -1 if the match is over.
        self._masks, self.masks = wide_rows(matches, self.actions)
        self._rows, self.observations = wide_rows(matches, size)
        self.rewards: Floats = np.zeros((matches, self.players), np.float32)
        self.ended: Bytes = np.zeros(matches, np.int8)  # RUNNING, TERMINATED or TRUNCATED by the last step.
        self.decisions: Numbers = np.zeros(matches, np.int64)  # Decisions in each episode so far.
        self._fresh: States = np.full(1, self.start, self.game.state)
        self._scratch: States = np.zeros(2, self.game.state)  # Reading the first state may run over into the second.
        self._tools = np.zeros(1, GENERATOR)
        self._actions: Numbers = np.zeros(matches, np.int64)
        self._words = np.zeros((matches, 4), np.uint64)
        self._known: Numbers = np.zeros((matches, self.players), np.int64)

    def _bind(self, restart: bool) -> None:
        """Compile the step for the types of the arrays."""
        loops, plan = find_loops(self.game), self.plan.record(self.game, restart=restart)
        self._step_arrays = (
            self.states, self._fresh, self._tools, self._words, self._known, self.seats, self._masks, plan,
            self.decisions, self._actions, self.rewards, self.ended, self.final_states, self._scratch, self._rows,
        )  # fmt: skip
        self._step = direct(loops.step, *self._step_arrays)

    def reset(self, seed: int | None = None) -> None:
        """Restart all matches; without a seed, their random number generators continue."""
        if seed is not None:
            for match in range(self.matches):
                self._words[match] = generator(match_words(seed, match)).words
        self._actions[:] = RESTART
        self._step(*self._step_arrays)

    def step(self, actions: object) -> None:
        """Act in every match; if one of the actions is illegal, raise a Refusal and change nothing."""
        self._actions[:] = self._checked(actions)
        if (below := self._actions < 0).any():  # Only `reset` may use RESTART, which is negative.
            raise Refusal(self._why_not(int(below.argmax())))
        wrong = self._step(*self._step_arrays)
        if wrong >= 0:
            raise Refusal(self._why_not(wrong))

    def _checked(self, actions: object) -> npt.NDArray[Any]:
        """Check that the actions are an array of whole numbers, one per match."""
        expected = f"expected whole numbers of the shape ({self.matches},)"
        if not isinstance(actions, np.ndarray) or actions.dtype.kind not in "iu":
            kind = actions.dtype if isinstance(actions, np.ndarray) else type(actions).__name__
            raise ParlourError(f"the actions are of the type {kind}; {expected}")
        if actions.shape != (self.matches,):
            raise ParlourError(f"the actions have the shape {actions.shape}; {expected}")
        return actions

    def _why_not(self, match: int) -> Text:
        action, allowed = int(self._actions[match]), ", ".join(map(str, np.flatnonzero(self.masks[match])))
        if not allowed:
            return say("match {match} is over; reset begins another", match=match)
        template = "action {action} is not allowed in match {match}; expected one of {allowed}"
        return say(template, action=action, match=match, allowed=allowed)


class Observer:
    """Writes what any seat observes in any state, for callers that keep their own states."""

    def __init__(self, game: Game, players: int | None = None, rows: int = 1) -> None:
        """Allocate memory for `rows` observations."""
        self.game, self.encoding = game, find_encoding(game)
        self.players = game.checked_players(players)
        self.size, self.actions = self.encoding.size(self.players), game.actions
        self._rows, self.observations = wide_rows(rows, self.size)
        self._masks, self.masks = wide_rows(rows, self.actions)
        self._scratch: States = np.zeros(2, game.state)  # Reading the first state may run over into the second.
        self._names = [name for name in game.state.names or () if name != "padding"]
        self._states: States = np.zeros(rows, game.state)
        self._seats: Numbers = np.zeros(rows, np.int64)
        self._arrays = (self._states, self._seats, self._scratch, self._masks, self._rows)
        self._observe = direct(find_loops(game).observe, *self._arrays)

    def observe(self, state: State, seat: int) -> Bytes:
        """Write a seat's observation into the first row and its legal actions into `masks`; return the row."""
        if not 0 <= seat < self.players:
            raise ParlourError(f"there is no seat {seat!r}; expected 0 to {self.players - 1}")
        self._states[0], self._seats[0] = state, seat
        self._observe(*self._arrays)
        seen: Bytes = self.observations[0]
        return seen

    def text(self, state: State, seat: int) -> str:
        """Write all that a seat knows as text; two states have the same text only if they look the same to the seat."""
        hidden = self.game.hidden(state, seat)
        shown = [f"{name}={_written(hidden[name])}" for name in self._names]
        return f"{self.game.name}, seat {seat} of {self.players}, {self.game.phase(hidden)}: " + " ".join(shown)


def _written(value: Any) -> str:
    """Format a state field without spaces."""
    return str(value.tolist()).replace(" ", "")
