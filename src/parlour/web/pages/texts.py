"""The sentences of the page in a language: its own, and those that the games bring along, as one JSON document.

A catalogue maps each English sentence to its translation. An empty text means that the sentence is shown as it stands;
an object chooses by a number: {"number": "n", "one": "1 card", "other": "{n} cards"}.
"""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get

from parlour.games import HOME, PATHS
from parlour.reading import ValueReader
from parlour.web.pages.files import STATIC, StaticFile, packed, sent
from parlour.web.refusals import TableRefusal

Catalogue = dict[str, str | dict[str, str]]
CATALOGUES: ValueReader[Catalogue] = ValueReader(Catalogue)


def languages() -> list[str]:
    """The languages that the page speaks."""
    return sorted(path.stem for path in (STATIC / "texts").glob("*.json"))


def files(language: str) -> list[Path]:
    """The catalogues of a language: that of the page, and those of games and of what games share.

    A game from outside that is a folder may have one; what stands in no catalogue is shown as it is.
    """
    outside = [path / "texts" / f"{language}.json" for path in PATHS.values()]
    inside = sorted(HOME.glob(f"*/texts/{language}.json"))
    return [STATIC / "texts" / f"{language}.json", *inside, *(path for path in outside if path.is_file())]


def read(path: Path) -> Catalogue:
    """One catalogue."""
    return CATALOGUES.decode(path.read_bytes())


@cache
def joined(paths: tuple[Path, ...], changed: tuple[int, ...]) -> StaticFile:
    """Catalogues as one document; files that have changed since are read again.

    A sentence without other words is left out: the page shows it as it is.
    """
    sentences: Catalogue = {}
    for path in paths:
        sentences |= {sentence: entry for sentence, entry in read(path).items() if entry}
    return packed(msgspec.json.encode(sentences), "application/json")


@get("/texts/{name:str}", include_in_schema=False, sync_to_thread=False)
def texts(name: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    """The sentences of a language, such as en.json."""
    language, _, kind = name.partition(".")
    if kind != "json" or language not in languages():
        raise TableRefusal("unknown_page", f"There is no file {name[:80]!r} here.")
    paths = tuple(files(language))
    return sent(joined(paths, tuple(path.stat().st_mtime_ns for path in paths)), request)
