"""A language for tests: English in brackets, a third longer, and written from right to left.

With it, tests show that a page has room for long sentences and the other direction, and find untranslated sentences.
"""

from parlour.game.catalogues import Catalogue, Entry

PSEUDO = "xx-Arab"  # no language has this name, but browsers accept it
PADDING = "·~"


def pseudo(english: Catalogue) -> Catalogue:
    """Translate the English catalogue into that language."""
    entries = {
        sentence: Entry(sentence, tuple(longer(form) for form in entry.forms), entry.singular, entry.number)
        for sentence, entry in english.entries.items()
    }
    return Catalogue(PSEUDO, english.plural, entries)


def longer(sentence: str) -> str:
    """Put a sentence in brackets and lengthen it by a third; gaps and letters of cards stay unchanged."""
    if len(sentence) == 1:
        return sentence
    size = -(-len(sentence) // 3)
    return f"[{sentence}{(PADDING * size)[:size]}]"
