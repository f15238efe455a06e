"""Compile games in the background: worker processes write compiled code to disk, and this process loads it.

Until a game is compiled, its tables use plain rules (`rule.start_plain`). Games that people are playing are compiled
first, and the rules of all games before any game's search. The workers use all cores at low priority, and no table
ever waits for them.
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
STAGES = (RULES, SEARCH)  # The stages are compiled in this order.
NICENESS = 10
STOP_SECONDS = 10
NO_FOLDER = "compiled code cannot be written to the cache folder or to a temporary one"
NOTHING_KEPT = "the compiled code is not on disk"
Job = tuple[str, str]  # A job is a game's name and a stage to compile.
Swap = Callable[[], None]
log = logging.getLogger("parlour.club.compilation")


# --- what is compiled


def prepare(game: Game, stage: str) -> None:
    """Create, without compiling them, the functions of a stage whose compiled code is kept on disk."""
    if stage == SEARCH:
        search_loops(game)
        return
    find_basic(game)
    find_belief(game)
    judge(game)


def search_loops(game: Game) -> list[Callable[..., Any]]:
    """List a game's loops that take a long time to compile: the search, its nets and the proof of claimed tricks.

    A game whose rounds affect later rounds has no proof of claimed tricks.
    """
    return [weigher(game), *([answerer(game)] if has_net(game) else []), *([] if game.carries_over else [prover(game)])]


def compile_stage(name: str, stage: str) -> None:
    """Compile or load all code of a stage that a table needs, in a process that can wait for the compiler."""
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
    """Run the command `parlour compile GAME STAGE` in a worker process; GAME is a name or a path."""
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    compile_stage(load_game(reference).name, stage)


def worker_command(name: str, stage: str) -> list[str]:
    """Return the command that starts a worker process for a game and a stage."""
    return [*own_command(), "compile", reference_of(name), stage]


def own_command() -> list[str]:
    """Return the beginning of a Parlour command line: the program itself in a bundle, otherwise Python."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "parlour.cli"]


def on_disk(game: Game, stage: str) -> bool:
    """Say whether a stage of a game has been compiled, by this process or another one."""
    prepare(game, stage)
    return all(map(is_compiled, search_loops(game) if stage == SEARCH else [judge(game)]))


def reason(output: str) -> str:
    """Say in one line why a worker failed: what Numba refuses and where, or the last line of the worker's output."""
    for file, line, refused in compiler_places(output):
        return f"{file.name}, line {line}: {refused}"
    return " ".join([line.strip() for line in output.splitlines() if line.strip()][-1:])


# --- the background


class Compilation:
    """Compiles games in the background, and replaces plain rules with compiled rules while people play.

    `swap` receives a function that replaces the rules, and decides when to call it; a server calls it between actions.
    """

    def __init__(self, names: Iterable[str] = GAMES, swap: Callable[[Swap], object] = lambda change: change()) -> None:
        """List the jobs; without a compiler, the list is empty."""
        self.names, self.swap = list(names), swap
        self.done: set[Job] = set()
        self.failed: dict[Job, str] = {}  # The reason why each job failed.
        self._waiting: list[Job] = [] if PLAIN else [(name, stage) for stage in STAGES for name in self.names]
        if not PLAIN and FOLDER is None:
            complaint = NOT_KEPT_BECAUSE or NO_FOLDER
            log.error("games stay on plain rules: %s", complaint)
            self.failed, self._waiting = dict.fromkeys(self._waiting, complaint), []
        self._busy = 0  # The number of threads that are working on a job.
        self._workers: set[subprocess.Popen[bytes]] = set()
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()
        self._stopped = False

    @property
    def progress(self) -> float:
        """The share of the jobs that are finished, from 0 to 1."""
        jobs = len(self.names) * len(STAGES)
        return 1.0 if PLAIN or not jobs else round((len(self.done) + len(self.failed)) / jobs, 2)

    def can_think(self, name: str) -> bool:
        """Say whether the search of a game is compiled, so that its bots and hints can use it."""
        return (name, SEARCH) in self.done if not PLAIN else not MISSING

    def has_failed(self, name: str) -> bool:
        """Say whether a game keeps its plain rules because it could not be compiled; the log says why."""
        return any((name, stage) in self.failed for stage in STAGES)

    def want(self, name: str) -> None:
        """Compile this game next, because somebody is playing it: first its rules, then its search."""
        with self._changed:
            self._waiting.sort(key=lambda job: job[0] != name)

    def start(self) -> None:
        """Start a thread for each core; each thread runs one worker process at a time."""
        for number in range(os.cpu_count() or 1):
            self._threads.append(threading.Thread(target=self._run, name=f"parlour-compiler-{number}", daemon=True))
            self._threads[-1].start()

    def wait(self) -> None:
        """Wait until every job is done, has failed, or was cancelled."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._busy)

    def end_workers(self) -> None:
        """End the worker processes; the code that they have finished stays on disk."""
        with self._changed:
            self._stopped = True
            self._waiting.clear()
            for worker in self._workers:
                worker.terminate()

    def stop(self) -> None:
        """End the worker processes, and wait for the threads that started them."""
        self.end_workers()
        for thread in self._threads:  # A thread that is loading code must not outlive the interpreter.
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
        """Compile a stage in a worker process unless it is on disk already; return what went wrong, or ""."""
        if on_disk(find_game(name), stage):
            return ""
        worker = subprocess.Popen(
            worker_command(name, stage), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "PARLOUR_DEBUG": "1"},  # Makes the worker print a traceback, which `reason` reads.
            start_new_session=True,  # Ctrl-C doesn't reach the worker; this program ends its workers itself.
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
