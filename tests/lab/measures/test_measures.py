"""Measures: what they say is what the table shows, checked against the score sheet and the view of a replayed match."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from parlour.game import Game
from parlour.games import all_games, find_game
from parlour.lab.measures import SECTIONS, claims_of, measured, measures_of
from parlour.lab.measures.skill import SKILL
from parlour.lab.sample import Sample
from parlour.match import Match
from tests.lab.watching import IDS, TABLES, replayed, sampled, sheets, watched

OH7, KOD7, ROOK = find_game("oh7"), find_game("kod7"), find_game("rook")
ACTIVE13, THIRTYONE = find_game("active13"), find_game("thirtyone")
pytestmark = pytest.mark.usefixtures("interpreted")


def figure(sample: Sample, name: str, key: Any = "") -> float:
    top, bottom = measured(sample)[name, key]
    return float(top.sum() / bottom.sum())


def ends(game: Game, players: int, sample: Sample) -> list[Match]:
    return [list(replayed(game, players, sample, number))[-1][0] for number in range(sample.size)]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_measure_says_what_it_means_and_has_its_place(game: Game) -> None:
    for measure in measures_of(game).values():
        assert measure.meaning.endswith(".")
        assert measure.section in SECTIONS


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_claim_is_decided_by_a_measure_of_its_game(game: Game) -> None:
    assert len(claims_of(game)) >= 5
    for claim in claims_of(game):
        assert claim.measure in measures_of(game)
        assert claim.reading
        assert claim.always or claim.possible or claim.above is not None or claim.below is not None


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_shares_are_parts_and_wins_sum_to_one(game: Game, players: int) -> None:
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
def test_rounds_decisions_scores_and_winners_are_those_of_the_table(game: Game, players: int) -> None:
    sample = sampled(game, players)
    tables = ends(game, players, sample)
    assert list(sample.rounds_played) == [match.rounds for match in tables]
    decisions = [
        sum("do" in event and event["seat"] != "dummy" for event in match.events) for match in tables
    ]  # fmt: skip
    assert list(measured(sample)["decisions", ""][0]) == decisions
    for match, shares, scores in zip(tables, sample.win_shares, sample.scores[sample.last_rounds], strict=True):
        assert next(iter(game.standing(match.state).values())) == scores.tolist()
        sides = {seat % (game.teams or players) for seat in match.winners}
        assert set(np.flatnonzero(shares)) == sides


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_gains_are_those_of_the_score_sheet(game: Game, players: int) -> None:
    sample = sampled(game, players, matches=2)
    for row, gains, scores in zip(sheets(game, players, sample, sample.size), sample.gains, sample.scores, strict=True):
        assert [cell.total for cell in row.cells] == scores.tolist()
        if game.name != "thirtyone":
            assert [cell.gain for cell in row.cells] == gains.tolist()


@pytest.mark.parametrize(("game", "players"), [(OH7, 2), (OH7, 4), (KOD7, 5)])
def test_promises_kept_and_the_basket_are_those_of_the_score_sheet(game: Game, players: int) -> None:
    sample = sampled(game, players)
    rows = sheets(game, players, sample, sample.size)
    cells = [cell for row in rows for cell in row.cells]
    assert figure(sample, "promises kept") == pytest.approx(np.mean([cell.bid == cell.won for cell in cells]))
    missed = [abs((cell.bid or 0) - (cell.won or 0)) for cell in cells]
    assert figure(sample, "basket") == pytest.approx(sum(missed) / len(rows))
    ones = [cell.won == 1 for cell in cells if cell.bid == 1]
    assert figure(sample, "kept by promise", 1) == pytest.approx(np.mean(ones))
    fails = [any(cell.bid != cell.won for cell in row.cells) for row in rows]
    assert figure(sample, "somebody fails") == pytest.approx(np.mean(fails))


def test_promises_are_kept_by_the_kind_of_card_that_was_shown() -> None:
    sample = sampled(KOD7, 4, matches=2)
    kept: dict[str, list[bool]] = {}
    for row, cards in zip(sheets(KOD7, 4, sample, 2), sample.field("cards"), strict=True):
        for cell, card in zip(row.cells, cards, strict=True):
            kept.setdefault(KOD7.deck.name(int(card))[-1], []).append(cell.bid == cell.won)
    for suit, values in kept.items():
        assert figure(sample, "kept by kind of card", suit) == pytest.approx(np.mean(values))
    assert "*" in kept


def test_the_first_leader_is_who_plays_the_first_card() -> None:
    sample = sampled(OH7, 3, matches=2)
    leaders, rounds = [], 0
    for number in range(2):
        for match, row in replayed(OH7, 3, sample, number):
            if row is not None and match.game.phase(match.state) == "play" and match.state.played == 0:
                leaders.append(int(row["seat"]))
        rounds += match.rounds
    assert sample.first_in("play").tolist() == leaders
    assert len(leaders) == rounds


def test_rounds_that_were_dealt_again_are_counted() -> None:
    sample = sampled(OH7, 4, matches=6, attempts=1)
    again = 0
    for number in range(6):
        *_, (match, _) = replayed(OH7, 4, sample, number, attempts=1)
        again += match.chances - match.rounds
    top, _ = measured(sample)["dealt again", ""]
    assert (sample.rounds["chances"] - 1).sum() == again > 0
    assert 0 < top.sum() <= again


def test_the_dummy_is_measured_only_beside_two_players() -> None:
    assert ("the Dummy wins what it wants", "") in measured(sampled(OH7, 2, matches=1))
    assert ("the Dummy wins what it wants", "") not in measured(sampled(OH7, 3, matches=1))


def test_bids_of_rook_are_made_or_set_as_the_score_sheet_says() -> None:
    sample = sampled(ROOK, 4, matches=4)
    made = played = 0
    for bid, bidder, gains in zip(sample.round_states["bid"], sample.round_states["bidder"], sample.gains, strict=True):
        played += bid > 0
        made += bid > 0 and gains[bidder % 2] != -bid
    assert figure(sample, "bids made") == pytest.approx(made / played)
    assert figure(sample, "all points") == 1
    assert sum(
        figure(sample, "bids won", key) for name, key in measured(sample) if name == "bids won"
    ) == pytest.approx(1)


def test_thrown_in_hands_of_rook_are_counted() -> None:
    sample = sampled(ROOK, 4, ["random"], 2, min_bid=200)
    thrown = [list(event["scores"]) for match in _tables(sample, min_bid=200) for event in _round_events(match)]
    unchanged = sum(before == after for before, after in pairwise([[0, 0], *thrown]))
    top, _ = measured(sample)["thrown in", ""]
    assert 0 < top.sum() <= unchanged


def _tables(sample: Sample, **options: object) -> list[Match]:
    return [list(replayed(ROOK, 4, sample, number, **options))[-1][0] for number in range(sample.size)]


def _round_events(match: Match) -> list[dict[str, Any]]:
    return [event for event in match.events if "round" in event]


def test_upgrades_and_drawn_tricks_of_active_13_are_those_of_the_record() -> None:
    sample = sampled(ACTIVE13, 2, matches=2)
    spent = drawn = tricks = 0
    for number in range(2):
        led = ""
        for match, row in replayed(ACTIVE13, 2, sample, number):
            if row is None:
                continue
            verb, card = (*match.game.action_name(match.state, int(row["seat"]), int(row["action"])).split(), "")[:2]
            spent += verb == "spend"
            if verb == "play":
                tricks += bool(led)
                drawn += led == card
                led = "" if led else card
    assert figure(sample, "upgrades") * 2 * 2 == pytest.approx(spent)
    assert figure(sample, "drawn tricks") == pytest.approx(drawn / tricks)


def test_the_active_thirteen_are_thirteen_cards() -> None:
    from parlour.games.active13.measures import active

    sample = sampled(ACTIVE13, 2, matches=2)
    assert set(np.bitwise_count(active(sample)).flat) == {13}
    first, last = figure(sample, "active thirteen", 1), figure(sample, "active thirteen", 10)
    assert 2 < first < last < 14


def test_cows_and_lives_of_thirty_one_are_those_of_the_view() -> None:
    sample = sampled(THIRTYONE, 4, matches=4)
    badges = [
        sum("cow" in seat.badges for seat in match.view().seats) for match in ends(THIRTYONE, 4, sample)
    ]  # fmt: skip
    shown = [max(0, badge) for badge in badges]
    top, _ = measured(sample)["Cows", ""]
    assert all(cows >= badge for cows, badge in zip(top, shown, strict=True))
    assert (top >= 1).all()
    assert figure(sample, "31 is safe") == 1


def test_the_tokens_lose_an_even_part_of_the_lives_together() -> None:
    """With three players everybody has a token: what one loses more, the others lose less."""
    sample = sampled(THIRTYONE, 3, matches=3, ends="first_out")
    above = [figure(sample, f"lives lost by the {name}") for name in ("dealer", "MVP", "Preacher")]
    assert sum(above) == pytest.approx(0, abs=1e-9)


def test_lead_changes_are_counted_between_sole_leaders() -> None:
    sample = sampled(OH7, 4, matches=1)
    sample.__dict__["scores"] = np.array([[3, 1], [3, 3], [4, 3], [5, 6], [6, 6], [7, 8], [9, 8]])
    sample.rounds = np.resize(sample.rounds, 7)
    sample.rounds["match"] = 0
    from parlour.lab.measures.tension import lead_changes

    assert lead_changes(sample).tolist() == [2]


def test_minutes_count_choices_made_together_once() -> None:
    sample = sampled(OH7, 4, matches=1)
    rows = sample.decisions
    alone = rows[rows["waiting"] == 1]
    free = alone["choices"][alone["choices"] > 1].astype(float)
    seconds = 2 * (alone["choices"] == 1).sum() + (5 + np.log2(free / 2)).sum() + 45 * len(sample.rounds)
    assert figure(sample, "minutes") == pytest.approx(seconds / 60)


def test_parts_of_a_whole_have_the_whole_below_them_even_if_they_never_happen() -> None:
    """Otherwise a batch in which something rare did not happen would not count against it."""
    for game in (OH7, ROOK):
        for (name, key), (top, bottom) in measured(sampled(game, 4, matches=2)).items():
            if measures_of(game)[name].parts:
                assert (bottom > 0).all(), (name, key, top)


def test_matches_that_were_cut_off_are_won_by_nobody() -> None:
    sample = Sample(OH7, 4, watched(OH7, 4, ["random"], 3, 1))
    assert figure(sample, "cut off") == 1
    assert measured(sample)["wins", 0][1].sum() == 0
