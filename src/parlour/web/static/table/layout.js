// Divides the table among the other players' plates, the markers, the stacks and the middle: pure geometry.
import { MARGIN, isAround } from "./frame.js";
import { trickSize } from "./tricks.js";

/** @typedef {import("./frame.js").Size} Size */
/** @typedef {import("./frame.js").Box} Box */
/** @typedef {import("./frame.js").Kind} Kind */
/** @typedef {import("./frame.js").Frame} Frame */
/**
 * Sizes that the browser has measured: the height of what lies above your hand, your plate, your stacks (`held`), the
 * prompt with its buttons (`dock`), the other players' plates, the markers and the stacks in the middle.
 * @typedef {{above: number, own: Size, held: Size, dock: Size, plates: Size[], markers: Size, piles: Size}} Measured
 */
/**
 * The free area in the middle (`centre`), and the height of markers and stacks above it (`band`) or the width that they
 * take on each side (`beside`).
 * @typedef {{centre: Box, band: number, beside: number}} Middle
 */
/**
 * A table that has been laid out. `trick` is the size of a card in the trick relative to a card in the hand. `row` is
 * the number of tricks that fit side by side where finished tricks stay on the table, and 0 elsewhere.
 * @typedef {Frame & Middle & {seats: Map<number, Spot>, near: number, trick: number, row: number}} Table
 */
/**
 * The position of a seat: `order` counts clockwise from your left, so yours is the last; `plate` includes the seat's
 * stacks and marks; `fan` is where the seat's cards lie.
 * @typedef {{seat: number, order: number, plate: Box, fan: Box}} Spot
 */

const EDGE = 18, // Plates keep this distance from the rim.
  TOP = 16,
  OWN_BOTTOM = 30; // Your plate keeps this distance from the rim of a wide table (style/table.css).
const EDGES = { wide: 40, roomy: 20, small: 0, low: 0 }; // The middle keeps this distance from sides where nobody sits.
/** Markers and stacks keep this distance from the rim, for each kind of layout. */
export const CORNERS = { wide: 200, roomy: 12, small: 6, low: 0 };
const FAN = 92; // The width of the cards beside a plate, as in style/low.css.
const BAND = 64; // The approximate height of markers and stacks.

// --- plates

/**
 * The positions of the other players' plates around the table, as fractions of the free width and height.
 * @type {Record<number, [number, number][]>}
 */
const AROUND = {
  1: [[0.5, 0]],
  2: [
    [0, 0.3],
    [1, 0.3],
  ],
  3: [
    [0, 0.42],
    [0.5, 0],
    [1, 0.42],
  ],
  4: [
    [0, 0.5],
    [0.24, 0],
    [0.76, 0],
    [1, 0.5],
  ],
  5: [
    [0, 0.55],
    [0.12, 0],
    [0.5, 0],
    [0.88, 0],
    [1, 0.55],
  ],
};
/** @type {Record<number, [number, number][]>} */
const ABOVE = {
  1: [[0.5, 0]],
  2: [
    [0, 0],
    [1, 0],
  ],
  3: [
    [0, 0],
    [0.5, 0],
    [1, 0],
  ],
  4: [
    [0, 1],
    [0.04, 0],
    [0.96, 0],
    [1, 1],
  ],
  5: [
    [0, 1],
    [0, 0],
    [0.5, 0],
    [1, 0],
    [1, 1],
  ],
};

/**
 * On a low table, return the area between the side column and the strip of markers and stacks.
 * @param {Frame} frame @param {Measured} measured
 */
export function regionOf({ size, side, mirrored }, { markers, piles }) {
  const strip = Math.max(markers.width, piles.width),
    taken = strip ? strip + 2 * MARGIN : MARGIN;
  const width = size.width - side - 2 * MARGIN - taken;
  if (mirrored) return { left: side + 2 * MARGIN, width, strip: size.width - strip - MARGIN };
  return { left: taken, width, strip: MARGIN };
}

/** Return how many of the other players sit in the upper row. @param {Kind} kind @param {number} others */
export const inUpperRow = (kind, others) =>
  kind === "low" ? others : isAround(kind) ? Math.max(1, others - 2) : Math.min(3, others);

/**
 * Return the lowest position for a plate at an edge of a wide table: above your plate, stacks, hand and prompt.
 * @param {Frame} frame @param {Measured} measured @param {number} below @param {Size} plate @param {boolean} left
 */
function lowest({ size, kind, hand, mirrored }, measured, below, plate, left) {
  if (kind !== "wide") return below;
  const reaches = (size.width - measured.dock.width) / 2 < plate.width + EDGE + MARGIN;
  const own = left !== mirrored ? measured.own.height : measured.held.height;
  return Math.min(reaches ? below : hand.top - 10, size.height - own - OWN_BOTTOM - MARGIN);
}

/**
 * Position the other players' plates above `below`, the upper edge of your own area.
 * @param {Frame} frame @param {Measured} measured @param {number} below
 * @returns {Box[]}
 */
export function platesAt(frame, measured, below) {
  const { size, kind } = frame,
    { plates } = measured;
  if (kind === "low") return inColumns(plates, regionOf(frame, measured));
  const around = isAround(kind);
  const spots = (around ? AROUND : ABOVE)[plates.length] ?? [];
  const upper = plates.filter((_, n) => spots[n][1] === 0),
    rowHeight = Math.max(0, ...upper.map((plate) => plate.height));
  const edge = around ? EDGE : MARGIN;
  return plates.map((plate, n) => {
    const [x, y] = spots[n];
    const left = edge + x * (size.width - plate.width - 2 * edge);
    if (!around) return { left, top: MARGIN + y * (rowHeight + MARGIN), ...plate };
    const most = lowest(frame, measured, below, plate, x === 0) - plate.height;
    // Plates at the sides are below the upper row.
    const least = y && upper.length > 1 ? TOP + rowHeight + MARGIN : TOP;
    return { left, top: Math.min(Math.max(TOP + y * (most - TOP), least), Math.max(TOP, most)), ...plate };
  });
}

/** Put plates side by side. @param {Size[]} plates @param {{left: number, width: number}} region @returns {Box[]} */
const inColumns = (plates, { left, width }) =>
  plates.map((plate, n) => ({
    left: left + (width * (n + 0.5)) / plates.length - plate.width / 2,
    top: MARGIN,
    ...plate,
  }));

// --- the middle

/**
 * Find the free area in the middle, above `below`, the upper edge of your own area. `row` is the number of tricks that
 * lie side by side, or 0.
 * @param {Frame} frame @param {Box[]} plates @param {number} below @param {Measured} measured @param {number} row
 * @returns {Middle}
 */
export function middleOf(frame, plates, below, measured, row) {
  const { size, kind, card } = frame,
    { markers, piles } = measured,
    around = isAround(kind);
  const high = plates.filter((box) => !around || box.top < 40),
    sides = around ? plates.filter((box) => box.top >= 40) : [];
  const top = Math.max(MARGIN, ...high.map((box) => box.top + box.height)) + (around ? 6 : MARGIN);
  const height = Math.max(60, below - 6 - top);
  if (kind === "low") {
    const { left, width } = regionOf(frame, measured);
    return { centre: { left, top, width, height }, band: 0, beside: 0 };
  }
  const left = sides.length ? Math.max(...sides.map((box) => box.width)) + 30 : EDGES[kind];
  const band = Math.max(markers.height, piles.height),
    beside = Math.max(markers.width, piles.width) + MARGIN + Math.max(0, CORNERS[kind] - left);
  const whole = { left, top, width: size.width - 2 * left, height },
    lower = { ...whole, top: top + band, height: height - band };
  const seats = plates.length + 1;
  const banded =
    kind === "small" && !row
      ? height - BAND >= card * 2.5
      : trickSize(frame, lower, 0, seats, row) >= trickSize(frame, whole, beside, seats, row);
  return banded ? { centre: lower, band, beside: 0 } : { centre: whole, band: 0, beside };
}

/**
 * Return the area for a seat's cards: below the plate, or beside it if the seat is your only opponent on a low table.
 * @param {Kind} kind @param {number} others @param {Box} plate @param {number} height
 * @returns {Box}
 */
export function fanOf(kind, others, plate, height) {
  if (kind === "low" && others === 1)
    return { left: plate.left + plate.width - FAN, top: plate.top + 4, width: FAN, height: height };
  return { left: plate.left, top: plate.top + plate.height - height, width: plate.width, height };
}
