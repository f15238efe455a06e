// Draws a card as SVG from its name and its deck's declarations.
import { COURTS } from "./courts.js";
import { initialOf, inkClass, letterOf, partsOf, spoken, written } from "../core/deck.js";
import { svg } from "../core/dom.js";
import { state } from "../core/state.js";
import { symbolOf } from "./sprite.js";

const LEFT = 39,
  MIDDLE = 50,
  RIGHT = 61;
/**
 * The vertical positions of each rank's pips: first in the two outer columns, then in the middle column.
 * @type {Record<string, [number[], number[]]>}
 */
const PIPS = {
  1: [[], [70]],
  2: [[], [38, 102]],
  3: [[], [34, 70, 106]],
  4: [[40, 100], []],
  5: [[38, 102], [70]],
  6: [[36, 70, 104], []],
  7: [[36, 70, 104], [53]],
  8: [
    [36, 70, 104],
    [53, 87],
  ],
  9: [[32, 57, 83, 108], [70]],
  10: [
    [32, 57, 83, 108],
    [45, 95],
  ],
};

/** A card with a suit, and the card's game. @typedef {{rank: string, suit: Suit, game: GameFacts}} Printed */

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Draw a symbol centred on a point. @param {string} id @param {number} x @param {number} y @param {number} size */
const use = (id, x, y, size) =>
  `<use href="#${id}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"/>`;

/** Draw a text centred on a point. @param {string} text @param {number} x @param {number} y @param {number} size */
const great = (text, x, y, size) =>
  `<text x="${x}" y="${y + size * 0.36}" font-size="${size}" class="glyph">${escaped(text)}</text>`;

/**
 * Draw a suit's symbol centred on a point: its drawing, or its glyph as text.
 * @param {Printed} card @param {number} x @param {number} y @param {number} size
 */
function sign({ suit, game }, x, y, size) {
  const id = symbolOf(game, suit.drawing);
  const glyph = () => great(suit.glyph || suit.letter, x, y, size);
  const markup = id ? use(id, x, y, size) : glyph();
  return y > 70 ? `<g transform="rotate(180 ${x} ${y})">${markup}</g>` : markup;
}

/** Draw half a card twice, the second time upside down. @param {string} half */
const twice = (half) => `${half}<g transform="rotate(180 50 70)">${half}</g>`;

/** @param {Printed} card */
function corner(card) {
  const letter = letterOf(card.rank, card.game.deck),
    wide = letter.length > 1;
  const text = `<text x="${wide ? 14.5 : 13.5}" y="28" class="rank${wide ? " wide" : ""}">${escaped(letter)}</text>`;
  return `<g class="index">${text}${sign(card, 14, 41, 16)}</g>`;
}

/** @param {Printed} card */
function pips(card) {
  const value = Number(card.rank),
    [outer, middle] = PIPS[card.rank];
  const size = value === 1 ? 44 : value > 8 ? 16.5 : 18.5;
  const columns = [
    ...outer.flatMap((y) => [
      [LEFT, y],
      [RIGHT, y],
    ]),
    ...middle.map((y) => [MIDDLE, y]),
  ];
  return columns.map(([x, y]) => sign(card, x, y, size)).join("");
}

/** @param {Printed} card */
function court(card) {
  const half = `<svg x="25" y="14" width="50" height="56" viewBox="25 14 50 56" overflow="hidden">
<use href="#court-${card.rank}" x="25" y="14" width="50" height="56"/>${sign(card, 65, 20.6, 10)}</svg>`;
  return `<rect x="25" y="14" width="50" height="112" rx="3" class="court-ground"/>${twice(half)}
<path d="M25 70H75" class="court-belt"/><rect x="25" y="14" width="50" height="112" rx="3" class="court-frame"/>`;
}

/** @param {Printed} card */
const ace = (card) =>
  `<circle cx="50" cy="70" r="31" class="ring"/><circle cx="50" cy="70" r="27.5" class="ring thin"/>
${sign(card, 50, 70, 36)}`;

/** @param {Printed} card */
const numbered = (card) =>
  `<circle cx="50" cy="70" r="25.5" class="ring"/>
<text x="50" y="81.5" class="great">${escaped(letterOf(card.rank, card.game.deck))}</text>
${sign(card, 50, 30, 17)}${sign(card, 50, 110, 17)}`;

/** @param {Printed} card */
function middle(card) {
  const { deck } = card.game;
  const rank = deck.pictures[card.rank] ?? card.rank;
  if (!rank) return sign(card, 50, 70, 66);
  if (rank === "A") return ace(card);
  if (!deck.pips) return numbered(card);
  if (rank in COURTS && rank in deck.ranks) return court({ ...card, rank });
  if (card.rank === "0") return `<g class="nought">${sign(card, 50, 70, 40)}</g>`;
  return card.rank in PIPS ? pips(card) : numbered(card);
}

/** Draw a card with only a text on it. @param {string} text */
function plain(text) {
  const size = text.length < 3 ? 56 : 90 / text.length;
  const small = `<text x="14" y="28" class="rank">${escaped([...text][0] ?? "")}</text>`;
  return twice(small) + great(text, 50, 70, size);
}

/** @type {Map<string, string>} */
const faces = new Map();

/** @param {string} card @param {GameFacts} game */
function faceMarkup(card, game) {
  const key = `${game.name} ${card}`;
  const markup = faces.get(key) ?? printed(card, game);
  faces.set(key, markup);
  return markup;
}

/**
 * Whether letters tell suits and ranks apart; in French they don't: D is both diamonds and the queen.
 * @param {DeckFacts} deck
 */
function areLetters(deck) {
  const values = Object.keys(deck.ranks).map((rank) => letterOf(rank, deck));
  return deck.suits.every(({ letter }) => /\w/.test(letter) && !values.includes(letter));
}

/** @param {string} card @param {GameFacts} game */
function printed(card, game) {
  const { rank, suit, face } = partsOf(card, game.deck);
  const paper = `<rect width="100" height="140" rx="9" class="paper ${suit?.paper ?? ""}"/>`;
  const own = face ? symbolOf(game, face.drawing) : null;
  if (own) return `${paper}<use href="#${own}" width="100" height="140"/>`;
  if (!suit) return paper + plain(written(card, game.deck));
  const whole = { rank, suit, game };
  if (!rank) return `${paper}<g class="picture">${middle(whole)}</g>`; // This card shows only its suit.
  const letter = areLetters(game.deck) ? initialOf(suit, game.deck) : suit.glyph || initialOf(suit, game.deck);
  return `${paper}<g class="picture">${middle(whole)}</g>${twice(corner(whole))}
<text x="91" y="15" class="letter">${escaped(letter)}</text>`;
}

/**
 * Draw a card's face, or a card back for null. With `named`, screen readers get the card's name.
 * @param {string | null} card @param {boolean} [named]
 * @param {GameFacts} [game]
 */
export function drawCard(card, named = false, game = state.game) {
  const markup = card ? faceMarkup(card, game) : '<use href="#card-back"/>';
  const picture = svg("0 0 100 140", markup, named && card ? spoken(card, game.deck) : "");
  picture.setAttribute("class", card ? `face ${inkClass(card, game.deck)}` : "face back");
  return picture;
}

/** Draw a blank card. */
export const drawEmpty = () => drawSign("");

/** Draw a card with a text instead of a suit. @param {string} text */
export function drawSign(text) {
  const ring = '<circle cx="50" cy="70" r="34" class="ring"/><circle cx="50" cy="70" r="30.5" class="ring thin"/>';
  const picture = svg("0 0 100 140", `<rect width="100" height="140" rx="9" class="paper"/>${ring}${plain(text)}`);
  picture.setAttribute("class", "face ink-purple");
  return picture;
}

/** Draw a suit's symbol without a card, as for a trump marker. @param {string} letter */
export function drawSuit(letter) {
  const { suit } = partsOf(letter, state.game.deck);
  const markup = suit ? sign({ rank: "", suit, game: state.game }, 50, 50, 100) : "";
  const picture = svg("0 0 100 100", markup);
  picture.setAttribute("class", `suit ${inkClass(letter)}`);
  return picture;
}
