"""People without accounts on a real server: additional devices, recovery codes, forgetting and removing people."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.web.wire.tokens import LETTERS, new_token
from tests.samples import some_game
from tests.web.evenings import PAIRS, Visitor
from tests.web.servers import Client, Server
from tests.web.test_play import play_out

PERSON, BOT = {"kind": "person"}, {"kind": "bot", "level": "easy"}
TWO = some_game(2)


def known(server: Server, name: str = "Ann") -> str:
    """Let a new person sit down at a table; return the person's secret."""
    secret = new_token()
    server.open_table(name=name, person=secret)
    return secret


def done(server: Server, path: str, secret: str | None, data: Any = None) -> Any:
    answer = server.post(path, secret, data)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """Start a server for one test; return the server and the folder of its database."""
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield server, tmp_path
    server.close()


# --- identity


def test_a_device_that_never_sat_at_a_table_belongs_to_no_person_and_nothing_about_it_is_stored(server: Server) -> None:
    secret = new_token()
    for _ in range(2):
        assert server.get("/me", secret) == {
            "id": None, "name": None, "devices": [], "recovery": False, "asking": None
        }  # fmt: skip
    for path in ("/me/link", "/me/recovery", "/me/forget"):
        assert server.refused(path, secret) == "unknown_person"


def test_a_person_has_the_same_identity_at_all_tables_and_is_shown_under_the_name_used_last(server: Server) -> None:
    secret = known(server)
    first = server.get("/me", secret)
    assert first["name"] == "Ann"
    assert len(first["id"]) == 12
    assert set(first["id"]) <= set(LETTERS)
    table = server.open_table(name="Anna", person=secret)
    again = server.get("/me", secret)
    assert (again["id"], again["name"], len(again["devices"])) == (first["id"], "Anna", 1)
    assert server.get(f"/tables/{table['table']}")["seats"][table["seat"]]["person"] == first["id"]


def test_a_client_without_a_secret_plays_without_an_identity(server: Server) -> None:
    table = server.open_table()
    assert [seat["person"] for seat in server.get(f"/tables/{table['table']}")["seats"]] == [None] * 4


def test_a_person_who_joins_a_table_with_a_secret_is_identified_at_their_seat(server: Server) -> None:
    ann, ben = known(server), known(server, "Ben")
    table = server.open_table(TWO, players=2, seats=[PERSON, PERSON], person=ann)
    data = {"name": "Ben", "invite": table["invite"], "person": ben}
    assert server.post(f"/tables/{table['table']}/join", None, data).status_code == 200
    seats = server.get(f"/tables/{table['table']}")["seats"]
    assert [seat["person"] for seat in seats] == [server.get("/me", one)["id"] for one in (ann, ben)]


@pytest.mark.parametrize("secret", [None, "short", "x" * 200, "no base64url!" * 5])
def test_a_malformed_secret_is_refused(server: Server, secret: str | None) -> None:
    assert server.get("/me", secret)["refused"] == "wrong_token"
    if secret is not None:
        wanted = {"game": some_game(4).name, "name": "Ann", "person": secret}
        assert server.http.post("/api/tables", json=wanted).json()["refused"] == "bad_request"


# --- another device


def test_a_second_device_joins_a_person_when_the_first_device_accepts_it(server: Server) -> None:
    old, new = known(server), new_token()
    code = done(server, "/me/link", old)
    assert code["link"].endswith(f"/me?code={code['code']}")
    asked = done(server, "/me/join", new, {"code": code["code"].upper()})
    assert not asked["joined"]
    assert server.get("/me", new)["id"] is None, "the device joins only when it is accepted"
    assert server.get("/me", old)["asking"]["check"] == asked["check"]
    assert server.refused("/me/answer", old, {"check": "zzzzz", "accept": True}) == "unknown_code"
    done(server, "/me/answer", old, {"check": asked["check"], "accept": True})
    assert done(server, "/me/join", new, {"code": code["code"]})["joined"]
    me = server.get("/me", old)
    other = server.get("/me", new)
    assert [(one["id"], one["name"], one["asking"]) for one in (me, other)] == [(me["id"], "Ann", None)] * 2
    assert [one["own"] for one in me["devices"]] == [False, True]
    assert [one["own"] for one in other["devices"]] == [True, False]


def test_a_device_that_the_first_device_refuses_does_not_join(server: Server) -> None:
    old, new = known(server), new_token()
    code = done(server, "/me/link", old)["code"]
    check = done(server, "/me/join", new, {"code": code})["check"]
    done(server, "/me/answer", old, {"check": check, "accept": False})
    assert server.refused("/me/join", new, {"code": code}) == "unknown_code"
    assert server.get("/me", new)["id"] is None


def test_a_link_code_works_for_only_one_device_and_only_the_latest_code_is_valid(server: Server) -> None:
    old = known(server)
    first, second = (done(server, "/me/link", old)["code"] for _ in range(2))
    assert server.refused("/me/join", new_token(), {"code": first}) == "unknown_code"
    done(server, "/me/join", new_token(), {"code": second})
    assert server.refused("/me/join", new_token(), {"code": second}) == "unknown_code"


@pytest.mark.processes
def test_a_device_that_moves_to_a_person_brings_its_earlier_matches(own: tuple[Server, Path]) -> None:
    server, folder = own
    old, new = known(server), new_token()
    table = server.open_table(name="Ann", person=new)
    code = done(server, "/me/link", old)["code"]
    check = done(server, "/me/join", new, {"code": code, "move": True})["check"]
    done(server, "/me/answer", old, {"check": check, "accept": True})
    with sqlite3.connect(folder / "tables.sqlite") as rows:
        seats = rows.execute("SELECT person FROM seats WHERE table_id = ? AND seat = 0", (table["table"],)).fetchall()
        assert rows.execute("SELECT count(*) FROM people").fetchone() == (1,)
    assert seats == [(server.get("/me", old)["id"],)]


@pytest.mark.parametrize("way", ["link", "recovery"])
def test_after_a_device_moves_to_a_person_rematches_of_the_devices_matches_belong_to_that_person(
    server: Server, way: str
) -> None:
    old, new = known(server), new_token()
    game = some_game(2)
    table = server.open_table(game, players=2, options=dict(game.short_options), person=new)
    with Client(server, table["table"], table["token"]) as client:
        client.until("welcome")
        play_out(client)
    if way == "link":
        code = done(server, "/me/link", old)["code"]
        check = done(server, "/me/join", new, {"code": code, "move": True})["check"]
        done(server, "/me/answer", old, {"check": check, "accept": True})
    else:
        done(server, "/me/recover", new, {"code": done(server, "/me/recovery", old)["code"], "move": True})
    again = done(server, f"/tables/{table['table']}/rematch", table["token"])
    for one in (table["table"], again["table"]):
        assert server.get(f"/tables/{one}")["seats"][0]["person"] == server.get("/me", old)["id"]


# --- a recovery code


def test_a_recovery_code_lets_a_new_device_join_the_person(server: Server) -> None:
    old, new = known(server), new_token()
    lost = done(server, "/me/recovery", old)["code"]
    code = done(server, "/me/recovery", old)["code"]
    assert server.get("/me", old)["recovery"]
    assert server.refused("/me/recover", new, {"code": lost}) == "unknown_code", (
        "a new recovery code replaces the old one"
    )
    typed = code.upper().replace("-", " ")
    assert done(server, "/me/recover", new, {"code": typed})["id"] == server.get("/me", old)["id"]


@pytest.mark.processes
def test_attempts_to_guess_codes_are_rate_limited(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 't.sqlite'}")
    try:
        kinds = [server.refused("/me/recover", new_token(), {"code": f"guess{number}"}) for number in range(90)]
        assert set(kinds) == {"unknown_code", "too_fast"}
    finally:
        server.close()


# --- what is stored, and how people are deleted


@pytest.mark.processes
def test_a_refused_request_for_a_table_stores_no_person(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    server = Server(f"sqlite:///{file}", "--tables", "1")
    try:
        server.open_table(person=new_token())
        evening, _ = Visitor(server).running(PAIRS, 1)
        stored = "SELECT (SELECT count(*) FROM people), (SELECT count(*) FROM devices)"
        with sqlite3.connect(file) as rows:
            before = rows.execute(stored).fetchone()
        asked = {"game": some_game().name, "name": "Ben", "person": new_token()}
        assert server.refused("/tables", None, asked) == "too_many"
        assert server.refused(f"/today/{some_game().name}", new_token(), {"name": "Ben"}) == "too_many"
        assert server.refused(f"/evenings/{evening}/join", new_token(), {"name": "Ben"}) == "late"
        with sqlite3.connect(file) as rows:
            assert rows.execute(stored).fetchone() == before
    finally:
        server.close()


@pytest.mark.processes
def test_the_database_contains_only_hashes_of_secrets_and_codes(own: tuple[Server, Path]) -> None:
    server, folder = own
    secret, new = known(server), new_token()
    link, code = done(server, "/me/link", secret)["code"], done(server, "/me/recovery", secret)["code"]
    done(server, "/me/join", new, {"code": link})
    assert server.stop() == 0
    stored = b"".join(path.read_bytes() for path in folder.iterdir())
    for one in (secret, new, link, code, code.replace("-", "")):
        assert one.encode() not in stored


@pytest.mark.processes
def test_the_seat_of_a_forgotten_person_is_shown_under_the_name_somebody(own: tuple[Server, Path]) -> None:
    server, folder = own
    ann, ben = known(server), known(server, "Ben")
    table = server.open_table(TWO, players=2, seats=[PERSON, PERSON], person=ann)
    server.post(f"/tables/{table['table']}/join", None, {"name": "Ben", "invite": table["invite"], "person": ben})
    done(server, "/me/recovery", ann)
    gone = server.get("/me", ann)["id"]
    done(server, "/me/forget", ann)
    assert server.get("/me", ann)["id"] is None
    seats = server.get(f"/tables/{table['table']}")["seats"]
    assert [(seat["name"], seat["person"]) for seat in seats] == [
        ("somebody", None), ("Ben", server.get("/me", ben)["id"])
    ]  # fmt: skip
    assert server.refused(f"/tables/{table['table']}/leave", table["token"]) == "wrong_token"
    assert [seat["away"] for seat in seats] == [True, False], "a bot plays for the forgotten person"
    with sqlite3.connect(folder / "tables.sqlite") as rows:
        for name in ("people", "devices", "links", "seats", "results", "ratings"):
            found = str(rows.execute(f"SELECT * FROM {name}").fetchall())
            assert gone not in found
            assert "Ann" not in found


# --- removing a player


def test_the_host_can_remove_a_player_and_a_bot_takes_the_seat(server: Server) -> None:
    table = server.open_table(TWO, players=2, seats=[PERSON, PERSON])  # not rated, because Ann isn't known
    path = f"/tables/{table['table']}"
    ben = server.post(f"{path}/join", None, {"name": "Ben", "invite": table["invite"], "person": new_token()}).json()
    assert server.refused(f"{path}/remove", ben["token"], {"seat": 0}) == "not_host"
    assert server.refused(f"{path}/remove", table["token"], {"seat": 0}) == "bad_request"
    assert server.refused(f"{path}/remove", table["token"], {"seat": 5}) == "unknown_seat"
    with Client(server, table["table"], ben["token"]) as client:
        client.until("welcome")
        assert server.post(f"{path}/remove", table["token"], {"seat": 1}).status_code == 200
        client.until("removed")
        assert client.until("welcome")["seat"] == -1
    seat = server.get(path)["seats"][1]
    assert (seat["kind"], seat["level"], seat["person"]) == ("bot", "medium", None)
    assert seat["name"] not in ("Ann", "Ben")
    assert server.refused(f"{path}/leave", ben["token"]) == "wrong_token"
    assert server.refused(f"{path}/remove", table["token"], {"seat": 1}) == "unknown_seat", (
        "only seats of people can be removed, not those of bots"
    )


def test_a_player_removed_before_the_match_is_replaced_by_a_bot(server: Server) -> None:
    table = server.open_table(some_game(4), players=4, seats=[PERSON] * 3 + [BOT])
    path = f"/tables/{table['table']}"
    server.post(f"{path}/join", None, {"name": "Ben", "invite": table["invite"]})
    assert server.post(f"{path}/remove", table["token"], {"seat": 1}).status_code == 200
    facts = server.get(path)
    assert not facts["started"]
    assert [seat["kind"] for seat in facts["seats"]] == ["person", "bot", "person", "bot"]
    server.post(f"{path}/join", None, {"name": "Cleo", "invite": table["invite"]})
    assert server.get(path)["started"]
