"""What a server writes to its log: no secret at any level, even while people play, link devices and lose codes."""

import json
from pathlib import Path

import pytest
from websockets.sync.client import connect

from parlour.web.wire.tokens import new_token
from tests.samples import some_game
from tests.web.people.test_people import done
from tests.web.servers import Client, Server
from tests.web.test_play import play_out


@pytest.mark.processes
@pytest.mark.parametrize("connections", ["lean", "plain"])
def test_a_log_of_everything_contains_no_secret(tmp_path: Path, connections: str) -> None:
    everything = ("--log-level", "debug", "--access-log")
    server = Server(f"sqlite:///{tmp_path / 't.sqlite'}", *everything, connections=connections)
    ann, phone, other = new_token(), new_token(), new_token()
    game = some_game(2)
    try:
        table = server.open_table(
            game, players=2, seats=[{"kind": "person"}] * 2, options=dict(game.short_options), person=ann
        )
        joins = {"name": "Ben", "invite": table["invite"], "person": other}
        ben = server.post(f"/tables/{table['table']}/join", None, joins).json()["token"]
        server.post(f"/tables/{table['table']}/leave", ben)
        with connect(f"ws{server.url[4:]}/api/tables/{table['table']}/socket") as fragments:
            hello = f'{{"type":"hello","token":"{table["token"]}"}}'
            # The websockets library reads fragments, even for lean connections.
            fragments.send([hello[:30], hello[30:]])
            assert json.loads(fragments.recv(60))["seat"] == 0
        with Client(server, table["table"], table["token"]) as client:
            client.until("welcome")
            play_out(client)
        link, recovery = done(server, "/me/link", ann)["code"], done(server, "/me/recovery", ann)["code"]
        check = done(server, "/me/join", phone, {"code": link})["check"]
        done(server, "/me/answer", ann, {"check": check, "accept": True})
        done(server, "/me/recover", other, {"code": recovery, "move": True})
        server.refused(f"/tables/{table['table']}/move", "a wrong token", {"id": "1", "number": 1, "do": "nothing"})
        server.http.get(f"/t/{table['table']}?invite={table['invite']}")
        server.http.get(f"/me?code={link}")
        server.stop()
        logged = server.logged()
    finally:
        server.close()
    secrets = [ann, phone, other, table["token"], ben, table["invite"], link, recovery, "a wrong token"]
    # A frame in a log may be cut off, so a part of a secret is enough to fail.
    assert [one for one in secrets if one[:9] in logged or one[-9:] in logged] == []
