"""The list of tables that servers have set aside, through which an operator has them loaded again.

Each server keeps a row for each table that it has set aside, and renews it as long as it runs; rows that nobody renews
belong to servers that have ended. To have a table loaded again, `parlour admin` marks its rows as wanted. A server that
has loaded it deletes its row; if the table is still broken, the server removes the mark. Servers look at their rows
themselves, so this works in the same way with SQLite and with PostgreSQL.
"""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, literal, or_, select, update

from parlour.web.store.schema import set_aside, tables

RENEW_SECONDS = 2.0  # how often a server renews its rows
FRESH_SECONDS = 15.0  # a row that hasn't been renewed for this long belongs to a server that has ended


def renew(connection: Connection, server: str, reasons: Mapping[str, str], tried: Collection[str] = ()) -> list[str]:
    """Store which tables a server has set aside, and why; return those that an operator wants it to load again.

    The server has just tried to load the tables in `tried`.
    """
    now, own = time.time(), set_aside.c.server == server
    free = and_(own, set_aside.c.table_id.not_in(reasons))
    connection.execute(delete(set_aside).where(or_(free, set_aside.c.seen < now - FRESH_SECONDS)))
    connection.execute(update(set_aside).where(own).values(seen=now))
    connection.execute(update(set_aside).where(own, set_aside.c.table_id.in_(tried)).values(wanted=False, since=now))
    known = set(connection.execute(select(set_aside.c.table_id).where(own)).scalars())
    for name in sorted(set(reasons) - known):
        values = [literal(one) for one in (server, reasons[name], now, now, False)]
        new = select(tables.c.id, *values).where(tables.c.id == name)  # the table may have been deleted
        columns = ["table_id", "server", "reason", "since", "seen", "wanted"]
        connection.execute(insert(set_aside).from_select(columns, new))
    wanted = select(set_aside.c.table_id).where(own, set_aside.c.wanted).order_by(set_aside.c.table_id)
    return list(connection.execute(wanted).scalars())


def want(connection: Connection, table: str) -> list[str]:
    """Ask all running servers that have set a table aside to load it again; return these servers."""
    own = _now(set_aside.c.table_id == table)
    connection.execute(update(set_aside).where(own).values(wanted=True))
    return [row.server for row in rows_of(connection, [table])]


def rows_of(connection: Connection, names: Sequence[str]) -> Sequence[Any]:
    """Return the rows of these tables from servers that are running, oldest first."""
    own = _now(set_aside.c.table_id.in_(names))
    return connection.execute(select(set_aside).where(own).order_by(set_aside.c.since, set_aside.c.server)).all()


def names_aside(connection: Connection) -> list[str]:
    """List the tables that running servers have set aside."""
    names = select(set_aside.c.table_id).where(_now(True)).distinct().order_by(set_aside.c.table_id)
    return list(connection.execute(names).scalars())


def _now(condition: Any) -> Any:
    """Build the condition that a row meets this condition, and belongs to a server that is running."""
    return and_(condition, set_aside.c.seen > time.time() - FRESH_SECONDS)
