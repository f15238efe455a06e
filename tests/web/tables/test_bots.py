"""Bots choose in threads of their own: fairly, and a bot that fails never leaves a table stuck."""

import asyncio
import logging

import pytest

from parlour.bots.search import Search
from parlour.fair import seeded_key
from parlour.match import Match
from parlour.web.tables import bots
from parlour.web.tables.bots import LEAST_MILLISECONDS, BotThreads
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
def test_a_bot_chooses_what_is_allowed(match: Match, level: str) -> None:
    assert chosen(match, level) in match.legal(match.actors[0])


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
    assert chosen(match, "medium") in match.legal(match.actors[0]), "the rules of thumb have crashed too"


def test_a_bot_that_hangs_or_cheats_is_replaced(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "bot_for", lambda *_: lambda *_: 61)
    assert chosen(match, "medium") in match.legal(match.actors[0])
    assert "chose an action that is not allowed" in caplog.text
    monkeypatch.setattr(bots, "PATIENCE_SECONDS", 0.0)
    assert chosen(match, "medium") in match.legal(match.actors[0])
    assert "has not answered" in caplog.text


def test_many_who_think_share_the_cores() -> None:
    threads = BotThreads(4)
    try:
        assert threads.budget(600).threads == 4
        threads.waiting = 1
        assert (threads.budget(600).threads, threads.budget(600).milliseconds) == (1, 600)
        threads.waiting = 15
        assert threads.budget(600).milliseconds == 150
        threads.waiting = 1000
        assert threads.budget(600).milliseconds == LEAST_MILLISECONDS
    finally:
        threads.close()
