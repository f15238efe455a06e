"""The language of the terminal: every sentence goes through here on its way to the screen."""

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
    """The language in which the terminal speaks now."""
    return _language.get()


def speak(language: str) -> None:
    """Speak in this language from now on."""
    _language.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak in this language for a while."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def said(text: "Text", names: Sequence[str] = ()) -> str:
    """A sentence in the language of the terminal, with the names of all seats."""
    return text.told(names, spoken())


def complaint(error: Exception | str) -> str:
    """What is wrong, in the language of the terminal where the error is made of a sentence."""
    reason = error.args[0] if isinstance(error, Exception) and error.args else ""
    return str(error) if isinstance(reason, str) or not hasattr(reason, "told") else said(reason)


def spoken() -> Catalogue:
    """The sentences of the language: those of the program, and of all games as soon as games are loaded."""
    games = sys.modules.get("parlour.games")
    return _spoken(_language.get(), tuple(games.GAMES) if games else None)


@cache
def _spoken(language: str, games: tuple[str, ...] | None) -> Catalogue:
    return program_catalogue(language) if games is None else catalogue_of(language)
