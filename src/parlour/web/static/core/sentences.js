// Writes a game's sentences as plain text with names and card names; cards/inked.js draws them with symbols instead.
import { cardsIn, spoken } from "./deck.js";
import { state } from "./state.js";
import { GAP, t, translated } from "./words.js";

/** A part of a sentence: words or a card. @typedef {string | import("./deck.js").Named} Piece */

/**
 * Return the name of a seat that isn't a player's, such as a dummy's; the first such seat has index 0.
 * @param {number} index
 */
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
  const parts = translated(text.template, text.values).split(GAP); // Odd parts are names of placeholders.
  return parts.flatMap((part, n) => (n % 2 ? gapPieces(text.values[part] ?? "", names) : cardsIn(part)));
}

/** @param {string} sentence */
export const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Format a sentence of the game as text. @param {Sentence} text @param {string[]} names @returns {string} */
export const formatted = (text, names) =>
  pieces(text, names)
    .map((piece) => (typeof piece === "string" ? piece : (piece.words ?? spoken(piece.card))))
    .join("");

/** Format a sentence with a capital first letter. @param {Sentence} text @param {string[]} names */
export const formattedFirst = (text, names) => capital(formatted(text, names));
