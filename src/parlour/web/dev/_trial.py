"""Try a saved game before it is played: load it, deal, build every seat's view, and replay the current match."""

import asyncio
import sys
import threading
import traceback
from pathlib import Path

from parlour.engine.sets import each
from parlour.game.game import SPECTATOR, Game
from parlour.game.problems import Moment, Problem, at_line, home_of, is_own, problem_of, reason_of
from parlour.games import load_game
from parlour.match.match import Match
from parlour.web.dev._channel import Channel, Hanging, Load, Loaded, Step
from parlour.web.dev._workshop import fitting, misfit
from parlour.web.page.rules import rules_of
from parlour.web.refusals import TableRefusal
from parlour.web.store.store import Store
from parlour.web.table.live import LiveTable
from parlour.web.wire.frames import encode

TRIAL_SECONDS = 10.0  # a trial that takes longer counts as hanging
EXPECTED = {  # for each step, what the game's code should have provided
    "loading": "a file that creates a GAME and does not hang",
    "dealing": "rules that deal without hanging",
    "showing": "rules that build every view without hanging",
    "replaying": "rules that replay the current match without hanging",
}


class Steps:
    """The steps of a trial, each reported to `parlour dev` as it begins, so that it knows which step hangs."""

    def __init__(self, channel: Channel | None = None) -> None:
        """Begin with the step that loads the game."""
        self.channel, self.now = channel, "loading"

    def begin(self, name: str) -> None:
        """Begin the step of this name, and report it."""
        self.now = name
        if self.channel:
            self.channel.report(Step(name))


def tried(order: Load, channel: Channel | None = None) -> tuple[Game | None, Loaded]:
    """Load a game; return it if its rules work both in a first deal and in the current match.

    `channel` receives a report about each step and, if a step does not end, about where it hangs.
    """
    steps, main = Steps(channel), threading.get_ident()
    if channel is None:
        return _tried(order, steps)
    watchman = threading.Timer(TRIAL_SECONDS, lambda: channel.report(Hanging(hanging(order.path, steps.now, main))))
    watchman.daemon = True
    watchman.start()
    try:
        return _tried(order, steps)
    finally:
        watchman.cancel()


def hanging(path: str, step: str, thread: int) -> Problem:
    """Describe a step that does not end, with the line of the game where the thread is now."""
    reason = still(step)
    moment: Moment = "loading" if step == "loading" else "playing"
    frames = traceback.extract_stack(sys._current_frames().get(thread))
    own = [frame for frame in frames if is_own(frame.filename, home_of(Path(path)))]
    return at_line(moment, reason, own[-1].filename, own[-1].lineno or 0) if own else Problem(moment, reason, path)


def still(step: str) -> str:
    """Say why a trial that hangs in this step is given up."""
    return f"still {step} after {TRIAL_SECONDS:g} s; expected {EXPECTED[step]}"


def _tried(order: Load, steps: Steps) -> tuple[Game | None, Loaded]:
    path = Path(order.path)
    game: Game | None = None
    unfit = ""
    problem = None
    steps.begin("loading")
    try:
        game = load_game(order.path)
        unfit = _deal(game, order, steps)
        steps.begin("replaying")
        asyncio.run(_replay(game, order))
    except (Exception, SystemExit) as error:  # a designer's file may fail in any way
        moment: Moment = "loading" if game is None else "playing"
        problem = problem_of(error, home_of(path), moment) or Problem(moment, reason_of(error), order.path)
    return game if problem is None else None, Loaded(_files(home_of(path)), problem, unfit)


def _deal(game: Game, order: Load, steps: Steps) -> str:
    """Deal, and build every seat's view; return why the requested players or options can't be used, or nothing."""
    players, options, unfit = fitting(game, order.players, order.options)
    steps.begin("dealing")
    match = Match(game, players, options)
    match.advance()
    steps.begin("showing")
    _look(match)
    rules_of(game.name)
    return unfit


def _look(match: Match) -> None:
    """Build everything that a page needs to show a match."""
    for view in match.views([*range(match.players), SPECTATOR]).values():
        encode(view)
    for seat in match.actors:
        for action in each(match.game.legal(match.state, seat)):
            match.game.action_name(match.state, seat, action)


async def _replay(game: Game, order: Load) -> None:
    """Replay the current match under the new rules; events that no longer fit don't count as a failure."""
    if not order.table:
        return
    store = Store(order.database)
    try:
        found, rows = await store.find_table(order.table), await store.events_after(order.table, 0)
    finally:
        store.close()
    if found is None:
        return
    facts, places = found
    facts.options = fitting(game, order.players, order.options)[1]
    try:
        live = LiveTable.rebuilt(facts, places, rows)
        if live.table.match is not None:
            _look(live.table.match)
    except TableRefusal as refusal:
        if misfit(refusal) is None and refusal.__context__ is not None:
            raise refusal.__context__ from None


def _files(home: Path) -> list[str]:
    """List the files of all modules that the game has loaded from its folder."""
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return sorted({file for file in files if file and is_own(file, home)})
