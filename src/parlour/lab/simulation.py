"""Simulating many matches between bots, either fast with only the results, or with a record of each match."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots import bot_names, check_match, find_bot
from parlour.bots.basic import compiled_bots, find_basic, has_basic
from parlour.bots.levels import SLIPS
from parlour.engine.files import whole_bytes
from parlour.engine.rng import Rng, generator
from parlour.engine.rule import is_compiled, plain_calls
from parlour.engine.sets import count, each
from parlour.engine.threads import cores, in_order, uninterrupted
from parlour.envs.cuda.device import check_device
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.game.texts import Refusal
from parlour.lab.statistics import Mean
from parlour.match.fair import bots_seed, seeded_key
from parlour.match.match import Match
from parlour.match.record import line, with_events
from parlour.match.seeds import seeded_words
from parlour.match.totals import Totals
from parlour.match.transcript import FEW, Transcript, find_playing
from parlour.match.walk import NO_END, Outcomes, find_random, play_matches

LEAST_CHUNK, MOST_CHUNK, CHUNKS = 64, 4096, 256  # Matches per chunk, and the number of chunks aimed at.
MOST_RECORDED = 128  # Matches per chunk if they are recorded, because some chunks of records wait in memory.
CHECKED_MATCHES = 3  # How many matches are played with checks before a simulation begins.
CHECKED_DECISIONS = 100  # How many decisions are checked in each checked match.
DEFAULT_MAX_ROUNDS = 200
MOST_ROUNDS = 1_000_000_000  # The number of rounds is stored in 32 bits.


@dataclass(frozen=True)
class Chunk:
    """Some consecutive matches of a simulation."""

    outcomes: Outcomes
    records: bytes = b""  # lines of JSON, if requested


@dataclass
class Summary:
    """The totals and means of a simulation."""

    game: Game
    players: int
    wanted: int
    matches: int = 0
    cut_off: int = 0
    rounds: Mean = field(default_factory=Mean)
    decisions: Mean = field(default_factory=Mean)
    wins: list[float] = field(default_factory=list)  # Wins by seat; a shared victory is divided.

    @property
    def complete(self) -> bool:
        """Whether all matches have been played; Ctrl-C ends a simulation early."""
        return self.matches == self.wanted

    def add_totals(self, played: Totals) -> None:
        """Add matches whose outcomes are already added up."""
        self.matches += played.matches
        self.cut_off += played.matches - played.over
        self.rounds.add_sum(played.matches, played.rounds)
        self.decisions.add_sum(played.matches, played.decisions)
        for winners, number in enumerate(played.winners):
            for seat in each(winners):
                self.wins[seat] += number / count(winners)

    def add(self, played: Outcomes) -> None:
        """Add matches."""
        self.matches += len(played.rounds)
        self.cut_off += int((played.over == 0).sum())
        self.rounds.add_many(played.rounds)
        self.decisions.add_many(played.decisions)
        won = (played.winners[:, None] >> np.arange(self.players)) & 1
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
    start = game.new_state(seats, options)
    if matches < 1:
        raise ParlourError(f"games cannot be {matches}; expected 1 or more")
    if not 1 <= max_rounds <= MOST_ROUNDS:
        raise ParlourError(f"max_rounds cannot be {max_rounds}; expected 1 to {MOST_ROUNDS}")
    names = bot_names(bots, seats)
    check_match(game, names, start)
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
    """Return whether the bots or the records need Python, so that matches must be played one decision at a time."""
    if not set(plan.bots) <= compiled_bots(plan.game).keys():
        return True
    return plan.recorded and not (plan.game.writes_quickly and _worthwhile(plan))


def _worthwhile(plan: SimulationPlan) -> bool:
    """Return whether the loop that writes records is compiled, or worth compiling for this number of matches."""
    return plan.matches >= FEW or is_compiled(find_playing(plan.game, _chosen(plan)))


def _play_chunk(plan: SimulationPlan, numbers: range) -> Chunk:
    """Play the matches with these numbers."""
    if _step_by_step(plan):
        return _together([_play_step_by_step(plan, number) for number in numbers])
    start, slips = plan.game.new_state(plan.players, plan.options), [SLIPS[name] for name in plan.bots]
    keys = seeded_words(plan.seed, numbers)
    if plan.recorded:
        return _record_chunk(plan, numbers, start, keys, slips)
    return Chunk(play_matches(plan.game, _chosen(plan), slips, start, keys, plan.max_rounds)[1])


def _record_chunk(plan: SimulationPlan, numbers: range, start: State, keys: Any, slips: list[int]) -> Chunk:
    """Play matches of compiled bots and write their records."""
    transcript, match = Transcript(plan.game, _chosen(plan)), _match(plan, seeded_key(plan.seed, numbers.start))
    played: list[Chunk] = []
    for number, key in zip(numbers, keys, strict=True):
        written = transcript.write(start, key, plan.max_rounds, slips)
        if written is None:
            played.append(_play_step_by_step(plan, number))
            continue
        match.key = seeded_key(plan.seed, number)
        match.set_state(written.state)
        record = with_events(match.record(), written.events, written.number)
        played.append(Chunk(_outcome(match, written.decisions), record))
    return _together(played)


def _together(played: list[Chunk]) -> Chunk:
    columns = zip(*(vars(chunk.outcomes).values() for chunk in played), strict=True)
    return Chunk(Outcomes(*map(np.concatenate, columns)), b"".join(chunk.records for chunk in played))


def _outcome(match: Match, decisions: int) -> Outcomes:
    """Describe the outcome of one match."""
    winners, over = int(match.game.winners(match.state)), not match.cut_off
    return Outcomes(*(np.array([value], np.int64) for value in (winners, match.rounds, decisions, over)))


def _chosen(plan: SimulationPlan) -> Callable[[State, int, Rng], int]:
    """Return the compiled rule that chooses for all seats: at random or by rules of thumb."""
    only_random = set(plan.bots) == {"random"}
    return find_random(plan.game) if only_random else find_basic(plan.game)


def check_choices(plan: SimulationPlan) -> None:
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


def _match(plan: SimulationPlan, key: bytes) -> Match:
    names = [f"bot:{name}" for name in plan.bots]
    return Match(plan.game, plan.players, plan.options, names, key, limit=plan.max_rounds, telling=False)


def _play_step_by_step(plan: SimulationPlan, number: int) -> Chunk:
    """Play a match with any bots; compiled bots play the same match as in a compiled loop."""
    key = seeded_key(plan.seed, number)
    match = _match(plan, key)
    decisions = _play(plan, match, key)
    return Chunk(_outcome(match, decisions), line(match.record()).encode() if plan.recorded else b"")


def chunks(plan: SimulationPlan, threads: int | None = None) -> Iterator[Chunk]:
    """Play the matches and yield them in order, in chunks that are the same for any number of threads."""
    compiled = not _step_by_step(plan)
    if compiled:
        check_choices(plan)
    # Without compiled loops, recording is plain Python, in which threads would only slow each other down.
    alone = plan.recorded and not compiled and set(plan.bots) <= compiled_bots(plan.game).keys()
    workers = 1 if alone else threads or cores()
    most = MOST_RECORDED if plan.recorded else MOST_CHUNK
    size = min(most, max(LEAST_CHUNK, plan.matches // CHUNKS)) if compiled else 1
    numbers = (range(first, min(first + size, plan.matches)) for first in range(0, plan.matches, size))
    return in_order(partial(_play_chunk, plan), numbers, workers)


def _simulate_on_gpu(plan: SimulationPlan, summary: Summary, step: Callable[[int], None]) -> None:
    """Play all matches on the GPU."""
    from parlour.lab._on_gpu import play  # loads CUDA

    check_choices(plan)
    start = plan.game.new_state(plan.players, plan.options)
    for found in play(plan.game, _chosen(plan), plan.bots, start, plan.seed, plan.matches, plan.max_rounds):
        before = summary.matches
        summary.add_totals(found) if isinstance(found, Totals) else summary.add(found)
        step(summary.matches - before)


def run(
    plan: SimulationPlan,
    threads: int | None = None,
    records: Path | None = None,
    step: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Play all matches of a plan; write their records to the file `records` if it's given.

    `step` gets the number of matches played since its last call. Ctrl-C ends the simulation: the summary and the file
    have the matches played so far.
    """
    plan = replace(plan, recorded=records is not None)
    summary = Summary(plan.game, plan.players, plan.matches, wins=[0.0] * plan.players)
    with whole_bytes(records) if records else nullcontext() as file, suppress(KeyboardInterrupt):
        if plan.device != "cpu":
            _simulate_on_gpu(plan, summary, step)
            return summary
        for chunk in chunks(plan, threads):
            with uninterrupted():
                if file:
                    file.write(chunk.records)
                summary.add(chunk.outcomes)
            step(len(chunk.outcomes.rounds))
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
