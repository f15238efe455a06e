"""The preview that messaging apps show for a link: title, description and picture, but no secrets."""

import re
import struct
from html import unescape

import pytest

from parlour.game.game import Game
from parlour.games import GAMES, HOME, all_games, find_game
from parlour.web.table.previews import FALLBACK, HEIGHT, WIDTH, listed, picture
from tests.samples import has_page, some_game
from tests.web.games import quick_game, short_table
from tests.web.servers import Server

MOST_BYTES = 30_000
TAG = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">')


def tags(server: Server, path: str) -> dict[str, str]:
    """Read the preview tags of a page, as a messaging app does."""
    answer = server.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    return {name: unescape(value) for name, value in TAG.findall(answer.text)}


def finished_table(server: Server, name: str = "Ann") -> str:
    """Play a match to its end over HTTP; return the table's name."""
    opened = server.open_table(**short_table(quick_game(), 2), name=name)
    path, token = f"/tables/{opened['table']}", opened["token"]
    while not (look := server.get(f"{path}/view", token))["table"]["over"]:
        actions = look["view"]["actions"]
        if actions:
            move = {"id": f"move {look['number']}", "number": look["number"], "action": actions[0]["id"]}
            server.post(f"{path}/move", token, move)
    table: str = opened["table"]
    return table


def test_the_preview_of_a_replay_shows_the_game_the_players_and_the_result(server: Server) -> None:
    table = finished_table(server)
    found, facts = tags(server, f"/replay/{table}"), server.get(f"/tables/{table}")
    assert found["og:title"].startswith(f"{facts['title']}: ")
    assert "won" in found["og:title"]
    record = server.get(f"/tables/{table}/record")
    points = next(iter(record["result"][kind] for kind in ("scores", "lives") if kind in record["result"]))
    for seat, number in zip(facts["seats"], points, strict=True):
        assert f"{seat['name']} {number}" in found["og:description"]
    assert "whole match" in found["og:description"]
    assert "moment" in tags(server, f"/replay/{table}?at=3")["og:description"]


def test_the_preview_picture_of_a_link_is_a_small_png_with_an_absolute_address(server: Server) -> None:
    found = tags(server, f"/replay/{finished_table(server)}")
    assert found["og:image"].startswith(f"{server.url}/preview/")
    answer = server.http.get(found["og:image"])
    assert answer.headers["content-type"] == "image/png"
    assert struct.unpack(">II", answer.content[16:24]) == (WIDTH, HEIGHT)
    assert (found["og:image:width"], found["og:image:height"]) == (str(WIDTH), str(HEIGHT))


def test_the_preview_of_an_invitation_names_the_game_and_the_host_but_not_the_invitation_code(server: Server) -> None:
    game = some_game(2)
    person = {"kind": "person"}
    opened = server.open_table(game, name='Ann "<b>"', players=2, seats=[person, person])
    found = tags(server, f"/t/{opened['table']}?invite={opened['invite']}")
    assert found["og:title"] == f'{game.title} with Ann "<b>"'
    assert found["og:description"] == game.pitch
    assert opened["invite"] not in str(found)


def test_the_page_of_a_table_is_sent_compressed_or_plain_but_not_to_a_browser_that_already_has_it(
    server: Server,
) -> None:
    paths = [f"/t/{server.open_table(some_game(2), name=name)['table']}" for name in ("Ann", "Ben")]
    for path, name in [*zip(paths, ("Ann", "Ben"), strict=True)] * 2:
        packed = server.http.get(path)
        plain = server.http.get(path, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.text == plain.text
        assert f"with {name}" in plain.text
        held = server.http.get(path, headers={"if-none-match": packed.headers["etag"]})
        assert (held.status_code, held.content) == (304, b"")


def test_the_preview_of_a_table_changes_when_a_player_joins(server: Server) -> None:
    game, person = some_game(2), {"kind": "person"}
    opened = server.open_table(game, players=2, seats=[person, person])
    path = f"/t/{opened['table']}"
    assert tags(server, path)["og:title"] == f"{game.title} with Ann"
    server.post(f"/tables/{opened['table']}/join", data={"name": "Ben", "invite": opened["invite"]})
    assert tags(server, path)["og:title"] == f"{game.title} with Ann and Ben"


def test_html_in_a_player_name_is_escaped_in_the_preview(server: Server) -> None:
    opened = server.open_table(some_game(), name='"><script>')
    assert '"><script>' not in server.http.get(f"/t/{opened['table']}").text


@pytest.mark.parametrize("path", ["/t/nosuchtable99", "/replay/nosuchtable99", "/"])
def test_neither_the_page_of_an_unknown_table_nor_the_first_page_has_preview_tags(server: Server, path: str) -> None:
    assert tags(server, path) == {}


@pytest.mark.parametrize("name", ["nosuchgame.png", f"{next(iter(GAMES))}.svg", "none"])
def test_requests_for_unknown_preview_pictures_are_refused(server: Server, name: str) -> None:
    answer = server.http.get(f"/preview/{name}")
    assert answer.status_code == 404
    assert answer.json()["refused"] == "unknown_page"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_game_has_a_small_preview_picture(game: Game) -> None:
    found = picture(game)
    assert found.plain.startswith(b"\x89PNG")
    assert len(found.plain) <= MOST_BYTES
    own = HOME / game.name / "preview.png"
    assert found.plain == (own if has_page(game) else FALLBACK).read_bytes()


def test_the_preview_picture_of_games_that_do_not_have_their_own_has_the_right_size() -> None:
    assert len(FALLBACK.read_bytes()) <= MOST_BYTES
    assert struct.unpack(">II", FALLBACK.read_bytes()[16:24]) == (WIDTH, HEIGHT)


def test_player_names_in_a_preview_are_listed_as_in_a_sentence() -> None:
    assert [str(listed(names)) for names in (["Ann"], ["Ann", "Ben"], ["Ann", "Ben", "Cleo"])] == [
        "Ann",
        "Ann and Ben",
        "Ann, Ben and Cleo",
    ]
    assert find_game(next(iter(GAMES))).pitch
