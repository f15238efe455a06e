"""Tests of claims in a real browser: the rest of a round can be claimed once its result is proven."""

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from parlour.bots.claim import can_claim
from parlour.engine.rng import generator
from parlour.game.game import Game
from parlour.game.options import complete
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from parlour.web.store.store import SeatFacts, Store, TableFacts
from parlour.web.wire.tokens import token_hash
from tests.bots.test_claim import endings
from tests.samples import some_game
from tests.web.browser import person
from tests.web.conftest import UNLIMITED
from tests.web.games import trick_phase
from tests.web.servers import Server

# With at most this many possible deals and lines of play, a claim can be proven without compiled rules.
FEW_WORLDS, FEW_LINES = 8, 100
TABLE, TOKEN = "claimtable99", "x" * 43


def game_of_tricks() -> Game:
    return some_game(3, lambda game: trick_phase(game) is not None and not game.carries_over)


def claimable(game: Game) -> tuple[bytes, Match]:
    """Find a match in which the first seat may claim the rest of the round; return the match's key and the match."""
    for seed in range(1000):
        key, choices = seeded_key(seed, 7), random.Random(seed)
        match = Match(game, 3, game.short_options, key=key, limit=1)
        match.advance()
        while not match.over:
            seat = match.actors[0]
            if seat == 0 and can_claim(game, game.hidden(match.state, 0), 0) and is_small(game, match):
                return key, match
            match.act(seat, choices.choice(match.legal(seat)))
            match.advance()
    raise AssertionError("no match reaches a position in which the rest of the round can be claimed")


def is_small(game: Game, match: Match) -> bool:
    """Check whether few deals fit what the first seat knows, and few lines of play remain."""
    rng, lines, worlds = generator(seeded_key(1, 1)), [0], set()
    for _ in range(200):
        world = game.hidden(match.state, 0)
        game.redeal(world, 0, rng)
        worlds.add(world.tobytes())
    endings(game, match.state, lines)
    return len(worlds) <= FEW_WORLDS and lines[0] <= FEW_LINES


async def store_table(database: str, game: Game, key: bytes, match: Match) -> None:
    """Write a table with this match into the database, as a stopped server would leave it."""
    facts = TableFacts(
        id=TABLE, game=game.name, players=3, options=complete(game.options, game.short_options), key=key,
        invite="pqrstuvwxy", listed=False, timer=None, created=1.0, started=1.0,
    )  # fmt: skip
    places = [SeatFacts(0, "person", "medium", "Ann", token_hash(TOKEN))]
    places += [SeatFacts(seat, "bot", "medium", name) for seat, name in ((1, "Ben"), (2, "Cleo"))]
    store = Store(database)
    try:
        await store.add_table(facts, places)
        number = 1  # Event 1 is the deal.
        for event in match.events:
            if "do" in event and isinstance(event["seat"], int):
                number += 1
                row = {"table_id": TABLE, "number": number, "seat": event["seat"], "do": event["do"], "client": None}
                assert await store.append({**row, "at": 1.0})
    finally:
        store.close()


@pytest.fixture
def stopped(tmp_path: Path) -> Iterator[Server]:
    """Start a server with a stored table at which the first seat may claim the rest of the round."""
    database, game = f"sqlite:///{tmp_path / 'tables.sqlite'}", game_of_tricks()
    key, match = claimable(game)
    # Playwright already runs an event loop in the main thread, so the table is stored in another thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(store_table(database, game, key, match))).result()
    server = Server(database, *UNLIMITED)
    yield server
    server.close()


def test_a_click_on_the_claim_button_ends_the_round(stopped: Server, browser: Browser) -> None:
    with person(browser, stopped, "phone", settings={"pace": "natural"}) as ann:
        ann.sit({"table": TABLE, "token": TOKEN})
        button = ann.page.get_by_role("button", name="Claim the rest")
        expect(button).to_be_visible()
        ann.check_accessible()
        hand, number = ann.state("sitting.shown.seats[0].cards"), ann.state("sitting.number")
        assert hand >= 2
        button.click()
        ann.until("at.rows.length > 0")
        expect(button).to_be_hidden()
        assert ann.state("sitting.number") >= number + 2 * hand, "each card of the claimed rest must be a separate move"
        ann.check_calm()
