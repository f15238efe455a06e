// A game's sentences on the screen: cards are drawn as coloured symbols; screen readers get their words.
import { drawSuit } from "./cards.js";
import { cardsIn, inkClass, letterOf, partsOf, spoken, written } from "../core/deck.js";
import { h, signWith } from "../core/dom.js";
import { state } from "../core/state.js";
import { capital, pieces } from "../core/told.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/told.js").Piece} Piece */

const TEXT_STYLE = "\ufe0e"; // selects the plain glyph where a font also has an emoji for it

/** Draw a card or a suit within text: a symbol, with its words for screen readers. @param {string} card */
export function cardSign(card) {
  const looks = `ink ${inkClass(card)}`,
    words = spoken(card),
    shown = shownAs(card);
  if (!shown) return h("span", { class: looks }, words);
  return h("span", { class: looks }, signWith(shown, words));
}

/** The symbol of a card within text; null if it only has words. @param {string} card */
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
export function toldInked(text, names) {
  const parts = pieces(text, names).filter((piece) => piece !== "");
  if (typeof parts[0] === "string") parts[0] = capital(parts[0]);
  return inkedPieces(parts);
}

/** Draw a sentence in the middle of other words, uncapitalised. @param {Sentence} text @param {string[]} names */
export const toldWithin = (text, names) => inkedPieces(pieces(text, names));
