"""Many matches stepped together by one compiled call: actions in; masks, observations and rewards out.

All arrays are made once and written in place; `torch.from_numpy` and `jax.dlpack.from_dlpack` take them without a copy.
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

REWARDS = ("result", "score")  # indexed by RESULT and SCORE
EPISODES = ("match", "round")
DEFAULT_MAX_ROUNDS = 200
MOST_DECISIONS = 1_000_000  # no match is that long, but nothing may run forever
MOST_MATCHES = 1 << 24


@dataclass(frozen=True)
class EpisodePlan:
    """What an episode is, and its rewards."""

    episode: str = "match"  # or "round"
    reward: str = ""  # "result" or "score"; by default the result of a match, the score of a round
    max_rounds: int = DEFAULT_MAX_ROUNDS  # a longer match is truncated
    max_decisions: int = MOST_DECISIONS  # a longer episode is truncated

    def __post_init__(self) -> None:
        """Refuse values that don't fit together."""
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
        """The kind of the rewards."""
        return self.reward or ("result" if self.episode == "match" else "score")

    def most(self, game: Game, start: State) -> float:
        """Compute the greatest sum of rewards that an episode can bring a seat."""
        if self.kind == "result":
            return float(int(start.players) - 1)
        return float(game.gain_bound(start) * (self.max_rounds if self.episode == "match" else 1))

    def record(self, game: Game, *, restart: bool) -> npt.NDArray[Any]:
        """Make the record of the plan that compiled code reads."""
        whole = self.episode == "match"
        limit = self.max_rounds if whole else 1
        row = (REWARDS.index(self.kind), point_sign(game), limit, int(whole), self.max_decisions, int(restart))
        return np.array([row], PLAN)


def point_sign(game: Game) -> int:
    """Find what a point is worth to a learner: 1, or -1 if the lowest score wins."""
    return -1 if game.scoring.lowest_wins else 1


def match_words(seed: int, match: int) -> bytes:
    """Make the random words of a match: they depend on the seed and its number, not on how many others there are."""
    return hashlib.sha256(f"parlour environment {seed} match {match}".encode()).digest()


def wide_rows(rows: int, width: int) -> tuple[Bytes, Bytes]:
    """Allocate rows of bytes with room to spare at the end; return the whole array and the rows."""
    room = np.zeros(rows * width + WIDE, np.int8)
    return room, room[: rows * width].reshape(rows, width)


def check_matches(matches: int) -> None:
    """Refuse a number of matches that a batch can't have."""
    if type(matches) is not int or not 1 <= matches <= MOST_MATCHES:
        raise ParlourError(f"there cannot be {matches!r} matches; expected 1 to {MOST_MATCHES}")


class Batch:
    """Matches of one game, stepped together; each restarts as soon as it ends."""

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
        """Allocate the matches and deal them; without `observing`, no observations are written."""
        check_matches(matches)
        self.game, self.encoding, self.plan = game, find_encoding(game), plan or EpisodePlan()
        self.start = game.new_state(players, options)
        self.players, self.matches = int(self.start.players), matches
        self.actions, self.size = game.actions, self.encoding.size(self.players)
        self._make_room(observing)
        self._bind(restart)
        self.reset(seed)

    def _make_room(self, observing: bool) -> None:
        """Allocate all arrays; masks and observations are longer than they look: 64 bytes are written at once."""
        matches, size = self.matches, self.size if observing else 0
        self.states: States = np.zeros(matches, self.game.state)
        self.final_states: States = np.zeros(matches, self.game.state)  # of episodes that ended with a step
        self.seats: Numbers = np.zeros(matches, np.int64)  # the seat to act; -1: the match is over
        self._masks, self.masks = wide_rows(matches, self.actions)
        self._rows, self.observations = wide_rows(matches, size)
        self.rewards: Floats = np.zeros((matches, self.players), np.float32)
        self.ended: Bytes = np.zeros(matches, np.int8)  # RUNNING, TERMINATED or TRUNCATED with the last step
        self.decisions: Numbers = np.zeros(matches, np.int64)  # in each episode so far
        self._fresh: States = np.full(1, self.start, self.game.state)
        self._scratch: States = np.zeros(2, self.game.state)  # encodings read a little beyond the first
        self._tools = np.zeros(1, GENERATOR)
        self._actions: Numbers = np.zeros(matches, np.int64)
        self._words = np.zeros((matches, 4), np.uint64)
        self._known: Numbers = np.zeros((matches, self.players), np.int64)

    def _bind(self, restart: bool) -> None:
        """Bind the compiled loops to the arrays."""
        loops, plan = find_loops(self.game), self.plan.record(self.game, restart=restart)
        self._step_arrays = (
            self.states, self._fresh, self._tools, self._words, self._known, self.seats, self._masks, plan,
            self.decisions, self._actions, self.rewards, self.ended, self.final_states, self._scratch, self._rows,
        )  # fmt: skip
        self._step = direct(loops.step, *self._step_arrays)

    def reset(self, seed: int | None = None) -> None:
        """Restart all matches; without a seed they continue with their random numbers."""
        if seed is not None:
            for match in range(self.matches):
                self._words[match] = generator(match_words(seed, match)).words
        self._actions[:] = RESTART
        self._step(*self._step_arrays)

    def step(self, actions: object) -> None:
        """Act in every match; raise a Refusal, without any change, if one of the actions isn't allowed."""
        self._actions[:] = self._checked(actions)
        if (below := self._actions < 0).any():  # only `reset` may restart a match
            raise Refusal(self._why_not(int(below.argmax())))
        wrong = self._step(*self._step_arrays)
        if wrong >= 0:
            raise Refusal(self._why_not(wrong))

    def _checked(self, actions: object) -> npt.NDArray[Any]:
        """Check that the actions are an array of whole numbers, one for each match."""
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
    """Observations of any state by any seat, for callers that hold states themselves."""

    def __init__(self, game: Game, players: int | None = None, rows: int = 1) -> None:
        """Allocate `rows` observations."""
        self.game, self.encoding = game, find_encoding(game)
        self.players = game.checked_players(players)
        self.size, self.actions = self.encoding.size(self.players), game.actions
        self._rows, self.observations = wide_rows(rows, self.size)
        self._masks, self.masks = wide_rows(rows, self.actions)
        self._scratch: States = np.zeros(2, game.state)  # encodings read a little beyond the first
        self._names = [name for name in game.state.names or () if name != "padding"]
        self._states: States = np.zeros(rows, game.state)
        self._seats: Numbers = np.zeros(rows, np.int64)
        self._arrays = (self._states, self._seats, self._scratch, self._masks, self._rows)
        self._observe = direct(find_loops(game).observe, *self._arrays)

    def observe(self, state: State, seat: int) -> Bytes:
        """Write the observation of one seat into the first row and its actions into `masks`; return the row."""
        if not 0 <= seat < self.players:
            raise ParlourError(f"there is no seat {seat!r}; expected 0 to {self.players - 1}")
        self._states[0], self._seats[0] = state, seat
        self._observe(*self._arrays)
        seen: Bytes = self.observations[0]
        return seen

    def text(self, state: State, seat: int) -> str:
        """Write all that the seat knows: the same text for two states if and only if the seat can't tell them apart."""
        hidden = self.game.hidden(state, seat)
        shown = [f"{name}={_written(hidden[name])}" for name in self._names]
        return f"{self.game.name}, seat {seat} of {self.players}, {self.game.phase(hidden)}: " + " ".join(shown)


def _written(value: Any) -> str:
    """Format a field of a state without blanks."""
    return str(value.tolist()).replace(" ", "")
