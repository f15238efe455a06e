"""Games for the page tests, chosen by what happens in them and never by name."""

import random
from functools import cache
from typing import Any

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
    """Return what the players see in a random match whenever they may act."""
    match, choices = Match(game, key=bytes(32)), random.Random(1)
    views: list[View] = []
    while not match.over and len(views) < MOST_VIEWS:
        match.advance()
        seat = choices.choice(match.actors)
        views.append(match.view(seat))
        match.act(seat, choices.choice(match.legal(seat)))
    return tuple(views)


def begins_at_once(game: Game) -> bool:
    """Check whether all players begin by choosing a card of their hand at the same time."""
    first = seen(game)[0]
    return len(first.to_act) > 1 and all(len(action.cards) == 1 for action in first.actions)


def refuses_cards(game: Game) -> bool:
    """Check whether some cards of a hand may not be played, with a reason on the table."""
    return any(view.refused for view in seen(game))


def trick_phase(game: Game) -> str | None:
    """Find the phase in which tricks are played, if there is one."""
    return next((view.phase for view in seen(game) if view.centre.trick), None)


def with_tricks(players: int) -> list[str]:
    """List the games for this many players in which tricks are played, card by card from the first deal on."""
    return [game.name for game in all_games() if players in game.players and trick_phase(game) and not picks(game)]


def picks(game: Game) -> bool:
    """Check whether the match begins with cards that are chosen together."""
    match = Match(game, key=seeded_key(0, 0), telling=False)
    match.advance()
    return match.view(match.actors[0]).selection is not None


def quick_game() -> Game:
    """Find the shortest game for two individual players."""
    found = [game for game in all_games() if 2 in game.players and alone(game)]
    return min(found, key=lambda game: game.minutes)


def choosing_game(players: int = 2) -> Game:
    """Find a game in which all begin by choosing a card: a seat can act at once, whoever else sits there."""
    return some_game(players, begins_at_once)


def short_table(game: Game, players: int | None = None) -> dict[str, Any]:
    """Return the game and the request for a table whose match is soon over."""
    return {"game": game.name, "players": players or min(game.players), "options": dict(game.short_options)}


def play_short_match(person: Person, server: Server) -> dict[str, Any]:
    """Let a person play a short match for two to its end; return the table."""
    opened: dict[str, Any] = server.open_table(**short_table(quick_game(), 2))
    person.sit(opened)
    person.play_out()
    return opened
