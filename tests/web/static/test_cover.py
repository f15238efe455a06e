"""Tests that nothing covers prompts, captions, buttons or important cards in any phase, window, seat or zoom."""

from itertools import cycle

import pytest
from playwright.sync_api import Browser

from parlour.games import GAMES, find_game
from parlour.languages.pseudo import PSEUDO
from tests.samples import sampled
from tests.web.browser import Person, person
from tests.web.cover import WINDOWS, covered_in
from tests.web.servers import Server

LANGUAGES = ("de", "fr", "en", PSEUDO)  # German has long words; the test language is written from right to left.
SAMPLE = {name: WINDOWS[name] for name in ("phone", "phone sideways", "200 % of 1440 x 900", "wide")}
TABLES = [(name, players) for name in GAMES for players in find_game(name).players]
EVERY = 20  # After a phase's first position, only every twentieth position is checked.


def looked_at(
    ann: Person, server: Server, game: str, players: int, windows: dict[str, tuple[int, int]], steps: int
) -> list[str]:
    """Play a short match and check positions of every phase; then check some steps of the replay."""
    opened = server.open_table(game, players=players, options=dict(find_game(game).short_options))
    ann.sit(opened)
    found: list[str] = []
    times: dict[str, int] = {}

    def look(phase: str) -> None:
        times[phase] = times.get(phase, 0) + 1
        if phase != "round" and times[phase] % EVERY == 1:
            found.extend(covered_in(ann, windows, f"{game} for {players}, {phase} {times[phase]}"))

    ann.play_out(before=look, clicking=False)
    found += replayed(ann, str(opened["table"]), f"{game} for {players}", windows, steps)
    ann.check_calm()
    return found


def replayed(ann: Person, table: str, words: str, windows: dict[str, tuple[int, int]], steps: int) -> list[str]:
    """Check some steps of the replay, which shows all hands and finished tricks."""
    ann.go(f"/replay/{table}")
    ann.page.wait_for_selector(".steps")
    last, found = int(ann.page.get_attribute(".steps", "max") or 0), []
    for place in sorted({last * step // steps for step in range(steps + 1)}):
        ann.page.evaluate(
            "place => { const one = document.querySelector('.steps'); one.value = place; "
            "one.dispatchEvent(new Event('input')); }",
            place,
        )
        found += covered_in(ann, windows, f"{words}, replay {place}")
    return found


@pytest.mark.parametrize(("game", "language"), sampled(list(zip(GAMES, cycle(LANGUAGES), strict=False)), kept=2))
def test_nothing_important_is_covered_on_a_phone_or_a_zoomed_page_or_a_wide_screen(
    browser: Browser, server: Server, game: str, language: str
) -> None:
    with person(browser, server, language=language) as ann:
        assert looked_at(ann, server, game, max(find_game(game).players), SAMPLE, steps=2) == []


@pytest.mark.extensive
@pytest.mark.parametrize(("side", "size"), [("right", "medium"), ("left", "large")])
@pytest.mark.parametrize(("table", "language"), list(zip(TABLES, cycle(LANGUAGES[:3]), strict=False)))
def test_nothing_important_is_covered_in_any_window_at_any_table(
    browser: Browser, server: Server, table: tuple[str, int], side: str, size: str, language: str
) -> None:
    with person(browser, server, settings={"side": side, "size": size}, language=language) as ann:
        assert looked_at(ann, server, *table, WINDOWS, steps=16) == []
