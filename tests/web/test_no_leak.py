"""No information leaks: a seat receives the same bytes in two matches that differ only in what it may not know."""

import random
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.sets import each
from parlour.game.game import SPECTATOR, Game, State
from parlour.game.texts import Text, say
from parlour.games import find_game
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Choice, Match
from parlour.web.refusals import TableRefusal
from parlour.web.table._stream import Stream
from parlour.web.table._table import LastAction, Table, TableEvent
from parlour.web.wire.frames import encode
from tests.match.test_undo import facts_of
from tests.positions import TABLES
from tests.samples import sampled, some_game
from tests.web.days import DayServer, Player
from tests.web.evenings import PAIRS, Visitor
from tests.web.servers import Client, Server, bearer

pytestmark = pytest.mark.every(1)

MOST_EVENTS = 300
DAY = "9999-12-30"  # A day in the future, whose deal is still sealed.
GAME_OF_THE_DAY = some_game().name
TRIES = 3  # In how many other deals the test looks for an event that looks the same to the viewer.
DEALT = some_game(4, lambda game: "hands" in (game.state.names or ()))  # A game whose state has a hand for each seat.


class SpyMatch(Match):
    """A match that records the state after each chance event in the list `made`."""

    made: list[State]

    def _note_chance(self, before: State) -> list[Text]:
        self.made.append(self.game.copy(self.state))
        return super()._note_chance(before)


class TwinMatch(Match):
    """A match with a different deal, whose further chance events are prescribed."""

    chances_to_come: list[State]

    def advance(self) -> list[Text]:
        story: list[Text] = []
        earliest = self.game.copy(self.state)
        for state in self.chances_to_come:
            before = self.game.copy(self.state)
            self.set_state(state)
            story += self.game.tell(before, self.state, SPECTATOR, 0)
        self._earlier = earliest
        return story


@dataclass
class Seen:
    """A table, and the stream of its messages to a viewer."""

    table: Table
    stream: Stream

    def messages(self, events: Iterator[TableEvent], onlooker: int) -> Iterator[bytes]:
        for event in events:
            unsealed = replace(event, events=0, seal="")  # Seals depend on the match key, which differs between deals.
            yield self.stream.show(self.table, unsealed, [onlooker])[onlooker]

    @property
    def state(self) -> State:
        return self.table.playing.state


def other_world(seen: Seen, onlooker: int, seed: int) -> Seen:
    """Copy the table, but redeal everything that the viewer may not know."""
    table, rng = seen.table, chance_generator(seeded_key(seed, 1), 0)
    twin = Table(table.facts, table.places)
    twin.game = table.game
    world = table.game.hidden(table.playing.state, onlooker)
    table.game.redeal(world, onlooker, rng)
    twin.match = TwinMatch(
        table.game, table.facts.players, table.facts.options, key=seeded_key(seed, 2), board=table.playing.board
    )
    twin.match.set_state(world)
    twin.number, twin.since, twin._choices = table.number, list(table.since), list(table._choices)
    last = table._last
    if last is not None and last.seat == onlooker:
        before = table.game.hidden(last.before, onlooker)
        table.game.redeal(before, onlooker, rng)
        twin._last = LastAction(last.seat, last.action, before, None, 0, b"")
    stream = Stream()
    stream.log = seen.stream.log.copy()
    stream.view(twin, onlooker)
    return Seen(twin, stream)


def same_event(seen: Seen, twin: Seen, onlooker: int, seat: int, action: int) -> str | None:
    """Find an action in the other deal that looks the same to the viewer; None if there is no such action."""
    game = seen.table.game
    wanted = game.copy(seen.state)
    game.apply(wanted, seat, action)
    legal = list(each(game.legal(twin.state, seat)))
    # A different action can look the same only if the seat secretly chooses among cards that depend on the deal.
    for choice in [action] if action in legal or seat == onlooker else legal:
        after = game.copy(twin.state)
        game.apply(after, seat, choice)
        if game.hidden(after, onlooker).tobytes() == game.hidden(wanted, onlooker).tobytes():
            return game.action_name(twin.state, seat, choice)
    return None


def everything_shown(seen: Seen, onlooker: int, tried: list[int | str]) -> list[object]:
    """Collect everything that the viewer can request: view, log, refusals, and whether undo is possible."""
    shown: list[object] = [encode(seen.stream.view(seen.table, onlooker)), seen.stream.encoded_log(onlooker)]
    if onlooker == SPECTATOR:
        return shown
    shown.append(seen.table.known(onlooker).tobytes())  # Hints and bots are computed from this state.
    shown.append(seen.table.can_undo(onlooker))
    for action in tried:
        try:
            shown.append(seen.table.checked_move(onlooker, seen.table.number, action).name)
        except TableRefusal as refusal:
            shown.append((refusal.kind, refusal.reason))
    return shown


def _spied(match: Match) -> SpyMatch:
    """Turn the match into a SpyMatch, which records its chance events."""
    match.__class__ = SpyMatch
    assert isinstance(match, SpyMatch)
    match.made = []
    return match


def row(seen: Seen, seat: int, do: str) -> dict[str, Any]:
    return {"number": seen.table.number + 1, "seat": seat, "do": do, "client": None}


def compared_events(
    game: Game, players: int, onlooker: int, seed: int, most: int = MOST_EVENTS, day: str | None = None
) -> tuple[int, int]:
    """Play a match, comparing its events with those of other deals; return how many events were played and compared."""
    chooser = random.Random(seed)
    facts, places = facts_of(game.name, players, seed)
    facts.day, facts.link = day, None if day is None else seeded_key(seed, 3)
    seen = Seen(Table(facts, places), Stream())
    seen.table.game = game  # The game may be a variant that isn't registered.
    for event in seen.table.start():
        seen.stream.note(event)
    seen.stream.view(seen.table, onlooker)
    match = seen.table.match = _spied(seen.table.playing)
    played, compared = 0, 0
    while not seen.table.over and played < most:
        seat = chooser.choice(seen.table.actors())
        action = chooser.choice(list(each(game.legal(seen.state, seat))))
        worlds = [other_world(seen, onlooker, 1000 * seed + 10 * played + attempt) for attempt in range(TRIES)]
        tried: list[int | str] = [chooser.randrange(63), "play 3S", "fold", ""]
        shown = everything_shown(seen, onlooker, tried)
        assert everything_shown(worlds[0], onlooker, tried) == shown
        twins = ((world, same_event(seen, world, onlooker, seat, action)) for world in worlds)
        twin, do = next(((world, found) for world, found in twins if found), (None, None))
        match.made = []
        name_of = game.action_name(seen.state, seat, action)
        messages = list(seen.messages(seen.table.perform(row(seen, seat, name_of)), onlooker))
        played += 1
        if twin is not None and do is not None:
            assert isinstance(twin.table.match, TwinMatch)
            twin.table.match.chances_to_come = [game.hidden(made, onlooker) for made in match.made]
            for number, world in enumerate(twin.table.match.chances_to_come):
                game.redeal(world, onlooker, chance_generator(seeded_key(seed, played), number))
            assert list(twin.messages(twin.table.perform(row(twin, seat, do)), onlooker)) == messages
            compared += 1
    return played, compared


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


# --- the tests above notice leaks


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
