// Positions the markers and stacks in the middle, with CSS transforms: in a strip, at the corners, or beside the trick.
import { isAround } from "./frame.js";
import { CORNERS, regionOf } from "./layout.js";

/** @typedef {import("./layout.js").Table} Table */
/** @typedef {import("./layout.js").Measured} Measured */

/**
 * Position markers and stacks on a low table, one below the other.
 * @param {Table} table @param {Measured} measured
 */
export function stripOf(table, measured) {
  const { strip } = regionOf(table, measured),
    under = measured.markers.height ? measured.markers.height + 12 : 0;
  return [`translate(${strip}px, 8px)`, `translate(${strip}px, ${8 + under}px)`];
}

/**
 * Position markers and stacks at the upper corners of the middle, or beside the trick, if the window isn't low.
 * @param {Table} table @param {number} y @param {number} band
 */
export function cornersOf({ centre, size, kind, mirrored }, y, band) {
  const around = isAround(kind),
    corner = CORNERS[kind];
  const beside = !around && !band;
  const down = `${Math.round(beside ? y : centre.top - band)}px`,
    up = beside ? "-50%" : "0";
  const left = Math.round(Math.max(centre.left, corner));
  const right = Math.round(Math.min(centre.left + centre.width, size.width - corner));
  const corners = [
    `translate(${left}px, ${down}) translateY(${up})`,
    `translate(${right}px, ${down}) translate(-100%, ${up})`,
  ];
  return mirrored ? corners.reverse() : corners;
}
