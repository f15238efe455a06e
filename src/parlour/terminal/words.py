"""The language of the terminal: every sentence passes through here on its way to the screen."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING

from parlour.game.catalogues import ENGLISH, Catalogue
from parlour.languages import catalogue_of, program_catalogue

if TYPE_CHECKING:
    from parlour.game.texts import Text

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the current language of the terminal."""
    return _language.get()


def speak(language: str) -> None:
    """Switch the terminal to this language."""
    _language.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use this language within a `with` block."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def said(text: "Text", names: Sequence[str] = ()) -> str:
    """Translate a sentence and fill in the seats' names."""
    return text.format(names, spoken())


def complaint(error: Exception | str) -> str:
    """Describe an error, translated if its message is a translatable sentence."""
    reason = error.args[0] if isinstance(error, Exception) and error.args else ""
    return str(error) if isinstance(reason, str) or not hasattr(reason, "format") else said(reason)


def spoken() -> Catalogue:
    """Return the catalogue of the current language: the program's sentences and those of all loaded games."""
    games = sys.modules.get("parlour.games")
    return _spoken(_language.get(), tuple(games.GAMES) if games else None)


@cache
def _spoken(language: str, games: tuple[str, ...] | None) -> Catalogue:
    return program_catalogue(language) if games is None else catalogue_of(language)
