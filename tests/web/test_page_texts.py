"""The catalogue of the page: a second language is one more file, because every sentence stands in the first."""

from tests.web.catalogue import catalogued, needed, of_matches, of_page, of_sources


def test_every_sentence_of_page_games_and_server_stands_in_the_catalogue() -> None:
    assert sorted(needed() - catalogued()) == []


def test_the_catalogue_keeps_no_sentence_that_nobody_says() -> None:
    assert sorted(catalogued() - needed()) == []


def test_the_collectors_find_sentences() -> None:
    assert "Play now" in of_page()
    assert "You lead: play any card." in of_sources()
    assert "{who} bets {value} with {card}." in of_matches()
