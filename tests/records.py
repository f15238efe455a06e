"""Make records of any game, for tests that read and change records."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.match.fair import Salt, seeded_key
from parlour.match.match import Board, Match
from parlour.match.record import line, verify

KEY = seeded_key(31, 0)
NAMES = ["Ann", "Ben", "Cleo", "Zoë", "Eve", "Finn"]


def play(match: Match) -> Match:
    """Choose the lowest legal action for every seat until the match is over."""
    match.advance()
    while not match.over:
        seat = match.actors[0]
        match.act(seat, match.legal(seat)[0])
        match.advance()
    return match


def started(game: Game, players: int, **more: Any) -> Match:
    """Make a match with names and a known key."""
    return Match(game, players, names=NAMES[:players], key=KEY, telling=False, **more)


@cache
def finished_text(game: Game, players: int) -> str:
    """Return the record line of a match that was cut off after its first round."""
    return line(play(started(game, players, limit=1)).record())


@cache
def running_text(game: Game, players: int) -> str:
    """Return the record line of a match that has just been dealt."""
    match = started(game, players)
    match.advance()
    return line(match.record())


@cache
def ended_text(game: Game, players: int) -> str:
    """Return the record line of a short match that ended by the rules."""
    match = play(started(game, players, options=game.short_options))
    assert match.ended == "rules"
    return line(match.record())


def stopped(game: Game, players: int, actions: int) -> Any:
    """Return the record of a match that was stopped by hand after a number of actions."""
    match = started(game, players)
    for _ in range(actions):
        match.advance()
        match.act(match.actors[0], match.legal(match.actors[0])[0])
    match.stop()
    return json.loads(line(match.record()))


def board_record(game: Game, players: int, *, sealed: bool = False, salts: list[Salt] | None = None) -> Any:
    """Return the record of a board of one round."""
    board = Board("evening", "club-night", 3, rounds=1)
    return json.loads(line(play(started(game, players, board=board, sealed=sealed, salts=salts)).record()))


def changed(record: Any, path: str, value: object) -> Any:
    """Return the record with one value changed; the path of the value is written like events.3.do."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inside = record
    for step in way:
        inside = inside[step]
    inside[last] = value
    return record


def complaint(record: object, kind: type[ParlourError], check: Callable[[Any], object] = verify) -> str:
    """Check the record, which must be refused; return the one-line error message."""
    with pytest.raises(ParlourError) as refused:
        check(record)
    assert type(refused.value) is kind
    assert len(str(refused.value).splitlines()) == 1
    return str(refused.value)
