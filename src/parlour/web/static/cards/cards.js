// Faces and backs of cards as SVG, from the name of a card alone.
import { svg } from "../core/dom.js";
import { sprite } from "./suits.js";
import { inkClass, parts, spoken } from "../core/words.js";

const LEFT = 39,
  MIDDLE = 50,
  RIGHT = 61;
/** Where the pips of a number stand. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[MIDDLE, 70]],
  2: [
    [MIDDLE, 38],
    [MIDDLE, 102],
  ],
  3: [
    [MIDDLE, 34],
    [MIDDLE, 70],
    [MIDDLE, 106],
  ],
  4: [
    [LEFT, 40],
    [RIGHT, 40],
    [LEFT, 100],
    [RIGHT, 100],
  ],
  5: [
    [LEFT, 38],
    [RIGHT, 38],
    [MIDDLE, 70],
    [LEFT, 102],
    [RIGHT, 102],
  ],
  6: [
    [LEFT, 36],
    [RIGHT, 36],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 104],
    [RIGHT, 104],
  ],
  7: [
    [LEFT, 36],
    [RIGHT, 36],
    [MIDDLE, 53],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 104],
    [RIGHT, 104],
  ],
  8: [
    [LEFT, 36],
    [RIGHT, 36],
    [MIDDLE, 53],
    [LEFT, 70],
    [RIGHT, 70],
    [MIDDLE, 87],
    [LEFT, 104],
    [RIGHT, 104],
  ],
  9: [
    [LEFT, 32],
    [RIGHT, 32],
    [LEFT, 57],
    [RIGHT, 57],
    [MIDDLE, 70],
    [LEFT, 83],
    [RIGHT, 83],
    [LEFT, 108],
    [RIGHT, 108],
  ],
  10: [
    [LEFT, 32],
    [RIGHT, 32],
    [MIDDLE, 45],
    [LEFT, 57],
    [RIGHT, 57],
    [LEFT, 83],
    [RIGHT, 83],
    [MIDDLE, 95],
    [LEFT, 108],
    [RIGHT, 108],
  ],
};

/** Put the symbols into the page, once. */
export function drawSprite() {
  const picture = svg("0 0 0 0", sprite());
  picture.setAttribute("class", "sprite");
  document.body.prepend(picture);
}

/** @param {string} id @param {number} x @param {number} y @param {number} size @param {string} [more] */
const use = (id, x, y, size, more = "") =>
  `<use href="#${id}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" ${more}/>`;

/** @param {string} rank @param {string} shape */
function corner(rank, shape) {
  const wide = rank.length > 1;
  const text = `<text x="${wide ? 14.5 : 13.5}" y="28" class="rank${wide ? " wide" : ""}">${rank}</text>`;
  return `${text}${use(`suit-${shape}`, 14, 41, 16)}`;
}

/** @param {string} rank @param {string} shape */
function corners(rank, shape) {
  const one = corner(rank, shape);
  return `${one}<g transform="rotate(180 50 70)">${one}</g>`;
}

/** @param {string} rank @param {string} shape */
function pipped(rank, shape) {
  const number = Number(rank);
  if (number === 0) {
    return `<g class="nought">${use(`suit-${shape}`, 50, 70, 40)}</g>`;
  }
  const size = number === 1 ? 44 : number > 8 ? 16.5 : 18.5;
  return PIPS[number]
    .map(([x, y]) => use(`suit-${shape}`, x, y, size, y > 70 ? `transform="rotate(180 ${x} ${y})"` : ""))
    .join("");
}

/** @param {string} rank @param {string} shape */
function court(rank, shape) {
  const half = `<svg x="25" y="14" width="50" height="56" viewBox="25 14 50 56" overflow="hidden"><use href="#court-${rank}" x="25" y="14" width="50" height="56"/>${use(`suit-${shape}`, 65, 20.6, 10)}</svg>`;
  return `<rect x="25" y="14" width="50" height="112" rx="3" class="court-ground"/>${half}<g transform="rotate(180 50 70)">${half}</g>
<path d="M25 70H75" class="court-belt"/><rect x="25" y="14" width="50" height="112" rx="3" class="court-frame"/>`;
}

/** @param {string} shape */
const ace = (shape) =>
  `<circle cx="50" cy="70" r="31" class="ring"/><circle cx="50" cy="70" r="27.5" class="ring thin"/>${use(`suit-${shape}`, 50, 70, 36)}`;

/** @param {string} rank @param {string} shape */
const numbered = (rank, shape) =>
  `<circle cx="50" cy="70" r="25.5" class="ring"/><text x="50" y="81.5" class="great">${rank}</text>${use(`suit-${shape}`, 50, 30, 17)}${use(`suit-${shape}`, 50, 110, 17, 'transform="rotate(180 50 110)"')}`;

const BURST = ["#2a2f57", "#8a35b8", "#c2183c", "#d9931e", "#1a7d4b", "#1f62c4"];

function interrobang() {
  const wedges = Array.from(
    { length: 18 },
    (_, n) => `<path d="M50 70 33 -40H67Z" fill="${BURST[n % 6]}" transform="rotate(${n * 20} 50 70)"/>`,
  ).join("");
  const mark = `<svg x="6" y="9" width="20" height="20" viewBox="0 0 100 100"><use href="#suit-bang"/></svg>`;
  return `<clipPath id="round"><rect width="100" height="140" rx="9"/></clipPath><g clip-path="url(#round)">${wedges}</g><rect x="4" y="4" width="92" height="132" rx="6" class="loud-frame"/>
<circle cx="50" cy="70" r="34" class="loud-disc"/>${use("suit-bang", 50, 70, 50)}${mark}<g transform="rotate(180 50 70)">${mark}</g>`;
}

const theRook = `<rect x="5" y="5" width="90" height="130" rx="6" class="rook-frame"/><circle cx="50" cy="66" r="33" class="rook-moon"/>${use("suit-bird", 50, 66, 58, 'class="rook-bird"')}
<path d="M18 97C34 92 66 92 84 97" class="rook-branch"/><text x="50" y="122" class="rook-word">ROOK</text>${use("suit-bird", 17, 18, 17, 'class="rook-bird"')}`;

/** @param {string} card */
function middle(card) {
  const { rank, suit } = parts(card);
  const shape = suit === "*" ? "W" : suit;
  if ("RGYB".includes(suit)) return numbered(rank, shape);
  if ("JQK".includes(rank)) return court(rank, shape);
  return rank === "A" ? ace(shape) : pipped(rank, shape);
}

/** @type {Map<string, string>} */
const faces = new Map();

/** @param {string} card */
function faceMarkup(card) {
  const kept = faces.get(card);
  if (kept) return kept;
  const { rank, suit } = parts(card);
  let markup = `<rect width="100" height="140" rx="9" class="paper"/>`;
  if (suit === "?!") markup += interrobang();
  else if (suit === "Rook") markup += theRook;
  else
    markup +=
      middle(card) +
      corners(rank, suit === "*" ? "W" : suit) +
      `<text x="91" y="15" class="letter">${suit === "*" ? "★" : suit}</text>`;
  faces.set(card, markup);
  return markup;
}

/**
 * The face of a card, or its back.
 * @param {string | null} card @param {boolean} [named] give it a name for screen readers
 */
export function drawCard(card, named = false) {
  const picture = svg(
    "0 0 100 140",
    card ? faceMarkup(card) : '<use href="#card-back"/>',
    named && card ? spoken(card) : "",
  );
  picture.setAttribute("class", card ? `face ${inkClass(card)}${card === "Rook" ? " bird" : ""}` : "face back");
  return picture;
}

/** A suit alone, as on a marker. @param {string} suit */
export function drawSuit(suit) {
  const picture = svg("0 0 100 100", `<use href="#suit-${suit === "*" ? "W" : suit}"/>`);
  picture.setAttribute("class", `suit ${inkClass(suit)}`);
  return picture;
}
