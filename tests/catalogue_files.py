"""Read and write catalogue files: each folder has an English template and its translation into each language."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from parlour.errors import ParlourError

HEADER = """msgid ""
msgstr ""
"Project-Id-Version: Parlour\\n"
"Language: en\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def folder_of(folder: Path) -> Path:
    """Find the folder with the catalogues: the program's folder `languages`, or a game's folder `texts`."""
    return folder if folder.name == "languages" else folder / "texts"


def template_of(folder: Path) -> Path:
    """Return the path of the English catalogue for a folder."""
    return folder_of(folder) / "en.po"


def update(folder: Path, wanted: Collection[str], sources: Sequence[Path]) -> None:
    """Update the catalogues of a folder to contain exactly the wanted sentences, and the files that use them."""
    template = _template(template_of(folder), wanted, sources)
    folder_of(folder).mkdir(exist_ok=True)
    _write(template_of(folder), template)
    for path in folder_of(folder).glob("*.po"):
        if path != template_of(folder):
            _update_translation(path, template)


def read(path: Path) -> Catalog:
    """Read a catalogue with Babel."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem.rpartition(".")[2].replace("-", "_"), abort_invalid=True)


def key_of(message: Message) -> str:
    """Return a message's sentence as written in the sources: the plural, if there are plural forms."""
    return message.id if isinstance(message.id, str) else message.id[-1]


def _template(path: Path, wanted: Collection[str], sources: Sequence[Path]) -> Catalog:
    """Make the English catalogue; keep plural forms and contexts from the existing catalogue."""
    known = {key_of(message): message for message in read(path)} if path.is_file() else {}
    texts = {source.name: source.read_text(encoding="utf-8") for source in sources}
    template = Catalog(locale="en")
    for sentence in sorted(wanted):
        old = known.get(sentence)
        message = template.add(
            old.id if old else sentence,
            locations=[(place, 0) for place in _places(sentence, texts)],
            auto_comments=old.auto_comments if old else (),
            context=old.context if old else None,
        )
        if message is None:
            raise ParlourError(f"{path}: {sentence!r} cannot be added")
    return template


def _places(sentence: str, texts: Mapping[str, str]) -> list[str]:
    """Find the files that use a sentence or, if only a constant's name is used, the files that contain the sentence."""
    literals = {json.dumps(sentence, ensure_ascii=False), json.dumps(sentence)}
    calls = [re.escape(literal) for literal in literals]
    said = re.compile(rf"\b(?:say|t)\(\s*(?:{'|'.join(calls)})")
    found = [name for name, text in texts.items() if said.search(text)]
    return sorted(found or [name for name, text in texts.items() if any(literal in text for literal in literals)])


def _update_translation(path: Path, template: Catalog) -> None:
    """Bring a translation up to date with the English template; keep the existing translations."""
    translation = read(path)
    translation.update(template, no_fuzzy_matching=True)
    _write(path, translation)


def _write(path: Path, catalog: Catalog) -> None:
    """Write a catalogue to its file; keep the header if the file exists."""
    header = path.read_text(encoding="utf-8").partition("\n\n")[0] + "\n" if path.is_file() else HEADER
    out = BytesIO()
    write_po(out, catalog, width=100, omit_header=True, sort_by_file=True, include_lineno=False)
    path.write_text(f"{header}\n{out.getvalue().decode().strip()}\n", encoding="utf-8")
