"""Errors that a person can read: every one names the value and what was expected."""

import unicodedata

REPLACED = "\ufffd"
JOINERS = "\u200c\u200d"  # invisible, but scripts and emoji need them


class ParlourError(Exception):
    """A request that cannot be met; the text says why, in one line.

    It is made of a text, or of a sentence with gaps (parlour.game.texts), which people may read in their own language.
    """


def printable(text: str, keep: str = "") -> str:
    """The text as a terminal may see it: a replacement sign stands for whatever could control it.

    That is every escape and control character, every mark that changes the direction of writing, line breaks unless
    `keep` has them, and lone surrogates, which cannot be written at all.
    """
    if text.isprintable():
        return text
    return "".join(sign if _is_harmless(sign) or sign in keep else REPLACED for sign in text)


def _is_harmless(sign: str) -> bool:
    return sign.isprintable() or sign in JOINERS or unicodedata.category(sign) == "Zs"
