"""Compiling the games: in a process beside the server, which answers meanwhile."""

import gc
import logging
import random
import subprocess
import sys
import threading
from typing import Literal

from parlour.bots import find_bot
from parlour.bots.search import Budget, Search
from parlour.errors import ParlourError
from parlour.fair import new_key, seeded_key
from parlour.game import SPECTATOR
from parlour.games import GAMES, find_game
from parlour.match import Match
from parlour.playout import warm_rules
from parlour.rng import generator
from parlour.rule import PLAIN, cache_folder, keep
from parlour.undo import reveals
from parlour.web.refusals import TableRefusal

State = Literal["waiting", "compiling", "ready", "failed"]
RECIPE = 3  # to be changed together with what `compile_game` compiles
LOOKS = 300  # events of the match that is played to compile what views call
log = logging.getLogger("parlour.web")


class Compilation:
    """Which games are compiled, and the compiling of the others."""

    def __init__(self) -> None:
        """With no game compiled; plain rules need no compiler."""
        self.games: dict[str, State] = dict.fromkeys(GAMES, "ready" if PLAIN else "waiting")
        self._wanted = list(GAMES)
        self._stopped = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def progress(self) -> float:
        """How much is done, from 0 to 1."""
        done = sum({"ready": 2, "failed": 2, "compiling": 1}.get(state, 0) for state in self.games.values())
        return round(done / (2 * len(self.games)), 2)

    def check(self, name: str) -> None:
        """Refuse a game that is not ready, and compile it next."""
        if name not in self.games:
            raise TableRefusal("unknown_game", f"There is no game {name!r}; expected one of {', '.join(GAMES)}.")
        state = self.games[name]
        if state == "failed":
            raise TableRefusal("failed", f"The rules of {name} could not be compiled; see the server's log.")
        if state != "ready":
            if name in self._wanted:
                self._wanted.remove(name)
                self._wanted.insert(0, name)
            raise TableRefusal("compiling", f"The rules of {name} are being compiled; try again in a few seconds.")

    def start(self) -> None:
        """Compile in the background, one game after another."""
        if not PLAIN:
            threading.Thread(target=self._run, name="parlour-compiler", daemon=True).start()

    def stop(self) -> None:
        """Stop: the server closes."""
        self._stopped.set()
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def _run(self) -> None:
        while self._wanted and not self._stopped.is_set():
            name = self._wanted.pop(0)
            self.games[name] = "compiling"
            try:
                self._compile_beside(name)
                if not self._stopped.is_set():
                    compile_game(name)
                    settle()
                    self.games[name] = "ready"
            except Exception as error:  # the other games can still be played
                self.games[name] = "failed"
                log.error("the rules of %s could not be compiled: %s", name, error)

    def _compile_beside(self, name: str) -> None:
        """Compile in another process, so that the event loop never waits for the compiler's lock."""
        folder = cache_folder()
        if folder is None:
            return  # there is no disk cache: the game has to be compiled in this process
        mark = folder / f"served-{name}-{RECIPE}"
        if mark.exists():
            return
        program = "import sys; from parlour.web.compilation import compile_game; compile_game(sys.argv[1])"
        self._process = subprocess.Popen([sys.executable, "-c", program, name], stderr=subprocess.PIPE)
        _, complaint = self._process.communicate()
        if self._process.returncode and not self._stopped.is_set():
            last = complaint.decode(errors="replace").strip().splitlines()[-1:]
            raise ParlourError(" ".join(last))
        if not self._stopped.is_set():
            mark.touch()


def compile_game(name: str) -> None:
    """Compile, or load, everything of a game that a table needs."""
    game, rng = find_game(name), generator(new_key())
    _keep_helpers()
    warm_rules(game)
    match = Match(game, key=seeded_key(0, 0))
    match.advance()
    seat = match.actors[0]
    hidden = game.hidden(match.state, seat)
    find_bot(game, "medium")(hidden, seat, rng)
    Search(game, Budget(worlds=2)).weigh(hidden, seat, rng)
    reveals(game, hidden, seat, match.legal(seat)[0])
    _play_some(match)


def settle() -> None:
    """Exempt all present objects from garbage collection: a full collection would stall every table."""
    gc.collect()
    gc.freeze()


def _keep_helpers() -> None:
    """Cache on disk the rules that only views and stories call: otherwise each start would compile them again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("parlour.games."):
            for function in list(vars(module).values()):
                if hasattr(function, "enable_caching"):
                    keep(function)


def _play_some(match: Match) -> None:
    """Make the views of every seat in every phase, so that no table waits for the compiler later."""
    chooser = random.Random(0)
    for _ in range(LOOKS):
        for onlooker in range(SPECTATOR, match.players):
            match.view(onlooker)
        if match.over:
            return
        seat = chooser.choice(match.actors)
        match.act(seat, chooser.choice(match.legal(seat)))
        match.advance()
