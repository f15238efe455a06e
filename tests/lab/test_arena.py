"""The arena is fair: it plays the same deals in every rotation of seats, and equal bots score zero."""

import pytest

from parlour.bots import Bot, find_bot
from parlour.bots.search import Budget
from parlour.engine.rng import Rng
from parlour.game.game import Game, State
from parlour.games import all_games
from parlour.lab import arena
from parlour.lab.arena import MIXED, Contest, gap_closed, rows, run
from parlour.lab.ratings import ratings
from tests.samples import alone, some_game, with_bots

FOUR, THREE, TWO = (some_game(players, lambda game: alone(game) and with_bots(game)) for players in (4, 3, 2))
every_game = pytest.mark.parametrize(
    "game", [game for game in all_games() if with_bots(game)], ids=lambda game: game.name
)


def _contest(game: Game, players: int, *bots: str, deals: int = 6) -> Contest:
    return Contest(game, players, bots, deals, seed=3, budget=Budget(worlds=8), max_rounds=20)


@every_game
def test_a_deterministic_bot_scores_exactly_zero_against_copies_of_itself(game: Game) -> None:
    (score,) = run(_contest(game, game.default_players, "basic", deals=3), threads=2).scores
    assert score.points.mean == pytest.approx(0, abs=1e-12)


@every_game
def test_rules_of_thumb_clearly_beat_random_play(game: Game) -> None:
    """The whole interval must be above zero, so the test fails if the bot becomes clearly weaker."""
    results = run(_contest(game, game.default_players, "basic", "random", deals=12), threads=2)
    scores = {score.bot: score for score in results.scores if score.others != MIXED}
    assert scores["basic"].points.mean - scores["basic"].points.margin > 0
    assert scores["basic"].wins.mean > scores["random"].wins.mean


@every_game
def test_no_bot_in_the_arena_sees_hidden_cards(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def spy(game: Game, name: str, budget: Budget) -> Bot:
        choose = find_bot(game, name, budget)

        def look(state: State, seat: int, rng: Rng) -> int:
            seen.append(game.hidden(state, seat).tobytes() == state.tobytes())
            return choose(state, seat, rng)

        return look

    monkeypatch.setattr(arena, "find_bot", spy)
    run(
        Contest(game, game.default_players, ("basic", "random"), 2, seed=3, budget=Budget(worlds=2), max_rounds=3),
        threads=1,
    )
    assert len(seen) > 20
    assert all(seen)


def test_at_mixed_tables_every_bot_plays_in_every_seat_and_the_points_cancel_out() -> None:
    results = run(_contest(FOUR, 4, "basic", "random", "easy", deals=3), threads=2)
    mixed = [score for score in results.scores if score.others == MIXED]
    seats = {
        (bot, side) for match in results.matches for side, bot in enumerate(match.bots) if len(set(match.bots)) == 3
    }
    assert {score.bot for score in mixed} == {"basic", "random", "easy"}
    assert len(seats) == 3 * 4
    assert sum(score.points.mean for score in mixed) == pytest.approx(0, abs=1e-9)


def test_in_a_game_of_two_sides_both_bots_are_measured_in_the_same_matches() -> None:
    results = run(_contest(TWO, 2, "basic", "random", deals=3), threads=1)
    basic, chance = results.scores
    assert basic.points.mean == -chance.points.mean
    assert basic.wins.mean + chance.wins.mean == pytest.approx(1)


def test_the_bot_basic_closes_none_of_the_gap_to_clairvoyant_which_closes_all_of_it() -> None:
    contest = _contest(THREE, 3, "basic", "easy", "clairvoyant:8", deals=3)
    results = run(contest, threads=2)
    assert gap_closed(results, "clairvoyant:8") == (1.0, 1.0)
    assert gap_closed(results, "basic") is None
    easy = gap_closed(results, "easy")
    assert easy is not None
    assert easy[0] < 0


def test_the_stronger_bot_has_the_higher_rating() -> None:
    results = run(_contest(THREE, 3, "random", "basic", deals=6), threads=2)
    assert [one.bot for one in ratings(results)] == ["basic", "random"]


def test_the_figures_of_a_contest_are_the_same_for_any_number_of_threads() -> None:
    contest = _contest(THREE, 3, "search:8", "basic", deals=2)
    timed = ("median_milliseconds", "p99_milliseconds")
    figures = [
        [{name: value for name, value in row.items() if name not in timed} for row in rows(run(contest, threads))]
        for threads in (1, 2)
    ]
    assert figures[0] == figures[1]
