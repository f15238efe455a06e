"""Tests of languages in a real browser: each player reads their own language, and no sentence stays English."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, expect

from parlour.game.catalogues import GAP
from parlour.games import GAMES, all_games, find_game
from parlour.languages import catalogue_of
from parlour.languages.pseudo import PSEUDO
from tests.samples import sampled, some_game, together
from tests.web.browser import Person, person
from tests.web.catalogue import has_words
from tests.web.servers import Server

# Returns the words on the page and those for screen readers, without rules pages and hidden elements.
WORDS = """() => {
    const seen = (one) => one.checkVisibility({ visibilityProperty: true });
    const count = (words, sign) => words.split(sign).length;
    const whole = (one, words) => // a sentence may be told in several pieces
        count(words, "[") === count(words, "]") ? words : whole(one.parentElement, one.textContent);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const { parentElement: one, data } = walker.currentNode;
        const told = /\\[/.test(one.textContent) && one !== document.body ? one.textContent : data;
        if (seen(one) && !one.closest(".rules, svg, script, .language")) found.push(whole(one, told));
    }
    for (const one of document.querySelectorAll("[aria-label]"))
        if (seen(one)) found.push(one.ariaLabel);
    const words = [...found, document.title].map((one) => one.trim());
    return [...new Set(words)].filter((one) => /\\p{L}/u.test(one) && one.length > 1);
}"""
NUMBERS = """async () => {
    const { counted, dayWords, decimal, listed, percent } = await import("/static/core/words.js");
    const scores = [0, -1].map((number) => counted(number, { one: "point", many: "points" }));
    const unknown = counted(1, { one: "spark", many: "sparks" });
    return [dayWords("2026-11-16"), decimal(-1.5, 2), listed(["Ann", "Ben"]), percent(0.5), ...scores, unknown];
}"""
WRITTEN = {
    "en": ["November 16, 2026", "−1.50", "Ann and Ben", "50%", "0 points", "−1 point", "1 spark"],
    "de": ["16. November 2026", "−1,50", "Ann und Ben", "50 %", "0 Punkte", "−1 Punkt", "1 spark"],
    "fr": ["16 novembre 2026", "−1,50", "Ann et Ben", "50 %", "0 point", "−1 point", "1 spark"],
}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Parlour", *(game.title for game in all_games()))
CARD = r"\d{0,2}[♠♥♣♦✿★‽RGYBSHCDFAKQJ]"  # Finds short names of cards, by suit signs or the letters drawn on cards.


def in_language(language: str, sentence: str) -> str:
    """Translate a sentence without placeholders."""
    return catalogue_of(language).translated(sentence, {})


@cache
def patterns(language: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """List patterns of the sentences that a language translates: for each sentence, its English pattern and its own."""
    catalogue = catalogue_of(language)
    entries = [entry for entry in catalogue.entries.values() if entry.done and has_words(entry.english)]
    pairs = [
        (entry.english, "|".join(map(filled, entry.forms))) for entry in entries if entry.english not in entry.forms
    ]
    return [(re.compile(filled(english)), re.compile(own)) for english, own in pairs]


def filled(template: str) -> str:
    """Turn a sentence into a pattern that accepts anything in place of its placeholders."""
    return ".+".join(re.escape(part) for part in GAP.split(template))


def english_on(ann: Person, language: str) -> Iterator[str]:
    """Find English sentences on the page that have a translation."""
    return (words for words in ann.page.evaluate(WORDS) if is_english(words, language))


@cache
def is_english(words: str, language: str) -> bool:
    """Check whether these words are English and the language has a different translation for them."""
    known = patterns(language)
    english = any(pattern.fullmatch(words) for pattern, _ in known)
    return english and not any(pattern.fullmatch(words) for _, pattern in known)


def without_brackets(ann: Person) -> Iterator[str]:
    """Find words on the page without the test language's brackets, which are therefore in no catalogue."""
    for words in ann.page.evaluate(WORDS):
        rest = words
        while rest != (shorter := re.sub(r"\[[^][]*\]", "", rest)):
            rest = shorter
        for name in NAMES:
            rest = rest.replace(name, "")
        if re.search(r"\w*[^\W\d_]\w*", re.sub(rf"\b{CARD}(?!\w)", "", rest)):
            yield words


@pytest.mark.parametrize(("language", "game"), sampled([("fr", "kod7"), ("de", "thirtyone"), (PSEUDO, "rook")]))
def test_no_sentence_is_left_in_english_during_a_whole_match(
    browser: Browser, server: Server, language: str, game: str
) -> None:
    assert game in GAMES
    opened = server.open_table(game, options=dict(find_game(game).short_options))
    with person(browser, server, language=language) as ann:
        found: list[str] = []

        def look(phase: str) -> None:
            english = without_brackets(ann) if language == PSEUDO else english_on(ann, language)
            found.extend(f"{phase}: {words}" for words in english)

        ann.go("/")
        ann.page.wait_for_selector(".tile")
        look("landing")
        ann.sit(opened)
        ann.step()
        for tab in ("log", "people", "settings", "scores"):
            ann.page.click(f"#tab-{tab}")
            look(tab)
        ann.play_out(look, clicking=False)
        if language != PSEUDO:  # The accessibility checker axe doesn't know the test language.
            ann.check_accessible()
        ann.page.click("dialog a[href^='/replay/']")
        ann.page.wait_for_selector(".steps")
        look("replay")
        assert not found, "\n".join(sorted(set(found)))
        ann.check_calm()


@pytest.mark.parametrize(("locale", "language"), [("fr-FR", "fr"), ("de-AT", "de"), ("en-GB", "en"), ("pt-BR", "en")])
def test_the_page_uses_the_browsers_language_for_sentences_numbers_and_dates(
    browser: Browser, server: Server, locale: str, language: str
) -> None:
    with person(browser, server, locale=locale) as ann:
        ann.go("/")
        button = ann.page.locator(".tile .main").first
        expect(button).to_contain_text(in_language(language, "Play now"))
        assert ann.page.evaluate("document.documentElement.lang") == language
        ann.check_accessible()
        assert [re.sub(r"\s", " ", one) for one in ann.page.evaluate(NUMBERS)] == WRITTEN[language]


def test_the_language_can_be_changed_at_the_table_and_is_remembered(browser: Browser, server: Server) -> None:
    with person(browser, server, locale="fr-FR") as ann:
        ann.sit(server.open_table(some_game(4)))
        ann.step()
        number = ann.state("sitting.number")
        ann.page.click("#tab-settings")
        names = ann.page.locator(".language option").all_text_contents()
        assert {"English", "français", "Deutsch"} <= set(names)
        with ann.page.expect_navigation():
            ann.page.select_option(".language select", "de")
        ann.step()
        assert ann.page.evaluate("document.documentElement.lang") == "de"
        assert ann.state("sitting.number") >= number, (
            "it is still the same match, in which bots may have chosen meanwhile"
        )
        ann.go("/?language=fr")
        expect(ann.page.locator(".tile .main").first).to_contain_text(in_language("fr", "Play now"))
        ann.go("/")
        expect(ann.page.locator(".tile .main").first).to_contain_text(in_language("de", "Play now"))
        ann.check_calm()


def test_players_at_one_table_each_read_their_own_language(browser: Browser, server: Server) -> None:
    game = some_game(4, together)
    opened = server.open_table(game, seats=[{"kind": "person"}, {"kind": "person"}])
    joined = server.post(f"/tables/{opened['table']}/join", data={"name": "Ben", "invite": opened["invite"]}).json()
    with person(browser, server, language="fr") as ann, person(browser, server, language="de") as ben:
        ann.sit(opened)
        ben.sit({**opened, "token": joined["token"]})
        for one, language in ((ann, "fr"), (ben, "de")):
            one.step()
            prompt = one.state("sitting.shown.prompt")
            said = catalogue_of(language).translated(prompt["template"], prompt["values"])
            assert said != prompt["template"]
            expect(one.page.locator(".prompt")).to_contain_text(said)
            one.check_calm()


def test_a_refusal_by_the_server_is_in_the_readers_language(browser: Browser, server: Server) -> None:
    asked = """async () => {
        const { post } = await import("/static/core/http.js");
        const { secret } = await import("/static/core/state.js");
        return post("/me/join", { code: "ABCDEFGH" }, secret()).then(() => "", (error) => error.message);
    }"""
    with person(browser, server, language="de") as ann:
        ann.go("/me")
        ann.page.wait_for_selector("h1")
        reason = "This code is not valid: it has expired, was refused, or was used by another device."
        assert ann.page.evaluate(asked) == in_language("de", reason) != reason


def test_cards_have_the_letters_of_the_language_in_their_corners_and_in_sentences(
    browser: Browser, server: Server
) -> None:
    game = some_game(fits=lambda game: {"J", "Q", "K"} <= {name[:-1] for name in game.deck.names})
    drawn = """async (name) => {
        const { state } = await import("/static/core/state.js");
        const { drawCard } = await import("/static/cards/cards.js");
        const { cardsIn, written } = await import("/static/core/deck.js");
        state.game = state.games.find((game) => game.name === name);
        const cards = ["JS", "QS", "KS", "AS"];
        const corners = cards.map((card) => drawCard(card, false, state.game).querySelector(".rank").textContent);
        const found = cardsIn(cards.map((card) => written(card)).join(" ")).filter((piece) => piece.card);
        const letter = drawCard("QD", false, state.game).querySelector(".letter").textContent;
        return [corners.join(""), found.map((piece) => piece.card).join(" "), letter];
    }"""
    told = {"en": ("JQKA", "D"), "de": ("BDKA", "♦"), "fr": ("VDRA", "♦")}  # In French and German, D is the queen.
    for language, (letters, suit) in told.items():
        with person(browser, server, language=language) as ann:
            ann.go("/")
            ann.page.wait_for_selector(".tile")
            assert ann.page.evaluate(drawn, game.name) == [letters, "JS QS KS AS", suit]


LETTERS = """cards => cards.map(card => [card.dataset.card.slice(-1), card.querySelector(".letter")?.textContent])
    .filter(([, letter]) => letter)"""


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_corner_of_a_card_has_the_first_letters_of_its_colour_in_the_players_language(
    browser: Browser, server: Server, language: str
) -> None:
    game = some_game(fits=lambda game: not any(suit.glyph for suit in game.deck.suits))
    words = {suit.letter: in_language(language, suit.word) for suit in game.deck.suits}
    with person(browser, server, language=language) as ann:
        ann.sit(server.open_table(game.name))
        ann.until("at.shown?.seats[at.seat].hand.length > 0")
        letters = dict(ann.page.eval_on_selector_all(".hand .card", LETTERS))
        assert len(letters) > 1
        assert len(set(letters.values())) == len(letters)
        assert [suit for suit, letter in letters.items() if not words[suit].lower().startswith(letter.lower())] == []
        ann.check_calm()
