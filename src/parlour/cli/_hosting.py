"""`parlour admin`: what people who run a server look at and change in its database."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from parlour.cli._arguments import DATABASE, MOST
from parlour.errors import ParlourError
from parlour.terminal.help import Argument, Command, Group

if TYPE_CHECKING:
    from parlour.game.texts import Text

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, with times in seconds since 1970.")
YES = click.option("--yes", is_flag=True, help="Don't ask for confirmation.")


@click.group(cls=Group, no_args_is_help=True)
def admin() -> None:
    """Look after a server: its tables and people, the size of its database, old matches, tables set aside."""


@click.command(cls=Command)
@DATABASE
@click.option("--unfinished", is_flag=True, help="Only tables whose match isn't over.")
@MOST
@JSON
def tables(database: str | None, unfinished: bool, most: int, as_json: bool) -> None:
    """List the newest tables; tables that a running server has set aside come first."""
    from parlour.cli._lists import check_most, show_json, show_tables
    from parlour.web.admin.database import opened
    from parlour.web.admin.tables import shown_tables, table_counts

    check_most(most)
    with opened(_url(database)) as engine, engine.connect() as connection:
        counts, found = table_counts(connection), shown_tables(connection, most, unfinished=unfinished)
    if as_json:
        show_json({"counts": counts, "tables": found})
    else:
        show_tables(counts, found)


@click.command(cls=Command)
@DATABASE
@click.option("--name", help="Only people whose name contains this.")
@MOST
@JSON
def people(database: str | None, name: str | None, most: int, as_json: bool) -> None:
    """List the people whom a server knows; those who were there last come first."""
    from parlour.cli._lists import check_most, show_json, show_people
    from parlour.web.admin.database import opened
    from parlour.web.admin.people import number_of_people, shown_people

    check_most(most)
    with opened(_url(database)) as engine, engine.connect() as connection:
        number, found = number_of_people(connection), shown_people(connection, most, name)
    if as_json:
        show_json({"number": number, "people": found})
    else:
        show_people(number, found)


@click.command(cls=Command)
@click.argument("person", cls=Argument, metavar="ID", help="The person's id, which `parlour admin people` shows.")
@DATABASE
@YES
def forget(person: str, database: str | None, yes: bool) -> None:
    """Forget a person, as “forget me” does. With SQLite, no server may use the database meanwhile."""
    from parlour.game.texts import say
    from parlour.terminal.words import said
    from parlour.web.address import claimed
    from parlour.web.admin.database import opened
    from parlour.web.admin.people import forget_person, shown_person

    url = _url(database)
    with opened(url) as engine, claimed(url):
        with engine.connect() as connection:
            found = shown_person(connection, person)
        question = say(
            "Forget {name} ({person}; finished matches: {n})? This can't be undone.",
            name=found.name, person=person, n=found.matches,
        )  # fmt: skip
        if not _agreed(question, yes):
            return
        with engine.begin() as connection:
            seats = forget_person(connection, person)
    print(said(say("{person} is forgotten. Tables where “somebody” sits instead: {n}", person=person, n=seats)))


@click.command(cls=Command)
@DATABASE
@JSON
def sizes(database: str | None, as_json: bool) -> None:
    """Show the rows and bytes of each table of the database, its files, and the free space on its disk."""
    from parlour.cli._lists import show_json, show_sizes
    from parlour.web.admin.database import opened
    from parlour.web.admin.sizes import sizes_of

    with opened(_url(database)) as engine, engine.connect() as connection:
        found = sizes_of(connection)
    if as_json:
        show_json(found)
    else:
        show_sizes(found)


@click.command("delete-matches", cls=Command)
@click.option("--older-than", required=True, metavar="DAYS", help="Matches that ended longer ago than this: 365d.")
@DATABASE
@click.option("--dry-run", is_flag=True, help="Only count these matches.")
@YES
@click.option("--vacuum", is_flag=True, help="Then make the file of SQLite smaller, while no server uses it.")
def delete_matches(older_than: str, database: str | None, dry_run: bool, yes: bool, vacuum: bool) -> None:
    """Delete finished matches by age, also while servers run: replays and records go, statistics and ratings stay."""
    import time

    from parlour.game.texts import say
    from parlour.terminal.progress import progress
    from parlour.terminal.words import said
    from parlour.web.address import claimed, sqlite_file
    from parlour.web.admin import deletion
    from parlour.web.admin.database import opened

    url, before = _url(database), time.time() - deletion.seconds_of(older_than)
    if vacuum and sqlite_file(url) is None:
        raise ParlourError("vacuum is only for SQLite; expected none with PostgreSQL, which reuses the space by itself")
    with opened(url) as engine, claimed(url) if vacuum else nullcontext():
        with engine.connect() as connection:
            number = deletion.old_matches(connection, before)
        print(said(say("Matches that ended more than {age} ago and can be deleted: {n}", n=number, age=older_than)))
        if dry_run:
            return
        question = say("Delete their replays and records? Statistics and ratings stay. This can't be undone.")
        if number:
            if not _agreed(question, yes):
                return
            with progress("matches", number) as step:
                deleted = deletion.delete_matches(engine, before, step)
            print(said(say("Deleted matches: {n}", n=deleted)))
        if vacuum:
            freed = deletion.shrink(engine)
            print(said(say("The database is smaller by {size}.", size=_bytes(freed))))
        elif number and sqlite_file(url) is not None:
            print(said(say("The file keeps its size, and new rows use the space; --vacuum makes it smaller.")))


@click.command(cls=Command)
@click.argument("table", cls=Argument, metavar="TABLE", help="The table's name, which `parlour admin tables` shows.")
@DATABASE
def free(table: str, database: str | None) -> None:
    """Have the running servers load a table again that they set aside, after you have repaired its rows."""
    from parlour.game.texts import say
    from parlour.terminal.words import said
    from parlour.web.admin.database import opened
    from parlour.web.admin.tables import free_table

    with opened(_url(database)) as engine:
        servers = free_table(engine, table)
    print(said(say("Table {table} is loaded again, and play can go on. Servers: {n}", table=table, n=servers)))


for command in (tables, people, forget, sizes, delete_matches, free):  # The help lists the commands in this order.
    admin.add_command(command)


def _url(database: str | None) -> str:
    from parlour.web.address import default_database

    return database or default_database()


def _bytes(number: int) -> str:
    from rich.filesize import decimal

    return decimal(number)


def _agreed(question: Text, yes: bool) -> bool:
    """Ask for confirmation, unless the user has confirmed with --yes; only a clear yes counts."""
    from parlour.errors import printable
    from parlour.game.texts import say
    from parlour.terminal.words import said

    if yes:
        return True
    word = said(say("yes"))
    print(f"{printable(said(question))} [{word}/{said(say('no'))}] ", end="", flush=True)
    answer = sys.stdin.readline()
    if not answer:
        print()
        raise ParlourError("nobody has answered; expected an answer, or --yes")
    if answer.strip().casefold() in {"y", "yes", word[:1], word}:
        return True
    print(said(say("Nothing was changed.")))
    return False
