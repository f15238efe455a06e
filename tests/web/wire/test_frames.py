"""Frames that are encoded once, as a real client reads them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from parlour.web.wire.frames import frame, texts


def read(data: bytes) -> Frame:
    reader = StreamReader()
    reader.feed_data(data)
    parsing = Frame.parse(reader.read_exact, mask=False)
    try:
        next(parsing)
    except StopIteration as done:
        found: Frame = done.value
        return found
    raise AssertionError("the frame is not whole")


@given(st.text(max_size=300) | st.integers(0, 70_000).map("x".__mul__))
def test_a_frame_is_what_websockets_reads_as_one_text(text: str) -> None:
    found = read(frame(text.encode()))
    assert (found.opcode, bytes(found.data).decode(), found.fin) == (Opcode.TEXT, text, True)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_the_size_of_a_frame_is_written_as_short_as_possible(size: int) -> None:
    assert len(frame(b"x" * size)) == size + (2 if size < 126 else 4 if size < 65_536 else 10)


@given(st.lists(st.binary(max_size=300) | st.integers(0, 70_000).map(bytes), max_size=5))
def test_joined_frames_are_separated_again(sent: list[bytes]) -> None:
    assert list(texts(b"".join(map(frame, sent)))) == sent
