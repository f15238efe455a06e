"""A real client can read the WebSocket frames that the server encodes itself."""

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
    raise AssertionError("the frame is incomplete")


@given(st.text(max_size=300) | st.integers(0, 70_000).map("x".__mul__))
def test_the_websockets_library_reads_a_frame_as_one_text(text: str) -> None:
    found = read(frame(text.encode()))
    assert (found.opcode, bytes(found.data).decode(), found.fin) == (Opcode.TEXT, text, True)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_the_length_of_a_frame_is_encoded_in_as_few_bytes_as_possible(size: int) -> None:
    assert len(frame(b"x" * size)) == size + (2 if size < 126 else 4 if size < 65_536 else 10)


@given(st.lists(st.binary(max_size=300) | st.integers(0, 70_000).map(bytes), max_size=5))
def test_concatenated_frames_can_be_split_into_their_texts_again(sent: list[bytes]) -> None:
    assert list(texts(b"".join(map(frame, sent)))) == sent
