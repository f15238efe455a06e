"""Bots choose in separate threads that share the cores fairly, and a bot that fails never leaves a table stuck."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager

import pytest

from parlour.bots.search import Search
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from parlour.web.table import bots
from parlour.web.table._searches import Rank, SearchThreads
from parlour.web.table.bots import LEAST_MILLISECONDS, BotThreads
from parlour.web.table.protocol import Hint
from tests.samples import some_game, with_bots


@pytest.fixture
def match() -> Match:
    match = Match(some_game(3, with_bots), 3, key=seeded_key(1, 0), telling=False)
    match.advance()
    return match


def chosen(match: Match, level: str) -> int:
    seat = match.actors[0]

    async def choose() -> int:
        threads = BotThreads(2)
        try:
            return await threads.choose(match.game, level, match.game.hidden(match.state, seat), seat)
        finally:
            threads.close()

    return asyncio.run(choose())


@pytest.mark.parametrize("level", ["easy", "medium", "basic"])
def test_a_bot_chooses_a_legal_action(match: Match, level: str) -> None:
    assert chosen(match, level) in match.legal(match.actors[0])


def test_a_bot_of_an_unknown_level_plays_by_rules_of_thumb(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    """A database may contain tables of another version of Parlour, with levels that this version doesn't know."""
    seat, seed = match.actors[0], b"s" * 32
    hidden = match.game.hidden(match.state, seat)
    assert chosen(match, "expert") in match.legal(seat)
    assert f"the expert bot of {match.game.name} has failed: ParlourError" in caplog.text

    async def both() -> tuple[int, int]:
        threads = BotThreads(1)
        try:
            first = await threads.choose(match.game, "expert", hidden, seat, seed)
            return first, await threads.choose(match.game, "basic", hidden, seat, seed)
        finally:
            threads.close()

    first, second = asyncio.run(both())
    assert first == second


def test_bots_that_search_choose_legal_actions_and_hints_rate_all_legal_actions(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = match.actors[0]
    monkeypatch.setattr(bots, "HINT_SECONDS", 900.0)  # The search may have to be compiled first.
    monkeypatch.setattr(bots, "PATIENCE_SECONDS", 900.0)
    assert chosen(match, "hard") in match.legal(seat)

    async def ask() -> Hint:
        threads = BotThreads(2)
        try:
            return await threads.hint(match.game, match.game.hidden(match.state, seat), seat)
        finally:
            threads.close()

    assert {one.action for one in asyncio.run(ask()).actions} == set(match.legal(seat))


def test_a_bot_that_crashes_is_logged_and_replaced(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(*_: object) -> int:
        raise ValueError("a bot with a bug")

    monkeypatch.setattr(Search, "choose", crash)
    with caplog.at_level(logging.ERROR):
        assert chosen(match, "hard") in match.legal(match.actors[0])
    assert f"the hard bot of {match.game.name} has failed: ValueError" in caplog.text
    monkeypatch.setattr(bots, "bot_for", lambda *_: crash)
    assert chosen(match, "medium") in match.legal(match.actors[0]), (
        "a random legal action is chosen if the rules of thumb crash, too"
    )


def test_a_bot_that_hangs_or_chooses_an_illegal_action_is_replaced(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "bot_for", lambda *_: lambda *_: 61)
    assert chosen(match, "medium") in match.legal(match.actors[0])
    assert "chose an action that is not allowed" in caplog.text
    monkeypatch.setattr(bots, "PATIENCE_SECONDS", 0.0)
    assert chosen(match, "medium") in match.legal(match.actors[0])
    assert "has not answered" in caplog.text


def test_the_more_searches_are_waiting_the_fewer_threads_and_the_less_time_each_search_gets() -> None:
    threads = BotThreads(4)
    try:
        assert threads.budget(600).threads == 4
        with waiting_searches(threads, 1, Rank.BOT):
            assert (threads.budget(600).threads, threads.budget(600).milliseconds) == (1, 600)
        with waiting_searches(threads, 15, Rank.BOT):
            assert threads.budget(600).milliseconds == 150
        with waiting_searches(threads, 1000, Rank.BOT):
            assert threads.budget(600).milliseconds == LEAST_MILLISECONDS
    finally:
        threads.close()


@contextmanager
def waiting_searches(threads: BotThreads, number: int, rank: Rank) -> Iterator[None]:
    """Keep this many searches running or waiting during the `with` block."""
    go = threading.Event()
    futures = [threads.searches.submit(rank, go.wait) for _ in range(number)]
    yield
    go.set()
    wait(futures)
    while threads.searches.waiting(rank):
        time.sleep(0.001)


def test_the_search_for_a_hint_starts_first_even_if_200_analyses_are_waiting(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = match.actors[0]
    monkeypatch.setattr(bots, "HINT_SECONDS", 900.0)  # The search may have to be compiled first.

    async def ask() -> Hint:
        threads = BotThreads(2)
        try:
            with waiting_searches(threads, 200, Rank.ANALYSIS):
                assert threads.budget(600, Rank.HINT).milliseconds == 600, (
                    "waiting analyses must not shorten the search for a hint"
                )
                return await threads.hint(match.game, match.game.hidden(match.state, seat), seat)
        finally:
            threads.close()

    hint = asyncio.run(ask())
    assert {one.action for one in hint.actions} == set(match.legal(seat))
    assert max(one.worlds for one in hint.actions) > 0, "the hint must come from a search, not from the rules of thumb"


def test_a_search_for_a_bot_overtakes_analyses_that_are_waiting() -> None:
    threads, order, go = SearchThreads(1), [], threading.Event()
    begun = threading.Event()

    def first() -> None:
        begun.set()
        go.wait()

    running = threads.submit(Rank.ANALYSIS, first)
    begun.wait()
    waiting = [threads.submit(Rank.ANALYSIS, lambda: order.append(Rank.ANALYSIS)) for _ in range(3)]
    waiting.append(threads.submit(Rank.BOT, lambda: order.append(Rank.BOT)))
    assert threads.unfinished == {"hint": 0, "bot": 1, "analysis": 4}
    go.set()
    wait([running, *waiting])
    threads.close()
    assert order == [Rank.BOT, *[Rank.ANALYSIS] * 3]


def test_if_the_search_for_a_hint_takes_too_long_the_hint_comes_from_rules_of_thumb(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, seat = threading.Event(), match.actors[0]
    monkeypatch.setattr(Search, "weigh", lambda *_: go.wait() and [])
    monkeypatch.setattr(bots, "HINT_SECONDS", 0.01)

    async def ask() -> Hint:
        threads = BotThreads(1)
        try:
            return await threads.hint(match.game, match.game.hidden(match.state, seat), seat)
        finally:
            go.set()
            threads.close()

    hint = asyncio.run(ask())
    assert hint.best in match.legal(seat)
    assert "rule of thumb" in hint.sentence.template


def test_searches_that_have_not_begun_are_cancelled_when_the_threads_close() -> None:
    threads, go, begun = SearchThreads(1), threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        go.wait()

    running = threads.submit(Rank.BOT, first)
    begun.wait()
    waiting = threads.submit(Rank.BOT, lambda: None)
    threads.close()
    go.set()
    assert waiting.cancelled()
    assert threads.submit(Rank.BOT, lambda: None).cancelled()
    assert running.result() is None
