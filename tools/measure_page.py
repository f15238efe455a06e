"""Measure how fast and light the page is, in a real browser with a real server: `python tools/measure_page.py`.

Prints the time until the page can be used and the bytes it transfers; the frame rate while four cards move, and for
comparison while four plain boxes move; the time from a move's answer to its animation; the CPU time for showing
an event; and the page's memory over twenty matches. Pass arguments to run only some of these parts:
`python tools/measure_page.py working`.
"""

import json
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from parlour.games import find_game  # noqa: E402
from tests.web.browser import CHOICES, TRACED, WORK, Person, forced_in, launched, person  # noqa: E402
from tests.web.games import quick_game, short_table, trick_phase, with_tricks  # noqa: E402
from tests.web.servers import Server  # noqa: E402

LOADS = 5
MATCHES = 20
FRAMES = """async () => {
    const times = [];
    let last = performance.now();
    const end = last + 1000;
    while (last < end) {
        const now = await new Promise(requestAnimationFrame);
        times.push(now - last);
        last = now;
    }
    return times.slice(1);
}"""
BOXES = """<style>div { position: absolute; width: 100px; height: 140px; background: peru; }</style>
<div></div><div></div><div></div><div></div>"""
MOVE_BOXES = """() => void setInterval(() => document.querySelectorAll('div').forEach((box, n) => box.animate(
    [{ transform: 'none' }, { transform: `translate(${300 + n * 90}px, 200px) rotate(9deg)` }], 300)), 320)"""
ANSWER_TO_MOTION = """async () => {
    const { socket } = parlour.state.sitting.line, hear = socket.onmessage, before = parlour.motion.moves;
    let answered = 0, moving = 0, seen = 0;
    socket.onmessage = (event) => {
        if (JSON.parse(event.data).type === "event") answered ||= performance.now();
        hear(event);
        // this comes after the drawing
        queueMicrotask(() => { if (parlour.motion.moves > before) moving ||= performance.now(); });
    };
    document.querySelector("button.card.can").click();
    while (!moving) await new Promise((done) => setTimeout(done));
    const cards = document.getAnimations().filter((one) => one.effect.target.matches("li.card"));
    await Promise.allSettled(cards.map((one) => one.ready)); // they are seen to move, unless another move came
    seen = performance.now();
    socket.onmessage = hear;
    return [moving - answered, seen - answered];
}"""
FRAME = 1000 / 60
WITHOUT_COMPILER = "--js-flags=--jitless"  # otherwise memory would include compiled code, and grow


def main(parts: list[str]) -> None:
    """Measure the chosen parts, or all, and print the results."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/tables.sqlite")
        browser = launched(playwright)
        try:
            for part in (loading, moving, working):
                if not parts or part.__name__ in parts:
                    part(browser, server)
            if not parts or remembering.__name__ in parts:
                browser.close()
                browser = launched(playwright, WITHOUT_COMPILER)
                remembering(browser, server)
        finally:
            browser.close()
            server.close()


def loading(browser: Browser, server: Server) -> None:
    """Measure the time from opening the address until the page can be used, each time with an empty cache."""
    times, sizes = [], []
    for _ in range(LOADS):
        with person(browser, server) as ann:
            ann.go("/")
            ann.page.locator(".tile .main").first.wait_for()
            times.append(ann.page.evaluate("performance.getEntriesByName('ready')[0].startTime"))
            entries = "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
            sizes.append(ann.page.evaluate(f"{entries}.reduce((sum, one) => sum + one.transferSize, 0)"))
    print(f"ready after {statistics.median(times):.0f} ms (median of {LOADS}), {sizes[-1] / 1000:.0f} kB transferred")


def moving(browser: Browser, server: Server) -> None:
    """Measure the frame rate while cards are dealt and played."""
    with person(browser, server, settings={"motion": "full", "pace": "quick"}) as ann:
        _sit_in_tricks(ann, server, with_tricks(players=4)[0])
        frames: list[float] = []
        delays: list[tuple[float, float]] = []
        moved = 0
        for _ in range(3):
            ann.step()
            delays.append(ann.page.evaluate(ANSWER_TO_MOTION))
            ann.step()
            moves = ann.page.evaluate("parlour.motion.moves")
            ann.page.evaluate("document.querySelector('button.card.can').click()")
            frames += ann.page.evaluate(FRAMES)
            moved += ann.page.evaluate("parlour.motion.moves") - moves
        sent, seen = (statistics.median(times) for times in zip(*delays, strict=True))
        print(
            f"the cards of a move are on their way {sent:.1f} ms after its answer, and seen to be after {seen:.0f} ms"
        )
        print(f"{moved} animations: {_frames(frames)}")
    with person(browser, server) as ben:
        ben.page.set_content(BOXES)
        ben.page.evaluate(MOVE_BOXES)
        print(f"four plain boxes: {_frames([frame for _ in range(3) for frame in ben.page.evaluate(FRAMES)])}")


def _frames(frames: list[float]) -> str:
    late = sum(frame > 1.5 * FRAME for frame in frames)
    middle = statistics.median(frames)
    return f"{1000 / statistics.mean(frames):.1f} frames a second, median {middle:.1f} ms, {late} of {len(frames)} late"


def working(browser: Browser, server: Server) -> None:
    """Measure the CPU time that showing an event takes; other programs hardly affect CPU time."""
    for game in with_tricks(players=4):
        with person(browser, server, settings={"motion": "full", "pace": "quick"}) as ann:
            _sit_in_tricks(ann, server, game)
            first = ann.state("sitting.number")
            browser.start_tracing(page=ann.page, categories=TRACED)
            for _ in range(6):
                ann.step()
                ann.page.evaluate("document.querySelector('button.card.can').click()")
                ann.page.wait_for_timeout(1200)
            traced = json.loads(browser.stop_tracing())["traceEvents"]
            shown = ann.state("sitting.number") - first
        threads = {(one["pid"], one["tid"]) for one in traced if one["name"] == "FunctionCall"}
        mine = [one for one in traced if (one["pid"], one["tid"]) in threads and one["ph"] == "X"]
        tasks = [one for one in mine if one["name"] == "RunTask"]
        cost = sum(one.get("tdur", 0) for one in tasks) / 1000 / shown
        counts = [f"{len(forced_in(mine, name)) / shown:.1f} forced {what}" for what, name in WORK.items()]
        longest = max(one.get("tdur", 0) for one in tasks) / 1000
        print(f"{game}: an event costs {cost:.0f} ms of the page's thread while traced, {', '.join(counts)}; ", end="")
        print(f"the longest piece of work is {longest:.1f} ms, a frame {FRAME:.1f}")


def _sit_in_tricks(ann: Person, server: Server, game: str) -> None:
    """Sit down at a table for four in a game with tricks."""
    ann.sit(server.open_table(game, players=4))
    while ann.step() != trick_phase(find_game(game)):
        _move(ann)


def _move(ann: Person) -> None:
    number = ann.state("sitting.number")
    # A script clicks the card, since a mouse would usually miss a moving card.
    ann.page.evaluate("choices => document.querySelector(choices).click()", CHOICES)
    ann.until("at.number > value", number)


def remembering(browser: Browser, server: Server) -> None:
    """Measure the page's memory after garbage collection, over many matches in one window."""
    with person(browser, server) as ann:
        session = ann.page.context.new_cdp_session(ann.page)
        used = []
        ann.go("/")
        for _ in range(MATCHES):
            ann.page.locator(".tile .main").first.wait_for()
            ann.page.evaluate(f"history.pushState(null, '', '{_table(server)}'); dispatchEvent(new Event('popstate'))")
            ann.play_out()
            ann.page.click("dialog >> text=Other games")
            used.append(_heap(session, ann))
    series = ", ".join(
        f"{after}: {heap / 1e6:.2f} MB, {nodes} nodes, {listeners} listeners"
        for after, (heap, nodes, listeners) in enumerate(used, 1)
        if after % 6 == 2
    )
    print(f"memory after match {series}")


def _table(server: Server) -> str:
    opened = server.open_table(**short_table(quick_game(), 2))
    return f"/t/{opened['table']}#{opened['token']}"


def _heap(session: CDPSession, ann: Person) -> tuple[float, int, int]:
    ann.page.locator(".tile .main").first.wait_for()
    session.send("HeapProfiler.collectGarbage")
    counted = session.send("Memory.getDOMCounters")
    return float(session.send("Runtime.getHeapUsage")["usedSize"]), counted["nodes"], counted["jsEventListeners"]


if __name__ == "__main__":
    main(sys.argv[1:])
