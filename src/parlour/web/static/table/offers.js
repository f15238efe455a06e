// Sorts the possible actions by how a player takes them: by clicking one card, two cards, or a button. sitting/picks.js
// handles cards that are chosen together.

/**
 * @typedef {{single: Map<string, Action[]>, pairs: Action[], buttons: Action[]}} Offers
 */

/** @param {View} view @returns {Offers} */
export function offersOf(view) {
  /** @type {Offers} */
  const offers = { single: new Map(), pairs: [], buttons: [] };
  const together = new Set(view.selection?.actions.map((action) => action.id));
  for (const action of view.actions.filter((one) => !together.has(one.id))) {
    if (action.cards.length === 1)
      offers.single.set(action.cards[0], [...(offers.single.get(action.cards[0]) ?? []), action]);
    else (action.cards.length ? offers.pairs : offers.buttons).push(action);
  }
  return offers;
}

/**
 * Whether a card can be chosen now, alone or with the card already chosen.
 * @param {Offers} offers @param {string | null} card @param {string | null} chosen
 */
export function canTouch(offers, card, chosen) {
  if (card === null) return false;
  if (offers.single.has(card)) return true;
  return offers.pairs.some(
    (action) => action.cards.includes(card) && (!chosen || chosen === card || action.cards.includes(chosen)),
  );
}

/**
 * Find the action that moves these two cards; null if there is none.
 * @param {Offers} offers @param {string} first @param {string} second
 */
export function pairOf(offers, first, second) {
  return (
    offers.pairs.find((action) => first !== second && action.cards.includes(first) && action.cards.includes(second)) ??
    null
  );
}

/**
 * Return the reason why a card can't be chosen, if the view gives one.
 * @param {View} view @param {string} card @returns {Sentence | null}
 */
export const refusalOf = (view, card) => view.refused.find((refused) => refused.card === card)?.reason ?? null;

/** Return the number in an action's label, or null if the label has other placeholders. @param {Action} action */
function numberOf(action) {
  const values = Object.values(action.label.values);
  return values.length === 1 && typeof values[0] === "number" ? values[0] : null;
}

/**
 * Separate the buttons that differ only by a number, if there are at least four; a single chooser replaces them.
 * @param {Action[]} buttons @returns {{plain: Action[], range: Action[]}}
 */
export function split(buttons) {
  const numbered = buttons.filter((action) => numberOf(action) !== null);
  const template = numbered[0]?.label.template;
  const range = numbered.filter((action) => action.label.template === template);
  if (range.length < 4) return { plain: buttons, range: [] };
  return { plain: buttons.filter((action) => !range.includes(action)), range };
}
