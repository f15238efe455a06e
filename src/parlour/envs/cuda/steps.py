"""The kernels of a step: one checks the actions, one acts in every match, and one deals in the matches that are due."""

from functools import cache
from typing import Any

import numpy as np

from parlour.engine.sets import lowest
from parlour.envs.cuda.rules import cuda, device_piece, kernel, shared_kernel
from parlour.envs.cuda.shown import BLOCK, shown_for
from parlour.envs.loops import NOBODY, RESTART, RUNNING, chance_for, has_ended_for, restart_for, reward_for
from parlour.game.game import Game

WRONG, DUE = range(2)  # What `notes` contains: one illegal action, and how many matches are due for a deal or an end.


@kernel
def find_wrong(masks: Any, actions: Any, notes: Any) -> None:
    """Record the first match whose action is illegal, counted from the last match; 0 stands for no such match."""
    match = cuda.grid(1)
    if match == 0:
        notes[DUE] = 0
    if match < len(actions):
        action = actions[match]
        if action < 0 or action >= masks.shape[1] or masks[match, action] == 0:
            cuda.atomic.max(notes, WRONG, len(actions) - match)


def _move_for(game: Game) -> Any:
    """Make the function that acts in a match; it returns the next seat, or NOBODY before a deal and after an end."""
    actors, apply = game.actors, game.apply
    reward, has_ended = reward_for(game, device_piece), has_ended_for(game, device_piece)

    @device_piece
    def move(state: Any, known: Any, seat: int, plan: Any, decisions: Any, action: int, rewards: Any, ended: Any,
             match: int) -> int:  # fmt: skip
        for side in range(rewards.shape[1]):
            rewards[match, side] = 0.0
        rounds = state.rounds
        apply(state, seat, action)
        decisions[match] += 1
        if state.rounds != rounds:
            reward(state, rewards, known, match, plan)
        ended[match] = has_ended(state, decisions[match], plan)
        acting = actors(state) if ended[match] == RUNNING else 0
        return lowest(acting) if acting != 0 else NOBODY

    return move


@cache
def find_step(game: Game, players: int, observing: bool) -> Any:
    """Make the kernel that acts in every match, and writes the next seat's observation and mask.

    It leaves matches that are due for a deal or have ended to the other kernel, in which all threads deal.
    """
    shown, move = shown_for(game, players, observing=observing), _move_for(game)
    fetch, store, show, write = shown.fetch, shown.store, shown.show, shown.write
    state_type, row_bytes, room_words = shown.state_type, shown.row_bytes, shown.room_words

    @shared_kernel
    def step(states: Any, known: Any, seats: Any, masks: Any, plans: Any, decisions: Any, actions: Any, rewards: Any,
             ended: Any, rows: Any, due: Any, notes: Any) -> None:  # fmt: skip
        boards = cuda.shared.array(BLOCK, state_type)
        room = cuda.shared.array(room_words, np.uint32)
        room_bytes, flat = room.view(np.int8), boards.view(np.uint64)
        thread, match, first = cuda.threadIdx.x, cuda.grid(1), cuda.blockIdx.x * BLOCK
        if notes[WRONG] == 0:
            fetch(flat, states, first)
            seat = NOBODY
            if match < len(actions):
                seat = move(
                    boards[thread], known, seats[match], plans[0], decisions, actions[match], rewards, ended, match
                )
                seats[match] = seat
                if seat == NOBODY:
                    due[cuda.atomic.add(notes, DUE, 1)] = match
            store(flat, states, first)
            if seat != NOBODY:
                show(boards[thread], seat, room_bytes, thread)
            cuda.syncthreads()
            for one in range(BLOCK):
                write((room_bytes, room), one * row_bytes, rows, masks, first + one)

    return step


def _go_on_for(game: Game, words: int, copy: Any) -> Any:
    """Make the function that keeps a match's end, restarts it if the plan says so, and deals."""
    actors, chance, restart = game.actors, chance_for(game, device_piece), restart_for(game, device_piece)

    @device_piece
    def go_on(state: Any, flat: Any, at: int, rng: Any, fresh: Any, random: Any, known: Any, plan: Any, decisions: Any,
              ended: Any, finals: Any, match: int) -> int:  # fmt: skip
        end = ended[match]
        if end == RESTART:
            ended[match] = RUNNING
        elif end != RUNNING:
            copy(finals, match * words, flat, at)
        if end == RESTART or (end != RUNNING and plan.restart):
            copy(flat, at, fresh, 0)
            restart(state, known, match)
            decisions[match], end = 0, RUNNING
        if end != RUNNING:
            return NOBODY
        acting = actors(state)
        return lowest(acting if acting != 0 else chance(state, rng, random, match))

    return go_on


@cache
def find_deal(game: Game, players: int, observing: bool) -> Any:
    """Make the kernel that deals in the matches that are due, and writes their observations and masks."""
    shown = shown_for(game, players, observing=observing)
    show, write, words = shown.show, shown.write, shown.words
    state_type, row_bytes, room_words = shown.state_type, shown.row_bytes, shown.room_words
    generator_type, go_on = shown.generator_type, _go_on_for(game, shown.words, shown.copy)

    @shared_kernel
    def deal(states: Any, fresh: Any, random: Any, known: Any, seats: Any, masks: Any, plans: Any, decisions: Any,
             ended: Any, finals: Any, rows: Any, due: Any, notes: Any) -> None:  # fmt: skip
        boards = cuda.shared.array(BLOCK, state_type)
        room = cuda.shared.array(room_words, np.uint32)
        tools = cuda.local.array(1, generator_type)
        room_bytes, flat = room.view(np.int8), boards.view(np.uint64)
        thread = cuda.threadIdx.x
        for begin in range(cuda.blockIdx.x * BLOCK, notes[DUE], cuda.gridDim.x * BLOCK):
            here = min(BLOCK, notes[DUE] - begin)
            for one in range(here):
                for word in range(thread, words, BLOCK):
                    flat[one * words + word] = states[due[begin + one] * words + word]
            cuda.syncthreads()
            seat = NOBODY
            if thread < here:
                match = due[begin + thread]
                seat = go_on(boards[thread], flat, thread * words, tools[0], fresh, random, known, plans[0], decisions,
                             ended, finals, match)  # fmt: skip
                seats[match] = seat
            cuda.syncthreads()
            for one in range(here):
                for word in range(thread, words, BLOCK):
                    states[due[begin + one] * words + word] = flat[one * words + word]
            cuda.syncthreads()
            if thread < here:
                show(boards[thread], seat, room_bytes, thread)
            cuda.syncthreads()
            for one in range(here):
                write((room_bytes, room), one * row_bytes, rows, masks, due[begin + one])
            cuda.syncthreads()

    return deal
