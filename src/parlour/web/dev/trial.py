"""Trying a game that was just saved, before it comes to the table: load it, deal, look, replay the match."""

import asyncio
import sys
from pathlib import Path

from parlour.cards import each
from parlour.game import SPECTATOR, Game
from parlour.games import load_game
from parlour.match import Match
from parlour.web.dev.channel import Load, Loaded
from parlour.web.dev.problems import Moment, Problem, home_of, is_own, problem_of, reason_of
from parlour.web.dev.workshop import fitting, misfit
from parlour.web.pages.rules import rules_of
from parlour.web.refusals import TableRefusal
from parlour.web.storage.store import Store
from parlour.web.tables.live import LiveTable
from parlour.web.wire.frames import encode


def tried(order: Load) -> tuple[Game | None, Loaded]:
    """The game of a path, if it loads and its rules do not fail in the first deal, nor in the match that is played."""
    path = Path(order.path)
    game: Game | None = None
    moment: Moment = "loading"
    unfit = ""
    problem = None
    try:
        game = load_game(order.path)
        moment = "playing"
        unfit = _deal(game, order)
        asyncio.run(_replay(game, order))
    except (Exception, SystemExit) as error:  # the file of a designer may fail in any way
        problem = problem_of(error, home_of(path), moment) or Problem(moment, reason_of(error), order.path)
    return game if problem is None else None, Loaded(_files(home_of(path)), problem, unfit)


def _deal(game: Game, order: Load) -> str:
    """Deal, and look at the table from every seat; what is wrong with the players or options asked for."""
    players, options, unfit = fitting(game, order.players, order.options)
    match = Match(game, players, options)
    match.advance()
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
