// A game's sentences as plain text: names for seats, words for cards. cards/inked.js draws the cards as symbols.
import { cardsIn, spoken } from "./deck.js";
import { state } from "./state.js";
import { GAP, t, translated } from "./words.js";

/** @typedef {string | import("./deck.js").Named} Piece a part of a sentence: words, or a card */

/** The name of a seat beyond the players, as sentences use it. @param {number} index the first of them is 0 */
export const otherSeat = (index) => t(state.game.other_seats[index] ?? "nobody");

/** @param {Gap} value @param {string[]} names @returns {Piece[]} */
function gapPieces(value, names) {
  if (typeof value !== "object") return cardsIn(String(value).replace(/^-(?=\d)/, "−"));
  if ("seat" in value) return [names[value.seat] ?? otherSeat(value.seat - names.length)];
  if ("card" in value) return [{ card: value.card }];
  return pieces(value, names);
}

/** Split a sentence of the game into pieces. @param {Sentence} text @param {string[]} names @returns {Piece[]} */
export function pieces(text, names) {
  const parts = translated(text.template, text.values).split(GAP); // every second part is the name of a placeholder
  return parts.flatMap((part, n) => (n % 2 ? gapPieces(text.values[part] ?? "", names) : cardsIn(part)));
}

/** @param {string} sentence */
export const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Format a sentence of the game as text. @param {Sentence} text @param {string[]} names @returns {string} */
export const told = (text, names) =>
  pieces(text, names)
    .map((piece) => (typeof piece === "string" ? piece : (piece.words ?? spoken(piece.card))))
    .join("");

/** Format a sentence with a capital first letter. @param {Sentence} text @param {string[]} names */
export const toldFirst = (text, names) => capital(told(text, names));
