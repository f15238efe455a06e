"""What the pages say is so: examples run, links lead somewhere."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from parlour.fair import seeded_key
from parlour.games import GAMES, all_games, find_game
from parlour.match import Match
from parlour.record import verify
from tests.pages import ROOT, blocks, page

PAGES = sorted(
    str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")] if path.is_file()
)
LINK = re.compile(r"\]\((?!https?:)(?P<file>[^)#\s]*)(?:#(?P<heading>[^)\s]*))?\)")
EXAMPLE: dict[str, Any] = json.loads(blocks("docs/records.md", "json")[0])


def _run(code: str) -> dict[str, Any]:
    """The names that a program leaves behind."""
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(code, "example", "exec"), names)
    return names


def _heading(line: str) -> str:
    """A heading as links name it."""
    return re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().casefold()).replace(" ", "-")


# --- docs/records.md


def test_the_example_of_a_record_is_verified_and_is_the_one_in_the_file() -> None:
    assert verify(EXAMPLE).winners == [2]
    assert json.loads(page("docs/example.json")) == EXAMPLE


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_the_program_in_the_page_deals_what_parlour_deals(players: int, seed: int) -> None:
    first_deal = _run(blocks("docs/records.md", "python")[0])["first_deal"]
    match = Match(find_game("oh7"), players, {"hand_size": 4 + seed % 4}, key=seeded_key(seed, 0), telling=False)
    match.advance()
    match.stop()
    assert first_deal(match.record()) == match.events[0]
    assert first_deal(EXAMPLE) == EXAMPLE["events"][0]


def test_the_pack_of_kod7_and_thirtyone_is_dealt_as_the_page_says() -> None:
    tools = _run(blocks("docs/records.md", "python")[0])
    stars = {3: "0* 1* 2* 3* 4* 5* 6*", 4: "0* 1* 2* 2* 3* 4* 5*", 5: "0* 1* 1* 2* 2* 3* 4*", 6: "0* 0* 1* 1* 2* 2* 3*"}
    for players, names in stars.items():
        pack = [f"{value}{suit}" for suit in "SHCDF"[: players - 1] for value in range(8)] + names.split() + ["?!"]
        hands = _dealt(tools, "kod7", pack, [7] * players)
        assert hands == _first_event("kod7", players)["deal"]["hands"]
    pack = [rank + suit for suit in "CSHD" for rank in (*map(str, range(7, 11)), *"JQKA")]
    for players in range(2, 7):
        piles = _dealt(tools, "thirtyone", pack, [3] * (players + 1))
        deal = _first_event("thirtyone", players)["deal"]
        assert piles == [*(hand for hand in deal["hands"] if hand), *deal["packets"].values()]
        assert (deal["dealer"], deal["hands"][1]) == (0, None)


def _first_event(name: str, players: int) -> dict[str, Any]:
    match = Match(find_game(name), players, key=seeded_key(5, 0), telling=False)
    match.advance()
    return match.events[0]


def _dealt(tools: dict[str, Any], name: str, pack: list[str], sizes: list[int]) -> list[list[str]]:
    """Piles of these sizes, drawn by the program in the page."""
    order, words, left = find_game(name).deck.names.index, tools["seed_words"](seeded_key(5, 0), 0), list(pack)
    return [sorted((tools["draw"](words, left) for _ in range(size)), key=order) for size in sizes]


def test_the_key_of_a_simulated_match_is_what_the_page_says() -> None:
    assert hashlib.sha256(b"parlour match 5 of seed 1").digest() == seeded_key(1, 5)


# --- README.md


def test_the_program_in_the_readme_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    match = _run(blocks("README.md", "python")[0])["match"]
    assert match.over
    assert verify(json.loads(json.dumps(match.record()))).winners == match.winners
    assert capsys.readouterr().out.count("\n") > 100


def test_every_game_stands_in_the_readme_and_in_the_records_page() -> None:
    for game in all_games():
        assert f"| `{game.name}` | [{game.title}](src/parlour/games/{game.name}/rules.md) |" in page("README.md")
        assert f"`{game.name}`" in page("docs/records.md")


# --- all pages


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for link in LINK.finditer(page(name)):
        target = (ROOT / name).parent / link["file"] if link["file"] else ROOT / name
        assert target.exists(), f"{name} links to {link['file']}, which is not there"
        if link["heading"] and target.suffix == ".md":
            headings = [_heading(line) for line in target.read_text(encoding="utf-8").splitlines() if line[:1] == "#"]
            assert link["heading"] in headings, f"{name} links to #{link['heading']}, which {target.name} does not have"


@pytest.mark.parametrize("name", [name for name in PAGES if "rules" not in Path(name).parts])
def test_no_line_of_a_page_is_wider_than_the_code(name: str) -> None:
    for number, line in enumerate(page(name).splitlines(), start=1):
        assert len(line) <= 120 or line.startswith("|"), f"{name}, line {number}"


def test_every_game_has_a_rules_page_with_the_sections_that_its_views_name() -> None:
    for name in GAMES:
        headings = [
            line.lstrip("# ") for line in page(f"src/parlour/games/{name}/rules.md").splitlines() if line[:1] == "#"
        ]
        match = Match(find_game(name), telling=False)
        match.advance()
        assert match.view().section in headings
