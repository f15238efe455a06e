"""A pseudo-language for tests: English sentences in brackets, a third longer, and written from right to left.

The pseudo-language shows whether a page has room for long sentences, works right to left, and has any text left
untranslated.
"""

from parlour.game.catalogues import Catalogue, Entry

PSEUDO = "xx-Arab"  # No real language has this name, but browsers accept it.
PADDING = "·~"


def pseudo(english: Catalogue) -> Catalogue:
    """Translate the English catalogue into the pseudo-language."""
    entries = {
        sentence: Entry(sentence, tuple(longer(form) for form in entry.forms), entry.singular, entry.number)
        for sentence, entry in english.entries.items()
    }
    return Catalogue(PSEUDO, english.plural, entries)


def longer(sentence: str) -> str:
    """Put a sentence in brackets and lengthen it by a third; placeholders and the letters of cards stay unchanged."""
    if len(sentence) == 1:
        return sentence
    size = -(-len(sentence) // 3)
    return f"[{sentence}{(PADDING * size)[:size]}]"
