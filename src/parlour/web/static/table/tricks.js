// The positions of a trick's cards around its middle, and their size. Pure geometry.
import { MARGIN, RATIO } from "./frame.js";

/** @typedef {import("./frame.js").Box} Box */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./frame.js").Kind} Kind */

/** The height of the line that says who is winning the trick. */
export const CAPTION = 22;
const LARGEST = 1.4; // relative to a card in the hand

/**
 * The positions of a trick's cards around its middle, yours last, in card widths.
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

/** The position of a card around the middle of its trick. @param {number} seats @param {number} order */
export const trickSpot = (seats, order) => (TRICKS[seats] ?? TRICKS[6])[order] ?? [0, 0];

/** How far the cards of a trick reach from its middle, in card widths. @param {number} seats */
export function trickReach(seats) {
  const spots = TRICKS[seats] ?? TRICKS[6];
  const most = (/** @type {0 | 1} */ axis) => Math.max(...spots.map((spot) => Math.abs(spot[axis])));
  return { x: most(0) + 0.56, y: most(1) + RATIO / 2 + 0.05 };
}

/**
 * The height of the line that says who is winning, or 0 for a row of tricks on a low table, which has no room for it.
 * @param {Kind} kind @param {number} row
 */
export const lineOf = (kind, row) => (row && kind === "low" ? 0 : CAPTION);

/**
 * The size of a trick's cards relative to those in the hand, leaving room for a line of text below.
 * @param {Frame} frame @param {Box} centre @param {number} beside the width taken at both sides
 * @param {number} seats @param {number} row how many tricks lie side by side, or 0
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
