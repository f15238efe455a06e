// Several cards that are chosen together: which of them can be marked, and in which order they are sent. Marks are the
// names of cards; of cards that look the same, so many are marked as their name stands among the marks.

/** @typedef {"marked" | "free" | "sent" | null} Stand */

/** @param {string[]} names @param {string} card */
const times = (names, card) => names.filter((name) => name === card).length;

/** The cards that can be among those to choose. @param {View} view @returns {string[]} */
const offered = (view) => view.selection?.actions.flatMap((action) => action.cards) ?? [];

/** Whether a card can be among those to choose. @param {View} view @param {string} card */
export const canBeChosen = (view, card) => offered(view).includes(card);

/** The marks whose cards can still be chosen. @param {View} view @param {string[]} picks */
export function standing(view, picks) {
  const cards = offered(view);
  return picks.filter((card, n) => times(picks.slice(0, n), card) < times(cards, card));
}

/** Whether as many cards are marked as are to be chosen. @param {View} view @param {string[]} picks */
export const isComplete = (view, picks) => view.selection !== null && picks.length === view.selection.count;

/**
 * The actions of the marked cards, in the order in which they are sent.
 * @param {View} view @param {string[]} picks @returns {Action[]}
 */
export function inOrder(view, picks) {
  const left = [...picks];
  const isMarked = (/** @type {Action} */ action) => {
    const place = left.indexOf(action.cards[0]);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  };
  return view.selection?.actions.filter(isMarked) ?? [];
}

/**
 * How a card stands among those to choose: marked, free to be marked, sent already, or none of these.
 * @param {View} view @param {string[]} picks @param {string | null} card
 * @param {number | null} place its place in the own hand, null elsewhere @returns {Stand}
 */
export function standOf(view, picks, card, place) {
  if (card === null || !view.selection) return null;
  const free = times(offered(view), card);
  const hand = place === null ? [] : (view.seats.find((seat) => seat.seat === view.seat)?.hand ?? []);
  const fixed = Math.max(0, times(hand, card) - free); // of cards that look the same, the first are those sent
  const before = place === null ? 0 : times(hand.slice(0, place), card);
  if (before < fixed) return view.selection.chosen.includes(card) ? "sent" : null;
  if (!free) return null;
  return before - fixed < times(picks, card) ? "marked" : "free";
}

/**
 * How many cards are chosen, of how many: those that the server knows count as well.
 * @param {Selection} selection @param {string[]} picks
 */
export function counts({ count, chosen }, picks) {
  return { n: chosen.length + picks.length, all: chosen.length + count };
}
