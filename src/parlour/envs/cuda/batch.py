"""Many matches stepped together on a GPU: `parlour.envs.batch.Batch` with arrays that never leave it.

`torch.from_dlpack` and `jax.dlpack.from_dlpack` take the arrays as they are, without a copy.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.sets import count, has, lowest
from parlour.envs import _loops as loops
from parlour.envs._loops import NOBODY, RESTART, RUNNING
from parlour.envs._plain_writers import spread
from parlour.envs.batch import Plan, check_matches, match_words
from parlour.envs.cuda.device import check_gpu
from parlour.envs.cuda.room import (
    copy_words,
    device_type,
    lean_generator,
    rows_as_words,
    spread_out,
    words_as_rows,
    words_of,
)
from parlour.envs.cuda.rules import arrays, as_argument, cuda, device_rule, kernel, piece, shared_kernel, to_host
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.texts import Refusal, Text, say
from parlour.match.walk import actors, apply, hide, legal, points

WORD = 4  # bytes of a bank of shared memory
BLOCK = 32  # threads: the states and observations of so many matches lie in shared memory
BEYOND = 64  # encodings write at most so many bytes beyond the end of a row, which do not count
NOTHING_WRONG = 1 << 62

# What kernels name, of one game: set by `kernel`.
STATE: Any = None  # the type of a state
RNG: Any = None  # and of a generator
ROW = 0  # bytes from one row to the next in shared memory
ROOM = 0  # and of all rows of a block
WORDS = 0  # of a state
copy: Any = None
encode: Any = None
chance: Any = None
reward: Any = None
has_ended: Any = None


def _find_wrong(masks: Any, actions: Any, wrong: Any) -> None:
    """Note the first match whose action is not allowed."""
    match = cuda.grid(1)
    if match < len(actions):
        action = actions[match]
        if action < 0 or action >= masks.shape[1] or masks[match, action] == 0:
            cuda.atomic.min(wrong, 0, match)


def _fetch(flat: Any, states: Any, first: int, here: int) -> None:
    """Copy the states of a block into shared memory: its threads take neighbouring words at the same time."""
    for word in range(cuda.threadIdx.x, here * WORDS, BLOCK):
        flat[word] = states[first * WORDS + word]
    cuda.syncthreads()


def _store(flat: Any, states: Any, first: int, here: int) -> None:
    """Copy the states of a block back."""
    cuda.syncthreads()
    for word in range(cuda.threadIdx.x, here * WORDS, BLOCK):
        states[first * WORDS + word] = flat[word]
    cuda.syncthreads()


def _write(room: Any, rows: Any, masks: Any, first: int, here: int) -> None:
    """Copy what the seats of a block see and may do out of shared memory."""
    size, width = rows.shape[1], masks.shape[1]
    cuda.syncthreads()
    for one in range(here):
        for byte in range(cuda.threadIdx.x, size, BLOCK):
            rows[first + one, byte] = room[one * ROW + byte]
        for action in range(cuda.threadIdx.x, width, BLOCK):
            masks[first + one, action] = room[one * ROW + size + action]


def _step(states: Any, fresh: Any, words: Any, known: Any, seats: Any, masks: Any, plans: Any, decisions: Any,
          actions: Any, rewards: Any, ended: Any, finals: Any, rows: Any, wrong: Any) -> None:  # fmt: skip
    """One action in every match, what it brought, and what the next seat may do and see."""
    boards = cuda.shared.array(BLOCK, STATE)
    room = cuda.shared.array(ROOM, np.int8)
    tools = cuda.local.array(1, RNG)
    place, match, first, flat = cuda.threadIdx.x, cuda.grid(1), cuda.blockIdx.x * BLOCK, boards.view(np.uint64)
    here = min(BLOCK, len(seats) - first)
    if wrong[0] == NOTHING_WRONG:
        fetch(flat, states, first, here)
        if place < here:
            advance(boards[place], flat, place * WORDS, tools[0], fresh, words, known, seats, plans[0], decisions,
                    actions[match], rewards, ended, finals, match)  # fmt: skip
        store(flat, states, first, here)
        if place < here:
            show(boards[place], seats[match], room, place * ROW, rows.shape[1], masks.shape[1])
        write(room, rows, masks, first, here)


def _advance(state: Any, flat: Any, at: int, rng: Any, fresh: Any, words: Any, known: Any, seats: Any, plan: Any,
             decisions: Any, action: int, rewards: Any, ended: Any, finals: Any, match: int) -> None:  # fmt: skip
    """One action in a match, or its beginning, and whatever chance follows."""
    end = RUNNING
    for side in range(rewards.shape[1]):
        rewards[match, side] = 0.0
    if action != RESTART:
        rounds = state.rounds
        apply(state, seats[match], action)
        decisions[match] += 1
        if state.rounds != rounds:
            reward(state, rewards, known, match, plan)
        end = has_ended(state, decisions[match], plan)
    ended[match] = end
    if end != RUNNING:
        copy(finals, match * WORDS, flat, at)
    if action == RESTART or (end != RUNNING and plan.restart):
        copy(flat, at, fresh, 0)
        for side in range(known.shape[1]):
            known[match, side] = points(state, side)
        decisions[match], end = 0, RUNNING
    seats[match] = NOBODY
    if end == RUNNING:
        acting = actors(state)
        if acting == 0:
            acting = chance(state, rng, words, match)
        seats[match] = lowest(acting)


def _show(state: Any, seat: int, room: Any, at: int, size: int, actions: int) -> None:
    """Write what the seat sees, and behind it what it may do; the state, which is a copy, is wiped for it."""
    choices = 0
    if seat != NOBODY:
        hide(state, seat)
        choices = legal(state, seat)
        if size:
            encode(state, seat, room, at)
    else:
        for byte in range(size):
            room[at + byte] = 0
    spread(room, at + size, choices, actions)


advance: Any = _advance
show: Any = _show
fetch: Any = _fetch
store: Any = _store
write: Any = _write
PIECES: dict[str, Callable[..., Any]] = {
    "copy": copy_words,
    "show": _show,
    "fetch": _fetch,
    "store": _store,
    "write": _write,
}


def find_names(game: Game, players: int, rules: Sequence[Any] = ()) -> dict[str, Any]:
    """What kernels name that show a game to its seats; the generator serves the deal and these rules."""
    encoding, board = find_encoding(game, PLAIN_LOOPS), spread_out(game.state)
    row = -(-(encoding.size(players) + game.actions + BEYOND) // WORD) | 1
    names: dict[str, Any] = {
        "STATE": device_type(board), "WORDS": words_of(board), "ROW": WORD * row, "ROOM": BLOCK * WORD * row,
        "RNG": device_type(lean_generator([game.deal, *rules])), "hide": device_rule(encoding.wipe),
        "encode": device_rule(encoding.encode), "spread": device_rule(spread),
    }  # fmt: skip
    names |= {one.__name__: device_rule(one) for one in (count, has, lowest)}
    return names | {name: piece(game, one, **names) for name, one in PIECES.items()}


@cache
def find_kernels(game: Game, players: int) -> tuple[Any, Any]:
    """The kernels that check actions, and that make them."""
    names = find_names(game, players)
    for name in ("chance", "reward", "has_ended"):
        names[name] = piece(game, loops.PIECES[name], **names)
    names["advance"] = piece(game, _advance, **names)
    return kernel(game, _find_wrong), shared_kernel(game, _step, **names)


class DeviceBatch:
    """Matches of one game on a GPU, stepped together; each begins anew as soon as it ends.

    All arrays stay on the GPU and are written in place.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        matches: int = 65_536,
        seed: int = 0,
        plan: Plan | None = None,
        *,
        restart: bool = True,
        observing: bool = True,
    ) -> None:
        """Make room for the matches and deal them; `observing`: without it no observations are written."""
        check_matches(matches)
        check_gpu()
        self.game, self.plan = game, plan or Plan()
        self.encoding = find_encoding(game, PLAIN_LOOPS)
        self.start = game.new_state(players, options)
        self.players, self.matches = int(self.start.players), matches
        self.actions, self.size = game.actions, self.encoding.size(self.players)
        self._check, self._step = find_kernels(game, self.players)
        self._grid = (-(-matches // BLOCK), BLOCK)
        self._make_room(observing, restart)
        self.reset(seed)

    def _make_room(self, observing: bool, restart: bool) -> None:
        """All arrays."""
        matches, xp, fresh = self.matches, arrays(), rows_as_words(np.full(1, self.start, self.game.state))
        self.seats = xp.zeros(matches, np.int64)  # the seat to act; -1: the match is over
        self.masks = xp.zeros((matches, self.actions), np.int8)
        self.observations = xp.zeros((matches, self.size if observing else 0), np.int8)
        self.rewards = xp.zeros((matches, self.players), np.float32)
        self.ended = xp.zeros(matches, np.int8)  # RUNNING, TERMINATED or TRUNCATED with the last step
        self.decisions = xp.zeros(matches, np.int64)  # of each episode so far
        self._states = xp.zeros(matches * len(fresh), np.uint64)
        self._finals = xp.zeros(matches * len(fresh), np.uint64)
        self._fresh = xp.asarray(fresh)
        self._plan = cuda.to_device(self.plan.record(self.game, restart=restart))
        self._known = xp.zeros((matches, self.players), np.int64)
        self._words = xp.zeros((matches, 4), np.uint64)
        self._wrong = xp.zeros(1, np.int64)
        before = (self._states, self._fresh, self._words, self._known, self.seats, self.masks)
        after = (self.rewards, self.ended, self._finals, self.observations, self._wrong)
        self._before = (*map(as_argument, before), self._plan, as_argument(self.decisions))
        self._after = tuple(map(as_argument, after))

    def reset(self, seed: int | None = None) -> None:
        """Begin all matches anew; without a seed they go on with their own random numbers."""
        if seed is not None:
            words = b"".join(match_words(seed, match) for match in range(self.matches))
            self._words[:] = arrays().asarray(np.frombuffer(words, "<u8").reshape(self.matches, 4))
        self._wrong[:] = NOTHING_WRONG
        self._run(arrays().full(self.matches, RESTART, np.int64))

    def step(self, actions: Any) -> None:
        """One action in every match; a Refusal, and nothing has changed, if one of them is not allowed.

        `actions`: an array of int64 on the GPU, of any library that speaks DLPack.
        """
        chosen = self._checked(actions)
        self._wrong[:] = NOTHING_WRONG
        self._check[self._grid](as_argument(self.masks), as_argument(chosen), as_argument(self._wrong))
        self._run(chosen)
        wrong = int(self._wrong[0])
        if wrong != NOTHING_WRONG:
            raise Refusal(self._why_not(chosen, wrong))

    def _run(self, actions: Any) -> None:
        self._step[self._grid](*self._before, as_argument(actions), *self._after)

    def _checked(self, actions: Any) -> Any:
        """The actions as an array of the GPU, if they are whole numbers, one for each match."""
        expected = f"expected int64 on the GPU of the shape ({self.matches},)"
        try:
            chosen = arrays().from_dlpack(actions)
        except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
            raise ParlourError(f"the actions are of the type {type(actions).__name__}; {expected}: {error}") from None
        if chosen.dtype != np.int64 or chosen.shape != (self.matches,):
            raise ParlourError(f"the actions are {chosen.dtype} of the shape {chosen.shape}; {expected}")
        return chosen

    def _why_not(self, actions: Any, match: int) -> Text:
        allowed = ", ".join(str(action) for action in arrays().flatnonzero(self.masks[match]))
        if not allowed:
            return say("match {match} is over; reset begins another", match=match)
        template = "action {action} is not allowed in match {match}; expected one of {allowed}"
        return say(template, action=int(actions[match]), match=match, allowed=allowed)

    @property
    def states(self) -> Any:
        """The states of all matches, copied from the GPU."""
        return words_as_rows(to_host(self._states), self.game.state)

    @property
    def final_states(self) -> Any:
        """The states in which episodes have ended, copied from the GPU."""
        return words_as_rows(to_host(self._finals), self.game.state)
