// Places a box beside something on the table, where there is most room and nothing important is covered.

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

const STEP = 10,
  EDGE = 8,
  RING = 4, // The ring keeps this distance from its target.
  GAP = 3, // The box keeps this distance from other elements.
  LATER = 450; // Moving cards have come to rest after this many milliseconds.
/** The cost of covering each kind of element with the box. @type {[string, number][]} */
const COSTS = [
  [".dock .prompt, .dock .actions > *", 8],
  [".hand .card", 6],
  [".trick .card, .middle .card, .lead", 8],
  [".backs .card:not(:has(.back))", 6], // These are other players' face-up cards.
  [".plate, .markers .marker", 4],
  [".stack", 3],
  [".backs .card", 1],
];

/**
 * Find the elements that a step of a guide is about, given as hand, card:7H, action:pass, seat:1 or pile:Deck.
 * @param {string} at @returns {Element[]}
 */
function targetsOf(at) {
  const [kind, name = ""] = at.split(/:(.*)/s);
  const quoted = CSS.escape(name);
  const selectors = /** @type {Record<string, string>} */ ({
    card: `[data-card="${quoted}"]`,
    action: `.actions [data-action="${quoted}"]`,
    seat: `.seat[data-seat="${quoted}"] .plate`,
    pile: `.stack[data-pile$=":${quoted}"]`,
    own: ".seat.own .plate",
    hand: ".hand .card",
    prompt: ".prompt",
    actions: ".dock .actions",
    trick: ".trick .card",
    markers: ".markers .marker",
    middle: ".middle .card",
  });
  return selectors[kind] ? [...document.querySelectorAll(`#table ${selectors[kind]}`)] : [];
}

/** Grow a box by a margin on every side. @param {Box} box @param {number} by @returns {Box} */
const grown = (box, by) => ({
  left: box.left - by,
  top: box.top - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});

/**
 * Return the smallest box around all of these boxes, or null if there are none.
 * @param {Box[]} boxes @returns {Box | null}
 */
function around(boxes) {
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map((box) => box.left)),
    top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width)),
    bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * Return the visible part of a card that other cards overlap.
 * @param {Box} card @param {Box[]} above @returns {Box}
 */
function seenOf(card, above) {
  const seen = { ...card };
  for (const other of above.filter((one) => shared(one, card) > 0)) {
    if (other.top > card.top + card.height / 4) seen.height = Math.min(seen.height, other.top - card.top);
    else if (other.left > card.left) seen.width = Math.min(seen.width, other.left - card.left);
  }
  return seen;
}

/** @param {Box} a @param {Box} b */
const shared = (a, b) =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

/** @param {Box} a @param {Box} b */
const distance = (a, b) =>
  Math.hypot(
    Math.max(0, a.left - b.left - b.width, b.left - a.left - a.width),
    Math.max(0, a.top - b.top - b.height, b.top - a.top - a.height),
  );

let timer = 0;

/**
 * Place a box beside a target and a ring around the target: at once, and once more after the cards have moved.
 * @param {HTMLElement} box @param {HTMLElement} ring @param {HTMLElement} table @param {string} at
 */
export function placed(box, ring, table, at) {
  clearTimeout(timer);
  place(box, ring, table, at);
  timer = setTimeout(() => box.isConnected && place(box, ring, table, at), LATER);
}

/**
 * Make a test for cards of the hand that lie on top of this card.
 * @param {Element} card @returns {(other: Element) => boolean}
 */
const isAbove = (card) => (other) =>
  Boolean(card.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) && card.matches(".hand .card");

/** @param {HTMLElement} box @param {HTMLElement} ring @param {HTMLElement} table @param {string} at */
function place(box, ring, table, at) {
  const felt = table.getBoundingClientRect();
  const inFelt = (/** @type {Element} */ element) => {
    const found = element.getBoundingClientRect();
    return { left: found.left - felt.left, top: found.top - felt.top, width: found.width, height: found.height };
  };
  const targets = targetsOf(at).filter((element) => element.getClientRects().length);
  const above = targets.length === 1 ? [...table.querySelectorAll(".hand .card")].filter(isAbove(targets[0])) : [];
  const whole = around(targets.map(inFelt));
  const aim = whole && grown(seenOf(whole, above.map(inFelt)), RING);
  const taken = COSTS.flatMap(([selector, cost]) =>
    [...table.querySelectorAll(selector)].map((element) => ({ box: grown(inFelt(element), GAP), cost })),
  );
  if (aim) taken.push({ box: grown(aim, GAP), cost: 8 });
  const { width, height } = box.getBoundingClientRect();
  const goal = aim ?? { left: felt.width / 2, top: felt.height * 0.35, width: 0, height: 0 };
  const best = bestPlace(felt, { width, height }, goal, taken);
  box.style.transform = `translate(${best.left}px, ${best.top}px)`;
  ring.hidden = !aim;
  if (!aim) return;
  Object.assign(ring.style, {
    transform: `translate(${aim.left}px, ${aim.top}px)`,
    width: `${aim.width}px`,
    height: `${aim.height}px`,
  });
}

/**
 * Find the best position for the box: it should cover little, and then be close to its target.
 * @param {{width: number, height: number}} felt @param {{width: number, height: number}} size @param {Box} goal
 * @param {{box: Box, cost: number}[]} taken
 */
function bestPlace(felt, size, goal, taken) {
  let best = { left: EDGE, top: EDGE },
    least = Infinity;
  for (let top = EDGE; top + size.height <= felt.height - EDGE || top === EDGE; top += STEP)
    for (let left = EDGE; left + size.width <= felt.width - EDGE || left === EDGE; left += STEP) {
      const here = { left, top, ...size };
      const harm = taken.reduce((sum, one) => sum + one.cost * shared(here, one.box), 0);
      const middle = Math.abs(left + size.width / 2 - goal.left - goal.width / 2);
      const cost = harm + distance(here, goal) * 12 + middle;
      if (cost < least) [best, least] = [{ left, top }, cost];
    }
  return best;
}
