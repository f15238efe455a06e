"""Tests of which languages exist, which language Parlour chooses for a person, and where sentences come from."""

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.texts import Card, Who, say
from parlour.games import GAMES, PATHS, load_game
from parlour.games.rules_page import headings, headings_in, rules_text
from parlour.languages import accepted, catalogue_of, chosen, direction, files, languages, of_terminal
from parlour.languages.pseudo import PSEUDO
from tests.catalogue_check import COMPLETE
from tests.pages import ROOT
from tests.samples import has_page

HEARTS = ROOT / "examples" / "hearts.py"
PITCH = "Take no hearts, least of all the queen of spades."


def test_the_languages_are_english_french_and_german_with_english_first() -> None:
    assert languages()[0] == "en"
    assert set(COMPLETE) < set(languages())


# --- choosing one


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (["fr"], "fr"),
        (["fr-CA", "de"], "fr"),
        (["FR_ch"], "fr"),
        (["tlh", "de-AT"], "de"),
        (["tlh"], "en"),
        ([], "en"),
        (["*", "../../etc/passwd", ""], "en"),
    ],
)
def test_a_person_gets_the_first_of_their_preferred_languages_that_exists(wishes: list[str], language: str) -> None:
    assert chosen(wishes) == language


@pytest.mark.parametrize(
    ("header", "wishes"),
    [
        ("fr-FR, fr;q=0.9, en;q=0.8", ["fr-FR", "fr", "en"]),
        ("en;q=0.5, de", ["de", "en"]),
        ("de;q=0, fr", ["fr"]),
        ("fr;q=high, de", ["de"]),
        ("", []),
        (",;,", []),
    ],
)
def test_a_browsers_preferred_languages_are_read_in_order_of_preference(header: str, wishes: list[str]) -> None:
    assert accepted(header) == wishes


@pytest.mark.processes
@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR@euro"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "fr"}, "fr"),
        ({}, "en"),
    ],
)
def test_a_terminal_uses_the_language_of_its_environment(environment: dict[str, str], language: str) -> None:
    assert of_terminal(None, environment) == language
    assert of_terminal("de", environment) == "de"


def test_the_refusal_of_an_unknown_language_lists_the_known_languages() -> None:
    with pytest.raises(ParlourError, match=r"there is no language 'klingon'; expected one of en, "):
        of_terminal("klingon", {})


@pytest.mark.parametrize(("language", "way"), [("en", "ltr"), ("ar", "rtl"), ("he-IL", "rtl"), (PSEUDO, "rtl")])
def test_some_languages_are_written_from_right_to_left(language: str, way: str) -> None:
    assert direction(language) == way


# --- sentences


def test_a_sentence_is_translated_with_its_cards_and_names() -> None:
    played = say("{who} plays {card}.", who=Who(0), card=Card("KS"))
    assert played.format(["Ann"], catalogue_of("fr")) == "Ann joue R♠."
    won = say("{who} won {gain} tricks and has {total} points.", who=Who(0), gain=1, total=7)
    assert won.format(["Ann"], catalogue_of("en")) == "Ann won 1 trick and has 7 points."


def test_the_pseudo_language_puts_sentences_in_brackets_and_keeps_their_placeholders() -> None:
    played = say("{who} plays {card}.", who=Who(0), card=Card("KS"))
    assert played.format(["Ann"], catalogue_of(PSEUDO)) == "[Ann plays K♠.·~·~·~·]"


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game", [game for game in GAMES if has_page(load_game(game))])
def test_a_rules_page_has_the_same_sections_in_every_language(game: str, language: str) -> None:
    found = load_game(game)
    assert rules_text(found, language) != rules_text(found)
    assert list(headings_in(found, language)) == headings(rules_text(found))


# --- games from outside


@pytest.fixture
def hearts(tmp_path: Path) -> Iterator[Game]:
    """Load Hearts from a separate folder, without a catalogue."""
    shutil.copy(HEARTS, tmp_path / "tarots.py")
    game = load_game(str(tmp_path / "tarots.py"))
    yield game
    del GAMES[game.name], PATHS[game.name]


def test_an_external_game_has_its_own_catalogue_and_rules_page(hearts: Game, tmp_path: Path) -> None:
    assert say(PITCH).format((), catalogue_of("fr")) == PITCH, "a game without a catalogue is in English"
    assert rules_text(hearts, "fr") == rules_text(hearts)
    shutil.copy(HEARTS.with_name("hearts.fr.po"), tmp_path / "tarots.fr.po")
    (tmp_path / "tarots.fr.md").write_text("# Hearts\n\nLe jeu.\n", encoding="utf-8")
    assert tmp_path / "tarots.fr.po" in files("fr")
    assert say(PITCH).format((), catalogue_of("fr")) == "Ne ramassez aucun cœur, et surtout pas la dame de pique."
    assert "Le jeu." in rules_text(hearts, "fr")


def test_an_external_game_cannot_change_the_programs_sentences(hearts: Game, tmp_path: Path) -> None:
    header = HEARTS.with_name("hearts.fr.po").read_text(encoding="utf-8").partition("\n\n")[0]
    own = f'{header}\n\nmsgid "Play now"\nmsgstr "Payez maintenant"\n'
    (tmp_path / "tarots.fr.po").write_text(own, encoding="utf-8")
    assert catalogue_of("fr").translated("Play now", {}) != "Payez maintenant"


@pytest.mark.parametrize("text", ["nonsense", 'msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\n"\n'])
def test_a_broken_catalogue_of_an_external_game_is_skipped_and_logged(
    hearts: Game, tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    (tmp_path / "tarots.fr.po").write_text(text, encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert catalogue_of("fr").translated("Play now", {}) != "Play now"
    assert "skipped a catalogue that cannot be read: " in caplog.text
