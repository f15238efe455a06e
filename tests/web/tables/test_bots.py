"""Bots think beside the tables: fairly, and whatever happens to them nobody is stuck."""

import asyncio
import logging

import pytest

from parlour.bots.search import Search
from parlour.fair import seeded_key
from parlour.games import find_game
from parlour.match import Match
from parlour.web.tables import bots
from parlour.web.tables.bots import LEAST_MILLISECONDS, BotThreads


@pytest.fixture
def match() -> Match:
    match = Match(find_game("thirtyone"), 3, key=seeded_key(1, 0), telling=False)
    match.advance()
    return match


def chosen(match: Match, level: str) -> int:
    seat = match.actors[0]

    async def choose() -> int:
        thinkers = BotThreads(2)
        try:
            return await thinkers.choose(match.game, level, match.game.hidden(match.state, seat), seat)
        finally:
            thinkers.close()

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
    assert "the hard bot of thirtyone has failed: ValueError" in caplog.text
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
    thinkers = BotThreads(4)
    try:
        assert thinkers.budget(600).threads == 4
        thinkers.waiting = 1
        assert (thinkers.budget(600).threads, thinkers.budget(600).milliseconds) == (1, 600)
        thinkers.waiting = 15
        assert thinkers.budget(600).milliseconds == 150
        thinkers.waiting = 1000
        assert thinkers.budget(600).milliseconds == LEAST_MILLISECONDS
    finally:
        thinkers.close()
