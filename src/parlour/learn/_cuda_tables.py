"""Many tables on the GPU: the rules step there, and what a net needs never leaves it."""

from typing import Any

import numpy as np

from parlour.bots.basic import find_basic
from parlour.engine.rng import GENERATOR
from parlour.engine.sets import count, has, lowest
from parlour.envs.batch import DEFAULT_MAX_ROUNDS, match_words, point_sign
from parlour.envs.cuda.room import device_type
from parlour.envs.cuda.rules import arrays, cuda, device_piece, device_rule, kernel
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.envs.learners import EVERY_SEAT, learners
from parlour.envs.loops import chance_for, restart_for
from parlour.envs.writers import WIDE
from parlour.game.game import Game

BLOCK = 128  # threads

# --- pieces of the kernels


def _show_for(game: Game) -> Any:
    """What the seat to act may do and see; the state is wiped for it."""
    actors, legal, encoding = game.actors, game.legal, find_encoding(game, PLAIN_LOOPS)
    hide, encode = device_rule(encoding.wipe), device_rule(encoding.encode)

    @device_piece
    def show(state: Any, seats: Any, masks: Any, rows: Any, table: int) -> None:
        seat = lowest(actors(state))
        seats[table] = seat
        hide(state, seat)
        choices = legal(state, seat)
        for action in range(masks.shape[1]):
            masks[table, action] = (choices >> action) & 1
        encode(state, seat, rows[table], 0)

    return show


def _gain_for(game: Game) -> Any:
    """What a finished round has brought every seat above the mean of the table."""
    points, sign = game.points, point_sign(game)

    @device_piece
    def gain(state: Any, known: Any, gains: Any, table: int) -> None:
        players, total = known.shape[1], 0
        for seat in range(players):
            gained = points(state, seat) - known[table, seat]
            known[table, seat] += gained
            gains[table, seat] = sign * gained
            total += sign * gained
        for seat in range(players):
            gains[table, seat] -= total / players

    return gain


def _share_for(game: Game) -> Any:
    """What the end of a match brings every seat: its share of the victory above an equal one."""
    winners = game.winners

    @device_piece
    def share(state: Any, results: Any, table: int) -> None:
        players, won = results.shape[1], winners(state)
        if won != 0:
            for seat in range(players):
                results[table, seat] = players / count(won) - 1.0 if has(won, seat) else -1.0

    return share


# --- the kernels: one thread a table


def _begin_for(game: Game) -> Any:
    """Deal a new match at every table, and show it to the seat that is to act."""
    chance, restart, show = chance_for(game, device_piece), restart_for(game, device_piece), _show_for(game)
    state_type, generator_type = device_type(game.state), device_type(GENERATOR)

    @kernel
    def begin(states: Any, fresh: Any, words: Any, known: Any, seats: Any, masks: Any, rows: Any) -> None:
        table = cuda.grid(1)
        if table < len(states):
            state = cuda.local.array(1, state_type)
            state[0] = fresh[0]
            restart(state[0], known, table)
            rng = cuda.local.array(1, generator_type)
            chance(state[0], rng[0], words, table)
            states[table] = state[0]
            show(state[0], seats, masks, rows, table)

    return begin


def _step_for(game: Game) -> Any:
    """One action at every table that does not rest; what it brought, and what the next seat sees."""
    actors, apply, over = game.actors, game.apply, game.over
    chance, restart = chance_for(game, device_piece), restart_for(game, device_piece)
    show, gain, share = _show_for(game), _gain_for(game), _share_for(game)
    state_type, generator_type = device_type(game.state), device_type(GENERATOR)

    @kernel
    def step(states: Any, fresh: Any, words: Any, known: Any, seats: Any, masks: Any, rows: Any, actions: Any,
             gains: Any, results: Any, ended: Any, round_over: Any, resting: Any, limit: int,
             hold: bool) -> None:  # fmt: skip
        table = cuda.grid(1)
        if table < len(states) and resting[table] != 0:
            round_over[table], ended[table] = 0, 0
            for seat in range(known.shape[1]):
                gains[table, seat], results[table, seat] = 0.0, 0.0
        elif table < len(states):
            state = cuda.local.array(1, state_type)
            state[0] = states[table]
            for seat in range(known.shape[1]):
                gains[table, seat], results[table, seat] = 0.0, 0.0
            rounds = state[0].rounds
            apply(state[0], seats[table], actions[table])
            round_over[table], ended[table] = state[0].rounds != rounds, 0
            if state[0].rounds != rounds:
                gain(state[0], known, gains, table)
            if over(state[0]) or state[0].rounds >= limit:
                ended[table], round_over[table] = 1, 1
                share(state[0], results, table)
                state[0] = fresh[0]
                restart(state[0], known, table)
            if actors(state[0]) == 0:
                rng = cuda.local.array(1, generator_type)
                chance(state[0], rng[0], words, table)
            if hold:
                resting[table] = round_over[table]
            states[table] = state[0]
            show(state[0], seats, masks, rows, table)

    return step


def _others_for(game: Game) -> Any:
    """The rules of thumb choose wherever the learner does not sit."""
    choose, state_type, generator_type = find_basic(game), device_type(game.state), device_type(GENERATOR)

    @kernel
    def others(states: Any, seats: Any, mine: Any, teams: int, rngs: Any, actions: Any) -> None:
        table = cuda.grid(1)
        if table < len(states):
            seat, own = seats[table], mine[table]
            if own != EVERY_SEAT and seat != own and not (teams > 0 and own >= 0 and seat % teams == own % teams):
                state = cuda.local.array(1, state_type)
                rng = cuda.local.array(1, generator_type)
                state[0] = states[table]
                rng[0] = rngs[table]
                actions[table] = choose(state[0], seat, rng[0])
                rngs[table] = rng[0]

    return others


@cuda.jit  # type: ignore[untyped-decorator]
def copy_tables(states: Any, words: Any, rngs: Any, known: Any, seats: Any, masks: Any, rows: Any, mine: Any,
          their_states: Any, their_words: Any, their_rngs: Any, their_known: Any, their_seats: Any, their_masks: Any,
          their_rows: Any, their_mine: Any, sources: Any) -> None:  # fmt: skip
    """Every table becomes a copy of another one: the same cards, and the same chance from now on."""
    table = cuda.grid(1)
    if table < len(sources):
        source = sources[table]
        states[table], rngs[table] = their_states[source], their_rngs[source]
        seats[table], mine[table] = their_seats[source], their_mine[source]
        for word in range(4):
            words[table, word] = their_words[source, word]
        for seat in range(known.shape[1]):
            known[table, seat] = their_known[source, seat]
        for action in range(masks.shape[1]):
            masks[table, action] = their_masks[source, action]
        for column in range(rows.shape[1]):
            rows[table, column] = their_rows[source, column]


class Tables:
    """Matches on the GPU, each begun anew when it ends; all arrays stay there."""

    can_wait = True  # whether tables can wait for each other after a round

    def __init__(self, game: Game, players: int, tables: int, seed: int) -> None:
        """Deal them."""
        self.game, self.players, self.tables = game, players, tables
        self.size, self.actions = find_encoding(game, PLAIN_LOOPS).size(players), game.actions
        self._begin_kernel, self._step_kernel, self._others_kernel = (
            _begin_for(game),
            _step_for(game),
            _others_for(game),
        )
        self._make_room(seed)
        self._begin_kernel[self._grid](
            self._states, self._fresh, self._words, self._known, self.seats, self.masks, self._rows
        )  # fmt: skip
        cuda.synchronize()

    def _make_room(self, seed: int) -> None:
        tables, players, xp = self.tables, self.players, arrays()
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
        self._rows = xp.zeros((tables, self.size + WIDE), np.int8)  # encodings may write beyond the end of a row
        self.rows = self._rows[:, : self.size]  # what it observes
        self.gains = xp.zeros((tables, players), np.float32)  # points of a finished round above the table's mean
        self.results = xp.zeros(
            (tables, players), np.float32
        )  # at the end: the share of the victory above an equal one
        self.ended = xp.zeros(tables, np.int8)  # whether the match has ended
        self.round_over = xp.zeros(tables, np.int8)  # whether a round has ended
        self.resting = xp.zeros(tables, np.int8)  # tables that wait after a round until all are through with theirs
        self.mine = xp.arange(tables) % players  # the learner's seat, or EVERY_SEAT, or NO_SEAT

    def step(self, actions: Any, *, hold: bool = False) -> None:
        """One action at every table; `hold`: a table whose round ends rests until `release`."""
        self._step_kernel[self._grid](
            self._states, self._fresh, self._words, self._known, self.seats, self.masks, self._rows, actions,
            self.gains, self.results, self.ended, self.round_over, self.resting, DEFAULT_MAX_ROUNDS, hold,
        )  # fmt: skip

    def release(self) -> None:
        """Let all tables go on."""
        self.resting[:] = 0

    def become(self, others: "Tables", sources: Any) -> None:
        """Make the first tables copies of others, by their numbers; all further ones rest."""
        copy_tables[(len(sources) + BLOCK - 1) // BLOCK, BLOCK](
            self._states, self._words, self._rngs, self._known, self.seats, self.masks, self._rows, self.mine,
            others._states, others._words, others._rngs, others._known, others.seats, others.masks, others._rows,
            others.mine, sources,
        )  # fmt: skip
        self.resting[:] = 1
        self.resting[: len(sources)] = 0

    @property
    def learns(self) -> Any:
        """Whether the seat to act is the learner's (or its partner's)."""
        return learners(self.seats, self.mine, self.game.teams)

    def others(self, actions: Any) -> Any:
        """The same actions, but at seats that are not the learner's (or its partner's) those of the rules of thumb."""
        self._others_kernel[self._grid](
            self._states, self.seats, self.mine, self.game.teams, self._rngs, actions
        )  # fmt: skip
        return actions
