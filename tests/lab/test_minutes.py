"""Tests that all texts give the same length of a match, which the laboratory estimates."""

import re
from math import sqrt

import pytest

from parlour.game.game import Game
from parlour.games import all_games, find_game
from parlour.games.rules_page import rules_page
from parlour.lab._watch import watch
from parlour.lab.measures.common import minutes
from parlour.lab.sample import Sample
from parlour.languages import languages
from tests.pages import page
from tests.samples import with_bots, with_pages

STEP = 5  # Texts round a match's minutes to a multiple of this.
MATCHES = 300


@pytest.mark.parametrize("game", [game for game in all_games() if with_bots(game)], ids=lambda game: game.name)
def test_a_game_says_how_long_a_match_takes_as_the_laboratory_estimates_it(game: Game) -> None:
    players = game.default_players
    start = game.new_state(players)
    found = minutes(Sample(game, players, watch(game, start, ["basic"] * players, 0, range(MATCHES), 200)))
    margin = 2 * found.std() / sqrt(MATCHES)
    assert game.minutes % STEP == 0
    assert abs(game.minutes - found.mean()) < STEP / 2 + margin, f"the estimate is {found.mean():.1f} minutes"


@pytest.mark.parametrize("name", with_pages())
def test_the_readme_and_the_rules_in_every_language_give_the_same_minutes_as_the_game(name: str) -> None:
    expected = find_game(name).minutes
    (row,) = re.findall(rf"^\| `{name}` \|.*$", page("README.md"), re.MULTILINE)
    assert row.split(" | ")[3] == str(expected)
    for language in languages():
        introduction = rules_page(name, language).split("\n## ")[0]
        assert re.findall(r"(\d+)\s[Mm]inute", introduction) == [str(expected)], language


@pytest.mark.parametrize("name", with_pages())
def test_a_games_study_page_gives_the_minutes_that_its_rules_give(name: str) -> None:
    (found,) = re.findall(r"^\| minutes \| ([\d.]+) min ", page(f"docs/studies/{name}.md"), re.MULTILINE)
    assert STEP * round(float(found) / STEP) == find_game(name).minutes
