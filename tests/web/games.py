"""Games for tests of the page, chosen by their properties and never by name."""

import random
from functools import cache
from typing import Any

from parlour.engine.rule import plain_calls
from parlour.game.game import Game
from parlour.game.view import View
from parlour.games import all_games
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from tests.samples import alone, some_game
from tests.web.browser import Person
from tests.web.servers import Server

MOST_VIEWS = 120


@cache
def seen(game: Game) -> tuple[View, ...]:
    """Return views of a random match: at each step, the view of a player who may act."""
    match, choices = Match(game, key=bytes(32)), random.Random(1)
    views: list[View] = []
    while not match.over and len(views) < MOST_VIEWS:
        match.advance()
        seat = choices.choice(match.actors)
        views.append(match.view(seat))
        match.act(seat, choices.choice(match.legal(seat)))
    return tuple(views)


def begins_at_once(game: Game) -> bool:
    """Check whether a match begins with all players choosing a card from their hands at the same time."""
    first = seen(game)[0]
    return len(first.to_act) > 1 and all(len(action.cards) == 1 for action in first.actions)


def refuses_cards(game: Game) -> bool:
    """Check whether the game sometimes forbids cards of a hand, with a reason that the table shows."""
    return any(view.refused for view in seen(game))


def trick_phase(game: Game) -> str | None:
    """Return the phase in which tricks are played, or None if the game has no tricks."""
    return next((view.phase for view in seen(game) if view.centre.trick), None)


def with_tricks(players: int) -> list[str]:
    """List the trick games for this many players, without those that begin with a choice of several cards together."""
    return [game.name for game in all_games() if players in game.players and trick_phase(game) and not picks(game)]


def picks(game: Game) -> bool:
    """Check whether a match begins with a choice of several cards together."""
    match = Match(game, key=seeded_key(0, 0), telling=False)
    match.advance()
    return match.view(match.actors[0]).selection is not None


@cache
def quick_game() -> Game:
    """Find the game for two players without partners whose short matches have the fewest moves."""
    found = [game for game in all_games() if 2 in game.players and alone(game)]
    return min(found, key=moves)


def moves(game: Game) -> int:
    """Count the moves of a short match of two players who act at random."""
    match, choices, number = Match(game, 2, game.short_options, key=bytes(32), telling=False), random.Random(1), 0
    with plain_calls():
        for seat in match.turns():
            match.act(seat, choices.choice(match.legal(seat)))
            number += 1
    return number


def choosing_game(players: int = 2) -> Game:
    """Find a game that begins with all players choosing a card, so that any seat can act first."""
    return some_game(players, begins_at_once)


def short_table(game: Game, players: int | None = None) -> dict[str, Any]:
    """Return the data with which a client requests a table with a short match."""
    return {"game": game.name, "players": players or min(game.players), "options": dict(game.short_options)}


def play_short_match(person: Person, server: Server) -> dict[str, Any]:
    """Let a person play a short match for two to its end; return the table."""
    opened: dict[str, Any] = server.open_table(**short_table(quick_game(), 2))
    person.sit(opened)
    person.play_out()
    return opened
