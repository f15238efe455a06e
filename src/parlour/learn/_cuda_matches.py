"""Stepping many matches on the GPU for training a net, without copying data to the CPU."""

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
    """Make the function that writes the mask and observation of the seat to act; it wipes the state's hidden fields."""
    actors, legal, encoding = game.actors, game.legal, find_encoding(game, PLAIN_LOOPS)
    hide, encode = device_rule(encoding.wipe), device_rule(encoding.encode)

    @device_piece
    def show(state: Any, seats: Any, masks: Any, rows: Any, match: int) -> None:
        seat = lowest(actors(state))
        seats[match] = seat
        hide(state, seat)
        choices = legal(state, seat)
        for action in range(masks.shape[1]):
            masks[match, action] = (choices >> action) & 1
        encode(state, seat, rows[match], 0)

    return show


def _gain_for(game: Game) -> Any:
    """Make the function that computes each seat's points in a finished round, above the mean of its match."""
    points, sign = game.points, point_sign(game)

    @device_piece
    def gain(state: Any, known: Any, gains: Any, match: int) -> None:
        players, total = known.shape[1], 0
        for seat in range(players):
            gained = points(state, seat) - known[match, seat]
            known[match, seat] += gained
            gains[match, seat] = sign * gained
            total += sign * gained
        for seat in range(players):
            gains[match, seat] -= total / players

    return gain


def _share_for(game: Game) -> Any:
    """Make the function that computes each seat's share of the victory above an equal share."""
    winners = game.winners

    @device_piece
    def share(state: Any, results: Any, match: int) -> None:
        players, won = results.shape[1], winners(state)
        if won != 0:
            for seat in range(players):
                results[match, seat] = players / count(won) - 1.0 if has(won, seat) else -1.0

    return share


# --- the kernels: one thread per match


def _begin_for(game: Game) -> Any:
    """Make the kernel that deals every match and writes the first observations."""
    chance, restart, show = chance_for(game, device_piece), restart_for(game, device_piece), _show_for(game)
    state_type, generator_type = device_type(game.state), device_type(GENERATOR)

    @kernel
    def begin(states: Any, fresh: Any, words: Any, known: Any, seats: Any, masks: Any, rows: Any) -> None:
        match = cuda.grid(1)
        if match < len(states):
            state = cuda.local.array(1, state_type)
            state[0] = fresh[0]
            restart(state[0], known, match)
            rng = cuda.local.array(1, generator_type)
            chance(state[0], rng[0], words, match)
            states[match] = state[0]
            show(state[0], seats, masks, rows, match)

    return begin


def _step_for(game: Game) -> Any:
    """Make the kernel that acts in every match that isn't resting, and writes gains, results and observations."""
    actors, apply, over = game.actors, game.apply, game.over
    chance, restart = chance_for(game, device_piece), restart_for(game, device_piece)
    show, gain, share = _show_for(game), _gain_for(game), _share_for(game)
    state_type, generator_type = device_type(game.state), device_type(GENERATOR)

    @kernel
    def step(states: Any, fresh: Any, words: Any, known: Any, seats: Any, masks: Any, rows: Any, actions: Any,
             gains: Any, results: Any, ended: Any, round_over: Any, resting: Any, limit: int,
             hold: bool) -> None:  # fmt: skip
        match = cuda.grid(1)
        if match < len(states) and resting[match] != 0:
            round_over[match], ended[match] = 0, 0
            for seat in range(known.shape[1]):
                gains[match, seat], results[match, seat] = 0.0, 0.0
        elif match < len(states):
            state = cuda.local.array(1, state_type)
            state[0] = states[match]
            for seat in range(known.shape[1]):
                gains[match, seat], results[match, seat] = 0.0, 0.0
            rounds = state[0].rounds
            apply(state[0], seats[match], actions[match])
            round_over[match], ended[match] = state[0].rounds != rounds, 0
            if state[0].rounds != rounds:
                gain(state[0], known, gains, match)
            if over(state[0]) or state[0].rounds >= limit:
                ended[match], round_over[match] = 1, 1
                share(state[0], results, match)
                state[0] = fresh[0]
                restart(state[0], known, match)
            if actors(state[0]) == 0:
                rng = cuda.local.array(1, generator_type)
                chance(state[0], rng[0], words, match)
            if hold:
                resting[match] = round_over[match]
            states[match] = state[0]
            show(state[0], seats, masks, rows, match)

    return step


def _others_for(game: Game) -> Any:
    """Make the kernel in which rules of thumb choose for all seats but the learner's and its partner's."""
    choose, state_type, generator_type = find_basic(game), device_type(game.state), device_type(GENERATOR)

    @kernel
    def others(states: Any, seats: Any, mine: Any, teams: int, generators: Any, actions: Any) -> None:
        match = cuda.grid(1)
        if match < len(states):
            seat, own = seats[match], mine[match]
            if own != EVERY_SEAT and seat != own and not (teams > 0 and own >= 0 and seat % teams == own % teams):
                state = cuda.local.array(1, state_type)
                rng = cuda.local.array(1, generator_type)
                state[0] = states[match]
                rng[0] = generators[match]
                actions[match] = choose(state[0], seat, rng[0])
                generators[match] = rng[0]

    return others


@cuda.jit  # type: ignore[untyped-decorator]
def copy_matches(states: Any, words: Any, generators: Any, known: Any, seats: Any, masks: Any, rows: Any, mine: Any,
          their_states: Any, their_words: Any, their_generators: Any, their_known: Any, their_seats: Any,
          their_masks: Any, their_rows: Any, their_mine: Any, sources: Any) -> None:  # fmt: skip
    """Overwrite these matches with copies of other matches, including their cards and random generators."""
    match = cuda.grid(1)
    if match < len(sources):
        source = sources[match]
        states[match], generators[match] = their_states[source], their_generators[source]
        seats[match], mine[match] = their_seats[source], their_mine[source]
        for word in range(4):
            words[match, word] = their_words[source, word]
        for seat in range(known.shape[1]):
            known[match, seat] = their_known[source, seat]
        for action in range(masks.shape[1]):
            masks[match, action] = their_masks[source, action]
        for column in range(rows.shape[1]):
            rows[match, column] = their_rows[source, column]


class Matches:
    """Matches on the GPU, with all their arrays; each match restarts when it ends."""

    can_wait = True  # Whether matches can wait for each other after a round.

    def __init__(self, game: Game, players: int, count: int, seed: int) -> None:
        """Deal the matches."""
        self.game, self.players, self.count = game, players, count
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
        count, players, xp = self.count, self.players, arrays()
        start = self.game.new_state(players)
        words = np.array([np.frombuffer(match_words(seed, match), "<u8") for match in range(count)])
        generators = np.zeros(count, GENERATOR)
        generators["words"] = words ^ np.uint64(0x9E3779B97F4A7C15)
        self._grid = ((count + BLOCK - 1) // BLOCK, BLOCK)
        self._states = cuda.to_device(np.full(count, start, self.game.state))
        self._fresh = cuda.to_device(np.full(1, start, self.game.state))
        self._words, self._generators = cuda.to_device(words), cuda.to_device(generators)
        self._known = xp.zeros((count, players), np.int64)
        self.seats = xp.zeros(count, np.int64)  # The seat to act.
        self.masks = xp.zeros((count, self.actions), np.int8)  # Legal actions of the seat to act, a byte per action.
        self._rows = xp.zeros((count, self.size + WIDE), np.int8)  # Encodings may write beyond the end of a row.
        self.rows = self._rows[:, : self.size]  # The observation of the seat to act.
        self.gains = xp.zeros((count, players), np.float32)  # Each seat's points in a finished round, above the mean.
        # After a match, each seat's share of the victory above an equal share.
        self.results = xp.zeros((count, players), np.float32)
        self.ended = xp.zeros(count, np.int8)  # 1 if the match has ended.
        self.round_over = xp.zeros(count, np.int8)  # 1 if a round has ended.
        self.resting = xp.zeros(count, np.int8)  # 1 if the match waits for other matches to end their round.
        self.mine = xp.arange(count) % players  # The learner's seat, EVERY_SEAT or NO_SEAT.

    def step(self, actions: Any, *, hold: bool = False) -> None:
        """Act in every match. With `hold`, a match whose round ends pauses until `release` is called."""
        self._step_kernel[self._grid](
            self._states, self._fresh, self._words, self._known, self.seats, self.masks, self._rows, actions,
            self.gains, self.results, self.ended, self.round_over, self.resting, DEFAULT_MAX_ROUNDS, hold,
        )  # fmt: skip

    def release(self) -> None:
        """Let all resting matches continue."""
        self.resting[:] = 0

    def become(self, others: "Matches", sources: Any) -> None:
        """Replace the first matches with copies of the matches in `others` that `sources` lists; let the rest wait."""
        copy_matches[(len(sources) + BLOCK - 1) // BLOCK, BLOCK](
            self._states, self._words, self._generators, self._known, self.seats, self.masks, self._rows, self.mine,
            others._states, others._words, others._generators, others._known, others.seats, others.masks, others._rows,
            others.mine, sources,
        )  # fmt: skip
        self.resting[:] = 1
        self.resting[: len(sources)] = 0

    @property
    def learns(self) -> Any:
        """Whether the seat to act is the learner's or its partner's, for each match."""
        return learners(self.seats, self.mine, self.game.teams)

    def others(self, actions: Any) -> Any:
        """Replace the actions of all seats but the learner's and its partner's with choices of the rules of thumb."""
        self._others_kernel[self._grid](
            self._states, self.seats, self.mine, self.game.teams, self._generators, actions
        )  # fmt: skip
        return actions
