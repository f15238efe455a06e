"""The arena is fair: it plays the same deals in every rotation of seats, and equal bots score zero."""

from dataclasses import replace

import pytest

from parlour.bots import Bot, find_bot
from parlour.bots.basic import find_basic
from parlour.bots.nets.player import net_file
from parlour.bots.search import Budget
from parlour.engine.rng import Rng, generator
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.games import all_games
from parlour.lab import _asking
from parlour.lab import _contest as contest_loop
from parlour.lab.arena import MIXED, Contest, gap_closed, rows, run
from parlour.lab.ratings import ratings
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Match
from tests.lowest import lowest_wins
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


def _one_match(contest: Contest, bots: tuple[str, ...], deal: int) -> tuple[list[float], list[float], bool]:
    """Play a match of the arena one move at a time; return points, wins, and whether it was cut off."""
    game, sides, key = contest.game, contest.sides, seeded_key(contest.seed, deal)
    names = [bots[seat % sides] for seat in range(contest.players)]
    players = [find_bot(game, name, contest.budget) for name in names]
    rngs = [generator(chance_generator(key, 10**6 + seat).words.tobytes()) for seat in range(contest.players)]
    match = Match(game, contest.players, key=key, limit=contest.max_rounds, telling=False)
    for seat in match.turns():
        known = match.state if names[seat].startswith("clairvoyant") else game.hidden(match.state, seat)
        match.act(seat, players[seat](known, seat, rngs[seat]))
    better = -1 if game.scoring.lowest_wins else 1
    scores = [better * int(game.points(match.state, side)) for side in range(sides)]
    points = [(score * sides - sum(scores)) / (sides * max(1, match.rounds)) for score in scores]
    winners = list(each(game.winners(match.state)))
    wins = [sum(seat % sides == side for seat in winners) / max(1, len(winners)) for side in range(sides)]
    return points, wins, match.cut_off


def _same_matches(contest: Contest) -> None:
    results = run(contest, threads=2)
    played = iter(results.matches)
    for series in results.series:
        for deal in range(contest.deals):
            for bots, _ in series.seatings:
                seated, match = next(played)
                expected = _one_match(contest, bots, deal)
                assert seated == bots
                assert (list(match.points), list(match.wins), match.cut_off) == expected, (bots, deal)
    assert next(played, None) is None


@every_game
def test_compiled_bots_play_the_same_matches_as_at_a_table(game: Game) -> None:
    """With two bots, teams and single players meet; with three or more, there are mixed tables, too."""
    _same_matches(_contest(game, game.default_players, "basic", "random", "easy", deals=3))


@pytest.mark.parametrize("bots", [("search:4", "easy"), ("clairvoyant:4", "basic"), ("search:2", "search:3")])
def test_compiled_bots_play_the_same_matches_beside_bots_that_search(bots: tuple[str, ...]) -> None:
    _same_matches(_contest(THREE, 3, *bots, deals=2))


def test_a_match_of_the_arena_is_cut_off_as_at_a_table() -> None:
    contest = Contest(FOUR, 4, ("basic", "random"), 2, seed=5, budget=Budget(worlds=8), max_rounds=1)
    _same_matches(contest)
    assert all(match.cut_off for _, match in run(contest, threads=1).matches)


def test_the_refusal_of_an_illegal_action_names_the_bot_that_chose_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(game: Game, name: str, budget: Budget) -> Bot:
        return lambda state, seat, rng: 60 if name == "search:1" else int(find_basic(game)(state, seat, rng))

    monkeypatch.setattr(contest_loop, "find_bot", wrong)
    with pytest.raises(ParlourError, match=r"the bot search:1 in seat \d chose action 60; expected one of \d"):
        run(_contest(FOUR, 4, "search:1", "basic", deals=2), threads=1)


def test_only_bots_that_are_not_compiled_have_a_time_for_each_choice() -> None:
    searching, compiled = run(_contest(TWO, 2, "search:4", "basic", deals=2), threads=1).scores
    assert searching.milliseconds is not None
    assert searching.milliseconds[1] >= searching.milliseconds[0] > 0
    assert compiled.milliseconds is None
    assert 0 < compiled.times.mean_milliseconds < searching.times.mean_milliseconds


@pytest.mark.parametrize("asked", ["basic", "random"])
@every_game
def test_no_bot_in_the_arena_sees_hidden_cards(game: Game, asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside the compiled loop, bots get the whole state: `parlour.testing` checks that they use nothing hidden."""
    seen = []

    def spy(game: Game, name: str, budget: Budget) -> Bot:
        choose = find_bot(game, name, budget)

        def look(state: State, seat: int, rng: Rng) -> int:
            seen.append(game.hidden(state, seat).tobytes() == state.tobytes())
            return choose(state, seat, rng)

        return look

    monkeypatch.setattr(contest_loop, "find_bot", spy)
    monkeypatch.setattr(_asking, "compiled_bots", lambda game: {"basic", "random"} - {asked})
    run(
        Contest(game, game.default_players, ("basic", "random"), 2, seed=3, budget=Budget(worlds=2), max_rounds=3),
        threads=1,
    )
    assert len(seen) > 10
    assert all(seen)


def test_at_mixed_tables_every_bot_plays_in_every_seat_and_the_points_cancel_out() -> None:
    results = run(_contest(FOUR, 4, "basic", "random", "easy", deals=3), threads=2)
    mixed = [score for score in results.scores if score.others == MIXED]
    seats = {(bot, side) for bots, _ in results.matches for side, bot in enumerate(bots) if len(set(bots)) == 3}
    assert {score.bot for score in mixed} == {"basic", "random", "easy"}
    assert len(seats) == 3 * 4
    assert sum(score.points.mean for score in mixed) == pytest.approx(0, abs=1e-9)


def test_in_a_game_of_two_sides_both_bots_are_measured_in_the_same_matches() -> None:
    results = run(_contest(TWO, 2, "basic", "random", deals=3), threads=1)
    basic, chance = results.scores
    assert basic.points.mean == -chance.points.mean
    assert basic.wins.mean + chance.wins.mean == pytest.approx(1)


def test_basic_closes_none_of_the_gap_between_basic_and_clairvoyant_and_clairvoyant_closes_all_of_it() -> None:
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
    timed = ("median_milliseconds", "p99_milliseconds", "mean_milliseconds")
    figures = [
        [{name: value for name, value in row.items() if name not in timed} for row in rows(run(contest, threads))]
        for threads in (1, 2)
    ]
    assert figures[0] == figures[1]


@pytest.mark.every(3)
def test_a_stronger_bot_is_credited_with_points_above_the_mean_even_if_the_lowest_score_wins() -> None:
    """A bot that searches, and so knows that the lowest score wins, beats random bots in points and in wins.

    Without compiled rules it would play at random.
    """
    game = lowest_wins(some_game(3, alone))
    contest = Contest(game, 3, ("search:30", "random"), 6, seed=2, budget=Budget(), max_rounds=20)
    score = run(contest, threads=2).scores[0]
    assert score.bot == "search:30"
    assert score.points.mean > 0
    assert score.wins.mean > 1 / 3


def test_the_options_of_a_contest_change_its_matches() -> None:
    plain = _contest(THREE, 3, "basic", "random", deals=2)
    short = replace(plain, options=THREE.short_options)
    assert [match for _, match in run(plain, 1).matches] != [match for _, match in run(short, 1).matches]


@pytest.mark.parametrize("among", ["", "net"])
def test_the_arena_refuses_a_net_that_has_not_learned_the_game_for_this_number_of_players(among: str) -> None:
    game = some_game(fits=lambda game: not net_file(game, game.default_players).is_file())
    contest = replace(_contest(game, game.default_players, *(["random"] if among else ["random", "net"])), among=among)
    with pytest.raises(ParlourError, match="the bot net has no net for"):
        run(contest, 1)
