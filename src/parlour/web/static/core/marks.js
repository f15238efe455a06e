// Draws a person's mark: a shape and a colour, derived from the public id, that tell apart people of the same name.
import { svg } from "./dom.js";
import { t } from "./words.js";

const SHAPES = {
  // texts
  circle: "circle",
  square: "square",
  triangle: "triangle",
  diamond: "diamond",
  pentagon: "pentagon",
  hexagon: "hexagon",
  star: "star",
  cross: "cross",
};
const COLOURS = {
  // texts
  red: "red {shape}",
  orange: "orange {shape}",
  yellow: "yellow {shape}",
  green: "green {shape}",
  teal: "teal {shape}",
  blue: "blue {shape}",
  violet: "violet {shape}",
  pink: "pink {shape}",
};
const INKS = ["#d8453b", "#e58226", "#dcae12", "#4aa64a", "#2aa198", "#3f7fd6", "#8d62cf", "#db6aa8"];
const PATHS = [
  "M10 2a8 8 0 1 0 .01 0z",
  "M3 3h14v14H3z",
  "M10 2l8.6 15H1.4z",
  "M10 1l8 9-8 9-8-9z",
  "M10 1.5l8.6 6.2-3.3 10.1H4.7L1.4 7.7z",
  "M5.5 2h9l4.5 8-4.5 8h-9L1 10z",
  "M10 1l2.6 5.7 6.2.7-4.6 4.2 1.3 6.2L10 14.7l-5.500 3.100 1.300-6.200L1.200 7.400l6.200-.7z",
  "M7 2h6v5h5v6h-5v5H7v-5H2V7h5z",
];

/**
 * Draw a person's mark as docs/protocol.md defines it; return null if the person is unknown.
 * @param {string | null} person
 */
export function markPicture(person) {
  if (!person) return null;
  let hash = 2166136261; // FNV-1a
  for (const letter of person) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
  const shape = (hash >>> 12) & 7,
    colour = (hash >>> 20) & 7;
  const words = t(Object.values(COLOURS)[colour], { shape: t(Object.values(SHAPES)[shape]) });
  const picture = svg("0 0 20 20", `<path d="${PATHS[shape]}" fill="${INKS[colour]}"/>`, words);
  picture.classList.add("personmark");
  return picture;
}
