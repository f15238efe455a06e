"""Verifying many records: on all cores, and in compiled code if a record is written exactly as Parlour writes it.

A record is valid if replaying its match produces the same text, so compiled code replays it and compares the two texts.
If they differ, `record.verify` goes through the record event by event: it accepts other ways to write the same JSON,
and its error names what is wrong.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import islice
from pathlib import Path

from parlour.engine.rule import is_compiled
from parlour.engine.threads import cores, in_order
from parlour.errors import ParlourError
from parlour.match.match import Match
from parlour.match.record import (
    RecordError,
    VerificationError,
    check_secrets,
    check_today,
    checked,
    line,
    open_match,
    parsed,
    read_texts,
    verify,
    without_events,
)
from parlour.match.seeds import key_words
from parlour.match.transcript import Transcript, Written, find_reading
from parlour.match.walk import NO_END

SHORT = 1 << 20  # for fewer bytes of records than this, compiling the loop isn't worth the wait
CHUNK = 32  # the number of records that a thread verifies at a time
ENDS = ("rules", "limit", "board")  # the endings that compiled code can verify
_PREPARING = threading.Lock()
_prepared: set[str] = set()  # the games whose loop has been compiled

Verified = tuple[str, Match]  # the location of a record, and the match after its last event


def verify_file(
    path: Path, threads: int | None = None, step: Callable[[int], object] = lambda read: None
) -> Iterator[Verified]:
    """Verify the records of a file in their order; an error names the location of the first wrong record.

    A short file is verified without the compiled loop, which may have to be compiled first. `step` gets the number of
    bytes verified since its last call; the bytes of a compressed file are counted unpacked.
    """
    texts, length = read_texts(path), 0
    for where, text in texts:
        match = _named(where, text, quickly=False)
        yield where, match
        length += len(text)
        step(len(text))
        if length > SHORT or (match.game.writes_quickly and is_compiled(find_reading(match.game))):
            break
    for matches, read in in_order(_verify_chunk, _chunked(texts), threads or cores()):
        yield from matches
        step(read)


def _chunked(texts: Iterator[tuple[str, bytes]]) -> Iterator[list[tuple[str, bytes]]]:
    """Divide texts into chunks; if reading fails, the texts before the failure are yielded first."""
    failure: RecordError | None = None
    while failure is None:
        chunk: list[tuple[str, bytes]] = []
        try:
            for text in islice(texts, CHUNK):
                chunk.append(text)
        except RecordError as error:
            failure = error
        if chunk:
            yield chunk
        elif failure is None:
            return
    raise failure


def _verify_chunk(chunk: Sequence[tuple[str, bytes]]) -> tuple[list[Verified], int]:
    """Verify records; also return how many bytes they have."""
    matches = [(where, _named(where, text, quickly=True)) for where, text in chunk]
    return matches, sum(len(text) for _, text in chunk)


def _named(where: str, text: bytes, *, quickly: bool) -> Match:
    """Verify a record; its errors begin with its location."""
    if quickly and (match := _play_again(text)) is not None:
        return match
    record = parsed(text, where)
    try:
        return verify(record)
    except VerificationError as error:
        raise VerificationError(f"{where}: {error}") from None
    except ParlourError as error:
        raise RecordError(f"{where}: {error}") from None


def _play_again(text: bytes) -> Match | None:
    """Return the match of a record if replaying it gives exactly the record's text; otherwise return None."""
    parts = without_events(text)
    if parts is None:
        return None
    head, events = parts
    try:
        record = checked(json.loads(head))
        if line(record).encode() != head.rstrip(b"\n") + b"\n" or record["result"].get("ended") not in ENDS:
            return None
        match = open_match(record, telling=False)
        check_today(match, record)
        written = _written(match, events)
        if written is None:
            return None
        match.set_state(written.state)
        if record["result"] != {**(match.result() or {}), "events": written.number}:
            return None
        check_secrets(match, record)
    except (ParlourError, ValueError, RecursionError):
        return None  # `verify` finds the same fault and describes it better
    return match


def _written(match: Match, events: bytes) -> Written | None:
    """Play the match again with the actions in the text; return None if that gives a different text."""
    if not match.game.writes_quickly or match.secret is None:
        return None
    rounds = match.board.rounds if match.board and match.board.rounds else NO_END
    limit, key = min(match.limit or NO_END, rounds), key_words([match.secret])[0]
    write = partial(Transcript(match.game).write, match.state, key, limit, given=events)
    with _PREPARING if match.game.name not in _prepared else nullcontext():  # only one thread compiles the loop
        written = write()
        _prepared.add(match.game.name)
    return written if written is not None and written.events == events else None
