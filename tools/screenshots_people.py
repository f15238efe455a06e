"""Take screenshots of people's own pages, today's deal, an evening, players with equal names, and removing a player.

The server's clock is set to noon on a known day. For the next day, another server continues with the same database.
People who don't appear in a screenshot play over HTTP, without a window.
"""

import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from parlour.club.today import is_whole_match
from parlour.web.wire.tokens import new_token
from tests.samples import some_game
from tests.web.browser import Person, person
from tests.web.days import DayServer, Player
from tests.web.evenings import PAIRS, Visitor
from tests.web.people.test_history import played

Take = Callable[..., None]  # called with a page, a name, a theme, and whether to capture the whole page
THEMES = ("dark", "light")
SETTLED = 450  # milliseconds to wait until nothing moves on the page
GAME = some_game(fits=lambda game: not is_whole_match(game))
ALONE = some_game(4, lambda game: not game.teams and not is_whole_match(game))
OTHER = some_game(2, lambda game: not game.teams and game is not GAME)
NEXT_DAY = 13.5  # how many hours after noon the server of the next day starts
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Ben")
MATCHES = 5  # how many matches of a game a person plays, so that the chart shows a curve


def photograph_people(browser: Browser, take: Take, folder: str) -> None:
    """Take all screenshots; the server's database goes into `folder`."""
    file = f"sqlite:///{Path(folder) / 'people.sqlite'}"
    secret = new_token()
    noon = DayServer(file)
    try:
        _own_page(browser, noon, take, secret)
        _devices(browser, noon, take, secret)
        _namesakes(browser, noon, take)
        _todays_deal(browser, noon, take, secret)
        _evening(browser, noon, take)
    finally:
        noon.close()
    later = DayServer(file, NEXT_DAY)
    try:
        _day_after(browser, later, take, secret)
    finally:
        later.close()


@contextmanager
def _window(browser: Browser, server: DayServer, theme: str, secret: str, size: str = "wide") -> Iterator[Person]:
    """Open a window for the person whom the server knows by this secret."""
    with person(browser, server, size, color_scheme=theme) as one:
        kept = f"localStorage.setItem('parlour.person', JSON.stringify('{secret}'))"
        one.page.context.add_init_script(f"localStorage.getItem('parlour.person') ?? {kept}")
        yield one


def _settled(page: Page, selector: str) -> None:
    page.wait_for_selector(selector)
    page.wait_for_timeout(SETTLED)


# --- your page


def _own_page(browser: Browser, server: DayServer, take: Take, secret: str) -> None:
    """Take screenshots of a new person's page, a list of matches, and a game's statistics with the server's ranking."""
    for _ in range(MATCHES):
        played(server, secret, OTHER, options={})  # these matches have the default options, so they are rated
    played(server, secret, GAME)
    for name in NAMES[1:3]:
        played(server, new_token(), OTHER, name=name, options={})
    for theme in THEMES:
        with _window(browser, server, theme, new_token()) as nobody:
            nobody.go("/me")
            _settled(nobody.page, ".me h1")
            take(nobody.page, "me-nobody", theme, full_page=True)
        with _window(browser, server, theme, secret) as ann:
            ann.go("/me")
            _settled(ann.page, ".matches.past")
            take(ann.page, "me-matches", theme, full_page=True)
            ann.page.click(f"[data-game={OTHER.name}]")
            ann.page.click(".house summary")
            _settled(ann.page, ".house table")
            take(ann.page, "me-statistics", theme, full_page=True)


def _devices(browser: Browser, server: DayServer, take: Take, secret: str) -> None:
    """Take screenshots of linking a second device (on both devices), a recovery code, and deleting a person's data."""
    for theme in THEMES:
        with _window(browser, server, theme, secret) as ann, _window(browser, server, theme, new_token()) as other:
            ann.go("/me")
            ann.page.click("text=Play on another device")
            _settled(ann.page, ".devicebox img")
            take(ann.page, "me-link", theme, full_page=True)
            other.page.goto(ann.page.input_value("#device-link"))
            _settled(other.page, ".devices .main")
            take(other.page, "me-join", theme, full_page=True)
            other.page.click(".devices .main")
            _settled(other.page, ".letters")
            take(other.page, "me-join-asked", theme, full_page=True)
            _settled(ann.page, ".letters")
            take(ann.page, "me-confirm", theme, full_page=True)
            ann.page.click("text=Refuse")
            for name, words in (("code", "ecovery code"), ("recover", "I have a recovery"), ("forget", "Forget me")):
                ann.page.click(f".devices .buttons >> text={words}")
                ann.page.wait_for_timeout(SETTLED)
                take(ann.page, f"me-{name}", theme, full_page=True)


# --- namesakes, and removing somebody


def _namesakes(browser: Browser, server: DayServer, take: Take) -> None:
    """Take screenshots of two people called Ben, waiting and at the table, until one of them is removed."""
    everybody = [{"kind": "person"}] * 3
    for theme in THEMES:
        ann, bens = new_token(), [new_token(), new_token()]
        opened = server.open_table(ALONE, name="Ann", players=4, person=ann, seats=everybody)
        wish = {"name": "Ben", "invite": opened["invite"]}
        path = f"/tables/{opened['table']}/join"
        server.post(path, None, {**wish, "person": bens[0]}).raise_for_status()
        with _window(browser, server, theme, ann) as one, _window(browser, server, theme, bens[1]) as other:
            one.go(f"/t/{opened['table']}#{opened['token']}")
            _settled(one.page, ".lobby .remove")
            take(one.page, "namesakes-lobby", theme, full_page=True)
            seat = server.post(path, None, {**wish, "person": bens[1]}).json()
            other.sit({"table": opened["table"], **seat})
            one.page.wait_for_selector("#table")
            one.page.click("#tab-people")
            one.page.click("[data-remove='2']")
            one.page.wait_for_timeout(SETTLED)
            take(one.page, "namesakes-table", theme)
            one.page.click("[data-remove='2']")
            _settled(other.page, ".problem")
            take(other.page, "removed", theme, full_page=True)


# --- today's deal


def _todays_deal(browser: Browser, server: DayServer, take: Take, secret: str) -> None:
    """Take screenshots of today's deal: the first page before and after playing, the match, its link and its result."""
    for name, choice in zip(NAMES[1:], itertools.cycle((0, -1)), strict=False):
        Player(server, name).play(GAME.name, choice)
    for theme in THEMES:
        me = secret if theme == THEMES[0] else new_token()
        with _window(browser, server, theme, me) as ann, _window(browser, server, theme, new_token()) as stranger:
            ann.go("/")
            _settled(ann.page, "[data-today]:enabled")
            take(ann.page, "today-landing", theme, full_page=True)
            ann.page.fill("#name", "Ann")
            ann.page.click(f"[data-today={GAME.name}]")
            ann.step()
            take(ann.page, "today-table", theme)
            stranger.go(f"/t/{ann.state('sitting.table')}")
            _settled(stranger.page, ".problem")
            take(stranger.page, "today-sealed", theme, full_page=True)
            ann.play_out()
            ann.page.wait_for_timeout(SETTLED)
            take(ann.page, "today-end", theme)
            ann.page.click("dialog.roundsheet >> text=Your result")
            _settled(ann.page, ".daylist")
            take(ann.page, "today-result", theme)
            ann.go("/")
            _settled(ann.page, "[data-today]:enabled")
            take(ann.page, "today-landing-played", theme, full_page=True)


def _day_after(browser: Browser, server: DayServer, take: Take, secret: str) -> None:
    """Take screenshots of all players' moves in the deal side by side, and of one person's replay."""
    for theme in THEMES:
        with _window(browser, server, theme, secret) as ann:
            ann.go("/")
            ann.page.click("[data-yesterday]")
            ann.page.click(f"[data-of={GAME.name}]")
            _settled(ann.page, "#lines-title")
            take(ann.page, "today-after", theme)
            ann.page.locator("#lines-title").scroll_into_view_if_needed()
            take(ann.page, "today-after-lines", theme)
            ann.page.click(".daylist a >> nth=0")
            _settled(ann.page, ".steps")
            take(ann.page, "today-after-replay", theme)


# --- a duplicate evening


def _evening(browser: Browser, server: DayServer, take: Take) -> None:
    """Take screenshots of a duplicate evening: opening it, waiting, the table, the end of a board and the ranking."""
    guests = [Visitor(server, name) for name in NAMES]
    host = guests[0]
    pairs, alone = host.open(PAIRS, 2), host.open(ALONE.name, 1)
    tokens = {id(host): host.join(pairs, place=0)["token"]}
    for place, guest in enumerate(guests[1:4], 1):
        tokens[id(guest)] = guest.join(pairs, place=place)["token"]
    tokens[id(guests[4])] = guests[4].join(pairs)["token"]
    for guest in guests:
        guest.join(alone)
    with _watching(browser, server, host) as windows:
        for theme, one in windows.items():
            one.go("/")
            one.page.click("[data-evening]")
            one.page.select_option("dialog.setup [name=game]", PAIRS)
            take(one.page, "evening-open", theme)
        _look(windows, take, pairs, "evening-waiting")
        for theme, one in windows.items():
            one.page.evaluate("name => localStorage.setItem('parlour.evenings', JSON.stringify([name]))", pairs)
            one.go("/")
            _settled(one.page, ".waiting section")
            take(one.page, "evening-landing", theme, full_page=True)
        _look(windows, take, alone, "evening-waiting-alone")
    with _watching(browser, server, Player(server)) as windows:
        _look(windows, take, pairs, "evening-door")
    host.start(pairs)
    with _watching(browser, server, host, pairs, tokens[id(host)]) as windows:
        for theme, one in windows.items():
            one.go(f"/evening/{pairs}")
            _settled(one.page, "#table .plate")
            take(one.page, "evening-table", theme)
    _play_board(guests, pairs, tokens, host.look(pairs)["next"]["table"])
    with _watching(browser, server, host) as windows:
        _look(windows, take, pairs, "evening-others-play")
    _play_board(guests, pairs, tokens)
    with _watching(browser, server, host) as windows:
        _look(windows, take, pairs, "evening-board")
    _play_board(guests, pairs, tokens)
    host.looks_until_over(pairs)
    with _watching(browser, server, host) as windows:
        _look(windows, take, pairs, "evening-over")
        host.start(alone)
        for guest in guests:
            server.post(f"/evenings/{alone}/leave", guest.secret).raise_for_status()
        host.looks_until_over(alone)
        _look(windows, take, alone, "evening-over-alone")


@contextmanager
def _watching(
    browser: Browser, server: DayServer, who: Player, evening: str = "", token: str = ""
) -> Iterator[dict[str, Person]]:
    """Open a window for each theme; with an evening's name and token, the windows lead to the person's table."""
    with ExitStack() as stack:
        windows = {theme: stack.enter_context(_window(browser, server, theme, who.secret)) for theme in THEMES}
        kept = json.dumps({"token": token, "salt": "", "went": ""})
        for one in windows.values():
            one.page.context.add_init_script(f"localStorage['parlour.evening.{evening}'] ??= '{kept}'")
        yield windows


def _look(windows: dict[str, Person], take: Take, evening: str, name: str) -> None:
    """Take a screenshot of the current page of an evening."""
    for theme, one in windows.items():
        one.go(f"/evening/{evening}")
        _settled(one.page, ".evening h1")
        take(one.page, name, theme, full_page=True)


def _play_board(guests: list[Visitor], evening: str, tokens: dict[int, str], table: str | None = None) -> None:
    """Let people finish this round at all tables, or only at one table."""
    seats = {id(one): one.look(evening)["next"] for one in guests}
    playing = [one for one in guests if seats[id(one)] and table in (None, seats[id(one)]["table"])]
    while playing:
        playing = [one for one in playing if not one.act({**seats[id(one)], "token": tokens[id(one)]})]
