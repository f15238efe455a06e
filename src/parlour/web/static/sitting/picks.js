// Lets players choose several cards together: says which can be marked, and in which order they are sent. Marks are
// names of cards; a name that occurs twice marks two identical cards.

/** @typedef {"marked" | "free" | "sent" | null} Stand */

/** @param {string[]} names @param {string} card */
const times = (names, card) => names.filter((name) => name === card).length;

/** List the cards that can be chosen. @param {View} view @returns {string[]} */
const offered = (view) => view.selection?.actions.flatMap((action) => action.cards) ?? [];

/** Whether a card can be chosen. @param {View} view @param {string} card */
export const canBeChosen = (view, card) => offered(view).includes(card);

/** Keep only the marks whose cards can still be chosen. @param {View} view @param {string[]} picks */
export function standing(view, picks) {
  const cards = offered(view);
  return picks.filter((card, n) => times(picks.slice(0, n), card) < times(cards, card));
}

/** Whether enough cards are marked. @param {View} view @param {string[]} picks */
export const isComplete = (view, picks) => view.selection !== null && picks.length === view.selection.count;

/**
 * Return the actions for the marked cards, in the order in which they are sent.
 * @param {View} view @param {string[]} picks @returns {Action[]}
 */
export function inOrder(view, picks) {
  const left = [...picks];
  const isMarked = (/** @type {Action} */ action) => {
    const index = left.indexOf(action.cards[0]);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  return view.selection?.actions.filter(isMarked) ?? [];
}

/**
 * Say whether a card is marked, free to be marked, sent already, or none of these. `index` is the card's position in
 * your hand, or null for a card elsewhere.
 * @param {View} view @param {string[]} picks @param {string | null} card
 * @param {number | null} index @returns {Stand}
 */
export function standOf(view, picks, card, index) {
  if (card === null || !view.selection) return null;
  const free = times(offered(view), card);
  const hand = index === null ? [] : (view.seats.find((seat) => seat.seat === view.seat)?.hand ?? []);
  const fixed = Math.max(0, times(hand, card) - free); // Of identical cards, the first ones count as sent.
  const before = index === null ? 0 : times(hand.slice(0, index), card);
  if (before < fixed) return view.selection.chosen.includes(card) ? "sent" : null;
  if (!free) return null;
  return before - fixed < times(picks, card) ? "marked" : "free";
}

/**
 * Count the cards chosen so far, including those already sent, and how many there are to choose in all.
 * @param {Selection} selection @param {string[]} picks
 */
export function counts({ count, chosen }, picks) {
  return { n: chosen.length + picks.length, all: chosen.length + count };
}
