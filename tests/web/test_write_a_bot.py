"""The example bot in docs/write-a-bot.md plays whole matches of every game on a real server."""

import subprocess
import sys

import pytest

from parlour.game.game import Game
from parlour.games import all_games
from tests.pages import blocks
from tests.web.servers import Server


def example() -> str:
    return blocks("docs/write-a-bot.md", "python")[0]


def test_the_example_bot_in_the_documentation_has_at_most_45_lines() -> None:
    assert len([line for line in example().splitlines() if line.strip()]) <= 45


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_example_bot_in_the_documentation_plays_a_match_to_its_end(server: Server, game: Game) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    table = server.open_table(game, seats=seats, options=dict(game.short_options))
    command = [sys.executable, "-c", example(), server.url, table["table"]]
    bots = [subprocess.Popen([*command, table["invite"]], stdout=subprocess.PIPE, text=True)]
    server.post(f"/tables/{table['table']}/leave", table["token"])
    found = [bot.communicate(timeout=120)[0].strip() for bot in bots]
    assert [bot.returncode for bot in bots] == [0]
    winners = server.get(f"/tables/{table['table']}/view")["view"]["winners"]
    assert found == ["won" if 1 in winners else "lost"]
