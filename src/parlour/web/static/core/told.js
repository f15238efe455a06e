// Sentences of the game, with the names of the players and its cards.
import { cardsIn, inkClass, written } from "./deck.js";
import { h } from "./dom.js";
import { state } from "./state.js";
import { GAP, t, translated } from "./words.js";

/** The name of a seat beyond the players, as it stands in a sentence. @param {number} place the first of them is 0 */
export const otherSeat = (place) => t(state.game.other_seats[place] ?? "nobody");

/** @param {Gap} value @param {string[]} names @returns {string} */
function gapText(value, names) {
  if (typeof value !== "object") return String(value).replace(/^-(?=\d)/, "−");
  if ("seat" in value) return names[value.seat] ?? otherSeat(value.seat - names.length);
  if ("card" in value) return written(value.card);
  return told(value, names);
}

/** @param {string} sentence */
export const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** A sentence of the game as plain text. @param {Sentence} text @param {string[]} names @returns {string} */
export function told(text, names) {
  return translated(text.template, text.values).replace(GAP, (_, name) => gapText(text.values[name] ?? "", names));
}

/** The same, beginning with a capital letter. @param {Sentence} text @param {string[]} names */
export const toldFirst = (text, names) => capital(told(text, names));

const TEXT_STYLE = "\ufe0e"; // asks for the glyph as text, where a font has a coloured picture for it

/** A text with its cards in their colours. @param {string} sentence @returns {(string | HTMLElement)[]} */
export function inked(sentence) {
  return cardsIn(sentence)
    .filter(([part]) => part)
    .map(([part, card]) =>
      card === null
        ? part
        : h("span", { class: `ink ${inkClass(card)}` }, /[^\w]$/.test(part) ? part + TEXT_STYLE : part),
    );
}

/** A sentence of the game with coloured cards. @param {Sentence} text @param {string[]} names */
export const toldInked = (text, names) => inked(toldFirst(text, names));
