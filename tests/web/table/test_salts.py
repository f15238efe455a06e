"""Salts: clients commit to salts when they sit down, and reveal them once all are seated; no salt is lost."""

import asyncio
import hashlib
import hmac
import json
import secrets
from pathlib import Path
from typing import Any

import pytest

from parlour.match.fair import commitment
from parlour.match.record import verify
from parlour.web.refusals import TableRefusal
from parlour.web.table import _salts as salts
from parlour.web.table import lobby
from parlour.web.table.house import House
from parlour.web.table.lobby import join, open_table
from parlour.web.table.protocol import Join, NewTable, SeatWish
from tests.samples import some_game
from tests.web.servers import Client, Server
from tests.web.table.test_driver import game_for_two, run

PEOPLE = [{"kind": "person"}, {"kind": "person"}]
SALTS = [secrets.token_bytes(32) for _ in range(3)]
GAME = some_game(2)


def pair(server: Server, first: bytes | None, second: bytes | None) -> tuple[str, list[str]]:
    """Seat Ann and Ben at a table for two, each with a commitment to the given salt, or without one."""
    promised: dict[str, Any] = {"salt_commitment": first and commitment(first)}
    short = dict(GAME.short_options)
    opened = server.open_table(GAME, players=2, seats=PEOPLE, options=short, **promised)
    wish = {"name": "Ben", "invite": opened["invite"], "salt_commitment": second and commitment(second)}
    joined = server.post(f"/tables/{opened['table']}/join", None, wish).json()
    return opened["table"], [opened["token"], joined["token"]]


def reveal(server: Server, table: str, token: str, salt: bytes, following: bytes | None = None) -> Any:
    data = {"salt": salt.hex(), "next_commitment": following and commitment(following)}
    return server.post(f"/tables/{table}/reveal", token, data)


def play_out(server: Server, table: str, tokens: list[str]) -> dict[str, Any]:
    """Play the match to its end, always with the last action offered; return its record."""
    path, moves = f"/tables/{table}", 0
    while not server.get(path)["over"]:
        for token in tokens:
            look = server.get(f"{path}/view", token)
            if look["view"]["actions"]:
                moves += 1
                action = look["view"]["actions"][-1]["id"]
                server.post(f"{path}/move", token, {"id": f"m{moves}", "number": look["number"], "action": action})
    record: dict[str, Any] = server.get(f"{path}/record")
    return record


def test_the_match_starts_when_the_last_salt_is_revealed_and_its_record_has_all_salts(server: Server) -> None:
    table, tokens = pair(server, SALTS[0], SALTS[1])
    facts = server.get(f"/tables/{table}")
    assert (facts["revealing"], facts["started"]) == (True, False)
    assert [seat["salt_commitment"] for seat in facts["seats"]] == [commitment(salt) for salt in SALTS[:2]]
    assert reveal(server, table, tokens[0], SALTS[0]).status_code == 200
    assert [seat["salt_revealed"] for seat in server.get(f"/tables/{table}")["seats"]] == [True, False]
    with Client(server, table, tokens[1]) as ben:
        assert ben.until("welcome")["view"] is None
        ben.say(type="reveal", salt=SALTS[1].hex())
        assert ben.until("welcome")["view"] is not None
    assert server.get(f"/tables/{table}")["commitment"] == facts["commitment"]
    record = play_out(server, table, tokens)
    assert record["fair"]["salts"] == [salt.hex() for salt in SALTS[:2]]
    assert record["fair"]["commitment"] == facts["commitment"]
    verify(record)


def test_a_match_without_salts_starts_at_once(server: Server) -> None:
    table, tokens = pair(server, None, None)
    assert server.get(f"/tables/{table}")["started"] is True
    assert server.refused(f"/tables/{table}/reveal", tokens[0], {"salt": SALTS[0].hex()}) == "not_allowed"
    alone = server.open_table(GAME)
    assert server.get(f"/tables/{alone['table']}/view", alone["token"])["view"] is not None


def test_a_salt_can_be_revealed_only_once_all_players_are_seated_and_must_match_its_commitment(server: Server) -> None:
    opened = server.open_table(GAME, players=2, seats=PEOPLE, salt_commitment=commitment(SALTS[0]))
    path, token = f"/tables/{opened['table']}", opened["token"]
    assert server.refused(f"{path}/reveal", token, {"salt": SALTS[0].hex()}) == "not_started"
    assert not server.get(path)["revealing"]
    assert server.post(f"{path}/start", token).status_code == 200  # A bot takes the other seat.
    assert server.get(path)["revealing"]
    assert server.refused(f"{path}/reveal", token, {"salt": SALTS[1].hex()}) == "bad_request"
    assert server.refused(f"{path}/reveal", token, {"salt": "ab"}) == "bad_request"
    assert server.refused(f"{path}/reveal", None, {"salt": SALTS[0].hex()}) == "wrong_token"
    assert reveal(server, opened["table"], token, SALTS[0]).status_code == 200
    assert reveal(server, opened["table"], token, SALTS[0]).status_code == 200, "a salt may be sent again"


def test_players_reveal_new_salts_for_a_rematch(server: Server) -> None:
    table, tokens = pair(server, SALTS[0], None)
    reveal(server, table, tokens[0], SALTS[0], SALTS[2])
    play_out(server, table, tokens)
    again = server.post(f"/tables/{table}/rematch", tokens[1]).json()["table"]
    facts = server.get(f"/tables/{again}")
    assert facts["revealing"]
    assert [seat["salt_commitment"] for seat in facts["seats"]] == [commitment(SALTS[2]), None]
    assert reveal(server, again, tokens[0], SALTS[2]).status_code == 200
    record = play_out(server, again, tokens)
    assert record["fair"]["salts"] == [SALTS[2].hex(), None]
    verify(record)


@pytest.mark.processes
def test_a_revealed_salt_is_kept_if_the_server_is_killed_before_the_match_starts(database: str) -> None:
    server = Server(database)
    table, tokens = pair(server, SALTS[0], SALTS[1])
    reveal(server, table, tokens[0], SALTS[0])
    key = server.get(f"/tables/{table}")["commitment"]
    server.kill()
    server.close()
    server = Server(database)
    try:
        facts = server.get(f"/tables/{table}")
        assert (facts["revealing"], facts["commitment"]) == (True, key)
        assert [seat["salt_revealed"] for seat in facts["seats"]] == [True, False]
        reveal(server, table, tokens[1], SALTS[1])
        view = server.get(f"/tables/{table}/view", tokens[0])["view"]
        server.kill()
        server.close()
        server = Server(database)
        assert server.get(f"/tables/{table}/view", tokens[0])["view"] == view, (
            "the restarted server must have dealt the same cards"
        )
        record = play_out(server, table, tokens)
        assert record["fair"]["salts"] == [salt.hex() for salt in SALTS[:2]]
        verify(record)
    finally:
        server.close()


def test_a_salt_that_is_revealed_after_the_time_limit_is_not_used(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        promised = [commitment(salt) for salt in SALTS]
        wish = NewTable(
            game_for_two().name, "Ann", players=2, seats=[SeatWish("person")] * 2, salt_commitment=promised[0]
        )
        opened = await open_table(house, wish)
        live = await house.table(opened.table)
        await join(house, live, Join("Ben", opened.invite, salt_commitment=promised[1]))
        await lobby.reveal(house, live, 0, SALTS[0].hex(), None)
        house.driver.watch(live)
        assert live.table.match is None, "the match must not start before the time to reveal is up"
        assert live.revealing_since is not None
        live.revealing_since -= 2 * salts.REVEAL_SECONDS
        house.driver.watch(live)
        await asyncio.gather(*house.driver._tasks)
        assert live.table.match is not None
        assert live.table.match.record()["fair"]["salts"] == [SALTS[0].hex(), None]
        with pytest.raises(TableRefusal, match="has started without this salt"):
            await lobby.reveal(house, live, 1, SALTS[1].hex(), promised[2])
        assert live.table.places[1].salt is None
        assert live.table.places[1].next_commitment == promised[2], (
            "the client must be able to commit to a salt for the next match"
        )

    run(tmp_path, test)


def test_the_seals_of_events_can_be_recomputed_from_the_record_in_the_documented_way(server: Server) -> None:
    table, tokens = pair(server, SALTS[0], None)
    with Client(server, table, tokens[0]) as ann:
        ann.until("welcome")
        ann.say(type="reveal", salt=SALTS[0].hex())
        welcome = ann.until("welcome")
        record = play_out(server, table, tokens)
        proofs = [line["proof"] for line in welcome["log"]]
        while not ann.view["over"]:
            message = ann.next()
            proofs += [message["proof"]] if message["type"] == "event" else []
    key, digest, seals = bytes.fromhex(record["fair"]["key"]), b"", {}
    match_key = hmac.digest(key, f"salts {SALTS[0].hex()} -".encode(), "sha256")
    for number, event in enumerate(record["events"], 1):
        digest = hashlib.sha256(digest + json.dumps(event, separators=(",", ":")).encode()).digest()
        seals[number] = hmac.digest(match_key, f"seal {digest.hex()}".encode(), "sha256").hex()[:32]
    assert proofs == [{"events": proof["events"], "seal": seals[proof["events"]]} for proof in proofs]
    assert proofs[-1]["events"] == len(record["events"])
