"""Measures agree with the score sheets and results of the same matches replayed at a table."""

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab.measures import SECTIONS, charts_of, claims_of, measured, measures_of, own_part
from parlour.lab.measures.skill import SKILL
from parlour.lab.sample import Sample
from tests.lab.watching import BASIC, IDS, TABLES, ends, figure, sampled, sheets, watched
from tests.samples import alone, some_game

GAME = some_game(4, alone)
pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_measure_has_a_meaning_and_a_section(game: Game) -> None:
    for measure in measures_of(game).values():
        assert measure.meaning.endswith(".")
        assert measure.section in SECTIONS


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_claim_is_decided_by_a_measure_of_its_game(game: Game) -> None:
    for claim in claims_of(game):
        assert claim.measure in measures_of(game)
        assert claim.reading
        assert claim.always or claim.possible or claim.above is not None or claim.below is not None


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_shares_are_between_0_and_1_and_the_shares_of_wins_sum_to_1(game: Game, players: int) -> None:
    sample = sampled(game, players)
    values, measures = measured(sample), measures_of(game)
    for (name, _), (top, bottom) in values.items():
        assert len(top) == len(bottom) == 3
        assert not measures[name].share or ((top >= 0) & (top <= bottom + 1e-9)).all()
    wins = sum(values["wins", side][0] for side in range(game.teams or players))
    assert np.allclose(wins, 1)
    computed = {name for name, _ in values} | {measure.name for measure in SKILL}
    assert computed <= set(measures)


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_the_measured_rounds_and_decisions_and_scores_and_winners_agree_with_the_replayed_match(
    game: Game, players: int
) -> None:
    sample = sampled(game, players)
    tables = ends(game, players, sample)
    assert list(sample.rounds_played) == [match.rounds for match in tables]
    decisions = [
        sum("do" in event and isinstance(event["seat"], int) for event in match.events) for match in tables
    ]  # fmt: skip
    assert list(measured(sample)["decisions", ""][0]) == decisions
    for match, shares, scores in zip(tables, sample.win_shares, sample.scores[sample.last_rounds], strict=True):
        assert next(iter(game.standing(match.state).values())) == scores.tolist()
        sides = {seat % (game.teams or players) for seat in match.winners}
        assert set(np.flatnonzero(shares)) == sides


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_the_measured_gains_agree_with_the_score_sheet(game: Game, players: int) -> None:
    sample = sampled(game, players, BASIC, 2)
    for row, gains, scores in zip(sheets(game, players, sample, sample.size), sample.gains, sample.scores, strict=True):
        assert [cell.total for cell in row.cells] == scores.tolist()
        if not game.scoring.lives:
            assert [cell.gain for cell in row.cells] == gains.tolist()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_measure_in_a_games_charts_and_every_field_in_a_games_tables_exists(game: Game) -> None:
    assert set(charts_of(game)) <= set(measures_of(game))
    assert set(own_part(game, "COLUMNS")) <= set(game.state.names or ())


def test_the_lead_counts_as_changed_only_when_it_passes_from_one_sole_leader_to_another() -> None:
    sample = sampled(GAME, 4, BASIC, 1)
    sample.__dict__["scores"] = np.array([[3, 1], [3, 3], [4, 3], [5, 6], [6, 6], [7, 8], [9, 8]])
    sample.better = 1
    sample.rounds = np.resize(sample.rounds, 7)
    sample.rounds["match"] = 0
    from parlour.lab.measures.tension import lead_changes

    assert lead_changes(sample).tolist() == [2]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_simultaneous_choices_count_as_one_choice_in_the_estimate_of_minutes(game: Game) -> None:
    sample = sampled(game, game.default_players, BASIC, 1)
    rows = sample.decisions
    alone = rows[rows["waiting"] == 1]
    free = alone["choices"][alone["choices"] > 1].astype(float)
    seconds = 2 * (alone["choices"] == 1).sum() + (5 + np.log2(free / 2)).sum() + 45 * len(sample.rounds)
    assert figure(sample, "minutes") == pytest.approx(seconds / 60)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_an_event_that_never_happens_in_a_batch_still_has_a_denominator_greater_than_zero(game: Game) -> None:
    """Without this denominator, a batch in which a rare event never happens would be missing from the event's share."""
    for (name, key), (top, bottom) in measured(sampled(game, game.default_players, BASIC, 2)).items():
        if measures_of(game)[name].parts:
            assert (bottom > 0).all(), (name, key, top)


def test_nobody_wins_a_match_that_was_cut_off() -> None:
    sample = Sample(GAME, 4, watched(GAME, 4, ["random"], 3, 1))
    assert figure(sample, "cut off") == 1
    assert measured(sample)["wins", 0][1].sum() == 0
