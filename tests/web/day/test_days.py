"""Today's deal on a server: one try per person, deals sealed until the day is over, and the same luck for everyone."""

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from parlour.club.today import PERSON, deal, is_whole_match, play_bots, result_of
from parlour.games import GAMES, find_game
from parlour.match.chain import DAYS, Chain, Root, linked_key
from parlour.match.match import Match
from parlour.match.record import verify
from parlour.web.day._stored import Try, TryResult
from parlour.web.day.days import MOST_LINES, best_lines
from parlour.web.store.schema import chains, events, tables
from parlour.web.store.store import Store
from parlour.web.wire.tokens import new_token
from tests.samples import some_game
from tests.web.conftest import empty_database
from tests.web.days import DAY, DayServer, Player
from tests.web.servers import START_SECONDS

pytestmark = pytest.mark.processes

GAME = some_game(fits=lambda game: not is_whole_match(game)).name
HOURS_TO_CLOSE = 13.5  # Hours from noon to a time at which the day's results are published.
GRACE = 12.5  # Hours from noon to a time after midnight at which the results are still sealed.


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DayServer]:
    """Start a server whose clock shows noon, once with each kind of database; every test creates its own people."""
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('house') / 'days.sqlite'}"
    else:
        database = empty_database(request.getfixturevalue("postgresql_server"))
    server = DayServer(database)
    yield server
    server.close()


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return the URL of an SQLite database that several servers use one after another."""
    return f"sqlite:///{tmp_path / 'days.sqlite'}"


# --- one try


def test_a_person_who_returns_to_todays_deal_gets_the_same_table_all_day_long(house: DayServer) -> None:
    ann = Player(house)
    first = ann.begin(GAME)
    again = ann.begin(GAME)
    assert (first["table"], first["seat"], first["day"]) == (again["table"], 0, str(DAY))
    assert ann.refused(f"/tables/{first['table']}/view", token=first["token"]) == "wrong_token"
    assert house.get(f"/tables/{first['table']}/view", again["token"])["seat"] == 0
    assert Player(house, "Ann").begin(GAME)["table"] != first["table"]


def test_a_client_may_choose_the_token_of_its_seat(house: DayServer) -> None:
    ann, token = Player(house), new_token()
    for _ in range(2):
        answer = house.post(f"/today/{GAME}", ann.secret, {"name": "Ann", "token": token})
        assert answer.json()["token"] == token


def test_a_finished_try_has_a_result_and_a_text_to_share_and_cannot_be_repeated(house: DayServer) -> None:
    ann = Player(house)
    assert ann.own(GAME)["state"] == "new"
    begun = ann.begin(GAME)
    assert ann.own(GAME) == {
        "game": GAME, "title": find_game(GAME).title, "state": "begun", "table": begun["table"], "result": None,
        "text": None,
    }  # fmt: skip
    ann.play(GAME)
    own = ann.own(GAME)
    assert own["state"] == "over"
    assert own["text"].splitlines()[0] == f"Parlour · {find_game(GAME).title} · {DAY}"
    assert own["text"].splitlines()[2] == own["result"]["signs"]
    assert ann.begin(GAME)["table"] == begun["table"]
    assert ann.own(GAME) == own


def test_a_visitor_without_a_secret_sees_only_the_list_of_games(house: DayServer) -> None:
    shown = house.get("/today")
    assert [one["state"] for one in shown["games"]] == ["new"] * len(GAMES)
    assert shown["day"] == str(DAY)


@pytest.mark.parametrize("secret", [None, "short", "x" * 200])
def test_a_try_without_a_valid_secret_is_refused(house: DayServer, secret: str | None) -> None:
    assert house.refused(f"/today/{GAME}", secret, {"name": "Ann"}) == "wrong_token"


def test_bad_requests_for_todays_deal_get_the_right_kind_of_refusal(house: DayServer) -> None:
    ann = Player(house)
    assert ann.refused("/today/whist", {"name": "Ann"}) == "unknown_game"
    assert ann.refused(f"/today/{GAME}", {"name": "Ann", "seed": 7}) == "bad_request"
    assert ann.refused(f"/today/{GAME}", {"name": "\n"}) == "bad_request"
    assert ann.refused(f"/today/{GAME}/yesterday") == "bad_request"
    assert ann.refused(f"/today/{GAME}/9999-12-31") == "bad_request"
    assert ann.refused(f"/today/whist/{DAY}") == "unknown_game"


# --- the same match


def test_in_every_game_the_published_link_and_the_players_choices_determine_the_whole_match(file: str) -> None:
    house = DayServer(file)
    begun = {name: Player(house).play(name) for name in GAMES}
    house.turn_clock(HOURS_TO_CLOSE)
    for name, own in begun.items():
        check_match(house, name, own["table"])
    house.close()


def test_a_server_with_the_same_chain_deals_the_same_cards_on_sqlite_and_postgresql(
    file: str, postgresql_url: str
) -> None:
    chain, played = Chain.new(DAY), []
    for database in (file, postgresql_url):
        store = Store(database)
        with store.engine.begin() as connection:
            row = {"number": 1, "secret": chain.secret, "first": DAY.isoformat(), "days": chain.days}
            connection.execute(insert(chains), row)
        house = DayServer(database)
        assert house.get("/today")["chain"]["root"] == chain.root.hex()
        begun = Player(house).play(GAME)
        house.turn_clock(HOURS_TO_CLOSE)
        check_match(house, GAME, begun["table"])
        house.close()
        with store.engine.connect() as connection:
            keys = connection.execute(select(tables.c.key)).scalars().all()
            moves = connection.execute(select(events.c.seat, events.c.do).order_by(events.c.number)).all()
        store.close()
        played.append(([bytes(key) for key in keys], [tuple(move) for move in moves]))
    assert played[0] == played[1]
    assert played[0][0] == [linked_key(chain.link(DAY), GAME, DAY)]


def check_match(house: DayServer, name: str, table: str) -> None:
    """Check that a match recomputed from the published link has the same record as the server's match."""
    record = house.get(f"/tables/{table}/record")
    link = bytes.fromhex(record["today"]["link"])
    match = deal(find_game(name), DAY, link, record["seats"])
    play_bots(match)
    while not match.over:
        match.act(PERSON, last_action(match))
        play_bots(match)
    assert json.loads(json.dumps(match.record())) == record


def last_action(match: Match) -> int:
    """Return the last legal action, which is what players in these tests always choose."""
    return match.view(PERSON).actions[-1].id


def test_two_people_who_make_the_same_choices_see_the_same_events(house: DayServer) -> None:
    people = [Player(house, "Ann"), Player(house, "Ann")]
    logs = []
    for person in people:
        begun = person.play(GAME)
        look = house.get(f"/tables/{begun['table']}/view", begun["token"])
        logs.append([(line["story"], line["proof"]) for line in look["log"]])
    assert logs[0] == logs[1]


# --- sealed


def test_nothing_about_todays_deal_is_revealed_before_the_day_is_over(house: DayServer) -> None:
    ann, ben = Player(house), Player(house, "Ben")
    begun = ann.play(GAME)
    table = f"/tables/{begun['table']}"
    for asked in ("record", "verify", "replay", "replay?seat=0"):
        for token in (begun["token"], ""):
            assert ann.refused(f"{table}/{asked}", token=token) == "sealed"
    assert ann.refused(f"{table}/analysis", {"seat": 0}, begun["token"]) == "sealed"
    assert ann.refused(f"{table}/could", {"seat": 0}, begun["token"]) == "sealed"
    assert ann.refused(f"{table}/view", token="") == "sealed"
    assert ben.refused(f"/today/{GAME}/{DAY}") == "sealed"
    assert ann.refused(f"/today/{find_other()}/{DAY}") == "sealed"
    shared = house.http.get(f"/replay/{begun['table']}").text
    assert "step by step" not in shared


def find_other() -> str:
    """Find a game other than the one that most tests here play."""
    return next(name for name in GAMES if name != GAME and not is_whole_match(find_game(name)))


def test_todays_deal_allows_neither_hints_nor_undo_nor_stand_in_bots(house: DayServer) -> None:
    ann = Player(house)
    begun = ann.begin(GAME)
    table, token = f"/tables/{begun['table']}", begun["token"]
    assert ann.refused(f"{table}/hint", {}, token) == "sealed"
    assert ann.refused(f"{table}/leave", {}, token) == "not_allowed"
    number = house.get(f"{table}/view", token)["number"]
    while not ann.act(begun):
        look = house.get(f"{table}/view", token)
        assert not look["can_undo"]
        if look["number"] > number:
            break
    assert ann.refused(f"{table}/undo", {"id": "u", "number": look["number"]}, token) in ("cannot_undo", "stale")


def test_players_who_have_finished_see_only_results_of_other_finished_players(house: DayServer) -> None:
    ann, ben, game = Player(house), Player(house, "Ben"), find_other()
    ann.play(game)
    ben.begin(game)
    shown = house.get(f"/today/{game}/{DAY}", ann.secret)
    assert [line["name"] for line in shown["lines"]] == ["Ann"]
    ben.play(game, 0)
    assert ben.own(game)["state"] == "over"  # Once the state is "over", the result has been stored.
    shown = house.get(f"/today/{game}/{DAY}", ann.secret)
    assert {line["name"]: line["own"] for line in shown["lines"]} == {"Ann": True, "Ben": False}
    assert (shown["closed"], shown["key"], shown["link"]) == (False, None, None)
    assert all(line["table"] is None and line["moves"] is None for line in shown["lines"])
    scores = [line["result"]["score"] for line in shown["lines"]]
    assert scores == sorted(scores, reverse=True)


def test_six_tries_with_forget_me_in_between_are_six_lines_and_the_list_says_so(house: DayServer) -> None:
    game = find_other()
    before = house.get(f"/today/{game}/{DAY}", tried(house, game).secret)
    for _ in range(5):
        assert house.post("/me/forget", tried(house, game).secret).status_code == 200
    Player(house).begin(game)
    after = house.get(f"/today/{game}/{DAY}", tried(house, game).secret)
    assert [after[what] - before[what] for what in ("begun", "finished", "nameless")] == [7, 6, 5]
    lines = [line for line in after["lines"] if line["name"] is None]
    assert len(lines) == after["nameless"]
    assert all(line["person"] is None and not line["own"] and line["result"] for line in lines)
    assert sum(line["own"] for line in after["lines"]) == 1


def tried(house: DayServer, game: str) -> Player:
    """Return a new person who has finished a try at the game's deal."""
    player = Player(house)
    player.play(game)
    assert player.own(game)["state"] == "over"  # Once the state is "over", the result has been stored.
    return player


def test_when_the_day_is_over_everybody_sees_all_results_and_can_verify_the_records(file: str) -> None:
    house = DayServer(file)
    tables = {name: Player(house, name).play(GAME, choice)["table"] for name, choice in (("Ann", -1), ("Ben", 0))}
    promised = house.get("/today")["chain"]
    house.turn_clock(HOURS_TO_CLOSE)
    shown = house.get(f"/today/{GAME}/{DAY}")
    records = {line["name"]: house.get(f"/tables/{line['table']}/record") for line in shown["lines"]}
    checked = house.get(f"/tables/{tables['Ann']}/verify")
    replay = house.get(f"/tables/{tables['Ann']}/replay")
    published = house.get("/today")["chain"]
    house.close()
    assert shown["closed"]
    assert {line["name"]: line["table"] for line in shown["lines"]} == tables
    link = bytes.fromhex(shown["link"])
    assert linked_key(link, GAME, DAY).hex() == shown["key"] == records["Ann"]["fair"]["key"]
    assert Root(bytes.fromhex(promised["root"]), DAY).leads_to(link, DAY)
    assert (published["last_day"], published["last_link"]) == (str(DAY), shown["link"])
    assert checked["verified"]
    assert replay["steps"]
    for line in shown["lines"]:
        record = records[line["name"]]
        match = verify(record)
        assert result_of(match).score == line["result"]["score"]
        own = [event["do"] for event in record["events"] if event.get("seat") == PERSON]
        assert line["moves"] == own


def test_a_match_begun_before_midnight_counts_if_it_ends_before_the_results_are_published(file: str) -> None:
    house = DayServer(file, 11.9)
    ann, ben = Player(house), Player(house, "Ben")
    tables = [person.begin(GAME) for person in (ann, ben)]
    house.turn_clock(GRACE)
    while not ann.act(tables[0]):
        pass
    assert ann.refused(f"/tables/{tables[0]['table']}/record") == "sealed"
    assert ann.own(GAME)["state"] == "new"
    assert ann.begin(GAME)["day"] == str(DAY + timedelta(days=1))
    house.turn_clock(HOURS_TO_CLOSE)
    while not ben.act(tables[1]):
        pass
    lines = house.get(f"/today/{GAME}/{DAY}")["lines"]
    house.close()
    assert [line["name"] for line in lines] == ["Ann"]


def test_a_list_of_results_shows_the_best_tries_and_also_the_players_own_try_whatever_its_rank() -> None:
    game = find_game(GAME)
    better = -1 if game.scoring.lowest_wins else 1
    results = [TryResult(better * score, 1, 4, (score,), 0, (0,)) for score in range(MOST_LINES + 10)]
    tries = [Try(str(number), "Ann", DAY, GAME, "", one, 1.0 * number) for number, one in enumerate(results)]
    best = [one.person for one in best_lines(game, tries, "3")]
    assert best == [str(number) for number in [*range(MOST_LINES + 9, 9, -1), 3]]
    assert len(best_lines(game, tries, None)) == MOST_LINES
    nobodys = [replace(one, person=None, name=None) for one in tries]
    assert len(best_lines(game, nobodys, None)) == MOST_LINES, "a try without a person is nobody's own"


# --- the chain


def test_the_server_commits_to_its_chain_of_keys_before_the_first_deal_and_keeps_it(file: str) -> None:
    house = DayServer(file)
    chains = [house.get("/today")["chain"]]
    house.close()
    again = DayServer(file, 3.0)
    chains.append(again.get("/today")["chain"])
    again.turn_clock(24.0)
    chains.append(again.get("/today")["chain"])
    again.close()
    first = chains[0]
    assert first["first"] == str(DAY)
    assert (first["last_day"], first["last_link"]) == (str(DAY - timedelta(days=1)), first["root"])
    assert chains[1] == first
    assert chains[2]["root"] == first["root"]
    assert hashlib.sha256(bytes.fromhex(chains[2]["last_link"])).hexdigest() == first["root"]


def test_if_the_servers_clock_shows_a_day_without_a_deal_the_reason_is_reported(file: str) -> None:
    house = DayServer(file)
    assert house.get("/today")["chain"]["days"] == DAYS
    house.http.headers["Accept-Encoding"] = "identity"  # Python's gzip cannot write a date after 2106.
    reasons = []
    for days in (-1, DAYS):
        house.turn_clock(24.0 * days)
        reasons.append(house.http.get("/api/today").json()["reason"])
    house.turn_clock(24.0 * (DAYS - 1))
    last = house.get("/today")["day"]
    house.close()
    shown = (DAY - timedelta(days=1), DAY + timedelta(days=DAYS))
    assert reasons == [
        f"The clock of this server shows {day}; its deals are those from {DAY} to {last}." for day in shown
    ]


# --- a server that dies


def test_a_try_has_the_same_result_even_if_the_server_dies_in_the_middle_of_it(file: str) -> None:
    house = DayServer(file)
    ann, ben = Player(house), Player(house)
    table = ann.play(GAME)["table"]
    begun = ben.begin(GAME)
    while house.get(f"/tables/{begun['table']}/view", begun["token"])["number"] < 8:
        ben.act(begun)
    house.kill()
    house.close()
    again = DayServer(file, 1.0)
    while not ben.at(again).act(begun):
        pass
    assert ben.at(again).own(GAME)["result"] == ann.at(again).own(GAME)["result"]
    again.turn_clock(HOURS_TO_CLOSE)
    records = [again.get(f"/tables/{name}/record") for name in (table, begun["table"])]
    again.close()
    assert records[0] == records[1]


DEATHS = {
    "killed before the end of the match is stored": "UPDATE tables SET finished = NULL, counted = 0",
    "killed before the result of the match is stored": "UPDATE tables SET counted = 1",
}


def test_if_the_server_dies_after_the_last_card_the_next_start_stores_the_result(
    file: str, tmp_path: Path
) -> None:  # fmt: skip
    house, path = DayServer(file), tmp_path / "days.sqlite"
    ann = Player(house)
    ann.play(GAME)
    expected = ann.own(GAME)
    for death in DEATHS.values():
        house.kill()
        with sqlite3.connect(path) as rows:
            last = rows.execute("SELECT max(at) FROM events").fetchone()[0]
            rows.execute("UPDATE tries SET result = NULL, finished = NULL")
            rows.execute(death)
        house.close()
        house = DayServer(file, HOURS_TO_CLOSE)  # The match ended in time, and nobody returns to its table.
        finished = awaited(path, "SELECT finished FROM tries WHERE result IS NOT NULL")
        lines = house.get(f"/today/{GAME}/{DAY}")["lines"]
        assert 0 <= finished - last < 60
        assert [line["result"] for line in lines] == [expected["result"]]
    house.close()


def test_if_a_server_dies_during_the_bots_moves_bots_finish_the_match_at_the_next_start(
    file: str, tmp_path: Path
) -> None:
    house, path = DayServer(file), tmp_path / "days.sqlite"
    ann = Player(house)
    ann.play(GAME)
    expected = ann.own(GAME)
    house.kill()
    with sqlite3.connect(path) as rows:
        rows.execute("UPDATE tries SET result = NULL, finished = NULL")
        rows.execute("UPDATE tables SET finished = NULL, counted = 0")
        rows.execute(f"DELETE FROM events WHERE number > (SELECT max(number) FROM events WHERE seat = {PERSON})")
    house.close()
    again = DayServer(file, 1.0)
    awaited(path, "SELECT finished FROM tries WHERE result IS NOT NULL")
    assert ann.at(again).own(GAME) == expected
    again.close()


def awaited(path: Path, question: str) -> Any:
    """Wait until a database query finds a row; return the row's first value."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        with closing(sqlite3.connect(path)) as rows:
            if (found := rows.execute(question).fetchone()) is not None:
                return found[0]
        time.sleep(0.05)
    raise AssertionError(f"no row was found in time by {question!r}")


# --- limits


def test_requests_for_the_list_of_todays_deals_are_rate_limited(file: str) -> None:
    house = DayServer(file)
    answers: list[Any] = [house.http.get("/api/today") for _ in range(60)]
    house.close()
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert {answer.json()["refused"] for answer in refused} == {"too_fast"}


def test_an_address_may_begin_only_a_limited_number_of_tries_but_may_always_return_to_them(file: str) -> None:
    house = DayServer(file, tables=2)
    people = [Player(house) for _ in range(3)]
    tables = [person.begin(GAME)["table"] for person in people[:2]]
    assert people[2].refused(f"/today/{GAME}", {"name": "Ann"}) == "too_many"
    assert people[0].begin(GAME)["table"] == tables[0]
    house.close()


def test_no_deal_is_offered_while_the_clock_is_before_the_first_day(file: str) -> None:
    house = DayServer(file)
    house.get("/today")
    house.turn_clock(-48.0)
    assert house.get("/today")["refused"] == "unavailable"
    house.close()
