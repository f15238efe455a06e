"""A real server: seats, people who come and go, refusals, invalid database rows and closing."""

import re
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from parlour.games import GAMES
from parlour.web.wire.tokens import new_token
from tests.samples import in_turn, some_game, together, with_pages
from tests.web.servers import Client, Server, bearer
from tests.web.test_play import play_out

GAME = some_game(fits=lambda game: any(not option.words for option in game.options))
LIMITED = next(option for option in GAME.options if not option.words)
PERSON, BOT = {"kind": "person"}, {"kind": "bot", "level": "easy"}


# --- seats


def test_the_match_starts_when_the_last_person_sits_down(server: Server) -> None:
    table = server.open_table(some_game(4, together), players=4, seats=[PERSON, PERSON, PERSON, BOT])
    path = f"/tables/{table['table']}"
    with Client(server, table["table"], table["token"]) as ann:
        assert ann.until("welcome")["view"] is None
        for name in ("Ben", "Cleo"):
            assert not server.get(path)["started"]
            assert server.post(f"{path}/join", None, {"name": name, "invite": table["invite"]}).status_code == 200
        assert ann.until("welcome")["view"]["seat"] == 0
    facts = server.get(path)
    assert facts["started"]
    assert [seat["name"] for seat in facts["seats"][:3]] == ["Ann", "Ben", "Cleo"]
    assert server.refused(f"{path}/join", None, {"name": "Dan", "invite": table["invite"]}) == "table_full"


@pytest.mark.processes
def test_if_a_server_dies_after_the_last_seat_was_taken_the_next_server_starts_the_match(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    before = Server(database)
    table = before.open_table(seats=[PERSON, PERSON])
    before.kill()
    with sqlite3.connect(
        tmp_path / "tables.sqlite"
    ) as rows:  # Restores the rows that a server leaves if it dies just after a person takes the last seat.
        rows.execute("UPDATE seats SET name = 'Ben', token_hash = ? WHERE seat = 1", ("0" * 64,))
    before.close()
    after = Server(database)
    with Client(after, table["table"], table["token"]) as ann:
        while ann.view is None:
            ann.until("welcome")
    after.close()


def test_the_creator_can_start_without_the_missing_people(server: Server) -> None:
    table = server.open_table(some_game(4, together), players=4, seats=[PERSON] * 4)
    path = f"/tables/{table['table']}"
    data = {"id": "x", "number": 0, "action": 0}
    assert server.refused(f"{path}/move", table["token"], data) == "not_started"
    assert server.post(f"{path}/start", table["token"]).status_code == 200
    assert [seat["kind"] for seat in server.get(path)["seats"]] == ["person", "bot", "bot", "bot"]
    assert server.get(f"{path}/view", table["token"])["view"]["actions"]


def test_a_seat_belongs_to_the_holder_of_its_token_and_not_to_a_player_of_the_same_name(server: Server) -> None:
    table = server.open_table(players=4, seats=[PERSON, PERSON])
    path = f"/tables/{table['table']}"
    assert server.refused(f"{path}/join", None, {"name": "Ann"}) == "wrong_token", "joining needs the invitation"
    assert server.refused(f"{path}/join", None, {"name": "Ann", "invite": "guess"}) == "wrong_token"
    assert server.refused(f"{path}/join", None, {"name": "Ann", "invite": table["invite"], "seat": 0}) == "seat_taken"
    assert server.refused(f"{path}/join", None, {"name": "Ann", "invite": table["invite"], "seat": 9}) == "unknown_seat"
    other = server.post(f"{path}/join", None, {"name": "Ann", "invite": table["invite"]}).json()
    assert other["seat"] == 1
    assert other["token"] != table["token"]
    assert server.refused(f"{path}/leave", "x" * 43) == "wrong_token"
    assert (
        server.http.post(f"/api{path}/leave", headers={"Authorization": "Basic x"}).json()["refused"] == "wrong_token"
    )


@pytest.mark.processes
def test_the_database_contains_only_hashes_of_tokens(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    server = Server(f"sqlite:///{file}")
    try:
        table = server.open_table()
        assert server.stop() == 0
        assert table["token"].encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    finally:
        server.close()


def test_listed_tables_can_be_found_and_joined_without_an_invitation(server: Server) -> None:
    hidden = server.open_table(players=4, seats=[PERSON] * 4)
    table = server.open_table(players=4, seats=[PERSON] * 4, listed=True)
    found = {one["table"]: one for one in server.get("/tables")}
    assert hidden["table"] not in found
    assert found[table["table"]]["open_seats"] == 3
    assert server.post(f"/tables/{table['table']}/join", None, {"name": "Ben"}).json()["seat"] == 1


def test_if_several_people_want_the_last_seat_only_one_person_gets_it(server: Server) -> None:
    table = server.open_table(some_game(2, together), players=2, seats=[PERSON, PERSON])
    answers: list[int] = []

    def join() -> None:
        with httpx.Client(base_url=server.url, timeout=60) as http:
            data = {"name": "Ben", "invite": table["invite"]}
            answers.append(http.post(f"/api/tables/{table['table']}/join", json=data).status_code)

    threads = [threading.Thread(target=join) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409, 409, 409, 409]


def test_repeating_a_request_to_join_with_the_same_token_gives_the_same_seat(server: Server) -> None:
    table = server.open_table(players=4, seats=[PERSON] * 4)
    path, token = f"/tables/{table['table']}/join", new_token()
    wish = {"name": "Ben", "invite": table["invite"], "token": token}
    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(lambda _: server.post(path, None, wish).json(), range(5)))
    assert answers == [{"seat": 1, "token": token}] * 5
    assert [seat["taken"] for seat in server.http.get(f"/api/tables/{table['table']}").json()["seats"]].count(True) == 2
    for name in ("Cleo", "Dan"):
        server.post(path, None, {"name": name, "invite": table["invite"]})
    assert server.post(path, None, wish).json() == {"seat": 1, "token": token}, (
        "a repeated request must be answered even when the match has begun"
    )
    assert server.refused(path, None, wish | {"invite": "guess"}) == "wrong_token"


@pytest.mark.parametrize("token", ["", "short", "x" * 42, "x" * 129, "ü" * 50, "a b" * 20])
def test_a_token_that_could_be_guessed_is_refused(server: Server, token: str) -> None:
    table = server.open_table(some_game(2, together), players=2, seats=[PERSON, PERSON])
    wish = {"name": "Ben", "invite": table["invite"], "token": token}
    assert server.refused(f"/tables/{table['table']}/join", None, wish) == "bad_request"


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"game": "nonsense"}, "unknown_game"),
        ({"players": 16}, "bad_request"),
        ({"options": {LIMITED.name: LIMITED.least - 1}}, "bad_request"),
        ({"options": {"nonsense": 1}}, "bad_request"),
        ({"seats": [BOT] * GAME.default_players}, "bad_request"),
        ({"seats": [PERSON] * (GAME.default_players + 1)}, "bad_request"),
        ({"name": "\u200b\n"}, "bad_request"),
        ({"name": ""}, "bad_request"),
        ({"timer": 1}, "bad_request"),
        ({"extra": 1}, "bad_request"),
    ],
)
def test_a_request_for_a_table_with_impossible_settings_is_refused(
    server: Server, changed: dict[str, object], kind: str
) -> None:
    assert server.refused("/tables", None, {"game": GAME.name, "name": "Ann", **changed}) == kind


def test_player_names_are_shortened_and_made_printable(server: Server) -> None:
    table = server.open_table(name="  A\x00nn\t<b>" + "x" * 100)
    name = server.get(f"/tables/{table['table']}")["seats"][0]["name"]
    assert name.startswith("A nn <b>")
    assert len(name) <= 24


# --- arriving and leaving


def test_players_can_see_who_else_is_present(server: Server) -> None:
    table = server.open_table(some_game(2, together), players=2, seats=[PERSON, PERSON])
    ben = server.post(f"/tables/{table['table']}/join", None, {"name": "Ben", "invite": table["invite"]}).json()
    with Client(server, table["table"], table["token"]) as ann:
        ann.until("welcome")
        with Client(server, table["table"], ben["token"]) as client:
            client.until("welcome")
            while not ann.facts["seats"][1]["present"]:
                ann.until("table")
        while ann.facts["seats"][1]["present"]:
            ann.until("table")


def test_a_bot_plays_for_a_person_who_leaves_until_they_return(server: Server) -> None:
    table = server.open_table(some_game(3), players=3)
    path = f"/tables/{table['table']}"
    with Client(server, table["table"]) as watcher:
        watcher.until("welcome")
        assert server.post(f"{path}/leave", table["token"]).status_code == 200
        assert watcher.until("event", seat=0)["seat"] == 0, "a bot must move for the person who left"
        server.post(f"{path}/return", table["token"])
        while not (view := server.get(f"{path}/view", table["token"])["view"])["actions"] and not view["over"]:
            watcher.next()
        assert not server.get(path)["seats"][0]["away"]


def test_only_phrases_from_the_list_can_be_sent_and_everybody_receives_them(server: Server) -> None:
    table = server.open_table()
    path = f"/tables/{table['table']}"
    with Client(server, table["table"]) as watcher:
        watcher.until("welcome")
        server.post(f"{path}/phrase", table["token"], {"phrase": "well_played"})
        assert watcher.until("phrase") == {"type": "phrase", "seat": 0, "phrase": "well_played"}
        watcher.say(type="phrase", phrase="hello", id="p")
        assert watcher.until("refused", id="p")["refused"] == "wrong_token", "a spectator may not send phrases"
    assert server.refused(f"{path}/phrase", table["token"], {"phrase": "<script>"}) == "bad_request"


def test_a_hint_rates_all_legal_actions_of_the_seat(server: Server) -> None:
    table = server.open_table(some_game(2, in_turn), players=2, seats=[PERSON, PERSON])
    ben = server.post(f"/tables/{table['table']}/join", None, {"name": "Ben", "invite": table["invite"]}).json()
    path = f"/tables/{table['table']}"
    tokens = {0: table["token"], 1: ben["token"]}
    seat = server.get(f"{path}/view")["view"]["to_act"][0]
    actions = {action["id"] for action in server.get(f"{path}/view", tokens[seat])["view"]["actions"]}
    for _ in range(20):  # If the machine is busy, a hint comes from rules of thumb, without ratings.
        hint = server.post(f"{path}/hint", tokens[seat]).json()
        if len(hint["actions"]) > 1:
            break
    assert {one["action"] for one in hint["actions"]} == actions
    assert hint["best"] in actions
    assert "{" in hint["sentence"]["template"]
    assert server.refused(f"{path}/hint", tokens[1 - seat]) == "not_your_turn"


# --- after the match


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, str]:
    """Open a table, and play its match to the end."""
    game = some_game(2)
    table = server.open_table(game, players=2, options=dict(game.short_options))
    with Client(server, table["table"], table["token"]) as ann:
        ann.until("welcome")
        play_out(ann)
    return {"table": table["table"], "token": table["token"]}


def test_the_record_of_a_match_is_secret_while_it_is_running(server: Server) -> None:
    table = server.open_table(some_game(2, together), players=2, seats=[PERSON, PERSON])
    server.post(f"/tables/{table['table']}/join", None, {"name": "Ben", "invite": table["invite"]})
    for path in ("record", "verify", "replay"):
        assert server.get(f"/tables/{table['table']}/{path}")["refused"] == "not_over"
    for path in ("analysis", "could"):
        assert server.refused(f"/tables/{table['table']}/{path}", None, {"seat": 0}) == "not_over"
    assert server.refused(f"/tables/{table['table']}/rematch", table["token"]) == "not_over"


def test_a_finished_match_can_be_replayed_as_seen_from_a_seat_or_with_open_hands(
    server: Server, finished: dict[str, str]
) -> None:
    path = f"/tables/{finished['table']}/replay"
    opened = server.get(path)["steps"]
    own = server.get(f"{path}?seat=0")["steps"]
    assert len(opened) == len(own)
    dealt = next(step for step in opened if "deal" in step["event"])["view"]
    assert all(seat["hand"] for seat in dealt["seats"] if seat["cards"])
    assert [seat["hand"] for seat in own[0]["view"]["seats"]][1] == []
    assert server.get(f"{path}?seat=7")["refused"] == "unknown_seat"
    assert server.get(f"{path}?seat=-1")["refused"] == "unknown_seat"


def test_the_question_whether_a_player_could_have_won_is_answered_by_replaying_the_same_deals_with_bots(
    server: Server, finished: dict[str, str]
) -> None:
    path = f"/tables/{finished['table']}"
    while (answer := server.post(f"{path}/could", None, {"seat": 0, "level": "medium"})).status_code == 202:
        assert not answer.json()["done"]
    could = answer.json()
    record = server.get(f"{path}/record")
    assert could["won"] == (0 in could["winners"])
    assert could["record"]["fair"] == record["fair"], (
        "the match must be repeated with the same key, so with the same deals"
    )
    assert could["record"]["events"][0] == record["events"][0]


def test_a_rematch_has_the_same_seats_and_accepts_the_same_tokens(server: Server, finished: dict[str, str]) -> None:
    with Client(server, finished["table"]) as watcher:
        watcher.until("welcome")
        first = server.post(f"/tables/{finished['table']}/rematch", finished["token"]).json()
        assert watcher.until("rematch")["table"] == first["table"]
    assert server.post(f"/tables/{finished['table']}/rematch", finished["token"]).json() == first
    assert server.get(f"/tables/{finished['table']}")["rematch"] == first["table"]
    look = server.get(f"/tables/{first['table']}/view", finished["token"])
    assert (look["seat"], look["table"]["started"]) == (0, True)


# --- the server


def test_the_server_lists_its_games_and_levels(server: Server) -> None:
    assert set(server.get("/status")["games"].values()) == {"ready"}
    assert [game["name"] for game in server.get("/games")] == list(GAMES)
    assert {level["name"] for level in server.get("/levels")} == {"easy", "medium", "hard"}
    assert {"name": "hello", "text": "Hello!"} in server.get("/phrases")
    for game in GAMES:
        rules = server.get(f"/games/{game}/rules")
        assert rules["sections"]
        if game not in with_pages():
            continue
        assert "At a glance" in [section["heading"] for section in rules["sections"]]
        assert "<table>" in next(one["html"] for one in rules["sections"] if one["heading"] == "At a glance")
        assert "<script" not in str(rules)
    assert server.get("/games/nonsense/rules")["refused"] == "unknown_game"


def test_every_answer_from_the_server_has_strict_security_headers(server: Server) -> None:
    for path in ("/", "/api/status", "/schema", "/nowhere", "/static/nothing.js"):
        headers = server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_pages_from_other_origins_can_neither_change_anything_nor_open_sockets(server: Server) -> None:
    table = server.open_table()
    evil = {"Origin": "http://evil.example"}
    for headers in (evil, {"Origin": "null"}):
        answer = server.http.post(f"/api/tables/{table['table']}/leave", headers=bearer(table["token"]) | headers)
        assert (answer.status_code, answer.json()["refused"]) == (403, "wrong_origin")
    own = {"Origin": server.url}
    assert (
        server.http.post(f"/api/tables/{table['table']}/return", headers=bearer(table["token"]) | own).status_code
        == 200
    )
    url = f"ws{server.url[4:]}/api/tables/{table['table']}/socket"
    with pytest.raises(InvalidStatus) as refusal, connect(url, origin=Origin("http://evil.example")):
        pass
    assert refusal.value.response.status_code == 403


# --- breaking and closing


@pytest.mark.processes
def test_a_table_with_invalid_rows_is_set_aside_and_all_other_tables_continue(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    server = Server(f"sqlite:///{file}")
    try:
        names = [server.open_table(some_game(2, together), players=2) for _ in range(5)]
        for table in names:
            look = server.get(f"/tables/{table['table']}/view", table["token"])
            if look["view"]["actions"]:
                data = {"id": "m", "number": look["number"], "action": look["view"]["actions"][0]["id"]}
                server.post(f"/tables/{table['table']}/move", table["token"], data)
        assert server.stop() == 0
        breaks = [
            "UPDATE events SET do = 'fold' WHERE table_id = ?",
            "UPDATE events SET number = number + 100 WHERE table_id = ?",
            "UPDATE tables SET options = '{' WHERE id = ?",
            "DELETE FROM seats WHERE table_id = ? AND seat = 1",
        ]
        with sqlite3.connect(file) as connection:
            for table, statement in zip(names, breaks, strict=False):
                connection.execute(statement, (table["table"],))
        connection.close()
        server.close()
        server = Server(f"sqlite:///{file}")
        for table in names[:4]:
            for _ in range(2):
                answer = server.get(f"/tables/{table['table']}/view", table["token"])
                assert answer["refused"] == "set_aside"
                assert table["table"] in answer["reason"]
        assert server.get(f"/tables/{names[4]['table']}/view", names[4]["token"])["view"]
        assert server.open_table()["token"]
        with Client(server, names[0]["table"], names[0]["token"]) as client:
            assert client.until("refused")["refused"] == "set_aside"
    finally:
        server.close()


@pytest.mark.processes
def test_log_entries_about_a_table_with_invalid_rows_show_no_card_and_no_key(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    server = Server(f"sqlite:///{file}")
    try:
        table = server.open_table(some_game(2), players=2)
        server.stop()
        with sqlite3.connect(file) as connection:
            connection.execute(
                "INSERT INTO events VALUES (?, 500, 0, 'bet 7H', 'x', 1.0)", (table["table"],)
            )  # fmt: skip
            key = connection.execute("SELECT key FROM tables").fetchone()[0]
        connection.close()
        server.close()
        server = Server(f"sqlite:///{file}")
        assert server.get(f"/tables/{table['table']}")["refused"] == "set_aside"
        server.stop()
        logged = server.logged()
        assert f"table {table['table']} is set aside" in logged
        assert "7H" not in logged
        assert key.hex() not in logged
    finally:
        server.close()


@pytest.mark.processes
def test_on_sigterm_the_server_stores_accepted_moves_and_ends_with_status_0(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 't.sqlite'}"
    server = Server(url)
    try:
        table = server.open_table(some_game(2, together), players=2, seats=[PERSON, PERSON])
        server.post(f"/tables/{table['table']}/join", None, {"name": "Ben", "invite": table["invite"]})
        look = server.get(f"/tables/{table['table']}/view", table["token"])
        with Client(server, table["table"], table["token"]) as ann:
            ann.until("welcome")
            action = look["view"]["actions"][0]["id"]
            ann.say(type="move", id="last", number=look["number"], action=action)
            number = ann.until("stored")["number"]
            assert server.stop() == 0
        assert server.logged() == ""
        server.close()
        server = Server(url)
        assert server.get(f"/tables/{table['table']}")["number"] == number
        again = {"id": "last", "number": look["number"], "action": action}
        assert server.post(f"/tables/{table['table']}/move", table["token"], again).json()["stored"] == number
    finally:
        server.close()


def test_a_port_that_is_already_taken_is_reported_in_one_line(server: Server) -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "parlour.cli", "serve", "--port", str(server.port)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"parlour: cannot serve at 127\.0\.0\.1, port \d+: Address already in use; .*\n", done.stderr)
