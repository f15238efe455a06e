"""Helpers that play, record and replay matches, for tests of the laboratory and of games' own measures."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from parlour.engine.rule import plain_calls
from parlour.game.game import Game
from parlour.game.view import SheetRow
from parlour.games import all_games
from parlour.lab._watch import Watched, watch
from parlour.lab.measures import measured
from parlour.lab.sample import Sample
from parlour.match.fair import seeded_key
from parlour.match.match import Match

SEED = 7
BASIC = ("basic",)
LIMIT = 200
TABLES = [(game, players) for game in all_games() for players in sorted({min(game.players), game.default_players})]
IDS = [f"{game.name}-{players}" for game, players in TABLES]


def watched(
    game: Game,
    players: int,
    bots: Sequence[str] = BASIC,
    matches: int = 3,
    limit: int = LIMIT,
    /,
    **options: object,
) -> Watched:
    start = game.new_state(players, options)
    return watch(game, start, list(bots) * (players if len(bots) == 1 else 1), SEED, range(matches), limit)


def sampled(game: Game, players: int, bots: Sequence[str] = BASIC, matches: int = 3, /, **options: object) -> Sample:
    return Sample(game, players, watched(game, players, bots, matches, LIMIT, **options))


def replayed(
    game: Game, players: int, found: Watched | Sample, number: int, **options: object
) -> Iterator[tuple[Match, Any]]:
    """Replay a recorded match at a table; yield the match before each decision, with the decision's row."""
    match = Match(game, players, options, key=seeded_key(SEED, number), telling=False)
    match.advance()
    for row in found.decisions[found.decisions["match"] == number]:
        yield match, row
        match.act(int(row["seat"]), int(row["action"]))
        if match.rounds < LIMIT:
            match.advance()
    yield match, None


def sheets(game: Game, players: int, found: Watched | Sample, matches: int) -> list[SheetRow]:
    """List the score sheet's row for every round of the matches, as a player sees it before the next deal."""
    rows = []
    for number in range(matches):
        match = Match(game, players, key=seeded_key(SEED, number), telling=False)
        match.advance()
        for row in found.decisions[found.decisions["match"] == number]:
            before = match.rounds
            match.act(int(row["seat"]), int(row["action"]))
            sheet = match.view().sheet
            rows += [sheet] if sheet and match.rounds > before else []
            match.advance()
    return rows


def figure(sample: Sample, name: str, key: Any = "") -> float:
    """Compute a figure from a sample of matches."""
    top, bottom = measured(sample)[name, key]
    return float(top.sum() / bottom.sum())


def ends(game: Game, players: int, sample: Sample) -> list[Match]:
    """Replay every match of a sample to its end at a table."""
    return [list(replayed(game, players, sample, number))[-1][0] for number in range(sample.size)]


@pytest.fixture
def interpreted() -> Iterator[None]:
    """Run rules and loops as plain Python, which is quicker for a few matches than compiling a game's loops."""
    with plain_calls():
        yield
