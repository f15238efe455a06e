"""Results, histories, statistics and ratings on a real server, which leave out unfinished matches."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.game.figures import figures_of
from parlour.game.game import Game
from parlour.games import all_games
from parlour.match.record import read_records, verify
from parlour.web.wire.tokens import new_token
from tests.samples import some_game
from tests.web.servers import Client, Server
from tests.web.test_play import play_out

PERSON, BOT = {"kind": "person"}, {"kind": "bot", "level": "easy"}
GAME = some_game(2, lambda game: not game.teams)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """Start a server for one test; return the server and its database file."""
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield server, tmp_path / "tables.sqlite"
    server.close()


def played(server: Server, secret: str, game: Game = GAME, **more: Any) -> str:
    """Let a person play a short match to its end; return its table."""
    wanted = {"options": dict(game.short_options), "person": secret, **more}
    table = server.open_table(game, players=more.pop("players", game.default_players), **wanted)
    with Client(server, table["table"], table["token"]) as client:
        client.until("welcome")
        play_out(client)
    assert table["table"] in str(server.get("/me/matches", secret)), (
        "a match is in the history as soon as its end was announced"
    )
    return str(table["table"])


def counted(file: Path, table: str) -> list[Any]:
    """Wait until the results of a table are stored; return their rows."""
    with sqlite3.connect(file, timeout=30) as rows:
        while not rows.execute("SELECT counted FROM tables WHERE id = ?", (table,)).fetchone()[0]:
            pass
        rows.row_factory = sqlite3.Row
        found = rows.execute("SELECT * FROM results WHERE table_id = ? ORDER BY seat", (table,))
        return [dict(row) for row in found]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_finished_match_appears_in_its_players_history_and_statistics(server: Server, game: Game) -> None:
    secret = new_token()
    table = played(server, secret, game)
    record = server.get(f"/tables/{table}/record")
    [match] = server.get("/me/matches", secret)["matches"]
    assert (match["table"], match["game"], match["title"]) == (table, game.name, game.title)
    assert match["won"] == (0 in record["result"]["winners"])
    assert match["rounds"] == record["result"]["rounds"]
    assert match["score"] == record["result"][game.scoring.name][0]
    assert match["place"] == 1 or not match["won"]
    assert [one["level"] for one in match["others"]] == ["medium"] * (match["players"] - 1)
    statistics = server.get(f"/me/statistics?game={game.name}", secret)
    assert (statistics["matches"], statistics["wins"]) == (1, int(match["won"]))
    assert statistics["streak"] == (1 if match["won"] else -1)
    assert [one["name"] for one in statistics["figures"]] == [one.name for one in figures_of(game)]
    assert all(len(one["points"]) == 1 for one in statistics["figures"])
    assert statistics["rating"] is None, "a match with other options than the usual ones is not rated"


def test_a_match_with_the_default_options_is_rated(server: Server) -> None:
    secret = new_token()
    played(server, secret, options={})
    rating = server.get(f"/me/statistics?game={GAME.name}", secret)["rating"]
    assert rating["matches"] == 1
    assert rating["low"] < rating["rating"] < rating["high"]


def test_a_rematch_belongs_to_the_same_people_as_the_first_match(server: Server) -> None:
    secret = new_token()
    table = server.open_table(GAME, players=2, options=dict(GAME.short_options), person=secret)
    with Client(server, table["table"], table["token"]) as client:
        client.until("welcome")
        play_out(client)
    again = server.post(f"/tables/{table['table']}/rematch", table["token"]).json()
    assert server.get(f"/tables/{again['table']}")["seats"][0]["person"] == server.get("/me", secret)["id"]


def test_a_running_match_appears_in_no_history_and_changes_no_rating(server: Server) -> None:
    secret = new_token()
    server.open_table(GAME, players=2, person=secret)
    assert server.get("/me/matches", secret) == {"matches": [], "before": None}
    statistics = server.get(f"/me/statistics?game={GAME.name}", secret)
    assert (statistics["matches"], statistics["rating"], statistics["mean_place"]) == (0, None, None)
    me = server.get("/me", secret)["id"]
    assert me not in str(server.get(f"/house/ratings?game={GAME.name}"))
    assert server.http.get("/api/me/records", headers={"Authorization": f"Bearer {secret}"}).text == ""


def test_statistics_and_ratings_include_the_bots_of_the_server(server: Server) -> None:
    secret = new_token()
    played(server, secret, options={})
    for figure in server.get(f"/me/statistics?game={GAME.name}", secret)["figures"]:
        assert "medium" in [level["level"] for level in figure["levels"]]
    players = server.get(f"/house/ratings?game={GAME.name}")["players"]
    assert {"easy", "medium", "hard"} <= {one["level"] for one in players if one["person"] is None}
    assert server.get("/me", secret)["id"] in [one["person"] for one in players]
    assert [one["rating"]["rating"] for one in players] == sorted(one["rating"]["rating"] for one in players)[::-1]


@pytest.mark.processes
def test_the_next_server_stores_results_and_ratings_that_a_killed_server_could_not_store(
    tmp_path: Path,
) -> None:
    file = tmp_path / "tables.sqlite"
    before, secret = Server(f"sqlite:///{file}"), new_token()
    table = played(before, secret, options={})
    rows = counted(file, table)
    before.kill()
    before.close()
    with sqlite3.connect(file) as connection:  # Restores the rows that a server leaves if it dies after the last event.
        connection.execute("UPDATE tables SET finished = NULL, counted = 0")
        for name in ("results", "summaries", "level_figures", "ratings"):
            connection.execute(f"DELETE FROM {name}")
    after = Server(f"sqlite:///{file}")
    try:
        for _ in range(3):
            after.get(f"/tables/{table}")
        assert [without(row, "finished") for row in counted(file, table)] == [without(row, "finished") for row in rows]
        statistics = after.get(f"/me/statistics?game={GAME.name}", secret)
        assert (statistics["matches"], statistics["rating"]["matches"]) == (1, 1)
    finally:
        after.close()


def without(row: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != name}


@pytest.mark.processes
def test_the_pages_of_a_long_history_together_contain_every_match_exactly_once(own: tuple[Server, Path]) -> None:
    server, file = own
    secret = new_token()
    table = played(server, secret)
    rows = counted(file, table)
    with sqlite3.connect(file) as connection:
        for number in range(70):
            copy_table(connection, table, f"copy{number:02}", rows, 1000.0 + number // 3)
    found: list[str] = []
    before = ""
    while True:
        answer = server.get(f"/me/matches?game={GAME.name}{before}", secret)
        found += [match["table"] for match in answer["matches"]]
        if answer["before"] is None:
            break
        before = f"&before={answer['before']}"
    assert len(found) == len(set(found)) == 71
    assert found[0] == table, "expected the latest match first"
    assert server.get("/me/matches?game=whist", secret)["refused"] == "unknown_game"
    assert server.get("/me/matches?before=%00", secret)["refused"] == "bad_request"
    assert server.get("/me/matches?before=nothing", secret)["matches"] == []


def copy_table(connection: sqlite3.Connection, table: str, name: str, rows: list[Any], finished: float) -> None:
    """Store a copy of a table with its seats and results, but with a different time at which the match ended."""
    columns = [column[1] for column in connection.execute("PRAGMA table_info(tables)")]
    values = ", ".join({"id": "?", "finished": "?"}.get(column, f'"{column}"') for column in columns)
    connection.execute(f"INSERT INTO tables SELECT {values} FROM tables WHERE id = ?", (name, finished, table))
    columns = [column[1] for column in connection.execute("PRAGMA table_info(seats)")]
    values = ", ".join("?" if column == "table_id" else f'"{column}"' for column in columns)
    connection.execute(f"INSERT INTO seats SELECT {values} FROM seats WHERE table_id = ?", (name, table))
    for row in rows:
        copy = row | {"table_id": name, "finished": finished}
        marks = ", ".join("?" for _ in copy)
        connection.execute(f"INSERT INTO results ({', '.join(copy)}) VALUES ({marks})", tuple(copy.values()))


def test_all_records_of_a_player_can_be_downloaded_as_one_file_and_verified(server: Server, tmp_path: Path) -> None:
    secret = new_token()
    tables = [played(server, secret) for _ in range(2)]
    answer = server.http.get("/api/me/records", headers={"Authorization": f"Bearer {secret}"})
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    file = tmp_path / "parlour.jsonl"
    file.write_text(answer.text)
    records = [record for _, record in read_records(file)]
    assert len(records) == len(tables)
    assert all(verify(record).over for record in records)


@pytest.mark.processes
def test_a_match_with_a_guide_has_no_results(own: tuple[Server, Path]) -> None:
    server, file = own
    secret = new_token()
    game = next(game for game in all_games() if server.get(f"/games/{game.name}/guide").get("steps"))
    table = server.open_table(game, guide=True, person=secret)
    with Client(server, table["table"], table["token"]) as client:
        client.until("welcome")
        play_out(client)
    assert counted(file, table["table"]) == []
    assert server.get("/me/matches", secret)["matches"] == []
