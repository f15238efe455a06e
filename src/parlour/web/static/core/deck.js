// Turns a deck's declarations into each card's text, spoken name and colour (as CSS classes).
import { state } from "./state.js";
import { t } from "./words.js";

/**
 * Split a card's name or suit into its parts; a card that the deck doesn't declare has neither suit nor face.
 * @param {string} card @param {DeckFacts} deck @returns {{rank: string, suit: Suit | null, face: Face | null}}
 */
export function partsOf(card, deck) {
  const face = deck.faces[card] ?? null;
  const suit = face ? null : (deck.suits.find((one) => one.letter === card.slice(-1)) ?? null);
  return { rank: suit ? card.slice(0, -1) : "", suit, face };
}

/**
 * Return the rank as printed in a card's corner: a jack is J in English, V in French and B in German.
 * @param {string} rank @param {DeckFacts} [deck]
 */
export const letterOf = (rank, deck = state.game.deck) => (rank in deck.ranks ? t(rank) : rank);

/**
 * Write a card as text: 3♠. A suit without a glyph is written as a word.
 * @param {string} card @param {DeckFacts} [deck]
 */
export function written(card, deck = state.game.deck) {
  const { rank, suit, face } = partsOf(card, deck);
  if (!suit) return face?.glyph || card;
  return rank ? letterOf(rank, deck) + (suit.glyph || suit.letter) : suit.glyph || t(suit.word);
}

/**
 * Return a suit's sign in the corner of a card. A suit without a glyph has the first letters of its name, as many as
 * tell the suits apart: in German, green is Gr and yellow is Ge.
 * @param {Suit} suit @param {DeckFacts} deck
 */
export function initialOf(suit, deck) {
  const word = t(suit.word);
  if (suit.glyph || word === suit.word) return suit.letter;
  const start = (/** @type {string} */ name, /** @type {number} */ length) => name.slice(0, length).toLowerCase();
  const others = deck.suits.filter((one) => one !== suit).map((one) => t(one.word));
  let length = 1;
  while (length < word.length && others.some((one) => start(one, length) === start(word, length))) length++;
  return word.charAt(0).toUpperCase() + word.slice(1, length);
}

/** Return a card's spoken name: King of spades. @param {string} card @param {DeckFacts} [deck] */
export function spoken(card, deck = state.game.deck) {
  const { rank, suit, face } = partsOf(card, deck);
  if (face) return t(face.word);
  if (!suit) return card;
  const value = deck.ranks[rank] ? t(deck.ranks[rank]) : rank;
  return rank ? t(suit.card, { value, suit: t(suit.word) }) : t(suit.word);
}

/** The CSS classes that colour a card or a suit. @param {string} card @param {DeckFacts} [deck] */
export function inkClass(card, deck = state.game.deck) {
  const { suit, face } = partsOf(card, deck);
  const ink = suit?.ink ?? face?.ink ?? "black";
  return suit?.two_ink ? `ink-${ink} two-${suit.two_ink}` : `ink-${ink}`;
}

// --- finding cards in sentences

/** @param {string} text */
const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Restrict a pattern to whole words, so that part of a word isn't taken for a card. @param {string} pattern */
const whole = (pattern) => `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;

/**
 * Finds the cards in a sentence: suits and faces by their glyphs, ranks by their letters.
 * @typedef {object} Finder
 * @property {RegExp} pattern
 * @property {Map<string, string>} names
 * @property {Map<string, string>} ranks
 */

/** @type {WeakMap<DeckFacts, Finder>} */
const finders = new WeakMap();

/** @param {DeckFacts} deck @returns {Finder} */
function finderOf(deck) {
  const known = finders.get(deck);
  if (known) return known;
  const names = new Map([
    ...deck.suits.map((suit) => /** @type {[string, string]} */ ([suit.glyph || suit.letter, suit.letter])),
    ...deck.suits.map((suit) => /** @type {[string, string]} */ ([t(suit.word), suit.letter])),
    ...Object.entries(deck.faces).map(([card, face]) => /** @type {[string, string]} */ ([face.glyph || card, card])),
  ]);
  const ranks = new Map(Object.keys(deck.ranks).map((rank) => [letterOf(rank, deck), rank]));
  const rank = `(?:\\d{1,2}|${[...ranks.keys(), "(?!)"].map(quoted).join("|")})`;
  const ways = [
    ...deck.suits.filter((suit) => suit.glyph).map((suit) => `(?:\\b${rank})?${quoted(suit.glyph)}`),
    ...deck.suits
      .filter((suit) => !suit.glyph)
      .flatMap((suit) => [whole(rank + quoted(suit.letter)), whole(quoted(t(suit.word)))]),
    ...Object.entries(deck.faces).map(([card, face]) => whole(quoted(face.glyph || card))),
  ];
  const finder = { pattern: new RegExp(`(${[...ways, "(?!)"].join("|")})`, "u"), names, ranks };
  finders.set(deck, finder);
  return finder;
}

/**
 * A card or a suit in a sentence; `words` holds its name if the sentence spells it out.
 * @typedef {{card: string, words?: string}} Named
 */

/** Split a text into plain words, cards and suits. @param {string} text @returns {(string | Named)[]} */
export function cardsIn(text) {
  const { pattern, names, ranks } = finderOf(state.game.deck);
  return text.split(pattern).map((part, place) => {
    if (place % 2 === 0) return part;
    const whole = names.get(part);
    if (whole) return /\p{L}/u.test(part) ? { card: whole, words: part } : { card: whole };
    const signs = [...part],
      value = signs.slice(0, -1).join("");
    return { card: (ranks.get(value) ?? value) + (names.get(signs[signs.length - 1]) ?? "") };
  });
}
