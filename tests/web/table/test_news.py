"""A private event for one seat appears in that seat's events, log and replay, and nowhere else."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from parlour.engine import values as reading
from parlour.game.game import SPECTATOR, Game, State
from parlour.game.texts import Text, say
from parlour.match.match import Match
from parlour.web.store.store import SeatFacts, TableFacts
from parlour.web.table._table import Table
from parlour.web.table.live import LiveTable, Subscriber
from parlour.web.table.protocol import LogEntry
from parlour.web.table.reviews import replay_steps
from parlour.web.wire.frames import texts
from tests.match.test_undo import facts_of
from tests.samples import some_game

PLAYERS = 3
LINES: reading.ValueReader[LogEntry] = reading.ValueReader(LogEntry)


def own_hand(game: Game, state: State, seat: int) -> str:
    return " ".join(game.view(state, seat).seats[seat].hand)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Make a game that sends each seat its hand whenever the hand changes, and news of every event to seat 1."""
    plain = some_game(PLAYERS)

    def news(before: State, state: State, seat: int) -> list[Text]:
        held = own_hand(plain, state, seat)
        news = [say("You hold {cards}.", cards=held)] if held != own_hand(plain, before, seat) else []
        return [*news, say("A word for seat 1.")] if seat == 1 else news

    changed = replace(plain, news=news)
    for module in ("parlour.match.record", "parlour.web.table._table"):
        monkeypatch.setattr(f"{module}.find_game", lambda _: changed)
    return changed


class Reader:
    """A subscriber that records its messages."""

    def __init__(self, live: LiveTable, onlooker: int) -> None:
        self.messages: list[dict[str, Any]] = []
        live.subscribers.add(Subscriber(onlooker, self.write))
        live.stream.view(live.table, onlooker)

    def write(self, frames: bytes) -> bool:
        self.messages += [msgspec.json.decode(text) for text in texts(frames)]
        return True


def rows_of_some_moves(live: LiveTable, number: int) -> list[dict[str, Any]]:
    """Play some moves and notify the subscribers of them; return the moves' database rows."""
    rows = []
    for _ in range(number):
        match = live.table.playing
        seat = match.actors[0]
        do = match.game.action_name(match.state, seat, match.legal(seat)[0])
        rows.append({"number": live.table.number + 1, "seat": seat, "do": do, "client": None})
        live.perform(rows[-1])
    return rows


def facts(game: Game) -> tuple[TableFacts, list[SeatFacts]]:
    return facts_of(game.name, PLAYERS, 1)


def test_an_event_contains_only_the_news_for_the_seat_that_receives_it(game: Game) -> None:
    live = LiveTable(Table(*facts(game)))
    live.follow([])
    readers = {onlooker: Reader(live, onlooker) for onlooker in range(SPECTATOR, PLAYERS)}
    rows_of_some_moves(live, 6)
    for onlooker, reader in readers.items():
        events = [message for message in reader.messages if message["type"] == "event"]
        assert len(events) >= 6
        own = sum({"template": "A word for seat 1.", "values": {}} in event["news"] for event in events)
        assert own == (len(events) if onlooker == 1 else 0)
        assert [event["story"] for event in events] == [
            event["story"] for event in readers[SPECTATOR].messages if event["type"] == "event"
        ]
    assert not any(event["news"] for event in readers[SPECTATOR].messages)


def test_the_log_of_a_seat_still_has_its_news_after_the_table_is_reloaded(game: Game) -> None:
    live = LiveTable(Table(*facts(game)))
    live.follow([])
    rows = rows_of_some_moves(live, 6)
    again = LiveTable.rebuilt(*facts(game), rows)
    for onlooker in range(SPECTATOR, PLAYERS):
        log = live.stream.lines(LINES, onlooker)
        assert again.stream.lines(LINES, onlooker) == log
        assert any(line.news for line in log) == (onlooker != SPECTATOR), (
            "every seat must have news at least of the first deal"
        )
        welcome = msgspec.json.decode(next(texts(live.welcome(onlooker))))
        assert [line["news"] for line in welcome["log"]] == [msgspec.to_builtins(line.news) for line in log]
    dealt = live.stream.lines(LINES, 2)[0].news
    assert [text.values for text in dealt] == [{"cards": first_hand(game)}]


def first_hand(game: Game) -> str:
    """Return the hand of seat 2 in the first deal."""
    match = Match(game, PLAYERS, facts(game)[0].options, key=facts(game)[0].key)
    match.advance()
    return own_hand(game, game.hidden(match.state, 2), 2)


def test_a_replay_seen_from_a_seat_has_the_news_for_that_seat_and_a_replay_with_open_hands_has_none(game: Game) -> None:
    match = Match(game, PLAYERS, game.short_options, key=facts(game)[0].key)
    match.advance()
    heard: dict[int, list[list[Text]]] = {seat: [match.news(seat)] for seat in range(PLAYERS)}
    while not match.over:
        seat = match.actors[0]
        match.act(seat, match.legal(seat)[0])
        for one, news in heard.items():
            news.append(match.news(one))
        if match.chance_pending:
            match.advance()
            for one, news in heard.items():
                news.append(match.news(one))
    for seat in range(PLAYERS):
        steps = replay_steps(match.record(), seat)
        assert [step.news for step in steps if step.news] == [news for news in heard[seat] if news]
    assert not any(step.news for step in replay_steps(match.record(), None))


def test_there_is_no_news_of_an_action_that_was_taken_back(game: Game) -> None:
    match = Match(game, PLAYERS)
    assert match.news(1) == [], "there is no news before the first event"
    match.advance()
    assert match.news(1)
    match.set_state(match.state)
    assert match.news(1) == []
