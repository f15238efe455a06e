"""QR codes of links, which the page draws: a reader that isn't ours reads every one of them."""

import io
import string

import matplotlib.image
import numpy as np
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import expect

from tests.web.browser import Person
from tests.web.games import choosing_game
from tests.web.servers import Server

pytestmark = pytest.mark.every(2)

ENCODE = """async texts => {
    const { qrCode } = await import("/static/core/qr.js");
    return texts.map(text => qrCode(text)?.map(row => row.map(Number)) ?? null);
}"""
MOST_BYTES = 331  # in version 13, the largest that the page draws
QUIET, PIXELS = 4, 6  # the empty modules that the standard wants around a code; the side of a module


def encoded(ann: Person, texts: list[str]) -> list[list[list[int]] | None]:
    found: list[list[list[int]] | None] = ann.page.evaluate(ENCODE, texts)
    return found


def read(modules: list[list[int]]) -> list[str]:
    light = np.pad(1 - np.array(modules), QUIET, constant_values=1)
    picture = np.kron(light, np.ones((PIXELS, PIXELS), int)).astype(np.uint8) * 255
    return [code.text for code in zxingcpp.read_barcodes(picture)]


def test_codes_of_every_version_can_be_read(ann: Person) -> None:
    ann.go("/")
    texts = [("https://cards.example.org/t/" * 20)[:length] for length in (1, *range(8, MOST_BYTES, 13), MOST_BYTES)]
    codes = [code for code in encoded(ann, texts) if code is not None]
    assert [read(code) for code in codes] == [[text] for text in texts]
    assert {(len(code) - 17) // 4 for code in codes} == set(range(1, 14))


def test_a_text_that_is_too_long_gets_no_code(ann: Person) -> None:
    ann.go("/")
    assert encoded(ann, ["x" * (MOST_BYTES + 1)]) == [None]


def test_a_code_of_any_text_can_be_read(ann: Person) -> None:
    ann.go("/")

    @settings(max_examples=40, deadline=None)
    @given(st.text(string.ascii_letters + string.digits + "/:?=&-_.%é", min_size=1, max_size=150))
    def readable(text: str) -> None:
        (code,) = encoded(ann, [text])
        assert code is not None
        assert read(code) == [text]

    readable()


def test_the_invitation_on_the_page_can_be_scanned(ann: Person, server: Server) -> None:
    opened = server.open_table(choosing_game(3).name, seats=[{"kind": "person"}] * 3, players=3)
    ann.go(f"/t/{opened['table']}#{opened['token']}")
    picture = ann.page.locator(".invite img.qr")
    expect(picture).to_be_visible()
    pixels = matplotlib.image.imread(io.BytesIO(picture.screenshot(scale="css")), format="png")
    grey = (pixels[..., :3].mean(2) * 255).astype(np.uint8)
    assert [code.text for code in zxingcpp.read_barcodes(grey)] == [ann.page.input_value("#invite-link")]
