// Choosing several cards together: which can be marked, and in which order they are sent. A mark is the name of a card;
// of identical cards, as many are marked as the name occurs among the marks.

/** @typedef {"marked" | "free" | "sent" | null} Stand */

/** @param {string[]} names @param {string} card */
const times = (names, card) => names.filter((name) => name === card).length;

/** The cards that can be chosen. @param {View} view @returns {string[]} */
const offered = (view) => view.selection?.actions.flatMap((action) => action.cards) ?? [];

/** Whether a card can be chosen. @param {View} view @param {string} card */
export const canBeChosen = (view, card) => offered(view).includes(card);

/** The marks whose cards can still be chosen. @param {View} view @param {string[]} picks */
export function standing(view, picks) {
  const cards = offered(view);
  return picks.filter((card, n) => times(picks.slice(0, n), card) < times(cards, card));
}

/** Whether enough cards are marked. @param {View} view @param {string[]} picks */
export const isComplete = (view, picks) => view.selection !== null && picks.length === view.selection.count;

/**
 * The actions of the marked cards, in sending order.
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
 * Whether a card is marked, free to be marked, sent already, or none of these.
 * @param {View} view @param {string[]} picks @param {string | null} card
 * @param {number | null} index its index in your hand, null elsewhere @returns {Stand}
 */
export function standOf(view, picks, card, index) {
  if (card === null || !view.selection) return null;
  const free = times(offered(view), card);
  const hand = index === null ? [] : (view.seats.find((seat) => seat.seat === view.seat)?.hand ?? []);
  const fixed = Math.max(0, times(hand, card) - free); // of identical cards, the first ones are those sent
  const before = index === null ? 0 : times(hand.slice(0, index), card);
  if (before < fixed) return view.selection.chosen.includes(card) ? "sent" : null;
  if (!free) return null;
  return before - fixed < times(picks, card) ? "marked" : "free";
}

/**
 * Count the cards chosen, including those that the server knows already, and those to choose.
 * @param {Selection} selection @param {string[]} picks
 */
export function counts({ count, chosen }, picks) {
  return { n: chosen.length + picks.length, all: chosen.length + count };
}
