"""A person's devices on a real server: how they join, what moves along, and how they are removed one by one."""

from typing import Any

from parlour.web.wire.tokens import new_token
from tests.samples import some_game
from tests.web.people.test_people import PERSON, TWO, done, known
from tests.web.servers import Client, Server
from tests.web.test_play import play_out


def asked(server: Server, old: str, new: str, **more: Any) -> str:
    """Let a new device ask to join a person; return the letters that both devices show."""
    code = done(server, "/me/link", old)["code"]
    check: str = done(server, "/me/join", new, {"code": code, **more})["check"]
    return check


def joined(server: Server, old: str) -> str:
    """Let a new device join a person; return the device's secret."""
    new = new_token()
    done(server, "/me/answer", old, {"check": asked(server, old, new), "accept": True})
    return new


# --- whose person joins whose


def test_a_code_says_whose_it_is_without_being_used_up(server: Server) -> None:
    old = known(server)
    code = done(server, "/me/link", old)["code"]
    for _ in range(2):
        owner = done(server, "/me/link/owner", None, {"code": code.upper()})
        assert owner == {"person": server.get("/me", old)["id"], "name": "Ann"}
    assert not done(server, "/me/join", new_token(), {"code": code})["joined"]
    assert server.refused("/me/link/owner", None, {"code": "nobody's"}) == "unknown_code"


def test_a_device_that_belongs_to_a_player_can_join_another_only_if_it_says_that_everything_moves(
    server: Server,
) -> None:
    old, other = known(server), known(server, "Ben")
    ben = server.get("/me", other)["id"]
    code = done(server, "/me/link", old)["code"]
    assert server.refused("/me/join", other, {"code": code}) == "not_allowed"
    recovery = done(server, "/me/recovery", old)["code"]
    assert server.refused("/me/recover", other, {"code": recovery}) == "not_allowed"
    assert server.get("/me", old)["asking"] is None
    assert server.get("/me", other)["id"] == ben
    assert not done(server, "/me/join", other, {"code": code, "move": True})["joined"]


def test_the_old_device_learns_who_asks_and_whether_everything_moves(server: Server) -> None:
    old, other = known(server), known(server, "Ben")
    check = asked(server, old, other, move=True)
    ben = server.get("/me", other)["id"]
    assert server.get("/me", old)["asking"] == {"check": check, "move": True, "person": ben, "name": "Ben"}
    check = asked(server, old, new_token(), move=True)
    assert server.get("/me", old)["asking"] == {"check": check, "move": False, "person": None, "name": None}, (
        "a device that belongs to nobody has nothing that could move"
    )


# --- the answer


def test_a_device_that_has_joined_is_told_so_even_if_the_old_device_has_made_another_code(server: Server) -> None:
    old, new = known(server), new_token()
    code = done(server, "/me/link", old)["code"]
    check = done(server, "/me/join", new, {"code": code})["check"]
    done(server, "/me/answer", old, {"check": check, "accept": True})
    done(server, "/me/link", old)
    assert done(server, "/me/join", new, {"code": code})["joined"]


def test_a_device_that_has_joined_cannot_be_refused_any_more(server: Server) -> None:
    old, new = known(server), new_token()
    code = done(server, "/me/link", old)["code"]
    check = done(server, "/me/join", new, {"code": code})["check"]
    done(server, "/me/answer", old, {"check": check, "accept": True})
    assert server.refused("/me/answer", old, {"check": check, "accept": False}) in ("late", "unknown_code")
    assert done(server, "/me/join", new, {"code": code})["joined"], "the device has joined, so it must be told so"
    done(server, "/me/answer", old, {"check": check, "accept": True})  # the request is safe to repeat


# --- the list of devices


def test_a_removed_device_loses_the_person_and_the_tokens_of_its_seats(server: Server) -> None:
    old = known(server)
    new = joined(server, old)
    table = server.open_table(TWO, players=2, seats=[PERSON, PERSON], person=new)
    name, ben = table["table"], {"name": "Ben", "invite": table["invite"]}
    assert server.post(f"/tables/{name}/join", None, ben).status_code == 200
    kept = server.open_table(person=old)
    device = next(one["id"] for one in server.get("/me", old)["devices"] if not one["own"])
    with Client(server, name, table["token"]) as client, Client(server, kept["table"], kept["token"]) as other:
        assert client.until("welcome")["seat"] == 0
        other.until("welcome")
        done(server, "/me/devices/remove", old, {"device": device})
        assert client.until("removed")["why"] == "withdrawn"
        assert client.until("welcome")["seat"] == -1
        client.say(type="phrase", id="p", phrase="hello")
        assert client.until("refused", id="p")["refused"] == "wrong_token"
        other.say(type="phrase", id="p", phrase="hello")
        assert other.until("phrase")["seat"] == 0, "the seats of the other device stay"
    assert server.get("/me", new)["id"] is None
    assert server.refused(f"/tables/{name}/return", table["token"]) == "wrong_token"
    assert server.get(f"/tables/{name}")["seats"][0]["away"], "a bot plays for the seat of the removed device"
    assert [one["own"] for one in server.get("/me", old)["devices"]] == [True]


def test_the_only_device_of_a_person_cannot_be_removed(server: Server) -> None:
    old = known(server)
    [device] = server.get("/me", old)["devices"]
    assert server.refused("/me/devices/remove", old, {"device": device["id"]}) == "not_allowed"
    assert server.refused("/me/devices/remove", known(server), {"device": device["id"]}) == "unknown_code"
    assert server.get("/me", old)["id"] is not None


def test_a_device_can_leave_by_removing_itself(server: Server) -> None:
    old = known(server)
    new = joined(server, old)
    own = next(one["id"] for one in server.get("/me", new)["devices"] if one["own"])
    done(server, "/me/devices/remove", new, {"device": own})
    assert server.get("/me", new)["id"] is None
    assert len(server.get("/me", old)["devices"]) == 1


def test_a_removed_recovery_code_lets_nobody_join_any_more(server: Server) -> None:
    old = known(server)
    code = done(server, "/me/recovery", old)["code"]
    done(server, "/me/recovery/remove", old)
    assert not server.get("/me", old)["recovery"]
    assert server.refused("/me/recover", new_token(), {"code": code}) == "unknown_code"


def test_the_rematch_of_a_match_whose_device_was_removed_has_a_bot_at_its_seat(server: Server) -> None:
    old = known(server)
    new = joined(server, old)
    game = some_game(2)
    table = server.open_table(game, players=2, seats=[PERSON, PERSON], options=dict(game.short_options), person=new)
    name = table["table"]
    ben = server.post(f"/tables/{name}/join", None, {"name": "Ben", "invite": table["invite"]}).json()
    device = next(one["id"] for one in server.get("/me", old)["devices"] if not one["own"])
    done(server, "/me/devices/remove", old, {"device": device})
    with Client(server, name, ben["token"]) as client:
        client.until("welcome")
        play_out(client)
    again = done(server, f"/tables/{name}/rematch", ben["token"])
    assert [seat["away"] for seat in server.get(f"/tables/{again['table']}")["seats"]] == [True, False]
