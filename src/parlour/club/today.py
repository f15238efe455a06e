"""Today's deal: each game has one deal a day, the same for everybody, against bots that make the same random choices.

The person plays in seat 0, and rule-of-thumb bots play in all other seats. The bots' random choices depend only on the
key, the seat and the event's number, so if two people choose the same actions, they play the same match. Nothing
in this module reads a clock.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from parlour.bots.basic import find_basic
from parlour.engine.rng import generator
from parlour.game.catalogues import ENGLISH, Catalogue
from parlour.game.game import Game, State
from parlour.game.options import Value, complete
from parlour.game.texts import say
from parlour.match.chain import before, dated_key, linked_key
from parlour.match.fair import bot_seed
from parlour.match.match import Board, Match, Today, places, standings

PERSON = 0  # The person's seat.
LEVEL = "basic"  # The level of the bots; a search would choose differently before it is compiled.
SIGNS = {1: "▲", 0: "=", -1: "▼"}  # Signs for a round that was better than par, the same, or worse.


# --- the deal


def is_whole_match(game: Game) -> bool:
    """Say whether a deal is a short match: one round is too little if lives or upgrades affect later rounds."""
    return game.carries_over or game.scoring.lives


def options_of_the_day(game: Game) -> dict[str, Value]:
    """Return all options of the deal: the game's defaults, or the options for a short match."""
    return complete(game.options, game.short_options if is_whole_match(game) else {})


def board_of(game: Game, day: date) -> Board:
    """Return the board that everybody plays on the given day."""
    return Board("day", day.isoformat(), rounds=None if is_whole_match(game) else 1)


def key_of(game: Game, day: date, link: bytes | None) -> bytes:
    """Return the key of the deal; it follows from the server's link for the day or, without a server, from the date."""
    return dated_key(game.name, game.version, day) if link is None else linked_key(link, game.name, day)


def today_of(link: bytes | None) -> Today:
    """Return what the record says about the origin of the deal's key."""
    return Today() if link is None else Today(before(link).hex(), link.hex())


def deal(
    game: Game, day: date, link: bytes | None, names: Sequence[str], *, sealed: bool = False, telling: bool = True
) -> Match:
    """Create the match for a day's deal; no card is dealt yet."""
    return Match(
        game, game.default_players, options_of_the_day(game), names, key_of(game, day, link),
        board=board_of(game, day), today=today_of(link), sealed=sealed, telling=telling,
    )  # fmt: skip


# --- the bots


def next_bot(actors: Sequence[int], person: int = PERSON) -> int | None:
    """Return the seat of the bot that acts next, always in the same order; None if the person can act."""
    return None if person in actors or not actors else min(actors)


def choice(game: Game, key: bytes, hidden: State, seat: int, number: int) -> int:
    """Choose an action for the bot at a seat from what the seat knows; `number` events have happened so far."""
    return int(find_basic(game)(hidden, seat, generator(bot_seed(key, seat, number))))


def play_bots(match: Match) -> None:
    """Let chance and the bots act until the person can act or the match is over."""
    for _ in match.turns():
        seat = next_bot(match.actors)
        if seat is None:
            return
        act_as_bot(match, seat)


def act_as_bot(match: Match, seat: int) -> None:
    """Perform the action that the bot at a seat chooses."""
    assert match.key is not None
    hidden = match.game.hidden(match.state, seat)
    match.act(seat, choice(match.game, match.key, hidden, seat, len(match.events)))


def par(game: Game, day: date, link: bytes | None) -> "Result":
    """Compute par: the result of a rule-of-thumb bot in the person's seat."""
    names = [f"bot:{LEVEL}"] * game.default_players
    match = deal(game, day, link, names, telling=False)
    for seat in match.turns():
        act_as_bot(match, seat)
    return result_of(match)


# --- the result


@dataclass(frozen=True)
class Result:
    """A player's result on a deal; it reveals no card."""

    score: int  # The points or lives of the player, or of the team in a game of teams.
    place: int  # The rank of the player or team, counted from 1.
    sides: int  # The number of players or teams.
    gains: tuple[int, ...]  # The points gained in each round.


def result_of(match: Match, seat: int = PERSON) -> Result:
    """Return the result of a seat in a finished match."""
    game = match.game
    side = seat % game.teams if game.teams else seat
    start = game.standing(game.new_state(match.players, game.options_of(match.state)))[game.scoring.name]
    scores = game.standing(match.state)[game.scoring.name]
    after = standings(game, match.events, scores)
    totals = [start[side], *(standing[side] for standing in after[:-1])]
    if game.scoring.lives and 0 in totals:
        totals = totals[: totals.index(0) + 1]  # a player who is out plays no more rounds
    gains = tuple(later - earlier for earlier, later in itertools.pairwise(totals))
    place = places(game, match.players, match.winners, after)[seat]
    return Result(scores[side], place, len(scores), gains)


def signs(game: Game, result: Result, usual: Result) -> str:
    """Return a string with a sign for each round: better than par, the same, or worse."""
    better = -1 if game.scoring.lowest_wins else 1
    others = (*usual.gains, *[0] * len(result.gains))  # The match that sets par may be shorter.
    return "".join(SIGNS[_sign(better * (own - other))] for own, other in zip(result.gains, others, strict=False))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def shared_text(game: Game, day: date, result: Result, usual: Result, catalogue: Catalogue | None = None) -> str:
    """Return a text for sharing the result, in any language; it reveals no card, bid or trick."""
    points = game.scoring.counted(result.score, catalogue)
    place = say("{place} of {n}", place=ordinal(result.place), n=result.sides)
    if catalogue is not None and catalogue.language != ENGLISH:
        place = say("place {n} of {all}", n=result.place, all=result.sides)
    summary = say("{points} (par {par}) · {place}", points=points, par=usual.score, place=place)
    return "\n".join(
        [
            f"Parlour · {game.title} · {day.isoformat()}",
            summary.format((), catalogue),
            signs(game, result, usual),
        ]
    )


def ordinal(number: int) -> str:
    """Return a rank as an English ordinal, such as 1st, 2nd, 3rd or 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
