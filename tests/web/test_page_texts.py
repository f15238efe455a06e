"""The catalogues: a second language is one more file beside each of them, because every sentence stands in the first.

The sentences of a game stand in its own folder, so that a game that is taken away takes its sentences along.
"""

from pathlib import Path

import pytest

from parlour.games import GAMES, find_game
from parlour.web.pages.files import STATIC
from parlour.web.pages.texts import files, languages, read
from tests.web.catalogue import FOLDERS, catalogued, entries_of, needed, of_game, of_page
from tests.web.servers import Server

every_folder = pytest.mark.parametrize("folder", [STATIC, *FOLDERS], ids=lambda folder: folder.name)


@every_folder
def test_every_sentence_stands_in_the_catalogue_of_its_folder(folder: Path) -> None:
    assert sorted(needed(folder) - catalogued(folder)) == [], "run python -m tests.web.catalogue"


@every_folder
def test_a_catalogue_keeps_no_sentence_that_nobody_says(folder: Path) -> None:
    assert sorted(catalogued(folder) - needed(folder)) == [], "run python -m tests.web.catalogue"


@pytest.mark.parametrize("language", languages())
def test_forms_are_chosen_by_a_number_that_the_sentence_has(language: str) -> None:
    entries = {text: entry for path in files(language) for text, entry in read(path).items()}
    forms = {text: entry for text, entry in entries.items() if isinstance(entry, dict)}
    assert forms
    for text, entry in forms.items():
        assert set(entry) <= {"number", "zero", "one", "two", "few", "many", "other"}
        assert f"{{{entry['number']}}}" in text


def test_the_collectors_find_sentences() -> None:
    assert "Play now" in of_page()
    for name in GAMES:
        game = find_game(name)
        assert {game.pitch, *(option.meaning for option in game.options)} < of_game(game)
        assert any("{who}" in text for text in of_game(game))


def test_the_server_sends_all_catalogues_of_a_language_as_one(server: Server) -> None:
    answer = server.http.get("/texts/en.json")
    entries = {text: entry for folder in (STATIC, *FOLDERS) for text, entry in entries_of(folder).items()}
    assert answer.json() == {text: entry for text, entry in entries.items() if entry}, "others stand for themselves"
    assert any(not entry for entry in entries.values())
    again = server.http.get("/texts/en.json", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["xx.json", "en.js", "en", "..%2fapp.json"])
def test_a_language_that_nobody_has_written_is_refused(server: Server, name: str) -> None:
    answer = server.http.get(f"/texts/{name}")
    assert answer.status_code == 404
    assert answer.json()["refused"] == "unknown_page"
