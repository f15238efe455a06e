"""Simulating many matches between bots, either fast with only the results, or with a record of each match."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from parlour.bots import bot_names, find_bot
from parlour.bots.basic import compiled_bots, find_basic, has_basic
from parlour.bots.levels import SLIPS
from parlour.engine.files import whole_file
from parlour.engine.rng import Rng, generator
from parlour.engine.rule import plain_calls
from parlour.engine.sets import each
from parlour.envs.cuda.device import check_device
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.game.texts import Refusal
from parlour.lab.statistics import Mean
from parlour.match.fair import bots_seed, seeded_key
from parlour.match.match import Match
from parlour.match.record import line
from parlour.match.walk import NO_END, Numbers, find_random, play_matches

CHUNK = 64  # The number of matches that a thread plays per call.
CHECKED_MATCHES = 3  # How many matches are played with checks before a simulation begins.
CHECKED_DECISIONS = 100  # How many decisions are checked in each checked match.
DEFAULT_MAX_ROUNDS = 200
MOST_ROUNDS = 1_000_000_000  # The number of rounds is stored in 32 bits.


@dataclass(frozen=True)
class Outcome:
    """The outcome of one simulated match."""

    winners: int  # A bit set of seats.
    rounds: int
    decisions: int
    cut_off: bool
    record: str | None = None  # A line of JSON, if records were requested.


@dataclass
class Summary:
    """The totals and means of a simulation."""

    game: Game
    players: int
    matches: int = 0
    cut_off: int = 0
    rounds: Mean = field(default_factory=Mean)
    decisions: Mean = field(default_factory=Mean)
    wins: list[float] = field(default_factory=list)  # Wins by seat; a shared victory is divided.

    def add(self, outcome: Outcome) -> None:
        """Add the outcome of a match."""
        self.matches += 1
        self.cut_off += outcome.cut_off
        self.rounds.add(outcome.rounds)
        self.decisions.add(outcome.decisions)
        winners = list(each(outcome.winners))
        for seat in winners:
            self.wins[seat] += 1 / len(winners)

    def add_many(self, winners: Numbers, rounds: Numbers, decisions: Numbers, over: Numbers) -> None:
        """Add many matches from arrays with an entry per match; `over` is 0 for matches that were cut off."""
        self.matches += len(rounds)
        self.cut_off += int((over == 0).sum())
        self.rounds.add_many(rounds)
        self.decisions.add_many(decisions)
        won = (winners[:, None] >> np.arange(self.players)) & 1
        shares = won / np.maximum(won.sum(1, keepdims=True), 1)
        self.wins = [before + float(more) for before, more in zip(self.wins, shares.sum(0), strict=True)]


@dataclass(frozen=True)
class SimulationPlan:
    """A simulation's game, players, options, bots and number of matches."""

    game: Game
    players: int
    options: Mapping[str, object]
    bots: list[str]
    matches: int
    seed: int
    max_rounds: int
    recorded: bool = False
    device: str = "cpu"


def plan(
    game: Game,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    bots: Sequence[str] = ("random",),
    matches: int = 1000,
    seed: int = 0,
    max_rounds: int = DEFAULT_MAX_ROUNDS,
    recorded: bool = False,
    device: str = "cpu",
) -> SimulationPlan:
    """Make a plan, and refuse invalid values before the first match."""
    seats = game.checked_players(players)
    game.new_state(seats, options)
    if matches < 1:
        raise ParlourError(f"games cannot be {matches}; expected 1 or more")
    if not 1 <= max_rounds <= MOST_ROUNDS:
        raise ParlourError(f"max_rounds cannot be {max_rounds}; expected 1 to {MOST_ROUNDS}")
    names = bot_names(bots, seats)
    _check_device(game, names, device, recorded=recorded)
    return SimulationPlan(game, seats, dict(options or {}), names, matches, seed, max_rounds, recorded, device)


def _check_device(game: Game, bots: list[str], device: str, *, recorded: bool) -> None:
    """Refuse a device that is missing, can't write records, or can't run these bots."""
    check_device(device)
    if device == "cpu":
        return
    if recorded:
        raise ParlourError("records cannot be written on the device cuda; expected the device cpu")
    from parlour.lab._on_gpu import check_bots  # loads CUDA

    check_bots(game, bots)


def _step_by_step(plan: SimulationPlan) -> bool:
    """Say whether matches must be played one decision at a time, for records or because a bot isn't compiled."""
    return plan.recorded or not set(plan.bots) <= compiled_bots(plan.game).keys()


def _play_chunk(plan: SimulationPlan, first: int, last: int) -> list[Outcome]:
    keys = [seeded_key(plan.seed, number) for number in range(first, last)]
    if _step_by_step(plan):
        return [_play_step_by_step(plan, key) for key in keys]
    return _play_compiled(plan, keys)


def _play_compiled(plan: SimulationPlan, keys: list[bytes]) -> list[Outcome]:
    """Play matches of compiled bots in one call."""
    game, slips = plan.game, [SLIPS[name] for name in plan.bots]
    start = game.new_state(plan.players, plan.options)
    states, decisions = play_matches(game, _chosen(plan), slips, start, keys, plan.max_rounds)
    return [
        Outcome(int(game.winners(state)), int(state.rounds), int(made), not game.over(state))
        for state, made in zip(states, decisions, strict=True)
    ]


def _chosen(plan: SimulationPlan) -> Callable[[State, int, Rng], int]:
    """Return the compiled rule that chooses for all seats: at random or by rules of thumb."""
    only_random = set(plan.bots) == {"random"}
    return find_random(plan.game) if only_random else find_basic(plan.game)


def _check_choices(plan: SimulationPlan) -> None:
    """Play the start of the first matches and check every choice, because compiled loops don't check them."""
    if set(plan.bots) == {"random"} or not has_basic(plan.game):
        return
    with plain_calls():  # Compiling would take longer than these few choices.
        for number in range(min(CHECKED_MATCHES, plan.matches)):
            key = seeded_key(plan.seed, number)
            match = Match(plan.game, plan.players, plan.options, key=key, limit=plan.max_rounds, telling=False)
            try:
                _play(plan, match, key, CHECKED_DECISIONS)
            except ParlourError:
                raise
            except Exception as error:  # Compiled code wouldn't notice an index that is out of range.
                raise ParlourError(
                    f"the rules of {plan.game.title} fail in a match of {', '.join(plan.bots)}: "
                    f"{type(error).__name__}: {error}; parlour check says more"
                ) from error


def _play(plan: SimulationPlan, match: Match, key: bytes, most: int = NO_END) -> int:
    """Let the bots play a match for at most `most` decisions; return how many decisions they made."""
    choosers = [find_bot(plan.game, name) for name in plan.bots]
    rng, decisions = generator(bots_seed(key)), 0
    for seat in match.turns():
        if decisions == most:
            break
        action = choosers[seat](plan.game.hidden(match.state, seat), seat, rng)
        try:
            match.act(seat, action)
        except Refusal as refusal:
            raise ParlourError(f"the bot {plan.bots[seat]} in seat {seat} chose action {action}: {refusal}") from None
        decisions += 1
    return decisions


def _play_step_by_step(plan: SimulationPlan, key: bytes) -> Outcome:
    """Play a match one decision at a time; compiled bots play the same match in one call."""
    names = [f"bot:{name}" for name in plan.bots]
    match = Match(plan.game, plan.players, plan.options, names, key, limit=plan.max_rounds, telling=False)
    decisions = _play(plan, match, key)
    winners = plan.game.winners(match.state)
    return Outcome(
        int(winners), match.rounds, decisions, match.cut_off, line(match.record()) if plan.recorded else None
    )


def outcomes(plan: SimulationPlan, threads: int | None = None) -> Iterator[Outcome]:
    """Play the matches on threads and yield their outcomes in order."""
    if not _step_by_step(plan):
        _check_choices(plan)
    # Records are made in plain Python, which only one thread can run at a time: more threads would make it slower.
    workers = 1 if plan.recorded else threads or os.cpu_count() or 1
    pool = ThreadPoolExecutor(workers)
    waiting: deque[Future[list[Outcome]]] = deque()
    try:
        for first in range(0, plan.matches, CHUNK):
            waiting.append(pool.submit(_play_chunk, plan, first, min(first + CHUNK, plan.matches)))
            if len(waiting) > 2 * workers:  # The queue is bounded, so memory use stays constant.
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)  # If interrupted, drop the matches that haven't begun.


def _simulate_on_gpu(plan: SimulationPlan, summary: Summary, step: Callable[[int], None]) -> None:
    """Play all matches on the GPU."""
    from parlour.lab._on_gpu import play  # loads CUDA

    _check_choices(plan)
    start = plan.game.new_state(plan.players, plan.options)
    for found in play(plan.game, _chosen(plan), plan.bots, start, plan.seed, plan.matches, plan.max_rounds):
        summary.add_many(found.winners, found.rounds, found.decisions, found.over)
        step(len(found.rounds))


def run(
    plan: SimulationPlan,
    threads: int | None = None,
    records: Path | None = None,
    step: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Play all matches of a plan; write their records to the file `records` if it's given.

    `step` is called with the number of matches played since its last call.
    """
    plan = replace(plan, recorded=records is not None)
    summary = Summary(plan.game, plan.players, wins=[0.0] * plan.players)
    if plan.device != "cpu":
        _simulate_on_gpu(plan, summary, step)
        return summary
    with whole_file(records) if records else nullcontext() as file:
        for outcome in outcomes(plan, threads):
            if file and outcome.record:
                file.write(outcome.record)
            summary.add(outcome)
            step(1)
    return summary


def simulate(
    game: Game,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    bots: Sequence[str] = ("random",),
    matches: int = 1000,
    seed: int = 0,
    max_rounds: int = DEFAULT_MAX_ROUNDS,
    *,
    device: str = "cpu",
    threads: int | None = None,
    records: Path | None = None,
) -> Summary:
    """Play many matches between bots and count wins; the seed alone determines the matches, not the number of threads.

    >>> simulate(load_game("./mygame.py"), players=4, matches=20000, seed=1).wins  # by seat
    [5039.5, 4971.0, 4919.5, 5070.0]
    """
    recorded = records is not None
    return run(plan(game, players, options, bots, matches, seed, max_rounds, recorded, device), threads, records)
