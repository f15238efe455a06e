"""The languages of Parlour's texts.

Each language has a catalogue in this folder, such as fr.po, and a catalogue beside each game.

The catalogues in this folder define which languages exist: to add a language, add its catalogue.
"""

import logging
import os
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from parlour.errors import ParlourError
from parlour.game.catalogues import ENGLISH, Catalogue, joined, read_catalogue
from parlour.languages.pseudo import PSEUDO, pseudo

HOME = Path(__file__).parent
TESTING = "PARLOUR_PSEUDO_LANGUAGE"  # If this is set, a pseudo-language for tests is added.
RIGHT_TO_LEFT = ("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi", PSEUDO)
MOST_WISHES = 20  # Read at most this many of the languages that a browser prefers.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # The first of these variables that is set decides a terminal's language.
log = logging.getLogger("parlour.languages")


def languages() -> list[str]:
    """List all languages; English comes first."""
    found = sorted(path.stem for path in HOME.glob("*.po") if path.stem != ENGLISH)
    return [ENGLISH, *found, *([PSEUDO] if os.environ.get(TESTING) else [])]


def direction(language: str) -> str:
    """Return the direction in which a language is written: ltr or rtl."""
    return "rtl" if language in RIGHT_TO_LEFT or language.partition("-")[0] in RIGHT_TO_LEFT else "ltr"


# --- choosing one


def chosen(wishes: Iterable[str]) -> str:
    """Return the first of the preferred languages that exists, such as fr for fr-CA; if none exists, return English."""
    known = {language.casefold(): language for language in languages()}
    for wish in wishes:
        parts = wish.strip().replace("_", "-").casefold().split("-")
        for size in range(len(parts), 0, -1):
            if (name := "-".join(parts[:size])) in known:
                return known[name]
    return ENGLISH


def accepted(header: str) -> list[str]:
    """List the languages in an Accept-Language header, the most preferred first."""
    wishes: list[tuple[float, str]] = []
    for part in header.split(",")[:MOST_WISHES]:
        name, _, quality = part.partition(";")
        try:
            liked = float(quality.partition("=")[2] or 1)
        except ValueError:
            liked = 0.0
        if name.strip() and liked > 0:
            wishes.append((-liked, name.strip()))
    return [name for _, name in sorted(wishes, key=lambda wish: wish[0])]


def of_terminal(wish: str | None, environment: Mapping[str, str]) -> str:
    """Return a terminal's language: the requested one or, without a request, the one set in the environment."""
    if wish is None:
        named = next((environment[name] for name in VARIABLES if environment.get(name)), "")
        return chosen([named.partition(".")[0].partition("@")[0]])
    if wish not in languages():
        raise ParlourError(f"there is no language {wish!r}; expected one of {', '.join(languages())}")
    return wish


# --- its sentences


def catalogue_of(language: str) -> Catalogue:
    """Return a language's sentences for the program and all games; files that have changed are read again."""
    return _joined(language, tuple((path, path.stat().st_mtime_ns) for path in files(language)))


def program_catalogue(language: str) -> Catalogue:
    """Return a language's sentences for the program only, for commands that load no game."""
    path = HOME / f"{_source(language)}.po"
    return _joined(language, ((path, path.stat().st_mtime_ns),))


def files(language: str) -> list[Path]:
    """List a language's catalogue files: those of the program, of Parlour's games and kit, and of outside games."""
    from parlour.games import HOME as GAMES_HOME  # This import loads NumPy, which not every command needs.

    source = _source(language)
    inside = sorted(GAMES_HOME.glob(f"*/texts/{source}.po"))
    outside = [path for path in (_beside(home, source) for home in _outside()) if path.is_file()]
    return [HOME / f"{source}.po", *inside, *outside]


def _outside() -> list[Path]:
    """List the main files of the outside games that are loaded."""
    from parlour.games import GAMES, OWN

    modules = [sys.modules[module] for name, module in GAMES.items() if name not in OWN and module in sys.modules]
    return [Path(module.__file__) for module in modules if module.__file__]


def _beside(home: Path, language: str) -> Path:
    """Return the path of an outside game's catalogue: in the game's folder or, for a game in one file, beside it."""
    if home.name == "__init__.py":
        return home.parent / "texts" / f"{language}.po"
    return home.with_name(f"{home.stem}.{language}.po")


def _source(language: str) -> str:
    """Return the language of the catalogues to read: English for the test language, otherwise the language itself."""
    return ENGLISH if language == PSEUDO else language


@cache
def _joined(language: str, found: tuple[tuple[Path, int], ...]) -> Catalogue:
    """Merge catalogues; Parlour's own take precedence, and an outside game's catalogue is skipped if it is broken."""
    catalogues: list[Catalogue] = []
    for path, _ in found:
        try:
            read = read_catalogue(path)
            catalogues = [joined([*catalogues, read])]
        except ParlourError as error:
            if path.is_relative_to(HOME.parent):
                raise
            log.warning("skipped a catalogue that cannot be read: %s", error)
    return pseudo(catalogues[0]) if language == PSEUDO else catalogues[0]
