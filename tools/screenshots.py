"""Take screenshots of every phase of every game, in six sizes and in the light and the dark theme.

The screenshots are stored in the folder `screenshots`. The pictures come from a real server and a real browser. Two
windows, one for each theme, show the same seat of the same match, which the first window plays. Each window is captured
at every size. The guided hands come last: they also show phases that the match may not reach, such as naming trump.
With `--language fr`, the screenshots are in French.
"""

import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from parlour.game.game import Game  # noqa: E402
from parlour.games import GAMES, find_game  # noqa: E402
from parlour.languages import languages  # noqa: E402
from tests.samples import some_game  # noqa: E402
from tests.web.browser import Person, launched, person  # noqa: E402
from tests.web.servers import Server  # noqa: E402
from tests.web.static.test_guides import GUIDED, begin, do  # noqa: E402
from tools.screenshots_people import photograph_people  # noqa: E402

FOLDER = ROOT / "screenshots"
THEMES = ("dark", "light")
# Sizes of a phone (portrait and landscape), a tablet, a laptop, a large screen, and a laptop zoomed to 200 %.
SIZES = ((390, 844), (844, 390), (820, 1180), (1440, 900), (1920, 1080), (720, 450))
ENOUGH = 3  # the maximum number of screenshots of a phase at a table
SETTLED = 450  # milliseconds to wait until nothing moves on the page
RESIZED = 80  # milliseconds to wait after a change of the window's size
PLACES = {"landing": "/", "dead-link": "/t/gone99999999"}
PAGES, PEOPLE = "pages", "people"  # arguments that stand for pages outside matches, and for people's own pages
TABS = ("scores", "log", "rules", "people", "settings")
LOOKS: dict[str, Any] = {}  # settings for all windows, such as the language
LAST_SHEET = """async last => {
    for (let tries = 0; tries < 200; tries += 1) {
        const sheet = document.querySelector("dialog.roundsheet");
        if (last ? sheet?.querySelector("a") : !sheet) return;
        if (sheet && !sheet.querySelector("a")) sheet.querySelector(".action.main").click();
        await new Promise(done => setTimeout(done, 20));
    }
}"""


def main(arguments: list[str]) -> None:
    """Take screenshots of all games and pages, or only of named games and pages, in English or another language."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--language", default="en", choices=languages())
    chosen = parser.parse_args(arguments)
    games, LOOKS["language"] = chosen.games, chosen.language
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/tables.sqlite")
        browser = launched(playwright)
        try:
            if not games or PAGES in games:
                for name, path in {**PLACES, "rules": f"/rules/{next(iter(GAMES))}"}.items():
                    photograph_place(browser, server, name, path)
                photograph_rooms(browser, server)
            if not games or PEOPLE in games:
                photograph_people(browser, take, folder)
            for name in [game for game in games if game not in (PAGES, PEOPLE)] if games else GAMES:
                for wish in tables_of(find_game(name)):
                    photograph_match(browser, server, name, wish)
                if find_game(name) in GUIDED:
                    photograph_guide(browser, server, find_game(name))
        finally:
            browser.close()
            server.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.relative_to(ROOT)}")


def tables_of(game: Game) -> list[dict[str, Any]]:
    """List a game's tables that look different: with the default or maximum number of players, or with a Dummy."""
    numbers = {game.default_players, max(game.players), *([min(game.players)] if game.other_seats else [])}
    return [{"players": players, "options": dict(game.short_options)} for players in sorted(numbers)]


@contextmanager
def windows(browser: Browser, server: Server) -> Iterator[dict[str, Person]]:
    """Open one window for each theme."""
    with ExitStack() as stack:
        yield {theme: stack.enter_context(person(browser, server, color_scheme=theme, **LOOKS)) for theme in THEMES}


def take(page: Page, name: str, theme: str, full_page: bool = False) -> None:
    """Take a screenshot of a window at every size, then restore the window's size."""
    before = page.viewport_size
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(RESIZED)
        page.screenshot(path=FOLDER / f"{name}-{width}x{height}-{theme}.png", full_page=full_page)
    if before is not None:
        page.set_viewport_size(before)


def photograph_place(browser: Browser, server: Server, name: str, path: str) -> None:
    """Take screenshots of a page outside a match."""
    with windows(browser, server) as people:
        for theme, one in people.items():
            one.go(path)
            one.page.wait_for_selector("h1")
            one.page.wait_for_timeout(SETTLED)
            take(one.page, name, theme, full_page=True)


def photograph_rooms(browser: Browser, server: Server) -> None:
    """Take screenshots of seats and options, the waiting room, joining a table, a full table, a hint, and the panel."""
    seats = [{"kind": "person"}, {"kind": "person"}, {"kind": "bot", "level": "easy"}]
    waiting, full = (server.open_table(some_game(3).name, players=3, seats=seats) for _ in range(2))
    server.post(f"/tables/{full['table']}/join", data={"name": "Ben", "invite": full["invite"]})
    table = server.open_table(some_game(4).name, players=4)
    with windows(browser, server) as people:
        for theme, one in people.items():
            for name, there in (("door", waiting), ("full", full)):
                one.go(f"/t/{there['table']}?invite={there['invite']}")
                one.page.wait_for_selector("h1")
                take(one.page, name, theme)
            one.go("/")
            one.page.click("[data-setup] >> nth=0")
            one.page.click(".setup summary")
            take(one.page, "setup", theme)
            one.go(f"/t/{waiting['table']}#{waiting['token']}")
            one.page.wait_for_selector(".invite img")
            take(one.page, "lobby", theme)
            one.sit(table)
            one.step()
            one.page.click(".tools .hint")
            one.page.wait_for_selector(".advice p")
            take(one.page, "hint", theme)
            one.page.click(".advice .close")
            for tab in TABS:
                one.page.click(f"#tab-{tab}")
                take(one.page, f"panel-{tab}", theme)


def photograph_match(browser: Browser, server: Server, game: str, wish: dict[str, Any]) -> None:
    """Take screenshots of a whole match phase by phase, and of its end, its replay and the panel."""
    opened = server.open_table(game, name="Ann", **wish)
    name = f"{game}-{wish['players']}"
    with windows(browser, server) as people:
        for one in people.values():
            one.sit(opened)
        taken: dict[str, int] = {}
        first = next(iter(people.values()))
        first.play_out(look=None, before=lambda phase: photograph(people, first, name, phase, taken))
        photograph(people, first, name, "over", taken)
        for theme, one in people.items():
            one.go(f"/replay/{opened['table']}")
            one.page.wait_for_selector(".steps")
            one.page.wait_for_timeout(SETTLED)
            take(one.page, f"{name}-replay", theme)


def photograph_guide(browser: Browser, server: Server, game: Game) -> None:
    """Take screenshots of a guided hand: the first step of every phase, and the last step."""
    for theme in THEMES:
        with person(browser, server, color_scheme=theme, **LOOKS) as one:
            steps, phases = begin(one, game), set()
            for place, step in enumerate(steps):
                one.page.wait_for_timeout(SETTLED)
                phase, number = one.state("sitting.shown.phase"), one.state("sitting.number")
                if phase not in phases or step is steps[-1]:
                    take(one.page, f"{game.name}-guide-{'end' if step is steps[-1] else phase}", theme)
                phases.add(phase)
                if step["do"]:
                    do(one, step["do"][0])
                    one.until("at.number > value", number)
                elif place < len(steps) - 1:
                    one.page.click(".guide .main")


def photograph(people: dict[str, Person], first: Person, name: str, phase: str, taken: dict[str, int]) -> None:
    """Take screenshots of one moment in all windows, unless there are enough screenshots of its phase already."""
    number = taken[phase] = taken.get(phase, 0) + 1
    if number > ENOUGH * 2 or number % 2 == 0:
        return
    event = first.state("sitting.number")
    for theme, one in people.items():
        one.until("at.number >= value", event)
        if phase != "round":
            one.page.evaluate(LAST_SHEET, phase == "over")
        one.page.wait_for_timeout(SETTLED if one is first else RESIZED)
        take(one.page, f"{name}-{phase}-{(number + 1) // 2}", theme)


if __name__ == "__main__":
    main(sys.argv[1:])
