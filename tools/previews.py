"""Draw the preview pictures that messengers show for a link: one for each game, and one for games without a picture.

`python tools/previews.py` lets the page draw each game's emblem in a real browser, and writes small PNG files:
preview.png in each game's folder, and a common preview beside `web/table/previews.py`.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from parlour.games import GAMES, HOME  # noqa: E402
from parlour.web.table.previews import FALLBACK, HEIGHT, WIDTH  # noqa: E402
from tests.web.browser import launched  # noqa: E402
from tests.web.servers import Server  # noqa: E402

COLOURS = 64
DRAW = """async name => {
    const { drawCard } = await import("/static/cards/cards.js");
    const { h } = await import("/static/core/dom.js");
    const games = parlour.state.games, game = games.find(one => one.name === name);
    const cards = game ? game.emblem.map(card => [card, game])
        : games.slice(1, 4).map(one => [one.emblem[1] ?? one.emblem[0], one]);
    const turn = n => (n - (cards.length - 1) / 2) * 9;
    const hand = cards.map(([card, one], n) => h("span", { style: {
        display: "block", width: "235px", margin: "0 -26px", rotate: `${turn(n)}deg`,
        translate: `0 ${Math.abs(turn(n)) * 2.2}px`, filter: "drop-shadow(0 0 2px #0008)" } },
        drawCard(card, false, one)));
    document.body.append(h("div", { style: { zIndex: "9", // over the page, whose drawings the cards use
        position: "fixed", inset: "0", background: "#1f5a46", border: "18px solid #3b2a20", display: "grid",
        gridTemplateColumns: "1fr", alignContent: "center", justifyItems: "center", gap: "46px" } },
        h("div", { style: { display: "flex", justifyContent: "center" } }, ...hand),
        h("div", { style: { font: "600 84px var(--serif)", color: "#f6eedd" } }, game ? game.title : "Parlour")));
}"""


def main() -> None:
    """Write all preview pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/tables.sqlite")
        browser = launched(playwright)
        try:
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            targets = {name: HOME / name / "preview.png" for name in GAMES if (HOME / name).is_dir()}
            for name, target in {**targets, "": FALLBACK}.items():
                page.goto(server.url)
                page.wait_for_selector(".tile")
                target.write_bytes(photographed(page, name))
                print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")
        finally:
            browser.close()
            server.close()


def photographed(page: Page, name: str) -> bytes:
    """Take a screenshot of a game's preview, as a PNG with few colours."""
    page.evaluate(DRAW, name)
    whole = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = io.BytesIO()
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    main()
