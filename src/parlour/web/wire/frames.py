"""Encode messages as JSON and as WebSocket frames, once for all clients that get the same message.

Frames from a server are not masked, so the same bytes fit every client.
"""

from collections.abc import Iterator

import msgspec

from parlour.engine.memory import as_python

WHOLE_TEXT, MASKED = 0x81, 0x80
# A size field of 126 means that the size follows in two bytes; 127 means eight bytes.
TWO_BYTES = 126
MASK_SIZE = 4
SHORT, MEDIUM = TWO_BYTES, 1 << 16  # from these sizes on, a frame's size takes two or eight more bytes
BEYOND = 1 << 64  # stands for the bounds of a frame whose head is incomplete
TEXT = bytes([WHOLE_TEXT])

encode = msgspec.json.Encoder(enc_hook=as_python).encode


def frame(text: bytes) -> bytes:
    """Encode a text as one frame."""
    size = len(text)
    if size < SHORT:
        return TEXT + size.to_bytes(1, "big") + text
    if size < MEDIUM:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + text
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + text


def texts(frames: bytes) -> Iterator[bytes]:
    """Yield the texts of whole frames that `frame` has encoded."""
    place = 0
    while place < len(frames):
        start, place = bounds(frames, place)
        yield frames[start:place]


def bounds(data: bytes, place: int) -> tuple[int, int]:
    """Return where the content of the frame at offset `place` begins and ends; BEYOND if its head is incomplete."""
    if len(data) < place + 2:
        return BEYOND, BEYOND
    size, start = data[place + 1] & ~MASKED, place + 2
    if size >= TWO_BYTES:
        start += 2 if size == TWO_BYTES else 8
        if len(data) < start:
            return BEYOND, BEYOND
        size = int.from_bytes(data[place + 2 : start], "big")
    if data[place + 1] & MASKED:
        start += MASK_SIZE
    return start, start + size


def unmasked(mask: bytes, text: bytes) -> bytes:
    """Remove a client's mask from the text of a frame."""
    size = len(text)
    repeated = (mask * (size // MASK_SIZE + 1))[:size]
    return (int.from_bytes(text, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
