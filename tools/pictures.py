"""Take the screenshots in README.md and docs/tour.md: a table in a wide window, and three tables on phones.

`python tools/pictures.py` plays with bots on a real server, in a real browser, until it finds moments worth showing.
The deals are random, so every run shows different cards.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.browser import Person, launched, person  # noqa: E402
from tests.web.servers import Server  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
WIDE, PHONE, GAP = (1120, 700), (311, 640), 24  # the sizes of the pictures, and the gap between phones, in pixels
QUALITY = 76
MOVES = 12  # the maximum number of moves to make in a match before the picture can be taken
SETTLED = 1000  # milliseconds to wait until nothing moves on the page
TRICK = "at.shown.centre.trick.length === 3 && at.shown.seats[0].hand.length >= 5 && at.shown.refused.length"
PHONES = {  # by game: the theme, and a JavaScript condition that says when to take the picture
    "kod7": ("dark", TRICK),
    "rook": ("light", "at.shown.phase === 'bid' && at.shown.actions.length > 2"),
    "thirtyone": ("dark", "at.shown.seats[0].hand.length === 3"),
}


def main() -> None:
    """Take both screenshots."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/tables.sqlite")
        browser = launched(playwright)
        try:
            save(table(browser, server), "table")
            save(phones(browser, server), "phones")
        finally:
            browser.close()
            server.close()


def table(browser: Browser, server: Server) -> Image.Image:
    """Take a screenshot of a wide window with a trick of Kod-7 and its rules."""
    with person(browser, server, color_scheme="dark", device_scale_factor=2) as one:
        find_moment(one, server, "kod7", TRICK)
        one.page.click("#tab-rules")
        return photographed(one).resize(WIDE, Image.Resampling.LANCZOS)


def phones(browser: Browser, server: Server) -> Image.Image:
    """Take screenshots of three games on phones, and put them side by side."""
    width, height = PHONE
    whole = Image.new("RGB", (len(PHONES) * (width + GAP) - GAP, height), "white")
    for number, (game, (theme, moment)) in enumerate(PHONES.items()):
        with person(browser, server, "phone", color_scheme=theme, device_scale_factor=2) as one:
            find_moment(one, server, game, moment)
            small = photographed(one).resize(PHONE, Image.Resampling.LANCZOS)
            whole.paste(small, (number * (width + GAP), 0))
    return whole


def find_moment(one: Person, server: Server, game: str, moment: str) -> None:
    """Play matches of a game until a JavaScript condition holds, which uses `at` for the page's state of the table."""
    while True:
        one.sit(server.open_table(game, players=4))
        for _ in range(MOVES):
            if one.step() in ("round", "over"):
                break
            if one.page.evaluate(f"(at => !!({moment}))(parlour.state.sitting)"):
                return
            one.move()


def photographed(one: Person) -> Image.Image:
    """Take a screenshot of a window once nothing moves."""
    one.page.mouse.move(0, 0)
    one.page.wait_for_timeout(SETTLED)
    return Image.open(io.BytesIO(one.page.screenshot())).convert("RGB")


def save(picture: Image.Image, name: str) -> None:
    """Write a picture to docs/pictures."""
    path = FOLDER / f"{name}.jpg"
    picture.save(path, quality=QUALITY, optimize=True, progressive=True)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
