"""Each game's ratings for a server's people and levels of bots, by openskill's Plackett–Luce model.

A match changes the ratings of everybody who sat at the table when it started, in the transaction that stores its
results. The bots of a level count as one player; if several sit at a table, their rating is updated with the mean of
their results. An abandoned match changes only the ratings of those who abandoned it: each of them loses to everybody
else.

Anybody can become a new person at any time, and let that person lose. So a match against a person with few rated
matches says little about the others: it changes no rating but those of people with few rated matches themselves, and
lifts nobody above the rating with which everybody starts.

Levels start with known ratings: an arena has measured which share of the matches a bot of one level wins against bots
of another (the EDGES of a game). For a difference d of two ratings, the model predicts a share e^(d·m/c) / (e^(d·m/c) +
n − 1) for a side of m members among n sides, where c = √(n·(m·σ² + β²)); solving this for d gives
the initial ratings. Medium bots have the rating 25, with which everybody starts.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, select, text, update

from parlour.game.figures import Edge, edges_of
from parlour.game.game import Game
from parlour.web.store.schema import people, ratings

MEAN = 25.0
DEVIATION = MEAN / 3  # a new player's deviation
ANCHORED = 1.5  # deviation for a level rated by an arena; small, so that its rating changes slowly
SCATTER = MEAN / 6  # β: how much a player's performance varies from match to match
STEADY = "medium"  # the level of bots that starts with the mean rating
FEW = 10  # a person with fewer rated matches is new
SURE = 1.96  # number of deviations on each side of a 95 % interval
BEGIN = text(
    "INSERT INTO ratings (game, player, person, mu, sigma, matches) VALUES (:game, :player, :person, :mu, :sigma, 0) "
    "ON CONFLICT (game, player) DO NOTHING"
)


@dataclass(frozen=True)
class Rated:
    """Who sat at a seat when a rated match started, and which place the seat reached."""

    person: str | None  # None for a bot, and for a person who was forgotten during the match
    level: str | None
    place: int
    seat: int = 0
    start: "Rating | None" = None  # the person's rating when the match started, if they had one

    @property
    def player(self) -> str:
        """The rated player: a person's id, a level of bots or, for a person who was forgotten, the seat."""
        return self.person or self.level or f"seat {self.seat}"


@dataclass(frozen=True)
class Rating:
    """A player's strength, with its uncertainty."""

    mu: float
    sigma: float
    matches: int = 0

    @property
    def low(self) -> float:
        """The lower end of the rating's 95 % interval."""
        return self.mu - SURE * self.sigma

    @property
    def high(self) -> float:
        """The upper end of the rating's 95 % interval."""
        return self.mu + SURE * self.sigma


def rate(connection: Connection, game: Game, seats: Sequence[Rated]) -> None:
    """Update the ratings after a match."""
    before = _ratings(connection, game, seats)
    _store(connection, game, before, limited(game, seats, before, learned(game, seats, before)))


def rate_losses(connection: Connection, game: Game, seats: Sequence[Rated], losers: Collection[int]) -> None:
    """Update the ratings of the people in these seats, who abandoned a match: each loses to everybody else."""
    before, sides, after = _ratings(connection, game, seats), game.teams or len(seats), {}
    for loser in losers:
        places = [replace(one, place=1 + (one.seat % sides == loser % sides)) for one in seats]
        player = seats[loser].player
        after[player] = limited(game, seats, before, learned(game, places, before))[player]
    _store(connection, game, before, after)


def _store(connection: Connection, game: Game, before: Mapping[str, Rating], after: Mapping[str, Rating]) -> None:
    for player in sorted(after):
        if after[player] != before[player]:
            own = update(ratings).where(ratings.c.game == game.name, ratings.c.player == player)
            connection.execute(own.values(asdict(after[player])))


def _ratings(connection: Connection, game: Game, seats: Sequence[Rated]) -> dict[str, Rating]:
    """Load the players' ratings from before the match, and lock them until the match's results are stored.

    Everybody without a rating gets an initial one first, so that every rating can be locked before it is read. A person
    who was forgotten has the rating from the start of the match.
    """
    gone = {seat.player: seat.start or Rating(MEAN, DEVIATION) for seat in seats if not (seat.person or seat.level)}
    persons = {seat.person for seat in seats}
    rows = []
    # All servers lock rows in this order, so they can't deadlock.
    players = sorted({seat.player for seat in seats} - set(gone))
    for player in players:
        first = first_rating(game, player)
        person = player if player in persons else None
        rows.append({"game": game.name, "player": player, "person": person, "mu": first.mu, "sigma": first.sigma})
    connection.execute(BEGIN, rows)
    statement = select(ratings).where(ratings.c.game == game.name, ratings.c.player.in_(players))
    found = connection.execute(statement.order_by(ratings.c.player).with_for_update())
    return gone | {row.player: Rating(row.mu, row.sigma, row.matches) for row in found}


def limited(
    game: Game, seats: Sequence[Rated], before: Mapping[str, Rating], after: Mapping[str, Rating]
) -> dict[str, Rating]:
    """Limit what a match against people changes who were new at its start; return the ratings that change."""
    sides = game.teams or len(seats)
    new = {seat.player for seat in seats if seat.level is None and (seat.start is None or seat.start.matches < FEW)}
    against_new = {
        one.player for one in seats for other in seats if other.player in new and one.seat % sides != other.seat % sides
    }
    found = {player: after[player] for player in after if player in new or player not in against_new}
    for player in new & against_new:
        most = max(before[player].mu, MEAN)
        found[player] = replace(found[player], mu=min(found[player].mu, most))
    return found


def learned(game: Game, seats: Sequence[Rated], before: Mapping[str, Rating]) -> dict[str, Rating]:
    """Compute each player's rating after a match; the players come in alphabetical order."""
    model = load_model()
    sides = game.teams or len(seats)
    members = [[seat for seat in range(len(seats)) if seat % sides == side] for side in range(sides)]
    own = [before[seat.player] for seat in seats]
    teams = [[model.rating(mu=own[seat].mu, sigma=own[seat].sigma) for seat in side] for side in members]
    rated = model.rate(teams, ranks=[float(seats[side[0]].place) for side in members])
    after = {seat: one for side, team in zip(members, rated, strict=True) for seat, one in zip(side, team, strict=True)}
    found: dict[str, Rating] = {}
    for player in sorted(before):
        ones = [after[number] for number, seat in enumerate(seats) if seat.player == player]
        mu, sigma = (sum(getattr(one, name) for one in ones) / len(ones) for name in ("mu", "sigma"))
        found[player] = Rating(mu, sigma, before[player].matches + 1)
    return found


def first_rating(game: Game, player: str) -> Rating:
    """Return a new player's rating: the default for a person, the rating measured in arenas for a level of bots."""
    return anchors(game).get(player) or Rating(MEAN, DEVIATION)


@cache
def anchors(game: Game) -> dict[str, Rating]:
    """Return the ratings of a game's levels of bots, as measured in arenas; empty if there are no measurements."""
    edges = {edge.stronger: edge for edge in edges_of(game)}
    if STEADY not in {edge.weaker for edge in edges.values()}:
        return {}
    found = {STEADY: MEAN}
    for edge in edges_of(game):
        if edge.weaker in found:
            found[edge.stronger] = found[edge.weaker] + difference(edge)
        elif edge.stronger in found:
            found[edge.weaker] = found[edge.stronger] - difference(edge)
    return {level: Rating(mu, ANCHORED) for level, mu in found.items()}


def difference(edge: Edge) -> float:
    """Compute the rating difference between two levels of bots from the share of matches that one of them wins."""
    spread = math.sqrt(edge.sides * (edge.members * ANCHORED**2 + SCATTER**2))
    return spread / edge.members * math.log(edge.wins * (edge.sides - 1) / (1 - edge.wins))


def house_table(connection: Connection, game: Game, most: int) -> list[tuple[str, str | None, Rating]]:
    """List a server's rated players, strongest first; of too many players, keep those with the best lower bounds."""
    sure = ratings.c.mu - SURE * ratings.c.sigma
    statement = select(ratings, people.c.name).outerjoin(people, people.c.id == ratings.c.person)
    statement = statement.where(ratings.c.game == game.name).order_by(sure.desc()).limit(most)
    found: list[tuple[str, str | None, Rating]] = []
    for row in connection.execute(statement):
        rating = Rating(row.mu, row.sigma, row.matches)
        found.append((row.name if row.person is not None else row.player, row.person, rating))
    known = {name for name, person, _ in found if person is None}
    found += [(level, None, first_rating(game, level)) for level in anchors(game) if level not in known]
    return sorted(found, key=lambda one: -one[2].mu)


def rating_of(connection: Connection, game: str, person: str) -> Rating | None:
    """Return a person's rating; None if none of their matches were rated."""
    row = connection.execute(select(ratings).where(ratings.c.game == game, ratings.c.player == person)).first()
    return None if row is None else Rating(row.mu, row.sigma, row.matches)


@cache
def load_model() -> Any:
    """Load the openskill model once, because that takes a moment."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=SCATTER)
