"""Simulate a person at the page, with a real Chromium that clicks what is visible."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from tests.web.catalogue import has_words, in_catalogues, without_catalogue

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "wide": (1440, 900)}
OTHER_SIZES = {
    "large phone": (390, 844),
    "sideways phone": (844, 390),
}  # Window sizes for tests that need more than the three in SIZES.
PATIENCE = 60_000  # Milliseconds after which a test stops waiting for the page.
expect.set_options(timeout=PATIENCE)
QUICK = {"pace": "instant", "sound": "off", "motion": "none"}
WCAG = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},  # By default, axe skips this rule.
    "resultTypes": ["violations"],  # Reports on all rules that passed would take megabytes.
}
# Finds text in suit colours with too little contrast; axe cannot check text on translucent backgrounds.
FAINT = """() => {
    const numbers = (colour) => { const [r, g, b, a = 1] = colour.match(/[0-9.]+/g).map(Number); return [r, g, b, a]; };
    const over = (upper, lower) => [0, 1, 2].map(n => upper[n] * upper[3] + lower[n] * (1 - upper[3]));
    const behind = (one) => {
        const own = numbers(getComputedStyle(one).backgroundColor);
        return own[3] === 1 || !one.parentElement ? own : over(own, behind(one.parentElement));
    };
    const light = (rgb) => rgb.slice(0, 3).map(value => value / 255)
        .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, n) => sum + value * [0.2126, 0.7152, 0.0722][n], 0);
    const contrast = (one) => {
        const [low, high] = [light(numbers(getComputedStyle(one).color)), light(behind(one))].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    return [...document.querySelectorAll(".ink")].filter(one => one.checkVisibility() && contrast(one) < 3)
        .map(one => `${one.closest("[class]").className}: ${one.textContent} ${contrast(one).toFixed(1)}`);
}"""
CHOICES = "button.card.can, .actions [data-action]:not(:disabled)"
STEP = """async () => {
    const seen = () => document.querySelector("dialog.roundsheet[open]")
        ?? document.querySelector("button.card.can, .actions [data-action]:not(:disabled)");
    const end = performance.now() + 60000;
    while (!seen()) {
        if (performance.now() > end) throw new Error("nothing to do: " + document.body.innerText);
        await new Promise(done => setTimeout(done, 15));
    }
    const dialog = document.querySelector("dialog.roundsheet[open]");
    if (dialog) return dialog.querySelector("a") ? "over" : "round";
    return parlour.state.sitting.shown.phase;
}"""

TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.stack"]
WORK = {"styles": "UpdateLayoutTree", "layouts": "Layout"}

Look = Callable[[str], None]
SAID = """(element) => {
    const copy = element?.cloneNode(true);
    copy?.querySelectorAll("[aria-hidden=true]").forEach((sign) => sign.remove());
    return copy?.textContent;
}"""  # Returns what a screen reader would say.
NOTED = f"""globalThis.noted = [];
    new MutationObserver(() => noted.push(({SAID})(document.querySelector(".prompt.note")))).observe(document.body,
    {{ subtree: true, childList: true, characterData: true, attributes: true }})"""
UNTIL = """async value => {
    const fulfilled = () => { const at = parlour.state.sitting; return at && (%s); };
    const end = performance.now() + 60000;
    while (!fulfilled()) {
        if (performance.now() > end) throw new Error("it never happened");
        await new Promise(done => setTimeout(done, 15));
    }
}"""
BOTS_AT_ONCE = """(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const { wait, ...said } = JSON.parse(text);
        send.call(this, JSON.stringify(said));
    };
})()"""
MOMENTS_STAY = """(() => {
    const later = setTimeout, changed = (time) => time < 5000 ? Math.min(time, 20) : 600000;
    globalThis.setTimeout = (action, time, ...more) => later(action, time && changed(time), ...more);
})()"""  # Waits of 5 seconds or more, as at the slow pace, never end by themselves; shorter waits end at once.
FREE_SPOT = """async thing => {
    for (const end = performance.now() + 60000; performance.now() < end; ) {
        const box = thing.getBoundingClientRect();
        for (const down of [0.3, 0.15, 0.5, 0.75]) {
            for (const right of [0.5, 0.3, 0.2, 0.12, 0.7, 0.85]) {
                const [x, y] = [box.left + box.width * right, box.top + box.height * down];
                if (thing.contains(document.elementFromPoint(x, y))) return [x, y];
            }
        }
        await new Promise(requestAnimationFrame);
    }
    throw new Error("covered: " + thing.outerHTML);
}"""
AIM = f"""async n => {{
    const at = parlour.state.sitting, choices = [...document.querySelectorAll("{CHOICES}")];
    if (at.shown.selection) return {{ number: at.number, spot: null }};
    if (!choices.length) throw new Error("nothing can be chosen: " + document.body.innerText);
    return {{ number: at.number, spot: await ({FREE_SPOT})(choices.at(n % choices.length)) }};
}}"""
PRESSED = f"""async n => {{
    const {{ number, shown }} = parlour.state.sitting, choices = [...document.querySelectorAll("{CHOICES}")];
    if (shown.selection) return null;
    if (!choices.length) throw new Error("nothing can be chosen: " + document.body.innerText);
    choices.at(n % choices.length).click();
    await new Promise(requestAnimationFrame);
    if (parlour.state.sitting?.chosen) document.querySelector("button.card.can:not(.chosen)").click();
    return number;
}}"""


def chromium() -> str:
    """Find the Chromium installed on this system."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    assert found is not None, "Chromium is not installed: run `make needs`, or install your system's package"
    return found


def launched(playwright: Playwright, *more: str) -> Browser:
    """Launch a Chromium without a window and, as on phones, without font hinting."""
    arguments = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", *more]
    return playwright.chromium.launch(executable_path=chromium(), args=arguments)


class Served(Protocol):
    """Any server that serves the page."""

    url: str


class Person:
    """A person with their own browser."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.troubles: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def sit(self, opened: dict[str, Any]) -> None:
        """Open the link of the person's seat."""
        self.go(f"/t/{opened['table']}#{opened['token']}")
        self.page.wait_for_selector("#table")

    # --- what is seen

    def state(self, path: str) -> Any:
        """Return a part of the page's state, such as sitting.shown.phase."""
        return self.page.evaluate(f"parlour.state.{path}")

    def until(self, condition: str, value: Any = None) -> None:
        """Wait until a JavaScript condition holds; in it, `at` is the page's table and `value` the given value."""
        # Playwright's wait_for_function would evaluate strings as code, which the server's policy forbids.
        self.page.evaluate(UNTIL % condition, value)

    def remember_notes(self) -> None:
        """Record every note from now on, because a note is shown only briefly and a slow test could miss it."""
        self.page.evaluate(NOTED)

    def was_told(self, note: str) -> None:
        """Wait until a note has been shown, even if it has disappeared since."""
        self.until("globalThis.noted.includes(value)", note)

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text, timeout=PATIENCE)

    def check_accessible(self) -> None:
        """Check with axe that the current page has no violations."""
        if not self.page.evaluate("'axe' in globalThis"):
            self.page.evaluate(AXE_SCRIPT)
        found = self.page.evaluate("options => axe.run(options).then(results => results.violations)", WCAG)
        problems = [
            f"{one['id']}: {node['html'][:160]} {node['failureSummary']}" for one in found for node in one["nodes"]
        ]
        assert not problems, "\n".join(problems)
        assert not self.page.evaluate(FAINT), "text in suit colours has too little contrast"

    def check_calm(self) -> None:
        """Check that the browser's console has no errors and that the catalogue has every sentence that was shown."""
        assert not self.troubles, self.troubles
        said = filter(has_words, self.page.evaluate("[...parlour.said]"))
        missing = set(said) - in_catalogues() - without_catalogue()
        assert not missing, f"not in the catalogue: {missing}"

    # --- what is done

    def step(self) -> str:
        """Wait until the person can act; return the phase, or "round" after a round, or "over" after the match."""
        phase: str = self.page.evaluate(STEP)
        return phase

    def choose(self, n: int = 0) -> int:
        """Choose the n-th possible action by clicking a card, a button, two cards, or several cards together.

        Return the number of the table's last event before the click.
        """
        aimed = self.page.evaluate(AIM, n)
        if aimed["spot"] is None:
            self.pick(n)
        else:
            self.page.mouse.click(*aimed["spot"])
            if self.state("sitting?.chosen"):
                press(self.page.locator("button.card.can:not(.chosen)").first)
        return int(aimed["number"])

    def move(self, n: int = 0, *, clicking: bool = True) -> None:
        """Choose an action, and wait until it has happened. With `clicking=False`, a faster script is used."""
        number = None if clicking else self.page.evaluate(PRESSED, n)
        self.until("at.number > value", self.choose(n) if number is None else number)

    def pick(self, n: int = 0) -> None:
        """Select as many cards as must be chosen together, starting with the n-th, and confirm the choice."""
        for _ in range(self.state("sitting.shown.selection.count") - len(self.state("sitting.picks"))):
            free = self.page.locator("button.card.can[aria-pressed=false]")
            press(free.nth(n % free.count()))
        self.page.click(".actions .confirm:not(:disabled)")

    def next_round(self) -> None:
        self.page.click("dialog.roundsheet .action.main")

    def to_the_replay(self) -> None:
        """Go from the score sheet at the end of a match to its replay."""
        self.page.click("dialog >> text=Replay and analysis")
        self.page.wait_for_selector(".steps")

    def play_out(self, look: Look | None = None, before: Look | None = None, *, clicking: bool = True) -> int:
        """Play to the end; call `look` once per phase and `before` at every step; return the number of moves."""
        moves, seen = 0, set()
        while (phase := self.step()) != "over":
            if phase not in seen and look is not None:
                look(phase)
            seen.add(phase)
            if before is not None:
                before(phase)
            if phase == "round":
                self.next_round()
            else:
                moves += 1
                self.move(moves, clicking=clicking)
        if look is not None:
            look("over")
        return moves


def forced_in(traced: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Return the layouts that the page's scripts forced outside animation frames."""
    frames = [(one["ts"], one["ts"] + one["dur"]) for one in traced if one["name"] == "FireAnimationFrame"]
    # The trace doesn't contain frames that were cut off at its start or end.
    first, last = min(start for start, _ in frames), max(end for _, end in frames)
    forced = [one for one in traced if one["name"] == name and one["args"].get("beginData", {}).get("stackTrace")]
    between = [one for one in forced if first < one["ts"] < last]
    return [one for one in between if not any(start <= one["ts"] <= end for start, end in frames)]


def press(thing: Locator) -> None:
    """Click an element where nothing covers it, as a person would click a card in a fan."""
    thing.wait_for()
    x, y = thing.evaluate(FREE_SPOT)
    thing.page.mouse.click(x, y)


@contextmanager
def person(
    browser: Browser, server: Served, size: str = "wide", *, pauses: bool = True, language: str = "", **more: Any
) -> Iterator[Person]:
    """Open a browser window with empty storage; by default bots act at once and nothing is animated.

    `language` is the language chosen in the settings; without it, the browser asks for English. With `pauses`, bots
    act at the pace in the settings; otherwise they act immediately, and brief messages stay on screen.
    """
    settings = {**QUICK, **more.pop("settings", {})}
    width, height = {**SIZES, **OTHER_SIZES}[size]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch="phone" in size, **more)
    wanted = f"localStorage.setItem('parlour.settings', '{json.dumps(settings)}')"
    context.add_init_script(f"localStorage.getItem('parlour.settings') ?? {wanted}")
    if language:
        context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    if not pauses:
        context.add_init_script(BOTS_AT_ONCE + ";" + MOMENTS_STAY)
    try:
        yield Person(context.new_page(), server.url)
    finally:
        context.close()
