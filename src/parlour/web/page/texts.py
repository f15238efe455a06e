"""The page's sentences in a language, those of the program and of all games, as one JSON document.

Sentences whose translation equals the English are left out. A sentence that depends on a number is an object:
{"number": "n", "forms": ["1 carte", "{n} cartes"]}, and `plural` has the index of the form for each number.
"""

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request, Response, get

from parlour.game.catalogues import Catalogue, Entry
from parlour.languages import catalogue_of, languages
from parlour.languages.pseudo import PSEUDO
from parlour.web.page.files import StaticFile, packed, sent
from parlour.web.refusals import TableRefusal


@get("/texts/{name:str}", include_in_schema=False, sync_to_thread=False)
def texts(name: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve a language's sentences, for instance as fr.json."""
    language, _, kind = name.partition(".")
    if kind != "json" or language not in languages():
        raise TableRefusal("unknown_page", f"There is no file {name[:80]!r} here.")
    return sent(_packed(catalogue_of(language)), request)


@lru_cache(maxsize=64)
def _packed(catalogue: Catalogue) -> StaticFile:
    return packed(msgspec.json.encode(document(catalogue)), "application/json")


def document(catalogue: Catalogue) -> dict[str, Any]:
    """Convert a catalogue of translations to the page's document."""
    entries = {sentence: _compiled(entry) for sentence, entry in catalogue.entries.items() if entry.done}
    return {
        "languages": [one for one in languages() if one != PSEUDO or one == catalogue.language],
        "plural": "".join(map(str, catalogue.plural)),
        "sentences": {sentence: words for sentence, words in entries.items() if words != sentence},
    }


def _compiled(entry: Entry) -> str | dict[str, Any]:
    """Convert a translation to a text, or to its plural forms with the name of the number that chooses among them."""
    return {"number": entry.number, "forms": entry.forms} if entry.number else entry.forms[0]
