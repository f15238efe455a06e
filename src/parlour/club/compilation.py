"""Compiling games in the background: other processes write compiled code to disk, and this one loads it.

Until then tables use plain rules (`rule.start_plain`). Games that somebody plays are compiled first, the rules of all
games before any search. All cores are used at low priority, and nothing ever waits for the compiler.
"""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from parlour.bots.basic import find_basic, find_belief
from parlour.bots.claim import own_moves, prover
from parlour.bots.nets.net import new_net
from parlour.bots.nets.player import NetPlayer, answerer, has_net
from parlour.bots.rollout import weigher
from parlour.bots.search import Budget, Search
from parlour.engine.rng import generator
from parlour.engine.rule import FOLDER, MISSING, NOT_KEPT_BECAUSE, PLAIN, is_compiled, load_cached, use_compiled
from parlour.envs.encoding import find_encoding
from parlour.game.game import Game
from parlour.game.problems import compiler_places
from parlour.games import GAMES, find_game, load_game, reference_of
from parlour.match.fair import new_key, seeded_key
from parlour.match.match import Match
from parlour.match.undo import judge, reveals
from parlour.match.walk import warm_rules

RULES, SEARCH = "rules", "search"
STAGES = (RULES, SEARCH)  # in this order
NICENESS = 10
STOP_SECONDS = 10
NO_FOLDER = "compiled code cannot be written to the cache folder or to a temporary one"
NOTHING_KEPT = "the compiled code is not on disk"
Job = tuple[str, str]  # a game's name and a stage
Swap = Callable[[], None]
log = logging.getLogger("parlour.club.compilation")


# --- what is compiled


def prepare(game: Game, stage: str) -> None:
    """Make the functions of a stage whose compiled code is kept on disk, without compiling them."""
    if stage == SEARCH:
        search_loops(game)
        return
    find_basic(game)
    find_belief(game)
    judge(game)


def search_loops(game: Game) -> list[Callable[..., Any]]:
    """List the loops of a game that take long to compile: the search, its nets and the proof of claims.

    A game whose rounds affect later ones has no claims.
    """
    return [weigher(game), *([answerer(game)] if has_net(game) else []), *([] if game.carries_over else [prover(game)])]


def compile_stage(name: str, stage: str) -> None:
    """Compile, or load, all that a table needs for a stage, in a process that can wait for the compiler."""
    game, rng = find_game(name), generator(new_key())
    prepare(game, stage)
    match = Match(game, key=seeded_key(0, 0))
    match.advance()
    seat = match.actors[0]
    hidden = game.hidden(match.state, seat)
    if stage == SEARCH:
        Search(game, Budget(worlds=2)).weigh(hidden, seat, rng)
        own_moves(game, hidden, seat)
        if has_net(game):
            size = find_encoding(game).size(match.players)
            NetPlayer(game, match.players, new_net(size, game.actions, 1, 1, 0)).choose(hidden, seat, rng)
        return
    warm_rules(game)
    find_basic(game)(hidden, seat, rng)
    reveals(game, hidden, seat, match.legal(seat)[0])


def worker(reference: str, stage: str) -> None:
    """Do the work of one process: `parlour compile GAME STAGE`, where GAME is a name or a path."""
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    compile_stage(load_game(reference).name, stage)


def worker_command(name: str, stage: str) -> list[str]:
    """Return the command that starts a worker."""
    return [*own_command(), "compile", reference_of(name), stage]


def own_command() -> list[str]:
    """Return the start of a Parlour command line: in a bundle the program itself, otherwise Python."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "parlour.cli"]


def on_disk(game: Game, stage: str) -> bool:
    """Return whether a stage has been compiled, in this or another process."""
    prepare(game, stage)
    return all(map(is_compiled, search_loops(game) if stage == SEARCH else [judge(game)]))


def reason(output: str) -> str:
    """Say in one line why a worker failed: what Numba refuses and where, or else the last line of its output."""
    for file, line, refused in compiler_places(output):
        return f"{file.name}, line {line}: {refused}"
    return " ".join([line.strip() for line in output.splitlines() if line.strip()][-1:])


# --- the background


class Compilation:
    """A background compiler of games; compiled rules replace plain ones while games are played.

    `swap` decides when they do: it gets a function that replaces them. A server calls that function between moves.
    """

    def __init__(self, names: Iterable[str] = GAMES, swap: Callable[[Swap], object] = lambda change: change()) -> None:
        """List what is to be compiled: nothing if there is no compiler."""
        self.names, self.swap = list(names), swap
        self.done: set[Job] = set()
        self.failed: dict[Job, str] = {}  # the reasons
        self._waiting: list[Job] = [] if PLAIN else [(name, stage) for stage in STAGES for name in self.names]
        if not PLAIN and FOLDER is None:
            complaint = NOT_KEPT_BECAUSE or NO_FOLDER
            log.error("games stay on plain rules: %s", complaint)
            self.failed, self._waiting = dict.fromkeys(self._waiting, complaint), []
        self._busy = 0  # the number of working threads
        self._workers: set[subprocess.Popen[bytes]] = set()
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()
        self._stopped = False

    @property
    def progress(self) -> float:
        """The share of the work that is done."""
        jobs = len(self.names) * len(STAGES)
        return 1.0 if PLAIN or not jobs else round((len(self.done) + len(self.failed)) / jobs, 2)

    def can_think(self, name: str) -> bool:
        """Return whether a game's bots and hints can search yet."""
        return (name, SEARCH) in self.done if not PLAIN else not MISSING

    def has_failed(self, name: str) -> bool:
        """Return whether a game stays on plain rules because it could not be compiled; the log says why."""
        return any((name, stage) in self.failed for stage in STAGES)

    def want(self, name: str) -> None:
        """Compile this game next, because somebody plays it: its rules, then its search."""
        with self._changed:
            self._waiting.sort(key=lambda job: job[0] != name)

    def start(self) -> None:
        """Start a thread for each core, each with one worker process at a time."""
        for number in range(os.cpu_count() or 1):
            self._threads.append(threading.Thread(target=self._run, name=f"parlour-compiler-{number}", daemon=True))
            self._threads[-1].start()

    def wait(self) -> None:
        """Wait until everything is compiled, has failed, or was stopped."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._busy)

    def end_workers(self) -> None:
        """End the workers; what they have finished stays on disk."""
        with self._changed:
            self._stopped = True
            self._waiting.clear()
            for worker in self._workers:
                worker.terminate()

    def stop(self) -> None:
        """End the workers, and wait for the threads that started them."""
        self.end_workers()
        for thread in self._threads:  # one that still loads code must not outlive the interpreter
            thread.join(STOP_SECONDS)

    def _run(self) -> None:
        while job := self._next():
            try:
                complaint = self._compile(*job)
                if not self._stopped:
                    self._finish(job, complaint)
            finally:
                with self._changed:
                    self._busy -= 1
                    self._changed.notify_all()

    def _next(self) -> Job | None:
        with self._changed:
            self._busy += bool(self._waiting)
            return self._waiting.pop(0) if self._waiting else None

    def _compile(self, name: str, stage: str) -> str:
        """Compile in another process unless it has been done; return what went wrong, or nothing."""
        if on_disk(find_game(name), stage):
            return ""
        worker = subprocess.Popen(
            worker_command(name, stage), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "PARLOUR_DEBUG": "1"},  # `reason` reads the traceback
            start_new_session=True,  # ^C is for the program, which ends its workers itself
        )  # fmt: skip
        with self._changed:
            self._workers.add(worker)
            if self._stopped:
                worker.terminate()
        _, output = worker.communicate()
        with self._changed:
            self._workers.discard(worker)
        if worker.returncode:
            return reason(output.decode(errors="replace")) or f"status {worker.returncode}"
        return "" if on_disk(find_game(name), stage) else reason(output.decode(errors="replace")) or NOTHING_KEPT

    def _finish(self, job: Job, complaint: str) -> None:
        if complaint:
            self.failed[job] = complaint
            log.error("%s (%s) could not be compiled and stays on plain rules: %s", *job, complaint)
            return
        prepare(find_game(job[0]), job[1])
        loaded = load_cached()

        def change() -> None:
            use_compiled(loaded)
            self.done.add(job)

        self.swap(change)
