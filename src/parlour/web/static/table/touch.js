// Cards under the finger: which can be touched, how they are named, and what a press or a drag means.
import { spoken } from "../core/deck.js";
import { canTouch, offersOf, pairOf, refusalOf } from "./offers.js";
import { nameAt } from "./seats.js";
import { act, names, notice, sitting } from "../core/sitting.js";
import { changed } from "../core/state.js";
import { told, toldFirst } from "../core/told.js";
import { t } from "../core/words.js";

/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {import("./pieces.js").Touch} Touch */

/** Whether a card of the hand can be dragged now. @param {string} card */
export function canDrag(card) {
  const at = sitting();
  return Boolean(at.shown && !at.pending && canTouch(offersOf(at.shown), card, null));
}

/** @param {View} view @param {Sitting} at @returns {(slot: Slot) => Touch} */
export function touchOf(view, at) {
  const offers = offersOf(view);
  const asked = offers.single.size > 0 || offers.pairs.length > 0;
  const best = at.hint && view.actions.find((action) => action.id === at.hint?.best)?.cards;
  return (slot) => {
    const can = canTouch(offers, slot.card, at.chosen);
    const button = slot.zone === "hand" || (slot.zone === "pile" && can);
    const pending = slot.card !== null && slot.zone === "hand" && at.pending?.cards.includes(slot.card);
    const looks = [
      can && asked && !at.pending && "can",
      asked && !can && button && "cannot",
      at.chosen !== null && at.chosen === slot.card && "chosen",
      pending && "pending",
      slot.zone === "trick" && slot.seat === view.centre.winning && "winning",
      slot.card && best?.includes(slot.card) && button && "best",
    ];
    return {
      button,
      looks: looks.filter(Boolean).join(" "),
      name: nameOf(slot, view, at, can, asked),
      disabled: !can || Boolean(at.pending),
    };
  };
}

/**
 * The name of a card for those who hear it.
 * @param {Slot} slot @param {View} view @param {Sitting} at @param {boolean} can @param {boolean} asked
 */
function nameOf(slot, view, at, can, asked) {
  if (slot.card === null) return t("a card face down");
  const card = spoken(slot.card);
  if (slot.zone === "trick") return t("{who} played {card}", { who: nameAt(slot.seat ?? -1, at.facts), card });
  if (!asked || slot.zone !== "hand") return card;
  if (can) return at.chosen === slot.card ? t("{card}, chosen", { card }) : card;
  const reason = refusalOf(view, slot.card);
  return reason
    ? t("{card}, not playable: {reason}", { card, reason: told(reason, names()) })
    : t("{card}, not playable", { card });
}

/** A card was pressed. @param {string} card @param {HTMLElement} element */
export function pressed(card, element) {
  const at = sitting(),
    view = at.shown;
  if (!view || at.pending) return;
  const offers = offersOf(view);
  const single = offers.single.get(card);
  if (single) return act(single[0]);
  if (offers.pairs.some((action) => action.cards.includes(card))) return pressedPair(card);
  const reason = refusalOf(view, card);
  element.classList.add("shaken");
  setTimeout(() => element.classList.remove("shaken"), 400);
  notice(reason ? toldFirst(reason, names()) : toldFirst(view.prompt, names()));
}

/** The first card of two is chosen, the second one acts. @param {string} card */
function pressedPair(card) {
  const at = sitting(),
    offers = offersOf(/** @type {View} */ (at.shown));
  const pair = at.chosen ? pairOf(offers, at.chosen, card) : null;
  if (pair) return act(pair);
  at.chosen = at.chosen === card ? null : card;
  changed();
}

/** A card was dragged onto the felt, or onto another card. @param {string} card @param {string | null} onto */
export function dropped(card, onto) {
  const view = sitting().shown;
  if (!view || sitting().pending) return false;
  const offers = offersOf(view);
  const action = (onto && pairOf(offers, card, onto)) || offers.single.get(card)?.[0];
  if (action) act(action);
  return Boolean(action);
}
