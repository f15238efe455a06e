"""Find elements that cover each other at a table, by asking the browser what it shows at many points."""

from typing import Any

from tests.web.browser import Person

# Windows in which every table must be playable: width and height of the page in pixels.
WINDOWS = {
    "phone": (390, 844),
    "phone sideways": (844, 390),
    "tablet": (820, 1180),
    "wide": (1440, 900),
    "full": (1920, 1080),
    "200 % of 1440 x 900": (720, 450),
    "small phone": (360, 740),
    "small phone sideways": (740, 360),
    "150 % of 1440 x 900": (960, 600),
    "200 % of 1920 x 1080": (960, 540),
    "tablet sideways": (1180, 820),
    "laptop": (1366, 768),
    "small laptop": (1280, 720),
}
SMALLEST_CARD = 44  # The smallest size, in pixels, at which a finger can hit a card of the hand.

# With pointer events on for all elements, elementsFromPoint lists all elements at a point, from top to bottom.
COVERED = """async smallest => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".room * { pointer-events: auto !important; }");
    document.adoptedStyleSheets = [sheet];
    for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
    const painted = ".card, .plate, .prompt, .action, .stack, .marker, .lead, .grouplabel, .chip, .brand, .title, " +
        ".timer, .steps, .chooser input, .bubble, .panel, .advice";
    const table = document.querySelector("#table").getBoundingClientRect();
    const found = [];
    const topAt = (x, y) => document.elementsFromPoint(x, y).find((one) => one.closest(painted))?.closest(painted);
    const free = (thing, x, y) => {
        const top = topAt(x, y);
        return !top || top === thing || thing.contains(top) || top.contains(thing) ? null : top;
    };
    const told = (thing) => `${thing.className} "${(thing.ariaLabel ?? thing.textContent).trim().slice(0, 40)}"`;
    const seen = (thing) => thing.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
    const at = (box, right, down) => [box.left + box.width * right, box.top + box.height * down];
    // The corners of a card that say what it is; one without a number in its corner is known by its picture.
    const corners = (card) => {
        const ranks = [...card.querySelectorAll(".rank")].map((rank) => at(rank.getBoundingClientRect(), 0.5, 0.5));
        const box = card.querySelector(".inner").getBoundingClientRect();
        return ranks.length ? ranks : [at(box, 0.2, 0.2), at(box, 0.8, 0.8)];
    };

    const whole = all(".prompt, .lead, .grouplabel, .plate, .marker, .action, .tools .chip, .brand, .timer");
    for (const thing of whole) {
        const box = thing.getBoundingClientRect();
        if (!box.width || (thing.matches(".lead") && !thing.textContent)) continue;
        if (thing.closest(".panel, dialog")) continue;
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
            found.push(`${told(thing)} is cut off`);
        for (const right of [0.06, 0.5, 0.94]) for (const down of [0.12, 0.5, 0.88]) {
            const over = free(thing, ...at(box, right, down));
            if (over && !over.closest(".panel")) found.push(`${told(over)} covers ${told(thing)}`);
        }
    }
    for (const card of all(".hand .card")) {
        const box = card.querySelector(".inner").getBoundingClientRect();
        const over = free(card, ...corners(card)[0]);
        if (over) found.push(`${told(over)} covers the corner of ${told(card)}`);
        if (card.offsetWidth < smallest) found.push(`${told(card)} is only ${card.offsetWidth} px wide`);
        if (at(box, 0, 0.5)[1] > innerHeight) found.push(`${told(card)} is cut off`);
    }
    for (const card of all(".trick .card, .middle .card")) {
        const box = card.querySelector(".inner").getBoundingClientRect();
        const parts = [0.1, 0.3, 0.5, 0.7, 0.9], spots = parts.flatMap((right) => parts.map((down) => [right, down]));
        const covers = spots.map(([right, down]) => free(card, ...at(box, right, down))).filter(Boolean);
        const cards = covers.filter((over) => over.matches(".card"));
        const others = covers.filter((over) => !over.matches(".card"));
        if (others.length) found.push(`${told(others[0])} covers ${told(card)}`);
        if (cards.length > 15) found.push(`${told(cards[0])} covers most of ${told(card)}`);
        if (corners(card).every((corner) => free(card, ...corner)))
            found.push(`both corners of ${told(card)} are covered`);
        const rowed = card.closest(".row") || document.querySelector(".row .card"); // many tricks side by side
        const read = document.querySelector(".room.replay"); // nobody has to hit a card there
        const least = smallest * (rowed ? 0.7 : read ? 0.75 : 0.9), width = Math.min(box.width, box.height);
        if (width < least) found.push(`${told(card)} is only ${width | 0} px wide`);
        if (box.left < table.left || box.right > table.right || box.top < table.top)
            found.push(`${told(card)} is cut off`);
    }
    for (const stack of all("#table .stack")) {
        const over = free(stack, ...at(stack.getBoundingClientRect(), 0.5, 0.4));
        if (over) found.push(`${told(over)} covers the stack ${told(stack)}`);
    }
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) found.push("the page scrolls");
    document.adoptedStyleSheets = [];
    return [...new Set(found)];
}"""


def covered(person: Person) -> list[str]:
    """Describe everything that is covered, cut off or too small at the person's table."""
    found: list[str] = person.page.evaluate(COVERED, SMALLEST_CARD)
    return found


def covered_in(person: Person, windows: dict[str, tuple[int, int]], moment: str) -> list[str]:
    """Describe everything that is covered, cut off or too small in windows of these sizes; then restore the window."""
    before: Any = person.page.viewport_size
    found = []
    for name, (width, height) in windows.items():
        person.page.set_viewport_size({"width": width, "height": height})
        found += [f"{moment}, {name}: {one}" for one in covered(person)]
    person.page.set_viewport_size(before)
    return found
