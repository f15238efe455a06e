"""Pictures of every phase of every game at three widths, by day and in the evening, in the folder `screenshots`.

A real server and a real browser: six windows sit on the same seat and follow the same match, one of them plays.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from parlour.game import Game  # noqa: E402
from parlour.games import GAMES, find_game  # noqa: E402
from tests.samples import some_game  # noqa: E402
from tests.web.browser import SIZES, Person, launched, person  # noqa: E402
from tests.web.servers import Server  # noqa: E402

FOLDER = ROOT / "screenshots"
THEMES = ("dark", "light")
WINDOWS = [(size, theme) for size in SIZES for theme in THEMES]
ENOUGH = 3  # pictures of one phase at one table: its first, and some later moments
SETTLED = 450  # milliseconds after which nothing moves any more
PLACES = {"landing": "/", "dead-link": "/t/gone99999999"}
PAGES = "pages"  # named instead of a game: everything beside the matches
TABS = ("scores", "log", "rules", "people", "settings")
LAST_SHEET = """async last => {
    for (let tries = 0; tries < 200; tries += 1) {
        const sheet = document.querySelector("dialog.roundsheet");
        if (last ? sheet?.querySelector("a") : !sheet) return;
        if (sheet && !sheet.querySelector("a")) sheet.querySelector(".action.main").click();
        await new Promise(done => setTimeout(done, 20));
    }
}"""


def main(games: list[str]) -> None:
    """Make the pictures of all games and pages, or of those named."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/tables.sqlite")
        browser = launched(playwright)
        try:
            if not games or PAGES in games:
                for name, path in {**PLACES, "rules": f"/rules/{next(iter(GAMES))}"}.items():
                    photograph_place(browser, server, name, path)
                photograph_rooms(browser, server)
            for name in [game for game in games if game != PAGES] if games else GAMES:
                for wish in tables_of(find_game(name)):
                    photograph_match(browser, server, name, wish)
        finally:
            browser.close()
            server.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.relative_to(ROOT)}")


def tables_of(game: Game) -> list[dict[str, Any]]:
    """Tables of a game that look different: the usual and the most players, and with seats beyond the players."""
    numbers = {game.default_players, max(game.players), *([min(game.players)] if game.other_seats else [])}
    return [{"players": players, "options": dict(game.short_options)} for players in sorted(numbers)]


@contextmanager
def windows(browser: Browser, server: Server) -> Iterator[dict[str, Person]]:
    """A window of each size and theme."""
    with ExitStack() as stack:
        yield {
            f"{size}-{theme}": stack.enter_context(person(browser, server, size, color_scheme=theme))
            for size, theme in WINDOWS
        }


def photograph_place(browser: Browser, server: Server, name: str, path: str) -> None:
    """A page outside of a match."""
    with windows(browser, server) as people:
        for window, one in people.items():
            one.go(path)
            one.page.wait_for_selector("h1")
            one.page.wait_for_timeout(SETTLED)
            one.page.screenshot(path=FOLDER / f"{name}-{window}.png", full_page=True)


def photograph_rooms(browser: Browser, server: Server) -> None:
    """Seats and options, the waiting room, the door, a full table, a hint, and what the panel shows."""
    seats = [{"kind": "person"}, {"kind": "person"}, {"kind": "bot", "level": "easy"}]
    waiting, full = (server.open_table(some_game(3).name, players=3, seats=seats) for _ in range(2))
    server.post(f"/tables/{full['table']}/join", data={"name": "Ben", "invite": full["invite"]})
    table = server.open_table(some_game(4).name, players=4)
    with windows(browser, server) as people:
        for window, one in people.items():

            def take(name: str, page: Page = one.page, window: str = window) -> None:
                page.wait_for_timeout(SETTLED)
                page.screenshot(path=FOLDER / f"{name}-{window}.png")

            for name, there in (("door", waiting), ("full", full)):
                one.go(f"/t/{there['table']}?invite={there['invite']}")
                one.page.wait_for_selector("h1")
                take(name)
            one.go("/")
            one.page.click("[data-setup] >> nth=0")
            one.page.click(".setup summary")
            take("setup")
            one.go(f"/t/{waiting['table']}#{waiting['token']}")
            one.page.wait_for_selector(".invite img")
            take("lobby")
            one.sit(table)
            one.step()
            one.page.click(".tools .hint")
            one.page.wait_for_selector(".advice p")
            take("hint")
            one.page.get_by_label("Close the hint").click()
            if one.page.locator(".tools .menu").is_visible():
                one.page.click(".tools .menu")
            for tab in TABS:
                one.page.click(f"#tab-{tab}")
                take(f"panel-{tab}")


def photograph_match(browser: Browser, server: Server, game: str, wish: dict[str, Any]) -> None:
    """A whole match, phase by phase; the end, the replay and the panel too."""
    opened = server.open_table(game, name="Ann", **wish)
    name = f"{game}-{wish['players']}"
    with windows(browser, server) as people:
        for one in people.values():
            one.sit(opened)
        taken: dict[str, int] = {}
        first = next(iter(people.values()))
        first.play_out(look=None, before=lambda phase: photograph(people, first, name, phase, taken))
        photograph(people, first, name, "over", taken)
        for window, one in people.items():
            one.go(f"/replay/{opened['table']}")
            one.page.wait_for_selector(".steps")
            one.page.wait_for_timeout(SETTLED)
            one.page.screenshot(path=FOLDER / f"{name}-replay-{window}.png")


def photograph(people: dict[str, Person], first: Person, name: str, phase: str, taken: dict[str, int]) -> None:
    """One moment in all windows, unless there are enough pictures of its phase."""
    number = taken[phase] = taken.get(phase, 0) + 1
    if number > ENOUGH * 2 or number % 2 == 0:
        return
    event = first.state("sitting.number")
    for window, one in people.items():
        one.until("at.number >= value", event)
        if phase != "round":
            one.page.evaluate(LAST_SHEET, phase == "over")
        one.page.wait_for_timeout(SETTLED if one is first else 60)
        one.page.screenshot(path=FOLDER / f"{name}-{phase}-{(number + 1) // 2}-{window}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
