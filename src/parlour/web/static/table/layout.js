// How the room of a table is shared out: the plates of the others, markers and stacks, the middle. Pure geometry.
import { MARGIN, isAround } from "./frame.js";
import { trickSize } from "./tricks.js";

/** @typedef {import("./frame.js").Size} Size */
/** @typedef {import("./frame.js").Box} Box */
/** @typedef {import("./frame.js").Kind} Kind */
/** @typedef {import("./frame.js").Frame} Frame */
/**
 * What the browser has measured: the room above the hand that words take, the own plate with its stacks, the prompt with
 * its buttons, the plates of the others, markers, stacks in the middle.
 * @typedef {{above: number, own: Size, dock: Size, plates: Size[], markers: Size, piles: Size}} Measured
 */
/**
 * The free room in the middle; the height that markers and stacks take above it, or the width at both its sides.
 * @typedef {{centre: Box, band: number, beside: number}} Middle
 */
/**
 * A table that has been laid out. `trick` is the size of a card in the trick beside one in the hand.
 * @typedef {Frame & Middle & {seats: Map<number, Spot>, near: number, trick: number}} Table
 */
/** @typedef {{seat: number, order: number, plate: Box, fan: number}} Spot */

const EDGE = 18, // from the rim to the plates
  OWN_BOTTOM = 30; // from the rim to the own plate on a wide table: style/table.css
const BAND = 64; // about the height of markers and stacks

// --- plates

/**
 * Where the plates of the others stand, as parts of the room that is left for them.
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
 * What lies between the column at the side and the strip of markers and stacks, on a low table.
 * @param {Frame} frame @param {Measured} measured
 */
export function regionOf({ size, side, mirrored }, { markers, piles }) {
  const strip = Math.max(markers.width, piles.width),
    taken = strip ? strip + 2 * MARGIN : MARGIN;
  const left = mirrored ? side + 2 * MARGIN : taken;
  return { left, width: size.width - side - 2 * MARGIN - taken, strip: mirrored ? size.width - strip - MARGIN : MARGIN };
}

/** How many of the others sit in the upper row. @param {Kind} kind @param {number} others */
export const inUpperRow = (kind, others) =>
  kind === "low" ? others : isAround(kind) ? Math.max(1, others - 2) : Math.min(3, others);

/**
 * Where the own place begins, for a plate at the left or right edge of a wide table: its middle is taken by the prompt,
 * one of its sides by the own plate.
 * @param {Frame} frame @param {Measured} measured @param {number} below @param {Size} plate @param {boolean} left
 */
function lowest({ size, kind, hand, mirrored }, measured, below, plate, left) {
  if (kind !== "wide") return below;
  const reaches = (size.width - measured.dock.width) / 2 < plate.width + EDGE + MARGIN;
  const own = left !== mirrored ? size.height - measured.own.height - OWN_BOTTOM - MARGIN : size.height;
  return Math.min(reaches ? below : hand.top - 10, own);
}

/**
 * Where the plate of each of the others stands.
 * @param {Frame} frame @param {Measured} measured @param {number} below where the own place begins
 * @returns {Box[]}
 */
export function platesAt(frame, measured, below) {
  const { size, kind } = frame,
    { plates } = measured;
  if (kind === "low") return inColumns(plates, regionOf(frame, measured));
  const around = isAround(kind);
  const spots = (around ? AROUND : ABOVE)[plates.length] ?? [];
  const rowHeight = Math.max(0, ...plates.filter((_, n) => spots[n][1] === 0).map((plate) => plate.height));
  return plates.map((plate, n) => {
    const [x, y] = spots[n];
    const edge = around ? EDGE : MARGIN;
    const left = edge + x * (size.width - plate.width - 2 * edge);
    const room = lowest(frame, measured, below, plate, x === 0) - 16 - plate.height;
    const top = around ? 16 + y * room : MARGIN + y * (rowHeight + MARGIN);
    return { left, top, ...plate };
  });
}

/** Plates beside each other. @param {Size[]} plates @param {{left: number, width: number}} region @returns {Box[]} */
const inColumns = (plates, { left, width }) =>
  plates.map((plate, n) => ({
    left: left + (width * (n + 0.5)) / plates.length - plate.width / 2,
    top: MARGIN,
    ...plate,
  }));

// --- the middle

/**
 * @param {Frame} frame @param {Box[]} plates @param {number} below where the own place begins
 * @param {Measured} measured @returns {Middle}
 */
export function middleOf(frame, plates, below, measured) {
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
  const left = sides.length ? Math.max(...sides.map((box) => box.width)) + 30 : around ? 150 : 0;
  const band = Math.max(markers.height, piles.height),
    beside = Math.max(markers.width, piles.width) + MARGIN;
  const whole = { left, top, width: size.width - 2 * left, height },
    lower = { ...whole, top: top + band, height: height - band };
  const seats = plates.length + 1;
  const banded =
    kind === "small"
      ? height - BAND >= card * 2.5
      : trickSize(frame, lower, 0, seats) >= trickSize(frame, whole, beside, seats);
  return banded ? { centre: lower, band, beside: 0 } : { centre: whole, band: 0, beside };
}
