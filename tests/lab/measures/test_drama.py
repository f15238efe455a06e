"""Measures of drama and downtime agree with a slow count over the recorded rows and the replayed matches."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from math import ceil, log2
from statistics import fmean

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.lab.measures import measured
from parlour.lab.measures._downtime import waits
from parlour.lab.measures._drama import places
from parlour.lab.sample import Sample
from tests.lab.outside import with_hearts
from tests.lab.watching import figure, replayed, sampled
from tests.lowest import lowest_wins

GAMES = with_hearts()
MATCHES = 4
every_game = pytest.mark.parametrize("game", [*GAMES, lowest_wins(GAMES[0])], ids=lambda game: game.name)
pytestmark = pytest.mark.usefixtures("interpreted", "registered")


@cache
def played(game: Game) -> Sample:
    return sampled(game, game.default_players, ["random"], MATCHES, **game.short_options)


class Course:
    """A match as its score sheet shows it: the scores after each round, who still plays, and who won."""

    def __init__(self, game: Game, sample: Sample, number: int) -> None:
        """Replay the match at a table and note its rounds."""
        players = game.default_players
        self.sides = game.teams or players
        self.scores: list[list[int]] = []
        self.decided: list[set[int]] = []  # The sides that decide in each round.
        for match, row in replayed(game, players, sample, number, **game.short_options):
            while len(self.scores) < match.rounds:
                self.scores.append([int(game.points(match.state, side)) for side in range(self.sides)])
            while len(self.decided) <= match.rounds:
                self.decided.append(set())
            if row is not None:
                self.decided[match.rounds].add(int(row["seat"]) % self.sides)
        self.winners = {seat % self.sides for seat in match.winners}
        self.sign = -1 if game.scoring.lowest_wins else 1

    def staying(self, rounds: int) -> set[int]:
        """Return the sides that decide after this number of rounds."""
        return set().union(*self.decided[rounds:])

    def at(self, rounds: int, best: bool) -> set[int]:
        """Return the sides in first (or last) place after this number of rounds; nobody is last if all are equal."""
        merits = {side: self.sign * self.scores[rounds - 1][side] for side in self.staying(rounds)}
        if not merits or (not best and max(merits.values()) == min(merits.values())):
            return set()
        wanted = (max if best else min)(merits.values())
        return {side for side, merit in merits.items() if merit == wanted}

    def wins_of(self, sides: set[int]) -> float:
        """Return the mean of the shares of victory of these sides."""
        return fmean((side in self.winners) / len(self.winners) for side in sides)


def courses(game: Game) -> list[Course]:
    return [Course(game, played(game), number) for number in range(MATCHES)]


def agree(sample: Sample, name: str, expected: Mapping[object, Sequence[float]]) -> None:
    """Check all keys of a measure against the lists of the values that they are the means of."""
    found = {key for measure, key in measured(sample) if measure == name and measured(sample)[name, key][1].sum()}
    assert found == expected.keys()
    for key, values in expected.items():
        assert figure(sample, name, key) == pytest.approx(fmean(values)), key


@every_game
@pytest.mark.parametrize(("name", "best"), [("leader wins", True), ("last place wins", False)])
def test_the_leader_and_the_last_after_a_round_win_as_often_as_on_the_score_sheets(
    game: Game, name: str, best: bool
) -> None:
    expected: dict[object, list[float]] = defaultdict(list)
    for course in courses(game):
        for rounds in range(1, min(len(course.scores), 13)):
            if sides := course.at(rounds, best):
                expected[rounds].append(course.wins_of(sides))
    agree(played(game), name, dict(expected))


@every_game
def test_the_matches_that_go_on_after_a_round_are_those_with_more_rounds_on_their_score_sheets(game: Game) -> None:
    lengths = [len(course.scores) for course in courses(game)]
    agree(played(game), "still going on", {rounds: [length > rounds for length in lengths] for rounds in range(1, 13)})


@every_game
def test_the_last_change_of_the_lead_is_found_by_following_the_score_sheet(game: Game) -> None:
    parts = []
    for course in courses(game):
        leader, changed = None, 0
        for rounds, scores in enumerate(course.scores, 1):
            best = course.sign * max(course.sign * score for score in scores)
            ahead = [side for side, score in enumerate(scores) if score == best]
            if len(ahead) == 1:
                changed = rounds if leader not in (None, ahead[0]) else changed
                leader = ahead[0]
        parts.append(changed / len(course.scores))
    agree(played(game), "last change of the lead", {"": parts})


@every_game
def test_a_comeback_is_a_victory_of_the_side_in_last_place(game: Game) -> None:
    expected: dict[object, list[float]] = defaultdict(list)
    for course in courses(game):
        for part in (25, 50, 75):
            if (rounds := len(course.scores) * part // 100) and len(course.winners) == 1:
                expected[part].append(course.winners <= course.at(rounds, best=False))
    agree(played(game), "comebacks from last place", dict(expected))


def test_a_side_that_makes_no_decision_any_more_is_neither_first_nor_last() -> None:
    """Seat 2 is out after the first round, so seat 1 is last although seat 2 has fewer points."""
    game = next(game for game in GAMES if 3 in game.players and not game.teams and not game.scoring.lowest_wins)
    sample = sampled(game, 3, ["random"], 1, **game.short_options)
    rounds = len(sample.rounds)
    sample.__dict__["scores"] = np.column_stack([np.full(rounds, 5), np.full(rounds, 3), np.full(rounds, 1)])
    sample.decisions["seat"][(sample.decisions["round"] > 1) & (sample.decisions["seat"] == 2)] = 0
    leading, trailing = places(sample)
    assert leading[0].tolist() == [True, False, False]
    assert trailing[0].tolist() == [False, True, False]


# --- downtime


def slow_waits(sample: Sample, number: int) -> list[float]:
    """Follow a match decision by decision with a clock, and note every wait of every player."""
    clock, step, begun = 0.0, 0, 0.0
    deciding: dict[int, int] = {}  # The seats that have decided in this step.
    found: list[float] = []
    last: dict[int, tuple[int, float]] = {}  # The last step of each seat, and the time at its end.
    rows = [row for row in sample.decisions if row["match"] == number]
    for place, row in enumerate(rows):
        seat, choices = int(row["seat"]), int(row["choices"])
        if seat in last and seat not in deciding and step > last[seat][0] + 1:
            found.append(begun - last[seat][1])
        deciding[seat] = step
        if row["waiting"] == 1:
            clock += 2 if choices == 1 else 5 + log2(choices / 2)
        if row["waiting"] == 1 or place == len(rows) - 1:
            last |= {one: (at, clock) for one, at in deciding.items()}
            deciding, begun, step = {}, clock, step + 1
    return sorted(found + [clock - end for at, end in last.values() if at < step - 1])


@every_game
def test_the_waits_between_turns_agree_with_a_clock_that_follows_each_match(game: Game) -> None:
    sample = played(game)
    match, found = waits(sample)
    slow = [slow_waits(sample, number) for number in range(MATCHES)]
    for number, expected in enumerate(slow):
        assert (found[match == number] / 100).tolist() == pytest.approx(expected, abs=0.006)
    for name, part in (("wait", 0.5), ("long wait", 0.9), ("longest wait", 1.0)):
        values = [one[max(1, ceil(part * len(one))) - 1] for one in slow]
        assert figure(sample, name) == pytest.approx(fmean(values), abs=0.006)


def test_a_player_who_is_out_waits_until_the_end_of_the_match() -> None:
    game = next(game for game in GAMES if 3 in game.players and not game.teams)
    sample = sampled(game, 3, ["random"], 1, **game.short_options)
    sample.decisions["seat"] = np.arange(len(sample.decisions)) % 2
    sample.decisions["seat"][0] = 2
    sample.decisions["waiting"] = 1
    rest = np.where(sample.decisions["choices"] > 1, 5 + np.log2(sample.decisions["choices"] / 2), 2)[1:].sum()
    assert figure(sample, "longest wait") == pytest.approx(rest, abs=0.006)
