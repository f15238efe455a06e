// Draws a game's sentences: cards become coloured symbols, and screen readers get the cards' names.
import { drawSuit } from "./cards.js";
import { cardsIn, inkClass, letterOf, partsOf, spoken, written } from "../core/deck.js";
import { h, signWith } from "../core/dom.js";
import { state } from "../core/state.js";
import { capital, pieces } from "../core/sentences.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/sentences.js").Piece} Piece */

const TEXT_STYLE = "\ufe0e"; // This character asks the font for a plain glyph instead of an emoji.

/** Draw a card or a suit within a text as a symbol; screen readers get its name. @param {string} card */
export function cardSign(card) {
  const looks = `ink ${inkClass(card)}`,
    words = spoken(card),
    shown = shownAs(card);
  if (!shown) return h("span", { class: looks }, words);
  return h("span", { class: looks }, signWith(shown, words));
}

/** Return a card's symbol for use within a text; null if the card has only a name. @param {string} card */
function shownAs(card) {
  const { rank, suit, face } = partsOf(card, state.game.deck);
  if (face) return face.glyph ? face.glyph + TEXT_STYLE : null;
  if (suit?.glyph) return written(card) + TEXT_STYLE;
  if (!suit?.drawing) return null;
  return rank ? [letterOf(rank), drawSuit(suit.letter)] : [drawSuit(suit.letter), t(suit.word)];
}

/** @param {Piece[]} parts */
const inkedPieces = (parts) =>
  parts.filter((piece) => piece !== "").map((piece) => (typeof piece === "string" ? piece : pieceSign(piece)));

/** @param {import("../core/deck.js").Named} piece */
const pieceSign = ({ card, words }) => (words ? h("span", { class: `ink ${inkClass(card)}` }, words) : cardSign(card));

/** Draw a text with its cards as symbols. @param {string} words */
export const inked = (words) => inkedPieces(cardsIn(words));

/** Draw a sentence of the game with its cards as symbols. @param {Sentence} text @param {string[]} names */
export function inkedSentence(text, names) {
  const parts = pieces(text, names).filter((piece) => piece !== "");
  if (typeof parts[0] === "string") parts[0] = capital(parts[0]);
  return inkedPieces(parts);
}

/**
 * Draw a game's sentence inside another text, without capitalizing it.
 * @param {Sentence} text @param {string[]} names
 */
export const inkedWithin = (text, names) => inkedPieces(pieces(text, names));
