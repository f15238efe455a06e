"""`parlour history`: own matches in the terminal, from the database or from a server of which it is a device."""

import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from parlour.errors import ParlourError
from parlour.game.texts import Text
from parlour.match.record import read_records
from parlour.web.own import join_at, matches_at, own_matches, secret_for
from parlour.web.wire.tokens import new_token
from tests.samples import some_game
from tests.web.people.test_history import played
from tests.web.servers import Server

GAME = some_game(2, lambda game: not game.teams)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for the secrets of the terminal, whose programs compile nothing: it has no compiled rules."""
    monkeypatch.setenv("PARLOUR_PLAIN", "1")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.processes
def test_matches_in_the_database_are_listed_by_person(tmp_path: Path, home: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = Server(database)
    try:
        ann = played(server, new_token(), GAME)
        [match] = own_matches(database, None, None, 30)
        assert match.table == ann
        played(server, new_token(), GAME, name="Ben")
        with pytest.raises(ParlourError, match="several people are here; expected --person with one of"):
            own_matches(database, None, None, 30)
        with pytest.raises(ParlourError, match="nobody 'Cleo'"):
            own_matches(database, "Cleo", None, 30)
        assert [one.table for one in own_matches(database, "Ann", GAME.name, 30)] == [ann]
        command = [sys.executable, "-m", "parlour.cli", "history", "--database", database, "--person", "Ann"]
        shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert GAME.title in shown
        assert "of 1 won" in shown
        file = tmp_path / "own.jsonl"
        subprocess.run([*command, "--records", str(file)], capture_output=True, check=True)
        assert [record for _, record in read_records(file)] == [server.get(f"/tables/{ann}/record")]
    finally:
        server.close()


def test_a_terminal_becomes_a_device_and_lists_the_same_matches(server: Server, home: Path) -> None:
    secret = new_token()
    table = played(server, secret, GAME)
    code = server.post("/me/link", secret).json()["code"]
    told: list[Text] = []

    def accept(words: Text) -> None:
        told.append(words)
        check = server.get("/me", secret)["asking"]
        assert words.values == {"letters": check}
        Thread(target=lambda: server.post("/me/answer", secret, {"check": check, "accept": True})).start()

    join_at(server.url, code, accept)
    assert len(told) == 1
    assert [match.table for match in matches_at(server.url, None, 30)] == [table]
    command = [sys.executable, "-m", "parlour.cli", "history", "--server", server.url]
    assert table in subprocess.run(command, capture_output=True, text=True, check=True).stdout
    subprocess.run([*command, "--records", str(home / "own.jsonl")], capture_output=True, check=True)
    assert [record for _, record in read_records(home / "own.jsonl")] == [server.get(f"/tables/{table}/record")]
    [file] = (home / "data" / "parlour" / "secrets").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert file.read_text().strip() == secret_for(server.url)


@pytest.mark.parametrize(
    ("address", "expected"), [("nowhere", "has no address"), ("http://127.0.0.1:1", "does not answer")]
)
def test_a_server_that_is_none_is_named(home: Path, address: str, expected: str) -> None:
    with pytest.raises(ParlourError, match=expected):
        matches_at(address, None, 30)


def test_a_terminal_that_was_never_accepted_is_nobody(server: Server, home: Path) -> None:
    with pytest.raises(ParlourError, match="Nobody has sat at a table here with this device"):
        matches_at(server.url, None, 30)
