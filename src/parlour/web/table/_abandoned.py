"""Abandoned matches: each counts once as a loss for the people who abandoned it."""

import asyncio
from collections.abc import Awaitable, Callable

from parlour.games import GAMES
from parlour.web.people.ratings import load_model
from parlour.web.people.results import store_losses, store_unrated
from parlour.web.refusals import TableRefusal
from parlour.web.store.rated_matches import abandoned, put_off
from parlour.web.store.store import Store
from parlour.web.table._results import abandoners, is_rated
from parlour.web.table.live import LiveTable

MOST_COUNTED = 100  # most abandoned matches that one run counts


async def count_abandoned(store: Store, load: Callable[[str], Awaitable[LiveTable]]) -> None:
    """Count the losses of people who have abandoned matches; the upkeep deletes such a match only afterwards.

    `load` loads a table, and stores the results of a match that is over. A match that can't be counted is tried again
    a day later.
    """
    names = await store.read(lambda connection: abandoned(connection, MOST_COUNTED))
    if names:
        await asyncio.to_thread(load_model)  # load the model here, not in the thread that stores moves
    for name in names:
        try:
            await _count(store, name, load)
        finally:
            await _put_off(store, name)


async def _put_off(store: Store, name: str) -> None:
    await store.writer.change(lambda connection: put_off(connection, name))


async def _count(store: Store, name: str, load: Callable[[str], Awaitable[LiveTable]]) -> None:
    """Count one match. A table that nobody can play at any more is no loss for anybody."""
    try:
        found = await store.find_table(name)
        if found is None:
            return
        if found[0].game not in GAMES:
            await store_unrated(store, name)
            return
        rows = await store.events_after(name, 0)
        table = (await asyncio.to_thread(LiveTable.rebuilt, *found, rows)).table
        if table.over:
            await load(name)  # a server died before it could store the results
            return
    except TableRefusal as refusal:
        if refusal.kind != "set_aside":
            raise
        await store_unrated(store, name)
        return
    losers = abandoners(table) if is_rated(table) else []
    await store_losses(store, name, table.game, rows[-1]["number"] if rows else 0, losers)
