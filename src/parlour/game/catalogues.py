"""Catalogues: files in gettext's PO format that translate English sentences.

An entry's key is the English sentence in the sources. If the words depend on a number, `msgid_plural` is the key,
`msgid` is the sentence for the number 1, and a comment `#. number: n` names the gap with the number.
"""

import gettext
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from parlour.errors import ParlourError

ENGLISH = "en"  # language of the sentences in the sources
COUNTED = 200  # plural forms are computed for smaller numbers; larger numbers go by their last two digits
LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)\s+)?"((?:[^"\\]|\\.)*)"')
ESCAPED = re.compile(r"\\(.)")
NUMBER = re.compile(r"#\. number: (\w+)$")
PLURAL = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+)")
GAP = re.compile(r"\{\w+(?:![rs])?\}")
CONTEXT = "\x04"  # separates a sentence from its context, as in gettext
DIGITS = re.compile(r"[-+−]?(\d+)(?:\.\d+)?")  # matches a number in a sentence


class Entry(Struct, frozen=True):
    """An English sentence in a catalogue, with its translation."""

    sentence: str  # the key; a context, if there is one, comes before it
    forms: tuple[str, ...]  # the translation, or one translation for each plural form; empty texts if there is none
    singular: str = ""  # the English sentence for the number 1, if the words depend on a number
    number: str = ""  # name of the gap that holds the number

    @property
    def english(self) -> str:
        """The English sentence without its context."""
        return self.sentence.rpartition(CONTEXT)[2]

    @property
    def done(self) -> bool:
        """Whether every plural form is translated."""
        return all(self.forms)


class Catalogue(Struct, frozen=True, eq=False):
    """All sentences of one language, from one or several files."""

    language: str
    plural: tuple[int, ...]  # the plural form for each of the numbers 0, 1, 2 …
    entries: Mapping[str, Entry]

    def translated(self, sentence: str, values: Mapping[str, Any]) -> str:
        """Translate a sentence, leaving its gaps open; return the English sentence if there is no translation."""
        entry = self.entries.get(sentence)
        if entry is None or not entry.done:
            return sentence.rpartition(CONTEXT)[2]
        return entry.forms[self.form(values.get(entry.number))] if entry.number else entry.forms[0]

    def form(self, number: object) -> int:
        """Find which plural form goes with a number, or with a text such as +3."""
        digits = DIGITS.fullmatch(str(number))
        n = int(digits.group(1)) if digits else 0
        return self.plural[n if n < COUNTED else COUNTED // 2 + n % (COUNTED // 2)]


def read_catalogue(path: Path) -> Catalogue:
    """Read the catalogue from a file such as fr.po or hearts.fr.po; in en.po, each sentence translates to itself."""
    language = path.stem.rpartition(".")[2]
    header, *blocks = _blocks(path)
    if header.fields["msgid"]:
        raise ParlourError(f"{path}, line {header.line}: the header is missing; expected an empty msgid first")
    count, plural = _plural(path, header.fields["msgstr"])
    entries: dict[str, Entry] = {}
    for block in blocks:
        entry = block.entry(english=language == ENGLISH)
        expected = count if entry.number else 1
        if entry.sentence in entries:
            raise ParlourError(f"{path}, line {block.line}: {entry.english!r} is here twice; expected it once")
        if len(entry.forms) != expected:
            forms = len(entry.forms)
            raise ParlourError(f"{path}, line {block.line}: {entry.english!r} has {forms} forms; expected {expected}")
        if wrong := next((form for form in entry.forms if form and not _fits(form, entry)), ""):
            gaps = ", ".join(sorted(set(GAP.findall(entry.english)))) or "none"
            raise ParlourError(f"{path}, line {block.line}: {wrong!r} has other gaps; expected {gaps}")
        entries[entry.sentence] = entry
    return Catalogue(language, plural, entries)


def _fits(form: str, entry: Entry) -> bool:
    """Check that a translation has the same gaps as its sentence; only the number may be written as a word instead."""
    wanted, found = set(GAP.findall(entry.english)), set(GAP.findall(form))
    optional = {gap for gap in wanted if gap.strip("{}") == entry.number}
    return wanted - optional <= found <= wanted and not set("{}") & set(GAP.sub("", form))


def joined(catalogues: Sequence[Catalogue]) -> Catalogue:
    """Merge catalogues of a language; if two translate the same sentence, the first translation counts."""
    entries: dict[str, Entry] = {}
    for catalogue in catalogues:
        if catalogue.plural != catalogues[0].plural:
            raise ParlourError(f"two catalogues of the language {catalogue.language!r} count in different ways; "
                               "expected the same Plural-Forms")  # fmt: skip
        entries = dict(catalogue.entries) | entries
    return Catalogue(catalogues[0].language, catalogues[0].plural, entries)


def _plural(path: Path, header: str) -> tuple[int, tuple[int, ...]]:
    """Read from the header how many plural forms a language has, and which form goes with each number."""
    rule = PLURAL.search(header)
    if rule is None:
        raise ParlourError(f"{path}: there is no Plural-Forms in its header; expected nplurals=…; plural=…;")
    try:
        choose = gettext.c2py(rule.group(2).strip())
        forms = tuple(int(choose(number)) for number in range(COUNTED))
    except (ValueError, ZeroDivisionError) as error:
        raise ParlourError(f"{path}: Plural-Forms cannot be read: {error}") from error
    if max(forms) >= int(rule.group(1)):
        raise ParlourError(f"{path}: Plural-Forms uses form {max(forms)}; expected fewer than nplurals={rule.group(1)}")
    return int(rule.group(1)), forms


class _Block(Struct):
    """The lines of one entry: its fields, such as msgid and msgstr[1], and its comments."""

    line: int = 0
    fields: dict[str, str] = {}
    comments: list[str] = []

    @property
    def complete(self) -> bool:
        """Whether the translation in this entry has begun, so that the next msgid starts a new entry."""
        return any(name.startswith("msgstr") for name in self.fields)

    def add(self, line: str, number: int, path: Path) -> None:
        """Add a line that begins a field or continues its text."""
        words = LINE.fullmatch(line)
        if words is None or not (words.group(1) or self.fields):
            raise ParlourError(f'{path}, line {number}: {line[:60]!r} is not a line of a PO file; expected msgid "…"')
        self.line = self.line or number
        name = words.group(1) or list(self.fields)[-1]
        self.fields[name] = self.fields.get(name, "") + ESCAPED.sub(_sign, words.group(2))

    def entry(self, *, english: bool) -> Entry:
        """Make the entry from its lines; a translation marked as fuzzy doesn't count."""
        singular, plural = self.fields["msgid"], self.fields.get("msgid_plural")
        sentence = singular if plural is None else plural
        forms = tuple(text for name, text in self.fields.items() if name.startswith("msgstr"))
        if english:
            forms = (sentence,) if plural is None else (singular, plural)
        elif any(line.startswith("#,") and "fuzzy" in line for line in self.comments):
            forms = tuple("" for _ in forms)
        context = self.fields.get("msgctxt", "")
        key = f"{context}{CONTEXT}{sentence}" if context else sentence
        return Entry(key, forms, "" if plural is None else singular, self._number() if plural is not None else "")

    def _number(self) -> str:
        """Return the name of the gap with the number, from the entry's comment; n by default."""
        found = (NUMBER.fullmatch(line) for line in self.comments)
        return next((match.group(1) for match in found if match), "n")


def _sign(escaped: re.Match[str]) -> str:
    """Return the character that an escape sequence stands for."""
    return {"n": "\n", "t": "\t", "r": "\r"}.get(escaped.group(1), escaped.group(1))


def _blocks(path: Path) -> list[_Block]:
    """Read the entries of a PO file, header first; skip obsolete entries."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ParlourError(f"{path} cannot be read: {error}") from error
    blocks = [_Block()]
    for number, line in enumerate((line.strip() for line in lines), 1):
        if not line or line.startswith("#~"):
            continue
        if blocks[-1].complete and line.startswith(("#", "msgctxt ", "msgid ")):
            blocks.append(_Block())
        if line.startswith("#"):
            blocks[-1].comments.append(line)
        else:
            blocks[-1].add(line, number, path)
    broken = [block for block in blocks if block.fields and not ("msgid" in block.fields and block.complete)]
    if broken or not blocks[0].fields:
        number = broken[0].line if broken else len(lines)
        raise ParlourError(f"{path}, line {number}: an entry is not complete; expected msgid and msgstr")
    return [block for block in blocks if block.fields]
