"""Find mistakes in the catalogues and missing translations: `python -m tests.catalogue_check`.

`make check` runs it. It fails if a catalogue cannot be read, if the gaps in a translation differ, or if the English,
French or German catalogue lacks a sentence of the sources. For all other languages, it only lists the missing
sentences.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.pofile import PoFileError

from parlour.errors import ParlourError
from parlour.game.cards import RANKS
from parlour.game.catalogues import Entry, read_catalogue
from parlour.languages import catalogue_of, files, languages
from tests.catalogue_files import folder_of, key_of, read, template_of
from tests.pages import ROOT
from tests.web.catalogue import FOLDERS, LANGUAGES, catalogued, needed

COMPLETE = ("fr", "de")  # these languages must have complete catalogues
HOW = "python -m tests.web.catalogue brings them up to date"


def check() -> tuple[list[str], list[str]]:
    """Find mistakes and missing translations."""
    wrong: list[str] = []
    missing: list[str] = []
    for folder in (LANGUAGES, *FOLDERS):
        wrong += unsaid(folder)
        for path in sorted(folder_of(folder).glob("*.po")):
            wrong += faults(path)
            lacks = [f"{_shown(path)}: not translated: {sentence!r}" for sentence in untranslated(path, folder)]
            (wrong if path.stem in COMPLETE else missing).extend(lacks)
    return [*wrong, *differing(), *alike()], missing


def unsaid(folder: Path) -> Iterator[str]:
    """Find sentences that are only in the sources or only in the English catalogue."""
    said, known = needed(folder), catalogued(folder)
    for sentence in sorted(said - known):
        yield f"{_shown(template_of(folder))}: {sentence!r} is used but is not here; {HOW}"
    for sentence in sorted(known - said):
        yield f"{_shown(template_of(folder))}: {sentence!r} is no longer used; {HOW}"


def faults(path: Path) -> Iterator[str]:
    """Find what our reader, Babel and Babel's checkers complain about in a catalogue."""
    try:
        read_catalogue(path)
        catalog = read(path)
    except (ParlourError, PoFileError) as error:
        yield str(error)
        return
    for message in catalog:
        for mistake in message.check(catalog) if message.id else ():
            yield f"{_shown(path)}: {key_of(message)!r}: {mistake}"


def differing() -> Iterator[str]:
    """Find sentences that two catalogues of a language translate differently, though the catalogues are merged."""
    for language in languages():
        known: dict[str, tuple[Path, tuple[str, ...]]] = {}
        for path in files(language):
            for sentence, entry in _entries(path).items():
                first, forms = known.setdefault(sentence, (path, entry.forms))
                if entry.done and all(forms) and entry.forms != forms:
                    yield f"{_shown(path)}: {sentence!r} is {entry.forms[0]!r}, but {forms[0]!r} in {_shown(first)}"


def alike() -> Iterator[str]:
    """Find languages in which two card values have the same letter."""
    for language in languages():
        letters = [catalogue_of(language).translated(rank, {}) for rank in RANKS]
        if len(set(letters)) < len(letters):
            yield f"{language}: the letters of cards are {' '.join(letters)}; expected {len(letters)} different ones"


def _entries(path: Path) -> Mapping[str, Entry]:
    """Read the entries of a catalogue; return none if the catalogue is broken, because another check reports that."""
    try:
        return read_catalogue(path).entries
    except ParlourError:
        return {}


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def untranslated(path: Path, folder: Path) -> list[str]:
    """List the sentences of a folder that a catalogue does not translate."""
    if path == template_of(folder):
        return []
    entries = _entries(path)
    return sorted(sentence for sentence in needed(folder) if sentence not in entries or not entries[sentence].done)


def main() -> int:
    """Print mistakes and missing translations; return the exit status, 1 if there are mistakes."""
    wrong, missing = check()
    for line in (*missing, *wrong):
        print(line)
    if wrong:
        print(f"catalogues: {len(wrong)} mistakes", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
