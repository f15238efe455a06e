// Computes the size of a trick's cards and their positions around the middle of the trick: pure geometry.
import { MARGIN, RATIO } from "./frame.js";

/** @typedef {import("./frame.js").Box} Box */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./frame.js").Kind} Kind */

/** The height in pixels of the line that says who is winning the trick. */
export const CAPTION = 22;
const LARGEST = 1.4; // A card in the trick is at most this many times as large as in the hand.

/**
 * The positions of a trick's cards around its middle in card widths, for each number of seats; your card comes last.
 * @type {Record<number, [number, number][]>}
 */
const TRICKS = {
  2: [
    [0, -0.68],
    [0, 0.68],
  ],
  3: [
    [-0.9, -0.3],
    [0.9, -0.3],
    [0, 0.6],
  ],
  4: [
    [-1, 0],
    [0, -0.68],
    [1, 0],
    [0, 0.68],
  ],
  5: [
    [-1.08, 0.62],
    [-0.56, -0.74],
    [0.56, -0.74],
    [1.08, 0.62],
    [0, 0.76],
  ],
  6: [
    [-1.08, 0.7],
    [-1.08, -0.7],
    [0, -0.78],
    [1.08, -0.7],
    [1.08, 0.7],
    [0, 0.78],
  ],
};

/** Return a card's position relative to the middle of its trick. @param {number} seats @param {number} order */
export const trickSpot = (seats, order) => (TRICKS[seats] ?? TRICKS[6])[order] ?? [0, 0];

/** Return how far a trick's cards reach from its middle, in card widths. @param {number} seats */
export function trickReach(seats) {
  const spots = TRICKS[seats] ?? TRICKS[6];
  const most = (/** @type {0 | 1} */ axis) => Math.max(...spots.map((spot) => Math.abs(spot[axis])));
  return { x: most(0) + 0.56, y: most(1) + RATIO / 2 + 0.05 };
}

/**
 * Return the height of the line that says who is winning, or 0 where a row of tricks on a low table leaves no room.
 * @param {Kind} kind @param {number} row
 */
export const lineOf = (kind, row) => (row && kind === "low" ? 0 : CAPTION);

/**
 * Return the size of a trick's cards relative to the hand's, leaving room for a line of text. `beside` is the width
 * taken on each side; `row` is the number of tricks that lie side by side, or 0.
 * @param {Frame} frame @param {Box} centre @param {number} beside @param {number} seats @param {number} row
 */
export function trickSize({ kind, card }, centre, beside, seats, row) {
  const height = centre.height - lineOf(kind, row),
    width = centre.width - 2 * beside;
  const side = width - 2 * MARGIN;
  if (row) return Math.min(LARGEST, height / (2.96 * card), side / ((RATIO + (row - 1) * 1.2) * card));
  if (kind === "low") return Math.min(LARGEST, height / (card * 1.46), width / (seats * card * 1.08));
  const reach = trickReach(seats);
  return Math.min(LARGEST, height / (2 * reach.y * card), width / (2 * reach.x * card));
}
