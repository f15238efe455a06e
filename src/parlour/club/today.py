"""Today's deal: every day one deal for each game, the same for everybody, against bots with the same luck.

The person sits at seat 0, and rules of thumb play all other seats. Whatever they leave to chance follows from the key,
their seat and the number of the event, so that the same choices of the person always lead to the same match. Nothing
here looks at a clock.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from parlour.bots.basic import find_basic
from parlour.engine.rng import generator
from parlour.game.catalogues import ENGLISH, Catalogue
from parlour.game.game import Event, Game, State
from parlour.game.options import Value, complete
from parlour.game.texts import say
from parlour.match.chain import before, dated_key, linked_key
from parlour.match.fair import bot_seed
from parlour.match.match import Board, Match, Today, places

PERSON = 0  # the person's seat
LEVEL = "basic"  # the bots: no search, whose choices would depend on whether it is compiled yet
SIGNS = {1: "▲", 0: "=", -1: "▼"}  # better than par, the same, worse


# --- the deal


def is_whole_match(game: Game) -> bool:
    """Whether the deal is a short match and not a single round: lives, or upgrades, count only in later rounds."""
    return game.carries_over or game.scoring.lives


def options_of_the_day(game: Game) -> dict[str, Value]:
    """Every option of the deal: the usual ones, or those that make a match short."""
    return complete(game.options, game.short_options if is_whole_match(game) else {})


def board_of(game: Game, day: date) -> Board:
    """The board that all play on that day."""
    return Board("day", day.isoformat(), rounds=None if is_whole_match(game) else 1)


def key_of(game: Game, day: date, link: bytes | None) -> bytes:
    """The key of the deal: from the link of a house, or from the date alone."""
    return dated_key(game.name, game.version, day) if link is None else linked_key(link, game.name, day)


def today_of(link: bytes | None) -> Today:
    """What the record says about the key."""
    return Today() if link is None else Today(before(link).hex(), link.hex())


def deal(
    game: Game, day: date, link: bytes | None, names: Sequence[str], *, sealed: bool = False, telling: bool = True
) -> Match:
    """The match of a day, before its first card."""
    return Match(
        game, game.default_players, options_of_the_day(game), names, key_of(game, day, link),
        board=board_of(game, day), today=today_of(link), sealed=sealed, telling=telling,
    )  # fmt: skip


# --- the bots


def next_bot(actors: Sequence[int], person: int = PERSON) -> int | None:
    """The seat of the bot that acts next; None while the person may: so the order of events is always the same."""
    return None if person in actors or not actors else min(actors)


def choice(game: Game, key: bytes, hidden: State, seat: int, number: int) -> int:
    """What the bot at a seat does after so many events, from what its seat knows."""
    return int(find_basic(game)(hidden, seat, generator(bot_seed(key, seat, number))))


def play_bots(match: Match) -> None:
    """Let chance and the bots go on until the person may act, or the match is over."""
    for _ in match.turns():
        seat = next_bot(match.actors)
        if seat is None:
            return
        act_as_bot(match, seat)


def act_as_bot(match: Match, seat: int) -> None:
    """One action as a bot would choose it."""
    assert match.key is not None
    hidden = match.game.hidden(match.state, seat)
    match.act(seat, choice(match.game, match.key, hidden, seat, len(match.events)))


def par(game: Game, day: date, link: bytes | None) -> "Result":
    """What the rules of thumb make of the deal at the person's seat."""
    names = [f"bot:{LEVEL}"] * game.default_players
    match = deal(game, day, link, names, telling=False)
    for seat in match.turns():
        act_as_bot(match, seat)
    return result_of(match)


# --- the result


@dataclass(frozen=True)
class Result:
    """What somebody has made of a deal; nothing of it tells a card."""

    score: int  # points or lives, of the team in a game of teams
    place: int  # 1: nobody has more
    sides: int  # among so many players or teams
    gains: tuple[int, ...]  # what each round has brought


def result_of(match: Match, seat: int = PERSON) -> Result:
    """The result of a seat in a match that is over."""
    game = match.game
    side = seat % game.teams if game.teams else seat
    start = game.standing(game.new_state(match.players, game.options_of(match.state)))[game.scoring.name]
    scores = game.standing(match.state)[game.scoring.name]
    totals = [start[side], *(_standing(game, event)[side] for event in match.events if "round" in event)]
    gains = tuple(after - earlier for earlier, after in itertools.pairwise(totals))
    place = places(game, match.players, match.winners, scores)[seat]
    return Result(scores[side], place, len(scores), gains)


def _standing(game: Game, event: Event) -> list[int]:
    found: list[int] = event[game.scoring.name]
    return found


def signs(game: Game, result: Result, usual: Result) -> str:
    """One sign for each round: better than par, the same, worse."""
    better = -1 if game.scoring.lowest_wins else 1
    others = (*usual.gains, *[0] * len(result.gains))  # a match of par may have had fewer rounds
    return "".join(SIGNS[_sign(better * (own - other))] for own, other in zip(result.gains, others, strict=False))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def shared_text(game: Game, day: date, result: Result, usual: Result, catalogue: Catalogue | None = None) -> str:
    """The result to share, in English or as a catalogue says: it names no card, no bid and no trick."""
    points = game.scoring.counted(result.score, catalogue)
    place = say("{place} of {n}", place=ordinal(result.place), n=result.sides)
    if catalogue is not None and catalogue.language != ENGLISH:
        place = say("place {n} of {all}", n=result.place, all=result.sides)
    told = say("{points} (par {par}) · {place}", points=points, par=usual.score, place=place)
    return "\n".join(
        [
            f"Parlour · {game.title} · {day.isoformat()}",
            told.told((), catalogue),
            signs(game, result, usual),
        ]
    )


def ordinal(number: int) -> str:
    """A place in words: 1st, 2nd, 3rd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
