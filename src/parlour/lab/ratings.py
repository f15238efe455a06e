"""Ratings that summarise a contest in one number per bot (the Plackett–Luce model of the package openskill)."""

from dataclasses import dataclass
from typing import Any

from parlour.lab._contest import Played
from parlour.lab.arena import Results


@dataclass(frozen=True)
class Rating:
    """A bot's estimated strength and its standard deviation; every bot starts at 25."""

    bot: str
    mean: float
    deviation: float


def ratings(results: Results) -> list[Rating]:
    """Compute the ratings of a contest's bots, the strongest first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {bot: model.rating(name=bot) for bot in results.contest.bots}
    for bots, match in results.matches:
        _rate(model, known, bots, match)
    rated = [Rating(bot, float(one.mu), float(one.sigma)) for bot, one in known.items()]
    return sorted(rated, key=lambda one: -one.mean)


def _rate(model: Any, known: dict[str, Any], bots: tuple[str, ...], match: Played) -> None:
    """Update the ratings with one match; a bot in several seats gets the mean of their updates."""
    teams = [[model.rating(mu=known[bot].mu, sigma=known[bot].sigma)] for bot in bots]
    worst_first = [(won, points) for won, points in zip(match.wins, match.points, strict=True)]
    rated = model.rate(teams, scores=[_rank(one, worst_first) for one in worst_first])
    for bot in set(bots):
        own = [team[0] for team, sitting in zip(rated, bots, strict=True) if sitting == bot]
        known[bot].mu = sum(one.mu for one in own) / len(own)
        known[bot].sigma = sum(one.sigma for one in own) / len(own)


def _rank(one: tuple[float, float], all_of_them: list[tuple[float, float]]) -> float:
    """Score a result by how many results of the match are worse, comparing wins first, then points."""
    return float(sum(other < one for other in all_of_them))
