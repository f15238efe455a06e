"""The modules, functions, sections and rulings to which docs/sources.md refers exist."""

import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from parlour.games import find_game
from parlour.games.rules_page import headings, rules_text, section_text
from tests.pages import ROOT, page
from tests.samples import with_pages

PACKAGE = ROOT / "src" / "parlour"
PAGE = "docs/sources.md"
PLACE = re.compile(r"`([\w/]+\.(?:py|js))(?:: ([\w, ]+))?`")
RULING = re.compile(r"\b[A-Z]\d{1,2}\b")
CITED = re.compile(r"\(([A-Z]\d{1,2}), ([^)]+)\)")
QUESTIONS = "Questions"
ANSWERS = {"": QUESTIONS, "de": "Fragen", "fr": QUESTIONS}
MARKS = {
    "text": "text", "Text": "text", "texte": "text",
    "ours": "ours", "wir": "ours", "nous": "ours",
    "designer": "designer", "Autor": "designer", "auteur": "designer",
}  # fmt: skip
COMMON = "C"


def rows(title: str) -> list[list[str]]:
    """Return the rows of the table below a heading, without the table's header."""
    section = section_text(page(PAGE), title)
    assert section is not None, f"{PAGE} has no section {title}"
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


@cache
def answers(name: str, language: str = "") -> list[tuple[str, str]]:
    """Return each ruling that a rules page cites, with its mark, in the page's order."""
    section = section_text(rules_text(find_game(name), language or "en"), ANSWERS[language])
    assert section is not None
    found = CITED.findall(section)
    assert {mark for _, mark in found} <= set(MARKS), found
    assert {ruling for ruling, _ in found} == set(RULING.findall(section)), "every ruling has a mark"
    return [(ruling, MARKS[mark]) for ruling, mark in found]


def letter_of(name: str) -> str:
    """Return the letter that begins the IDs of the game's own rulings, such as K in K12."""
    (letter,) = {ruling[0] for ruling, _ in answers(name)} - {COMMON}
    return letter


def test_every_module_and_function_named_in_docs_sources_exists() -> None:
    found = PLACE.findall(page(PAGE))
    assert len(found) > len(with_pages())
    for file, names in found:
        path = PACKAGE / file if (PACKAGE / file).exists() else ROOT / file
        assert path.is_file(), f"{PAGE} names {file}, which is not there"
        for name in names.split(", ") if names else []:
            assert _defines(path, name), f"{PAGE} names {name} in {file}, which does not define it"


def _defines(path: Path, name: str) -> bool:
    if path.suffix == ".py":
        return hasattr(importlib.import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts)), name)
    return bool(re.search(rf"\b(?:function|const) {name}\b", path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", with_pages())
def test_docs_sources_names_an_existing_section_of_the_rules_page_for_every_part_of_a_rule_text(name: str) -> None:
    game = find_game(name)
    sections = {*headings(rules_text(game)), "–"}
    for part, says, _, section, rulings in rows(game.title):
        assert part, says
        assert section in sections, f"{part}: there is no section {section!r}"
        assert rulings == "–" or RULING.search(rulings), rulings


@pytest.mark.parametrize("name", with_pages())
def test_every_ruling_of_a_game_is_in_its_table_and_in_bold_type_if_the_rule_text_leaves_it_open(
    name: str,
) -> None:
    own, letter = answers(name), letter_of(name)
    cells = " ".join(row[-1] for row in rows(find_game(name).title))
    for ruling in {ruling for ruling, _ in own if ruling[0] == letter}:
        open_to_us = any(mark != "text" for one, mark in own if one == ruling)
        written = f"**{ruling}**" if open_to_us else ruling
        assert re.search(rf"(?<![*\w]){re.escape(written)}(?![*\w])", cells), f"{written} is not in the table"
    assert set(RULING.findall(cells)) <= {ruling for ruling, _ in own}


@pytest.mark.parametrize("name", with_pages())
def test_the_rulings_of_a_game_are_numbered_without_gaps_and_its_rules_module_says_how_many_there_are(
    name: str,
) -> None:
    game, letter = find_game(name), letter_of(name)
    numbers = sorted({int(ruling[1:]) for ruling, _ in answers(name) if ruling[0] == letter})
    assert numbers == list(range(1, len(numbers) + 1))
    told = importlib.import_module(f"{game.module}.rules").__doc__ or ""
    assert f"Rulings {letter}1 to {letter}{len(numbers)}" in told


@pytest.mark.parametrize("name", with_pages())
def test_every_ruling_of_our_own_is_cited_in_the_code_of_the_rules_and_in_a_test(name: str) -> None:
    folder, tests = Path(find_game(name).module.split(".")[-1]), ROOT / "tests" / "games"
    played = _cited(PACKAGE / "games" / folder, PACKAGE / "games" / "sevens")
    tested = _cited(tests / folder, tests / "sevens")
    for ruling in {one for one, mark in answers(name) if mark != "text" and one[0] != COMMON}:
        assert ruling in played, f"no rule of {name} cites {ruling}"
        assert ruling in tested, f"no test of {name} cites {ruling}"


def _cited(*folders: Path) -> set[str]:
    """Find all rulings that the code in these folders cites, including rulings in ranges such as K9 to K11."""
    found: set[str] = set()
    for path in [path for folder in folders for path in folder.glob("*.py")]:
        text = path.read_text(encoding="utf-8").replace("Rulings ", "Rulings:")
        found |= set(RULING.findall(re.sub(r"Rulings:.*", "", text)))
        for letter, first, last in re.findall(r"(?<!Rulings:)\b([A-Z])(\d+) to [A-Z](\d+)", text):
            found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_rulings_that_several_games_share_are_in_a_table_of_shared_rulings() -> None:
    shared = {ruling for name in with_pages() for ruling, _ in answers(name) if ruling[0] == COMMON}
    table = {RULING.findall(row[0])[0]: row[0].startswith("**") for row in rows("Common")}
    assert set(table) == shared
    for ruling, bold in table.items():
        marks = {mark for name in with_pages() for one, mark in answers(name) if one == ruling}
        assert bold == (marks != {"text"}), f"{ruling}: {marks}"


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("name", with_pages())
def test_a_translated_rules_page_marks_the_same_rulings_as_the_english_page(name: str, language: str) -> None:
    assert answers(name, language) == answers(name)
