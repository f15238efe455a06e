// Draws a person's mark: two coloured shapes, derived from the public id, that tell apart people of the same name.
import { h, svg } from "./dom.js";
import { t } from "./words.js";

const SHAPES = {
  // texts
  circle: "circle",
  ring: "ring",
  square: "square",
  triangle: "triangle",
  star: "star",
  cross: "cross",
  moon: "moon",
  drop: "drop",
  arrow: "arrow",
  bolt: "lightning bolt",
  house: "house",
  hourglass: "hourglass",
};
const COLOURS = {
  // texts
  white: "white {shape}",
  yellow: "yellow {shape}",
  red: "red {shape}",
  green: "green {shape}",
  blue: "blue {shape}",
  black: "black {shape}",
};
/** These colours also differ for people who can't tell red from green or blue from yellow. */
const INKS = ["#ffffff", "#f2c81c", "#c8321f", "#2fb07f", "#2f57d6", "#2b2d33"];
const PATHS = [
  "M10 2a8 8 0 1 0 .01 0z",
  "M10 1.500a8.5 8.5 0 1 0 .01 0zM10 6.500a3.5 3.5 0 1 1-.01 0z",
  "M2.5 2.500h15v15h-15z",
  "M10 2l8.6 15.500H1.400z",
  "M10 1l2.6 5.7 6.2.7-4.6 4.2 1.3 6.200L10 14.700l-5.5 3.1 1.3-6.200L1.2 7.400l6.2-.7z",
  "M7 2h6v5h5v6h-5v5H7v-5H2V7h5z",
  "M12.5 1.500a8.6 8.6 0 1 0 6 13A7.6 7.6 0 0 1 12.5 1.500z",
  "M10 1c3 4.5 6 7.6 6 11.200a6 6 0 0 1-12 0C4 8.6 7 5.5 10 1z",
  "M10 1.500l8 8.500h-4.500v8.500h-7V10H2z",
  "M11.5 1L3.5 11.500h4.700L6.5 19 16.5 7.800h-5.200L15 1z",
  "M10 1.500l8.5 7.500H16v9.500H4V9H1.500z",
  "M3 2h14l-5 8 5 8H3l5-8z",
];
const SECOND = 23; // Where the second shape begins.

/** @param {number} shape @param {number} colour @param {number} x */
const drawn = (shape, colour, x) =>
  `<g transform="translate(${x} 0)" stroke-linejoin="round">` +
  `<path d="${PATHS[shape]}" stroke="#fff" stroke-width="3.6"/>` +
  `<path d="${PATHS[shape]}" fill="${INKS[colour]}" stroke="#22242a" stroke-width="1.3"/></g>`;

/** @param {number} shape @param {number} colour */
const named = (shape, colour) => t(Object.values(COLOURS)[colour], { shape: t(Object.values(SHAPES)[shape]) });

/**
 * Draw a person's mark as docs/protocol.md defines it; return null if the person is unknown.
 * @param {string | null} person
 */
export function markPicture(person) {
  if (!person) return null;
  let hash = 2166136261; // FNV-1a
  for (const letter of person) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
  /** Take the next choice from the hash. @param {number} choices */
  const next = (choices) => {
    const chosen = hash % choices;
    hash = Math.floor(hash / choices);
    return chosen;
  };
  const first = /** @type {const} */ ([next(PATHS.length), next(INKS.length)]);
  const second = /** @type {const} */ ([next(PATHS.length), next(INKS.length)]);
  const words = t("{first} and {second}", { first: named(...first), second: named(...second) });
  const picture = svg("-1 -1 45 22", drawn(...first, 0) + drawn(...second, SECOND), words);
  picture.classList.add("personmark");
  return picture;
}

/** Draw a person's mark and name. @param {string | null} person @param {string | null} name */
export const whois = (person, name) => h("span", { class: "whois" }, markPicture(person), h("b", {}, name));

/** Draw that one player or device joins another player. @param {Node | string} joining @param {Node} joined */
export const joins = (joining, joined) =>
  h(
    "p",
    { class: "joins" },
    joining,
    h("span", {}, h("span", { "aria-hidden": "true" }, "→"), h("span", { class: "unseen" }, t("joins"))),
    joined,
  );
