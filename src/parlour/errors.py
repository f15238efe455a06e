"""Errors that people can read: each one names the value and what was expected."""

import unicodedata

REPLACED = "\ufffd"
JOINERS = "\u200c\u200d"  # invisible characters that some scripts and emoji need


class ParlourError(Exception):
    """A request that cannot be met; the message says why, in one line.

    The message is a plain text, or a `Text` (parlour.game.texts) that can be shown in other languages.
    """


def printable(text: str, keep: str = "") -> str:
    """Replace every character that could control a terminal.

    Such characters are escape and control characters, marks that change the writing direction, line breaks (unless
    `keep` contains them), and lone surrogates, which can't be encoded.
    """
    if text.isprintable():
        return text
    return "".join(sign if _is_harmless(sign) or sign in keep else REPLACED for sign in text)


def _is_harmless(sign: str) -> bool:
    return sign.isprintable() or sign in JOINERS or unicodedata.category(sign) == "Zs"
