"""The server sends the sentences of a language to the page, and the page itself in its visitor's language."""

import msgspec
import pytest

from parlour.games import GAMES, find_game
from parlour.languages import catalogue_of, languages
from parlour.languages.pseudo import PSEUDO
from parlour.web.page.texts import document
from tests.samples import some_game
from tests.web.catalogue import of_game, of_program
from tests.web.servers import Server


def test_the_collected_sentences_include_those_of_the_program_and_of_every_game() -> None:
    assert {"Play now", "Type a number", "Play a game in the terminal."} < of_program()
    for name in GAMES:
        game = find_game(name)
        assert {game.pitch, *(option.meaning for option in game.options)} < of_game(game)
        assert {option.name.replace("_", " ") for option in game.options} <= of_game(game)
        assert any("{who}" in text for text in of_game(game))


@pytest.mark.parametrize("language", languages())
def test_the_server_sends_all_sentences_of_a_language_as_one_document(server: Server, language: str) -> None:
    answer = server.http.get(f"/texts/{language}.json")
    assert answer.json() == msgspec.json.decode(msgspec.json.encode(document(catalogue_of(language))))
    offered = [
        one for one in languages() if one != PSEUDO or one == language
    ]  # The test language isn't offered to users.
    assert answer.json()["languages"] == offered
    again = server.http.get(f"/texts/{language}.json", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_server_sends_only_sentences_that_differ_from_the_source_text() -> None:
    english, french = document(catalogue_of("en"))["sentences"], document(catalogue_of("fr"))["sentences"]
    assert english["{n} players"] == {"number": "n", "forms": ("{n} player", "{n} players")}
    assert "Play now" not in english
    assert french["Play now"] not in ("", "Play now")
    assert all(words != sentence for sentence, words in french.items())


@pytest.mark.parametrize("name", ["xx.json", "en.js", "en", "..%2fapp.json"])
def test_an_unknown_language_is_refused(server: Server, name: str) -> None:
    answer = server.http.get(f"/texts/{name}")
    assert answer.status_code == 404
    assert answer.json()["refused"] == "unknown_page"


# --- the page


@pytest.mark.parametrize(
    ("wish", "cookie", "address", "language"),
    [
        ("", "", "/", "en"),
        ("fr-CH, de;q=0.5", "", "/", "fr"),
        ("fr", "de", "/me", "de"),
        ("fr", "klingon", "/", "fr"),
        ("fr", "de", "/?language=en", "en"),
        ("fr", "", "/?language=klingon", "fr"),
        ("tlh", "", "/nowhere", "en"),
        ("de", "", "/nowhere", "de"),
        ("", PSEUDO, "/", PSEUDO),
    ],
)
def test_the_page_is_sent_in_the_language_of_its_visitor(
    server: Server, wish: str, cookie: str, address: str, language: str
) -> None:
    headers = {"accept-language": wish, "cookie": f"language={cookie}", "accept": "text/html"}
    answer = server.http.get(address, headers=headers)
    way = "rtl" if language == PSEUDO else "ltr"
    assert f'<html lang="{language}" dir="{way}">' in answer.text
    assert f'href="/texts/{language}.json"' in answer.text
    assert answer.text.count("/texts/") == 1
    pitch = catalogue_of(language).translated(
        "Card games for an evening: with friends, or with bots that play well.", {}
    )
    assert f'<meta name="description" content="{pitch}">' in answer.text
    assert answer.headers["vary"] == "accept-encoding, accept-language, cookie"


def test_rules_are_sent_in_the_requested_language_with_the_english_names_of_their_sections(server: Server) -> None:
    path = f"/api/games/{some_game().name}/rules"
    english = server.http.get(path).json()["sections"]
    for answer in (
        server.http.get(f"{path}?language=fr"),
        server.http.get(path, headers={"accept-language": "fr"}),
        server.http.get(path, headers={"cookie": "language=fr"}),
    ):
        french = answer.json()["sections"]
        assert (
            [one["name"] for one in french] == [one["name"] for one in english] == [one["heading"] for one in english]
        )
        assert any(one["heading"] != one["name"] for one in french)
        assert "accept-language" in answer.headers["vary"]
    refused = server.http.get(f"{path}?language=klingon")
    assert (refused.status_code, refused.json()["refused"]) == (400, "bad_request")
    assert "'klingon'; expected one of en" in refused.json()["reason"]


def test_the_preview_of_a_link_is_in_the_language_of_its_visitor(server: Server) -> None:
    game = some_game(4)
    opened = server.open_table(game)
    shown = server.http.get(f"/t/{opened['table']}", headers={"accept-language": "fr"}).text
    assert f'content="{catalogue_of("fr").translated(game.pitch, {})}"'.replace("'", "&#x27;") in shown


def test_a_refusal_is_sent_as_a_template_with_the_values_of_its_placeholders(server: Server) -> None:
    refused = server.http.get("/api/tables/nowhere").json()
    assert refused["text"] == {"template": "There is no table {table!r}.", "values": {"table": "nowhere"}}
    assert refused["reason"] == "There is no table 'nowhere'."
