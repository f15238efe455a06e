"""Frames that are made once: what a real client reads of them, and what becomes of one that does not read."""

import asyncio
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from parlour.web.frames import MOST_WAITING_BYTES, FrameProtocol, frame
from tests.pages import page


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
def test_the_size_of_a_frame_is_written_as_short_as_it_may_be(size: int) -> None:
    assert len(frame(b"x" * size)) == size + (2 if size < 126 else 4 if size < 65_536 else 10)


def test_a_client_that_does_not_read_is_cut_off_before_it_fills_the_memory() -> None:
    async def write_until_cut_off() -> int:
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        writer = FrameProtocol.__new__(FrameProtocol)  # as much of it as writing needs
        writer.transport, _ = await loop.create_connection(asyncio.Protocol, sock=ours)
        writer.close_sent = False
        written = 0
        while writer.write_frame(bytes(10_000)):
            written += 10_000
            await asyncio.sleep(0)
        assert writer.transport.is_closing()
        assert not writer.write_frame(b"more")
        theirs.close()
        return written

    assert asyncio.run(write_until_cut_off()) > MOST_WAITING_BYTES


def test_the_page_of_the_protocol_says_how_far_a_client_may_be_behind() -> None:
    assert f"{MOST_WAITING_BYTES // 1024} kB behind" in page("docs/protocol.md")
