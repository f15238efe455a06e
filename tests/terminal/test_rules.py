import re

import pytest

from parlour.errors import ParlourError
from parlour.games import find_game
from parlour.games.rules_page import headings, rules_page, section_text
from parlour.terminal.rules import rules_at, rules_of, show_rules
from tests.samples import some_game, with_pages
from tests.terminal.match_for_tests import paper, written


def test_every_rules_page_starts_with_the_title_of_its_game() -> None:
    for game in map(find_game, with_pages()):
        assert rules_page(game.name).startswith(f"# {game.title}")


def test_asking_for_the_rules_of_an_unknown_game_is_an_error() -> None:
    with pytest.raises(ParlourError, match="there is no game 'nonsense'"):
        rules_page("nonsense")


def test_a_section_of_the_rules_is_found_by_the_beginning_of_its_heading() -> None:
    page = "# T\n\n## The deal\n\nSeven.\n\n## Scoring\n\nTwo.\n"
    assert headings(page) == ["The deal", "Scoring"]
    assert section_text(page, "the d") == "## The deal\n\nSeven."
    assert section_text(page, "SCORING") == "## Scoring\n\nTwo."
    assert section_text(page, "winning") is None


def test_the_error_for_an_unknown_section_lists_the_known_sections() -> None:
    name = some_game().name
    first, second = headings(rules_page(name))[:2]
    with pytest.raises(ParlourError, match=f"no section 'dancing'; expected one of {re.escape(f'{first}, {second}')}"):
        rules_of(name, "dancing")


def test_a_single_section_of_the_rules_can_be_shown() -> None:
    name, console = some_game().name, paper()
    first, *others = headings(rules_page(name))
    show_rules(name, first.casefold(), console)
    assert written(console).strip().startswith(first)
    assert not any(line.strip() in others for line in written(console).splitlines())


def test_the_whole_rules_page_is_shown_in_a_phase_without_its_own_section() -> None:
    name, console = some_game().name, paper()
    console.print(rules_at(name, ""))
    assert all(heading in written(console) for heading in headings(rules_page(name)))
    assert max(map(len, written(console).splitlines())) <= 80
