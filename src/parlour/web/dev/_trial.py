"""Trying a game that was just saved, before it comes to the table: load it, deal, look, replay the match."""

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

TRIAL_SECONDS = 10.0  # after which a game that is still tried is said to hang
EXPECTED = {  # of the code that each step runs
    "loading": "a file that makes a GAME and ends",
    "dealing": "rules that come to an end",
    "showing": "a view, names of actions and rules that come to an end",
    "replaying": "rules that come to an end in the match that is played",
}


class Steps:
    """The steps of a trial as they begin, each told to `parlour dev`, so that it knows which one hangs."""

    def __init__(self, channel: Channel | None = None) -> None:
        """Nothing is tried yet."""
        self.channel, self.now = channel, "loading"

    def begin(self, name: str) -> None:
        """The next step begins."""
        self.now = name
        if self.channel:
            self.channel.report(Step(name))


def tried(order: Load, channel: Channel | None = None) -> tuple[Game | None, Loaded]:
    """The game of a path, if it loads and its rules do not fail in the first deal, nor in the match that is played.

    While it is tried, `channel` is told the steps and, if one of them does not come to an end, where it hangs.
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
    """What to say of a step that does not come to an end, at the line of the game where the thread is now."""
    reason = still(step)
    moment: Moment = "loading" if step == "loading" else "playing"
    frames = traceback.extract_stack(sys._current_frames().get(thread))
    own = [frame for frame in frames if is_own(frame.filename, home_of(Path(path)))]
    return at_line(moment, reason, own[-1].filename, own[-1].lineno or 0) if own else Problem(moment, reason, path)


def still(step: str) -> str:
    """The reason to give up a step."""
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
    except (Exception, SystemExit) as error:  # the file of a designer may fail in any way
        moment: Moment = "loading" if game is None else "playing"
        problem = problem_of(error, home_of(path), moment) or Problem(moment, reason_of(error), order.path)
    return game if problem is None else None, Loaded(_files(home_of(path)), problem, unfit)


def _deal(game: Game, order: Load, steps: Steps) -> str:
    """Deal, and look at the table from every seat; what is wrong with the players or options asked for."""
    players, options, unfit = fitting(game, order.players, order.options)
    steps.begin("dealing")
    match = Match(game, players, options)
    match.advance()
    steps.begin("showing")
    _look(match)
    rules_of(game.name)
    return unfit


def _look(match: Match) -> None:
    """Make all that a page needs to show a match."""
    for view in match.views([*range(match.players), SPECTATOR]).values():
        encode(view)
    for seat in match.actors:
        for action in each(match.game.legal(match.state, seat)):
            match.game.action_name(match.state, seat, action)


async def _replay(game: Game, order: Load) -> None:
    """Replay the present match; that its events do not fit is no failure of the rules."""
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
    """The files of all modules that the game has loaded from its folder."""
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return sorted({file for file in files if file and is_own(file, home)})
