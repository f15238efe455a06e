"""Tests that the spreads of a study agree with its table of matches."""

import polars as pl
import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab import study

pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_spreads_are_the_percentiles_of_the_table_of_matches(game: Game) -> None:
    found = study(game.name, bots=["random"], matches=6, options=game.short_options)
    matches, lowest = found.matches.collect(), game.scoring.lowest_wins
    places = matches["scores"].arr.to_list().list.sort(descending=not lowest)
    margin = (places.list.get(0) - places.list.get(1)).abs()
    expected = {("rounds", ""): matches["rounds"], ("minutes", ""): matches["minutes"], ("margin", ""): margin}
    expected |= {("score by place", str(place + 1)): places.list.get(place) for place in range(game.teams or 2)}
    rows = {(row["measure"], row["key"]): row for row in found.spreads.iter_rows(named=True)}
    for name, values in expected.items():
        for percent in (10, 50, 90):
            wanted = sorted(values)[-(-percent * len(values) // 100) - 1]
            assert rows[name][f"p{percent}"] == pytest.approx(wanted, abs=0.006), (name, percent)
    assert pl.Series([row["matches"] for row in rows.values()]).is_between(1, 6).all()
