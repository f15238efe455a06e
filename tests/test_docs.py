"""The examples on the pages run, and what the pages say about the code is true. (`make check` checks the links.)"""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

from parlour import __version__
from parlour.games import find_game
from parlour.games.rules_page import rules_page, section_text
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from tests.pages import ROOT, blocks, page, program
from tests.samples import with_pages

PAGES = sorted(
    str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")] if path.is_file()
)


# --- docs/records.md


def test_the_key_of_a_simulated_match_is_derived_as_docs_records_describes() -> None:
    assert hashlib.sha256(b"parlour match 5 of seed 1").digest() == seeded_key(1, 5)


# --- README.md


def test_the_readme_and_docs_records_list_exactly_the_games_with_a_rules_page() -> None:
    readme = page("README.md")
    for game in map(find_game, with_pages()):
        assert f"| `{game.name}` | [{game.title}](src/parlour/games/{game.name}/rules.md) |" in readme
        assert f"`{game.name}`" in page("docs/records.md")
    assert set(re.findall(r"\(src/parlour/games/(\w+)/rules\.md\)", readme)) == set(with_pages())


def test_the_program_in_the_readme_plays_a_match_and_steps_an_environment(capsys: pytest.CaptureFixture[str]) -> None:
    names = program("README.md")
    assert names["match"].over
    assert str(names["match"].record()["result"]) in capsys.readouterr().out
    assert names["observations"].shape[0] == names["env"].num_envs == 256


def test_the_rule_quoted_in_the_readme_occurs_in_the_games_rules() -> None:
    (quoted,) = blocks("README.md", "py")
    assert quoted in page("src/parlour/games/kit/tricks.py")


# --- CITATION.cff


def test_the_citation_names_the_version_and_the_licence_of_the_package() -> None:
    package = tomllib.loads(page("pyproject.toml"))["project"]
    cited = dict(line.split(": ", 1) for line in page("CITATION.cff").splitlines() if re.match(r"[a-z-]+: ", line))
    assert cited["version"] == package["version"] == __version__
    assert cited["license"] == package["license"]


# --- all pages


@pytest.mark.parametrize("name", [name for name in PAGES if "rules" not in Path(name).parts])
def test_no_line_of_a_page_is_longer_than_the_limit_for_lines_of_code(name: str) -> None:
    for number, line in enumerate(page(name).splitlines(), start=1):
        assert len(line) <= 120 or line.startswith("|"), f"{name}, line {number}"


def test_the_rules_page_of_every_game_has_the_sections_that_its_views_name() -> None:
    for name in with_pages():
        headings = [
            line.lstrip("# ") for line in page(f"src/parlour/games/{name}/rules.md").splitlines() if line[:1] == "#"
        ]
        match = Match(find_game(name), telling=False)
        match.advance()
        assert match.view().section in headings


@pytest.mark.parametrize("name", with_pages())
def test_a_rules_page_lists_every_option_with_its_default(name: str) -> None:
    """C4."""
    listed = rules_page(name)
    for option in find_game(name).options:
        shown = f"`{option.default}`" if option.words else option.default
        assert f"| `{option.name}` | {shown} |" in listed


@pytest.mark.parametrize("name", with_pages())
def test_the_section_on_records_in_a_rules_page_names_the_current_version(name: str) -> None:
    section = section_text(rules_page(name), "Records")
    assert section is not None
    assert re.findall(r"This page describes version (\d+) of the rules\.", section) == [str(find_game(name).version)]
