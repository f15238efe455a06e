"""Many tables on the GPU: the rules step there, and what a net needs never leaves it."""

from typing import Any

import numpy as np
from numba.np.numpy_support import from_dtype

from parlour.bots.basic import find_basic
from parlour.cards import count, has, lowest
from parlour.cuda.rules import SIMULATED, cuda, device_rule, kernel
from parlour.envs.batch import match_words, point_sign
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.game import Game
from parlour.playout import actors, apply, deal, hide, legal, over, points, winners
from parlour.rng import GENERATOR

if SIMULATED:
    xp: Any = np
else:
    import cupy as xp

BLOCK = 128  # threads
MATCH_ROUNDS = 200

STATE: Any = None  # the types of a state and of a generator: of the game, in `kernel`
RNG: Any = None
encode: Any = None
choose: Any = None
sign: Any = None


def _begin(states: Any, fresh: Any, words: Any, known: Any, seats: Any, masks: Any, rows: Any) -> None:
    """Deal a new match at every table, and show it to the seat that is to act."""
    table = cuda.grid(1)
    if table < len(states):
        state = cuda.local.array(1, STATE)
        rng = cuda.local.array(1, RNG)
        state[0] = fresh[0]
        for word in range(4):
            rng[0].words[word] = words[table, word]
        for seat in range(known.shape[1]):
            known[table, seat] = points(state[0], seat)
        while actors(state[0]) == 0:
            deal(state[0], rng[0])
        for word in range(4):
            words[table, word] = rng[0].words[word]
        states[table] = state[0]
        seat = lowest(actors(state[0]))
        seats[table] = seat
        hide(state[0], seat)
        choices = legal(state[0], seat)
        for action in range(masks.shape[1]):
            masks[table, action] = (choices >> action) & 1
        encode(state[0], seat, rows[table], 0)


def _step(states: Any, fresh: Any, words: Any, known: Any, seats: Any, masks: Any, rows: Any, actions: Any, gains: Any,
          results: Any, ended: Any, round_over: Any, limit: int) -> None:  # fmt: skip
    """One action at every table; what it brought, and what the next seat sees."""
    table = cuda.grid(1)
    if table < len(states):
        players = known.shape[1]
        state = cuda.local.array(1, STATE)
        rng = cuda.local.array(1, RNG)
        state[0] = states[table]
        rounds = state[0].rounds
        apply(state[0], seats[table], actions[table])
        for seat in range(players):
            gains[table, seat] = 0.0
            results[table, seat] = 0.0
        round_over[table] = 0
        ended[table] = 0
        if state[0].rounds != rounds:
            round_over[table] = 1
            total = 0
            for seat in range(players):
                gained = points(state[0], seat) - known[table, seat]
                known[table, seat] += gained
                gains[table, seat] = sign * gained
                total += sign * gained
            for seat in range(players):
                gains[table, seat] -= total / players
        if over(state[0]) or state[0].rounds >= limit:
            ended[table] = 1
            round_over[table] = 1
            won = winners(state[0]) if over(state[0]) else 0
            if won != 0:
                share = players / count(won)
                for seat in range(players):
                    results[table, seat] = share - 1.0 if has(won, seat) else -1.0
            state[0] = fresh[0]
            for seat in range(players):
                known[table, seat] = points(state[0], seat)
        if actors(state[0]) == 0:
            for word in range(4):
                rng[0].words[word] = words[table, word]
            while actors(state[0]) == 0:
                deal(state[0], rng[0])
            for word in range(4):
                words[table, word] = rng[0].words[word]
        states[table] = state[0]
        seat = lowest(actors(state[0]))
        seats[table] = seat
        hide(state[0], seat)
        choices = legal(state[0], seat)
        for action in range(masks.shape[1]):
            masks[table, action] = (choices >> action) & 1
        encode(state[0], seat, rows[table], 0)


def _others(states: Any, seats: Any, mine: Any, teams: int, rngs: Any, actions: Any) -> None:
    """The rules of thumb choose wherever the learner does not sit."""
    table = cuda.grid(1)
    if table < len(states):
        seat, own = seats[table], mine[table]
        if seat != own and not (teams > 0 and seat % teams == own % teams):
            state = cuda.local.array(1, STATE)
            rng = cuda.local.array(1, RNG)
            state[0] = states[table]
            rng[0] = rngs[table]
            actions[table] = choose(state[0], seat, rng[0])
            rngs[table] = rng[0]


class Tables:
    """Matches on the GPU, each begun anew when it ends; all arrays stay there."""

    def __init__(self, game: Game, players: int, tables: int, seed: int) -> None:
        """Deal them."""
        self.game, self.players, self.tables = game, players, tables
        encoding = find_encoding(game, PLAIN_LOOPS)
        self.size, self.actions = encoding.size(players), game.actions
        types = {"STATE": _type(game.state), "RNG": _type(GENERATOR)}
        bound = {
            **types, "encode": device_rule(encoding.encode), "sign": point_sign(game), "count": device_rule(count),
            "has": device_rule(has), "lowest": device_rule(lowest), "choose": device_rule(find_basic(game)),
        }  # fmt: skip
        wipe = {"hide": device_rule(encoding.wipe)}
        self._begin_kernel = kernel(game, _begin, **{**bound, **wipe})
        self._step_kernel = kernel(game, _step, **{**bound, **wipe})
        self._others_kernel = kernel(game, _others, **bound)
        self._make_room(seed)
        self._begin_kernel[self._grid](
            self._states, self._fresh, self._words, self._known, self.seats, self.masks, self.rows
        )  # fmt: skip
        cuda.synchronize()

    def _make_room(self, seed: int) -> None:
        tables, players = self.tables, self.players
        start = self.game.new_state(players)
        words = np.array([np.frombuffer(match_words(seed, table), "<u8") for table in range(tables)])
        generators = np.zeros(tables, GENERATOR)
        generators["words"] = words ^ np.uint64(0x9E3779B97F4A7C15)
        self._grid = ((tables + BLOCK - 1) // BLOCK, BLOCK)
        self._states = cuda.to_device(np.full(tables, start, self.game.state))
        self._fresh = cuda.to_device(np.full(1, start, self.game.state))
        self._words, self._rngs = cuda.to_device(words), cuda.to_device(generators)
        self._known = xp.zeros((tables, players), np.int64)
        self.seats = xp.zeros(tables, np.int64)  # the seat to act
        self.masks = xp.zeros((tables, self.actions), np.int8)  # what it may do: a byte for every action
        self.rows = xp.zeros((tables, self.size), np.int8)  # what it observes
        self.gains = xp.zeros((tables, players), np.float32)  # points of a finished round above the table's mean
        self.results = xp.zeros((tables, players), np.float32)  # at the end: the share of the victory above an equal one
        self.ended = xp.zeros(tables, np.int8)  # whether the match has ended
        self.round_over = xp.zeros(tables, np.int8)  # whether a round has ended
        self.mine = xp.arange(tables) % players  # the learner's seat where others sit at the table too

    def step(self, actions: Any) -> None:
        """One action at every table."""
        self._step_kernel[self._grid](
            self._states, self._fresh, self._words, self._known, self.seats, self.masks, self.rows, actions,
            self.gains, self.results, self.ended, self.round_over, MATCH_ROUNDS,
        )  # fmt: skip
        cuda.synchronize()

    def others(self, actions: Any) -> Any:
        """The same actions, but at seats that are not the learner's (or its partner's) those of the rules of thumb."""
        self._others_kernel[self._grid](
            self._states, self.seats, self.mine, self.game.teams, self._rngs, actions
        )  # fmt: skip
        cuda.synchronize()
        return actions


def _type(dtype: Any) -> Any:
    return dtype if SIMULATED else from_dtype(dtype)


__all__ = ["Tables", "actors", "apply", "deal", "hide", "legal", "over", "points", "winners"]
