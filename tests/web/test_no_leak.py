"""No information leaks: a seat receives the same bytes in two matches that differ only in what it may not know."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.game.game import SPECTATOR, Game, State
from parlour.game.texts import Text, say
from parlour.games import find_game
from parlour.match.match import Choice, Match
from parlour.web.refusals import TableRefusal
from parlour.web.table._table import Table
from tests.match.test_undo import facts_of
from tests.positions import TABLES
from tests.samples import sampled, some_game
from tests.web.days import DayServer, Player
from tests.web.evenings import PAIRS, Visitor
from tests.web.leaks import compared_events, run
from tests.web.servers import Client, Server, bearer

pytestmark = pytest.mark.every(1)

DAY = "9999-12-30"  # A day in the future, whose deal is still sealed.
GAME_OF_THE_DAY = some_game().name
DEALT = some_game(4, lambda game: "hands" in (game.state.names or ()))  # A game whose state has a hand for each seat.


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), sampled(TABLES, kept=5))
@settings(max_examples=3)
@given(data=st.data())
def test_the_messages_to_a_viewer_reveal_nothing_that_the_viewer_may_not_know(
    name: str, players: int, data: st.DataObject
) -> None:
    onlooker = data.draw(st.integers(SPECTATOR, players - 1))
    played, compared = compared_events(find_game(name), players, onlooker, data.draw(st.integers(0, 10**6)))
    assert compared > played / 4, "too few events could be compared with another deal"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_messages_about_todays_deal_reveal_nothing_that_the_player_may_not_know(name: str, players: int) -> None:
    played, compared = compared_events(find_game(name), players, 0, 5, most=80, day=DAY)
    assert compared > played / 4, "too few events could be compared with another deal"


@pytest.mark.processes
def test_the_long_run_compares_pairs_of_every_viewer_and_stops_when_it_has_enough() -> None:
    found = run(600, seed=1)
    assert found.total() >= 600
    assert len(found) >= 2


# --- today's deal, which others can still play


def every_answer(server: Server, begun: dict[str, Any], others: list[str | None]) -> Iterator[tuple[str, str]]:
    """Request every path in the server's schema for a sealed deal, as its player and as others; yield the answers."""
    values = {"game": GAME_OF_THE_DAY, "day": DAY, "evening": "nowhere", **begun}
    for path, methods in server.http.get("/schema/openapi.json").json()["paths"].items():
        for method in methods if path != "/api/me/forget" else ():
            for token in (begun["token"], *others):
                for data in ({"seat": 0}, {"name": "Eve"}, {"id": "x", "number": 1}, {}):
                    sent = data if method == "post" else None
                    answer = server.http.request(method, path.format_map(values), headers=bearer(token), json=sent)
                    yield f"{method} {path}", answer.text


@pytest.mark.processes
def test_no_request_reveals_the_key_or_the_link_of_todays_deal_before_the_day_is_over(tmp_path: Path) -> None:
    server = DayServer(f"sqlite:///{tmp_path / 'days.sqlite'}")
    ann, ben = Player(server), Player(server, "Ben")
    begun = ann.play(GAME_OF_THE_DAY)
    with sqlite3.connect(tmp_path / "days.sqlite") as rows:
        secrets = {bytes(value).hex() for row in rows.execute("SELECT key, link FROM tables") for value in row}
        secrets |= {bytes(row[0]).hex() for row in rows.execute("SELECT secret FROM chains")}
    assert len(secrets) == 3
    doors = set()
    for door, text in every_answer(server, begun, [ann.secret, ben.secret, None]):
        assert not any(secret in text for secret in secrets), door
        doors.add(door)
    server.close()
    assert "get /api/tables/{table}/record" in doors
    assert "get /api/today/{game}/{day}" in doors


@pytest.mark.processes
def test_spectators_are_refused_at_a_table_of_todays_deal(tmp_path: Path) -> None:
    server = DayServer(f"sqlite:///{tmp_path / 'days.sqlite'}")
    begun = Player(server).begin(GAME_OF_THE_DAY)
    with Client(server, begun["table"]) as eve:
        assert eve.next()["refused"] == "sealed"
    server.close()


# --- a board of an evening, which other tables can still play


@pytest.mark.processes
def test_no_request_in_an_evening_reveals_the_key_of_a_board_before_the_board_is_closed(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'evenings.sqlite'}", "--rate", "100000")
    ann, ben, *others = [Visitor(server, name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")]
    evening, own = ann.running(PAIRS, 2, *others)
    at_table = [one for one in others if one.look(evening)["next"]["table"] == own["table"]]
    assert len(at_table) < len(others), "the board must still be played at another table"
    for one in at_table:
        server.post(f"/evenings/{evening}/leave", one.secret)
    ann.play_out(own)
    with sqlite3.connect(tmp_path / "evenings.sqlite") as rows:
        found = rows.execute("SELECT key FROM tables UNION SELECT key FROM evenings")
        secrets = {bytes(row[0]).hex() for row in found}
    assert len(secrets) == 2, "expected the key of the evening and one key of the board, which both tables share"
    doors = set()
    for door, text in every_answer(server, {**own, "evening": evening}, [ann.secret, ben.secret, None]):
        assert not any(secret in text for secret in secrets), door
        doors.add(door)
    assert ann.look(evening)["closed"] == []
    server.close()
    assert {"get /api/evenings/{evening}", "get /api/tables/{table}/replay"} <= doors


# --- private news for one seat


def with_news(game: Game) -> Game:
    """Make a game that sends each seat private news of its hand whenever the hand changes."""

    def hand(state: State, seat: int) -> tuple[str, ...]:
        return game.view(state, seat).seats[seat].hand

    def news(before: State, state: State, seat: int) -> list[Text]:
        held = hand(state, seat)
        return [say("You hold {cards} now.", cards=" ".join(held))] if held != hand(before, seat) else []

    return replace(game, news=news)


@pytest.mark.parametrize(("name", "players"), sampled(TABLES, kept=4, first=5))
def test_private_news_for_one_seat_reaches_no_other_viewer(name: str, players: int) -> None:
    for onlooker in (SPECTATOR, players - 1):
        played, compared = compared_events(with_news(find_game(name)), players, onlooker, 4, most=80)
        assert compared > played / 4, "too few events could be compared with another deal"


def test_the_tests_for_leaks_notice_private_news_sent_to_other_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    news = Match.news
    monkeypatch.setattr(Match, "news", lambda match, _: news(match, 1))
    with pytest.raises(AssertionError):
        compared_events(with_news(DEALT), 4, 0, 3)


# --- the tests above can fail


def test_the_tests_for_leaks_notice_views_that_contain_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """This test deliberately builds views from the whole state, including hidden cards."""
    monkeypatch.setattr(Match, "view", lambda match, seat: match.game.view(match.state, seat))
    with pytest.raises(AssertionError):
        compared_events(DEALT, 4, 0, 3)


def test_the_tests_for_leaks_notice_refusals_that_depend_on_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(table: Table, seat: int, number: int, action: int | str) -> Choice:
        raise TableRefusal("not_allowed", str(table.playing.state.hands))

    monkeypatch.setattr(Table, "checked_move", careless)
    with pytest.raises(AssertionError):
        compared_events(DEALT, 4, 0, 1)


def test_the_tests_for_leaks_notice_hints_that_depend_on_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "known", lambda table, _: table.playing.state)
    with pytest.raises(AssertionError):
        compared_events(DEALT, 4, 0, 1)


def test_the_logged_form_of_a_tables_facts_shows_neither_its_key_nor_its_invitation() -> None:
    facts, _ = facts_of(DEALT.name, 4, 1)
    assert repr(facts.key)[2:-1] not in repr(facts)
    assert facts.invite not in repr(facts)
