"""A language that nobody speaks: English in brackets, longer by a third, and written from right to left.

With it tests show that a page holds long sentences and the other direction, and where a sentence is in no catalogue.
"""

from parlour.game.catalogues import Catalogue, Entry

PSEUDO = "xx-Arab"  # no language has this name, but browsers accept it
PADDING = "·~"


def pseudo(english: Catalogue) -> Catalogue:
    """The English catalogue in that language."""
    entries = {
        sentence: Entry(sentence, tuple(longer(form) for form in entry.forms), entry.singular, entry.number)
        for sentence, entry in english.entries.items()
    }
    return Catalogue(PSEUDO, english.plural, entries)


def longer(sentence: str) -> str:
    """A sentence in brackets, with a third of its letters more; gaps stay as they are, and so do letters of cards."""
    if len(sentence) == 1:
        return sentence
    size = -(-len(sentence) // 3)
    return f"[{sentence}{(PADDING * size)[:size]}]"
