// All sentences of the page: the English template is the key of the catalogue.
import { h } from "./dom.js";

/** @typedef {string | ((values: Record<string, any>) => string)} Entry */

export const LANGUAGES = ["en"];
/** @type {Record<string, Entry>} */
let catalogue = {};
/** Sentences that were shown but stand in no catalogue, for tests and translators. @type {Set<string>} */
export const missing = new Set();

/** @param {string} language */
export async function speak(language) {
  catalogue = (await import(`../texts/${language}.js`)).default;
  document.documentElement.lang = language;
}

/** @param {string} template @param {Record<string, any>} values */
function translated(template, values) {
  if (!(template in catalogue)) missing.add(template);
  const entry = catalogue[template];
  return typeof entry === "function" ? entry(values) : entry || template;
}

const GAP = /\{(\w+)(?:![rs])?\}/g;

/** A sentence of the page. @param {string} template @param {Record<string, string | number>} [values] */
export function t(template, values = {}) {
  return translated(template, values).replace(GAP, (_, name) => String(values[name] ?? ""));
}

/** A number with a minus sign of a digit's width. @param {number} number */
export const minus = (number) => String(number).replace("-", "−");

// --- cards in words

export const GLYPHS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", C: "♣", D: "♦", F: "✿", "*": "★" });
const LETTERS = /** @type {Record<string, string>} */ (
  Object.fromEntries(Object.entries(GLYPHS).map(([letter, glyph]) => [glyph, letter]))
);
const SUIT_WORDS = /** @type {Record<string, string>} */ ({
  // texts
  S: "spades",
  H: "hearts",
  C: "clubs",
  D: "diamonds",
  F: "flowers",
  "*": "stars",
});
export const COLOURS = /** @type {Record<string, string>} */ ({
  // texts
  R: "red",
  G: "green",
  Y: "yellow",
  B: "black",
});
const COLOUR_LETTERS = /** @type {Record<string, string>} */ ({ red: "R", green: "G", yellow: "Y", black: "B" });
const RANKS = /** @type {Record<string, string>} */ ({
  // texts
  J: "Jack",
  Q: "Queen",
  K: "King",
  A: "Ace",
});

/** The parts of a card's name. @param {string} card @returns {{rank: string, suit: string}} */
export function parts(card) {
  if (card === "?!" || card === "Rook") return { rank: "", suit: card };
  return { rank: card.slice(0, -1), suit: card.slice(-1) };
}

/** A card as one says it: King of spades. @param {string} card */
export function spoken(card) {
  const { rank, suit } = parts(card);
  if (suit === "?!") return t("Interrobang");
  if (suit === "Rook") return t("the Rook");
  const value = RANKS[rank] ? t(RANKS[rank]) : rank;
  if (COLOURS[suit]) return rank ? t("{colour} {value}", { colour: t(COLOURS[suit]), value }) : t(COLOURS[suit]);
  return rank ? t("{value} of {suit}", { value, suit: t(SUIT_WORDS[suit]) }) : t(SUIT_WORDS[suit] ?? suit);
}

/** A card in a line: 3♠. @param {string} card */
export function pretty(card) {
  if (card === "?!") return "‽";
  const { rank, suit } = parts(card);
  if (COLOURS[suit]) return rank ? card : t(COLOURS[suit]);
  return rank + (GLYPHS[suit] ?? suit);
}

/** The class that colours a card or suit. @param {string} card */
export function inkClass(card) {
  const { suit } = parts(card);
  return suit === "*" ? "W" : suit === "?!" || suit === "Rook" ? "X" : suit;
}

// --- sentences of the game

/** @param {number} seat @param {string[]} names */
const nameOf = (seat, names) => names[seat] ?? t("the Dummy");

/** @param {Gap} value @param {string[]} names @returns {string} */
function gapText(value, names) {
  if (typeof value !== "object") return String(value).replace(/^-(?=\d)/, "−");
  if ("seat" in value) return nameOf(/** @type {any} */ (value).seat, names);
  if ("card" in value) return pretty(/** @type {any} */ (value).card);
  return told(/** @type {Text} */ (value), names);
}

/** @param {string} sentence */
const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** A sentence of the game as plain text. @param {Text | string} text @param {string[]} names @returns {string} */
export function told(text, names) {
  if (typeof text === "string") return text;
  return translated(text.template, text.values).replace(GAP, (_, name) => gapText(text.values[name] ?? "", names));
}

/** The same, beginning with a capital letter. @param {Text | string} text @param {string[]} names */
export const toldFirst = (text, names) => capital(told(text, names));

const CARD = /((?:\b(?:\d{1,2}|[AKQJ]))?[♠♥♣♦✿★]|‽|\b\d{1,2}[RGYB]\b|\bRook\b|\b(?:red|green|yellow|black)\b)/g;

/** @param {string} found */
function inkOf(found) {
  const colour = COLOUR_LETTERS[found];
  if (colour) return colour;
  const last = found.slice(-1);
  return LETTERS[last] ? inkClass(LETTERS[last]) : found === "‽" || found === "Rook" ? "X" : last;
}

/** A sentence with its cards in their colours. @param {string} sentence @returns {(string | HTMLElement)[]} */
export function inked(sentence) {
  return sentence
    .split(CARD)
    .filter(Boolean)
    .map((part, place) =>
      place >= 0 && part.match(CARD)?.[0] === part
        ? h("span", { class: `ink ${inkOf(part)}` }, part.replace(/[♠♥♣♦★]/, "$&\ufe0e"))
        : part,
    );
}

/** A sentence of the game with coloured cards. @param {Text | string} text @param {string[]} names */
export const toldInked = (text, names) => inked(toldFirst(text, names));
