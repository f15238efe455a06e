"""Backups are made while people play, and a restored house plays on where the backup was made."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from parlour.errors import ParlourError
from parlour.web.store.backups import back_up, restore
from parlour.web.store.engine import open_engine
from parlour.web.store.store import Store
from tests.samples import some_game
from tests.web.servers import Client, Server

BESIDE = ("-wal", "-shm", "-journal")


def parlour(*arguments: object, status: int = 0) -> str:
    """Run a command; return its output, or its one-line error message."""
    command = [sys.executable, "-m", "parlour.cli", *map(str, arguments)]
    environment = {**os.environ, "PARLOUR_PLAIN": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == status, done.stderr
    assert done.stderr.count("\n") == (status != 0), done.stderr
    return done.stderr or done.stdout


def play(client: Client, moves: int) -> None:
    """Make moves whenever it is the client's turn."""
    for _ in range(moves):
        while not client.view["actions"]:
            client.next()
        client.move(f"m{client.number}")


def started(server: Server) -> tuple[str, str]:
    """Open a table for one person and bots; return its name and the person's token."""
    opened = server.open_table(some_game(4), seats=[{"kind": "person"}])
    return opened["table"], opened["token"]


def file_of(database: str) -> Path:
    return Path(database.removeprefix("sqlite:///"))


def check_private(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """Return the URL of a new SQLite database with the tables of Parlour."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    Store(url).close()
    return url


@pytest.mark.processes
@pytest.mark.every(1)
def test_after_a_crash_a_house_is_restored_from_a_backup_that_was_made_while_it_was_in_use(
    database: str, tmp_path: Path
) -> None:
    backup = tmp_path / "backup"
    server = Server(database)
    table, token = started(server)
    with Client(server, table, token) as ann:
        ann.until("welcome")
        play(ann, 3)
        assert str(backup) in parlour("backup", backup, "--database", database)
        check_private(backup)
        stored = server.get(f"/tables/{table}/view", token)
        play(ann, 3)
        later = started(server)
    server.kill()
    server.close()
    if database.startswith("sqlite"):
        assert Path(f"{file_of(database)}-wal").stat().st_size, "a crash must leave a -wal for this test"
    parlour("restore", backup, "--database", database)
    server = Server(database)
    assert server.get(f"/tables/{table}/view", token)["number"] <= stored["number"]
    assert server.get(f"/tables/{later[0]}")["refused"] == "unknown_table"
    with Client(server, table, token) as ann:
        ann.until("welcome")
        assert ann.number >= 3
        play(ann, 3)
    server.close()


@pytest.mark.processes
@pytest.mark.every(1)
def test_a_database_is_not_restored_while_a_server_uses_it(database: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    server = Server(database)
    started(server)
    parlour("backup", backup, "--database", database)
    complaint = parlour("restore", backup, "--database", database, status=2)
    assert "expected" in complaint
    assert "no server uses" in complaint
    assert started(server)
    server.close()


def test_a_restored_database_is_private_and_the_old_one_is_kept_with_everything_in_its_wal(
    sqlite: str, tmp_path: Path
) -> None:
    file, backup = file_of(sqlite), tmp_path / "backup"
    back_up(sqlite, backup)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE upkeep SET stamp = 'later'")
        connection.commit()
        for ending in ("", "-wal"):  # what a crash would leave
            shutil.copy(f"{file}{ending}", f"{tmp_path / 'crashed'}{ending}")
    for ending in ("", "-wal"):
        shutil.move(f"{tmp_path / 'crashed'}{ending}", f"{file}{ending}")
    aside = restore(sqlite, backup)
    assert aside is not None
    for one, stamp in ((file, ""), (aside, "later")):
        check_private(one)
        assert not any(Path(f"{one}{ending}").exists() for ending in BESIDE)
        with closing(sqlite3.connect(one)) as connection:
            assert connection.execute("SELECT stamp FROM upkeep").fetchall() == [(stamp,)]
    Store(sqlite).close()


def test_a_damaged_file_is_neither_written_as_a_backup_nor_restored(sqlite: str, tmp_path: Path) -> None:
    file, backup = file_of(sqlite), tmp_path / "backup"
    back_up(sqlite, backup)
    for damaged in (file, backup):
        whole = damaged.read_bytes()
        damaged.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[3 * 4096 :])
    with pytest.raises(ParlourError, match=r"damaged|malformed"):
        back_up(sqlite, tmp_path / "second")
    before = file.read_bytes()
    with pytest.raises(ParlourError, match=r"damaged|malformed"):
        restore(sqlite, backup)
    assert file.read_bytes() == before
    assert {one.name for one in tmp_path.iterdir()} == {file.name, backup.name}


def test_a_damaged_database_can_be_replaced_by_a_backup(sqlite: str, tmp_path: Path) -> None:
    file, backup = file_of(sqlite), tmp_path / "backup"
    back_up(sqlite, backup)
    file.write_bytes(b"no database")
    aside = restore(sqlite, backup)
    assert aside is not None
    assert aside.read_bytes() == b"no database"
    Store(sqlite).close()


def test_a_backup_replaces_an_existing_file_only_by_force_and_never_the_database_itself(
    sqlite: str, tmp_path: Path
) -> None:
    file, backup = file_of(sqlite), tmp_path / "backup"
    backup.write_text("old", encoding="utf-8")
    with pytest.raises(ParlourError, match="--force"):
        back_up(sqlite, backup)
    assert backup.read_text(encoding="utf-8") == "old"
    back_up(sqlite, backup, force=True)
    check_private(backup)
    for own in ("", *BESIDE):
        with pytest.raises(ParlourError, match="belongs to the database itself"):
            back_up(sqlite, Path(f"{file}{own}"), force=True)
    with pytest.raises(ParlourError, match="belongs to the database itself"):
        restore(sqlite, file)


def other_files(folder: Path) -> dict[str, str]:
    """Write files that aren't backups of this Parlour; return their names and what is wrong with them."""
    (folder / "text").write_text("ANN\n" * 1000, encoding="utf-8")
    (folder / "empty").touch()
    for name, table, version in (
        ("other", "cards", 1),
        ("newer", "parlour_schema", 999),
        ("early", "parlour_schema", 1),
    ):
        with closing(sqlite3.connect(folder / name)) as connection:
            connection.execute(f"CREATE TABLE {table} (version INTEGER)")
            connection.execute(f"INSERT INTO {table} VALUES ({version})")
            connection.commit()
    return {
        "text": "not a database", "empty": "not a database of Parlour", "other": "not a database of Parlour",
        "newer": "expected a newer Parlour", "early": "before the first release", "none": "no file",
    }  # fmt: skip


def test_a_database_that_is_named_by_a_symbolic_link_is_restored_where_the_link_points(
    sqlite: str, tmp_path: Path
) -> None:
    file, backup, link = file_of(sqlite), tmp_path / "backup", tmp_path / "elsewhere" / "link.sqlite"
    link.parent.mkdir()
    link.symlink_to(file)
    back_up(f"sqlite:///{link}", backup)
    file.write_bytes(b"no database")
    aside = restore(f"sqlite:///{link}", backup)
    assert link.is_symlink()
    assert aside is not None
    assert aside.parent == file.parent
    Store(sqlite).close()


def test_a_file_that_is_no_backup_is_not_restored(sqlite: str, tmp_path: Path) -> None:
    before = file_of(sqlite).read_bytes()
    for name, reason in other_files(tmp_path).items():
        with pytest.raises(ParlourError, match=reason):
            restore(sqlite, tmp_path / name)
    assert file_of(sqlite).read_bytes() == before


def test_a_house_is_restored_where_there_was_no_database(sqlite: str, tmp_path: Path) -> None:
    backup, new = tmp_path / "backup", tmp_path / "new folder" / "tables.sqlite"
    back_up(sqlite, backup)
    assert restore(f"sqlite:///{new}", backup) is None
    check_private(new)
    Store(f"sqlite:///{new}").close()


def test_only_a_database_that_exists_can_be_backed_up(tmp_path: Path) -> None:
    for url in (f"sqlite:///{tmp_path / 'none'}", "sqlite://", "mysql://ann@localhost/x", "what"):
        with pytest.raises(ParlourError, match="expected"):
            back_up(url, tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


# --- PostgreSQL


def test_postgresql_is_restored_in_one_step_or_not_at_all(postgresql_url: str, tmp_path: Path) -> None:
    backup, damaged = tmp_path / "backup", tmp_path / "damaged"
    Store(postgresql_url).close()
    back_up(postgresql_url, backup)
    engine = open_engine(postgresql_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE upkeep SET stamp = 'later'"))
    engine.dispose()
    damaged.write_bytes(backup.read_bytes()[:-2000])
    for file in (damaged, *(tmp_path / name for name in other_files(tmp_path))):
        with pytest.raises(ParlourError):
            restore(postgresql_url, file)
    stamps = []
    for restored in (False, True):
        if restored:
            restore(postgresql_url, backup)
        with engine.connect() as connection:
            stamps.append(connection.execute(text("SELECT stamp FROM upkeep")).scalar_one())
        engine.dispose()
    assert stamps == ["later", ""]


def test_the_password_of_postgresql_is_not_on_any_command_line(
    postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(postgresql_url).close()
    ran: list[list[str]] = []
    run = subprocess.run

    def noted(command: list[str], **settings: object) -> object:
        ran.append(command)
        assert "secret" in str(settings["env"]) or "--dbname" not in str(command)
        return run(command, **settings)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", noted)
    back_up(postgresql_url.replace("parlour@", "parlour:secret@"), tmp_path / "backup")
    assert ran
    assert "secret" not in str(ran)


def test_without_the_programs_of_postgresql_one_line_says_what_to_install(
    postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(postgresql_url).close()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ParlourError, match="pg_dump is missing; expected PostgreSQL's client programs"):
        back_up(postgresql_url, tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []
