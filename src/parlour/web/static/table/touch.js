// Turns cards into controls: which cards can be pressed, what screen readers call them, and what a press or a drag
// does.
import { spoken } from "../core/deck.js";
import { canBeChosen, isComplete, standOf } from "../sitting/picks.js";
import { canTouch, offersOf, pairOf, refusalOf } from "./offers.js";
import { nameAt } from "./seats.js";
import { canGoAhead, names, notice, sitting } from "../sitting/sitting.js";
import { act, goAhead } from "../sitting/wishes.js";
import { changed } from "../core/state.js";
import { formatted } from "../core/sentences.js";
import { t } from "../core/words.js";

/** @typedef {import("./slots.js").Slot} Slot */
/**
 * How a card behaves as a control: whether it is a button, its name for screen readers, its CSS classes. `pressed` says
 * whether the card is marked; it is null where cards aren't chosen together.
 * @typedef {{button: boolean, looks: string, name: string, disabled: boolean, pressed?: boolean | null}} Touch
 */

/** Whether a card of the hand can be dragged now. @param {string} card */
export function canDrag(card) {
  const at = sitting();
  if (!at.shown || isBusy(at)) return false;
  return canBeChosen(at.shown, card) || canTouch(offersOf(at.shown), card, null);
}

/** Whether a move is being sent to the server. @param {Sitting} at */
const isBusy = (at) => at.pending !== null || at.sending;

const PLAIN = /** @type {Touch} */ ({ button: false, looks: "", name: "", disabled: false });

/**
 * Return a function that says how the card in a slot can be touched; in a replay, no card can be touched.
 * @param {View} view @param {Sitting | null} at
 */
export function touchOf(view, at) {
  if (!at) return () => PLAIN;
  const offers = offersOf(view);
  const asked = offers.single.size > 0 || offers.pairs.length > 0 || view.selection !== null;
  const full = isComplete(view, at.picks),
    busy = isBusy(at);
  const best = at.hint && view.actions.find((action) => action.id === at.hint?.best)?.cards;
  return (/** @type {Slot} */ slot) => {
    const stand = standOf(view, at.picks, slot.card, slot.zone === "hand" ? slot.place : null);
    const can = canTouch(offers, slot.card, at.chosen) || stand === "marked" || (stand === "free" && !full);
    const button = slot.zone === "hand" || (slot.zone === "pile" && (can || stand === "free"));
    const pending = slot.card !== null && slot.zone === "hand" && at.pending?.cards.includes(slot.card);
    const looks = [
      can && asked && !busy && "can",
      asked && !can && !stand && button && "cannot",
      button && (stand === "marked" || stand === "sent") && "picked",
      at.chosen !== null && at.chosen === slot.card && "chosen",
      pending && "pending",
      slot.zone === "trick" && slot.seat === view.centre.winning && "winning",
      slot.card && slot.zone === "other" && isRefused(view, slot) && "refused",
      slot.card && at.moment?.cards.includes(slot.card) && "noted",
      slot.card && best?.includes(slot.card) && button && "best",
    ];
    return {
      button,
      looks: looks.filter(Boolean).join(" "),
      name: stand === "sent" && button ? sentName(slot) : nameOf(slot, view, at, can || stand !== null, asked),
      disabled: !can || busy,
      pressed: stand === "marked" ? true : stand === "free" ? false : null,
    };
  };
}

/** Whether a promise with this card was refused. @param {View} view @param {Slot} slot */
const isRefused = (view, { seat, card }) =>
  view.seats.some((one) => one.seat === seat && one.refused_cards.includes(card ?? ""));

/** Name a card that has been chosen and sent, for screen readers. @param {Slot} slot */
const sentName = (slot) => t("{card}, already chosen", { card: spoken(slot.card ?? "") });

/**
 * Name a card for screen readers.
 * @param {Slot} slot @param {View} view @param {Sitting} at @param {boolean} can @param {boolean} asked
 */
function nameOf(slot, view, at, can, asked) {
  if (slot.card === null) return t("a face-down card");
  const card = spoken(slot.card);
  const who = slot.seat === null ? "" : nameAt(slot.seat, at.facts);
  if (slot.lost) return t("{who} lost a trick with {card}", { who, card });
  if (slot.zone === "trick" || slot.zone === "row") return t("{who} played {card}", { who, card });
  if (!asked || slot.zone !== "hand") return card;
  if (can) return at.chosen === slot.card ? t("{card}, chosen", { card }) : card;
  const reason = refusalOf(view, slot.card);
  return reason
    ? t("{card}, not playable: {reason}", { card, reason: formatted(reason, names()) })
    : t("{card}, not playable", { card });
}

/** Handle a press on a card. @param {string} card @param {HTMLElement} element */
export function pressed(card, element) {
  const at = sitting(),
    view = at.shown;
  if (!view || isBusy(at)) return;
  if (canBeChosen(view, card) && element.hasAttribute("aria-pressed")) return mark(card, element);
  const offers = offersOf(view);
  const single = offers.single.get(card);
  if (single) return act(single[0]);
  if (offers.pairs.some((action) => action.cards.includes(card))) return pressedPair(card);
  if (canGoAhead(at) && !view.actions.length) return goAhead();
  const reason = refusalOf(view, card);
  shake(element);
  notice(reason ?? view.prompt);
}

/** @param {HTMLElement} element */
function shake(element) {
  element.classList.add("shaken");
  setTimeout(() => element.classList.remove("shaken"), 400);
}

/**
 * Mark or unmark a card; nothing is sent until the player confirms.
 * @param {string} card @param {HTMLElement} element
 */
function mark(card, element) {
  const at = sitting();
  const marked = element.getAttribute("aria-pressed") === "true";
  if (!marked && at.shown && isComplete(at.shown, at.picks)) {
    shake(element);
    return notice(t("That's one card too many. To put one back, select it again."));
  }
  at.picks = marked ? without(at.picks, card) : [...at.picks, card];
  at.notice = "";
  changed();
}

/** Remove one card from the marked cards. @param {string[]} picks @param {string} card */
const without = (picks, card) => picks.filter((_, n) => n !== picks.indexOf(card));

/** Choose the first of two cards; with the second, make the move. @param {string} card */
function pressedPair(card) {
  const at = sitting(),
    offers = offersOf(/** @type {View} */ (at.shown));
  const pair = at.chosen ? pairOf(offers, at.chosen, card) : null;
  if (pair) return act(pair);
  at.chosen = at.chosen === card ? null : card;
  changed();
}

/**
 * Handle a card dragged onto the felt or onto a card there; return whether that made a move. Where several cards are
 * chosen together, the dragged card is only marked.
 * @param {string} card @param {string | null} onto @param {HTMLElement} element
 */
export function dropped(card, onto, element) {
  const view = sitting().shown;
  if (!view || isBusy(sitting())) return false;
  if (element.getAttribute("aria-pressed") === "false") mark(card, element);
  if (element.hasAttribute("aria-pressed")) return false;
  const offers = offersOf(view);
  const action = (onto && pairOf(offers, card, onto)) || offers.single.get(card)?.[0];
  if (action) act(action);
  return Boolean(action);
}
