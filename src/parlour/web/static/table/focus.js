// Where those who play with keys are: among their cards or among the buttons, also when what they pressed is gone.
import { keys } from "../core/keys.js";

/** @typedef {{hand: HTMLElement, actions: HTMLElement, among: HTMLElement, last: string}} Focus */

/** Remember where the focus was last. @param {HTMLElement} hand @param {HTMLElement} actions @returns {Focus} */
export function watchFocus(hand, actions) {
  const focus = { hand, actions, among: hand, last: "" };
  for (const place of [hand, actions]) {
    place.addEventListener("focusin", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      Object.assign(focus, { among: place, last: target.dataset.focus ?? "" });
    });
  }
  return focus;
}

/**
 * What had the focus is gone: it goes to the next thing to do in the same place, and to the other place only if there
 * is nothing to do in this one. While there is nothing to do at all, nobody is led away from the buttons.
 * @param {Focus} focus
 */
export function keepFocus({ hand, actions, among, last }) {
  if (!keys.used || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  const card = hand.querySelector("button.can[tabindex='0']");
  const same = last ? actions.querySelector(`[data-focus="${last}"]:not(:disabled)`) : null;
  const button = same ?? actions.querySelector("[data-action]:not(:disabled)");
  const next = among === actions ? (button ?? card) : (card ?? button);
  const rest = among === hand ? hand.querySelector("[tabindex='0']") : null;
  /** @type {HTMLElement | null} */ (next ?? rest)?.focus();
}
