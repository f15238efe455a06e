"""Our reader of catalogues agrees with Babel, chooses the right plural form, and reports mistakes."""

import gettext
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.plurals import PLURALS
from babel.messages.pofile import write_po
from hypothesis import given
from hypothesis import strategies as some

from parlour.errors import ParlourError
from parlour.game.catalogues import Catalogue, joined, read_catalogue
from parlour.languages import files, languages
from tests import catalogue_check
from tests.catalogue_files import key_of, read

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
CARDS = '#. number: n\nmsgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} carte"\nmsgstr[1] "{n} cartes"\n'
EVERY_FILE = [path for language in languages() for path in files(language)]
WORDS = some.text(some.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="{}"), min_size=1)


def catalogue(tmp_path: Path, body: str, header: str = HEADER) -> Catalogue:
    """Write these lines after a header into a file, and read the catalogue from it."""
    path = tmp_path / "fr.po"
    path.write_text(header + body, encoding="utf-8")
    return read_catalogue(path)


def complaint(tmp_path: Path, body: str, header: str = HEADER) -> str:
    with pytest.raises(ParlourError) as error:
        catalogue(tmp_path, body, header)
    return str(error.value).removeprefix(f"{tmp_path / 'fr.po'}")


@pytest.mark.parametrize("path", EVERY_FILE, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_our_reader_and_babel_read_the_same_texts_from_every_catalogue(path: Path) -> None:
    theirs = {key_of(message): message for message in read(path) if message.id}
    ours = read_catalogue(path).entries
    assert ours.keys() == theirs.keys()
    for sentence, entry in ours.items():
        message = theirs[sentence]
        assert entry.singular == ("" if isinstance(message.id, str) else message.id[0])
        if path.stem != "en" and not message.fuzzy:
            assert entry.forms == (
                (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            )


def test_make_check_finds_no_mistake_in_any_catalogue() -> None:
    wrong, _ = catalogue_check.check()
    assert wrong == []


def test_the_check_finds_two_card_values_that_share_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(catalogue_check.alike()) == []
    monkeypatch.setattr(catalogue_check, "languages", lambda: ["fr"])
    monkeypatch.setattr(catalogue_check, "RANKS", ["J", "V"])  # in French, V already stands for the Jack (valet)
    assert list(catalogue_check.alike()) == ["fr: the letters of cards are V V; expected 2 different ones"]


@given(entries=some.dictionaries(WORDS, WORDS, max_size=8))
def test_our_reader_reads_whatever_babel_writes(
    tmp_path_factory: pytest.TempPathFactory, entries: dict[str, str]
) -> None:
    catalog, out = Catalog(locale="fr"), BytesIO()
    for sentence, words in entries.items():
        catalog.add(sentence, words)
    write_po(out, catalog, width=20)
    path = tmp_path_factory.getbasetemp() / "fr.po"
    path.write_bytes(out.getvalue())
    found = read_catalogue(path).entries
    assert {sentence: entry.forms[0] for sentence, entry in found.items()} == entries


# --- numbers


@given(number=some.integers(-(10**6), 10**6), language=some.sampled_from(sorted(PLURALS)))
def test_our_reader_chooses_the_same_plural_form_as_gettext(
    tmp_path_factory: pytest.TempPathFactory, number: int, language: str
) -> None:
    count, rule = PLURALS[language]
    header = f'msgid ""\nmsgstr "Plural-Forms: nplurals={count}; plural={rule};\\n"\n'
    found = catalogue(tmp_path_factory.getbasetemp(), "", header)
    assert found.form(number) == gettext.c2py(str(rule))(abs(number))


@pytest.mark.parametrize(
    ("number", "words"), [(0, "{n} carte"), (1, "{n} carte"), (2, "{n} cartes"), ("+1", "{n} carte"),
                          ("−7", "{n} cartes"), ("1.5", "{n} carte"), (1100, "{n} cartes"), ("many", "{n} carte")]
)  # fmt: skip
def test_a_number_in_a_sentence_decides_its_plural_form(tmp_path: Path, number: object, words: str) -> None:
    assert catalogue(tmp_path, CARDS).translated("{n} cards", {"n": number}) == words


def test_a_plural_form_may_write_its_number_as_a_word(tmp_path: Path) -> None:
    found = catalogue(tmp_path, CARDS.replace('{n} carte"', 'une carte"'))
    assert found.translated("{n} cards", {"n": 1}) == "une carte"


# --- sentences


def test_an_untranslated_sentence_is_shown_in_english(tmp_path: Path) -> None:
    found = catalogue(tmp_path, 'msgid "Play"\nmsgstr ""\n\n#, fuzzy\nmsgid "Rules"\nmsgstr "Règle ?"\n')
    assert [found.translated(sentence, {}) for sentence in ("Play", "Rules", "Nobody says this.")] == [
        "Play", "Rules", "Nobody says this.",
    ]  # fmt: skip


def test_the_context_of_a_word_decides_which_of_its_meanings_is_translated(tmp_path: Path) -> None:
    found = catalogue(tmp_path, 'msgctxt "hand"\nmsgid "left"\nmsgstr "gauche"\n\nmsgid "left"\nmsgstr "parti"\n')
    assert found.translated("left", {}) == "parti"
    assert found.translated("hand\x04left", {}) == "gauche"
    assert found.translated("foot\x04left", {}) == "left"


def test_a_text_can_span_lines_and_contain_escapes_but_obsolete_entries_are_skipped(tmp_path: Path) -> None:
    body = 'msgid ""\n"a \\"b\\" "\n"c\\\\d\\n"\nmsgstr ""\n"é\\t"\n"f"\n\n#~ msgid "old"\n#~ msgstr "vieux"\n'
    found = catalogue(tmp_path, body)
    assert {sentence: entry.forms for sentence, entry in found.entries.items()} == {'a "b" c\\d\n': ("é\tf",)}


def test_the_first_of_two_translations_of_a_sentence_is_used(tmp_path: Path) -> None:
    one = catalogue(tmp_path, 'msgid "Play"\nmsgstr "Jouer"\n')
    other = catalogue(tmp_path, 'msgid "Play"\nmsgstr "Hacked"\n\nmsgid "Rules"\nmsgstr "Règles"\n')
    both = joined([one, other])
    assert [both.translated(sentence, {}) for sentence in ("Play", "Rules")] == ["Jouer", "Règles"]


def test_catalogues_with_different_plural_forms_cannot_be_merged(tmp_path: Path) -> None:
    other = catalogue(tmp_path, "", HEADER.replace("n > 1", "n != 1"))
    with pytest.raises(ParlourError, match="count in different ways; expected the same Plural-Forms"):
        joined([catalogue(tmp_path, ""), other])


# --- what is wrong


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("nonsense\n", ", line 4: 'nonsense' is not a line of a PO file; expected msgid \"…\""),
        ('msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n', ", line 6: 'a' is here twice; expected it once"),
        ('msgid "a"\n', ", line 4: an entry is not complete; expected msgid and msgstr"),
        ('msgid "{who} leads"\nmsgstr "mène"\n', ", line 4: 'mène' has other gaps; expected {who}"),
        ('msgid "a"\nmsgstr "{b}"\n', ", line 4: '{b}' has other gaps; expected none"),
        ('msgid "a"\nmsgstr "b {"\n', ", line 4: 'b {' has other gaps; expected none"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', ", line 4: 'b' has 1 forms; expected 2"),
    ],
)
def test_the_refusal_of_a_catalogue_names_the_line_with_the_mistake(tmp_path: Path, body: str, told: str) -> None:
    assert told in complaint(tmp_path, body)


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("", ", line 0: an entry is not complete"),
        ('"text"\n', ", line 1: '\"text\"' is not a line of a PO file"),
        ('msgid "a"\nmsgstr "b"\n', ", line 1: the header is missing; expected an empty msgid first"),
        ('msgid ""\nmsgstr ""\n', ": there is no Plural-Forms in its header; expected nplurals=…; plural=…;"),
        (HEADER.replace("n > 1", "n >> "), ": Plural-Forms cannot be read: "),
        (HEADER.replace("n > 1", "n % 3"), ": Plural-Forms uses form 2; expected fewer than nplurals=2"),
        (HEADER.replace("n > 1", "1 / n"), ": Plural-Forms cannot be read: "),
    ],
)
def test_a_catalogue_with_a_wrong_header_is_refused(tmp_path: Path, header: str, told: str) -> None:
    assert told in complaint(tmp_path, "", header)


def test_a_catalogue_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_bytes(b"\xff")
    with pytest.raises(ParlourError, match=r"fr\.po cannot be read: "):
        read_catalogue(tmp_path / "fr.po")
