// Keeps the keyboard focus on the cards or on the buttons when the focused element disappears.

/** Whether the player last used keys rather than a pointer. */
const keys = { used: false };
addEventListener("keydown", () => void (keys.used = true), true);
addEventListener("pointerdown", () => void (keys.used = false), true);

const ON = "goon"; // The button that ends a pause takes the focus only for a moment.

/**
 * @typedef {{hand: HTMLElement, middle: HTMLElement, actions: HTMLElement, among: HTMLElement, last: string,
 *   chosen: string | null}} Focus
 */

/**
 * Start remembering which card or button had the focus last.
 * @param {{hand: HTMLElement, middle: HTMLElement}} felt @param {HTMLElement} actions @returns {Focus}
 */
export function watchFocus({ hand, middle }, actions) {
  const focus = /** @type {Focus} */ ({ hand, middle, actions, among: hand, last: "", chosen: null });
  for (const group of [hand, actions]) {
    group.addEventListener("focusin", (event) => {
      const last = /** @type {HTMLElement} */ (event.target).dataset.focus ?? "";
      if (last !== ON) Object.assign(focus, { among: group, last });
    });
  }
  return focus;
}

/**
 * When the player has chosen the first of two cards, move the focus to the cards that can be the second.
 * @param {Focus} focus @param {string | null} chosen
 */
function leadOn(focus, chosen) {
  const fresh = chosen !== null && chosen !== focus.chosen;
  focus.chosen = chosen;
  if (!fresh || !keys.used) return;
  const others = focus.hand.contains(document.activeElement) ? focus.middle : focus.hand;
  /** @type {HTMLElement | null} */ (others.querySelector("button.can[tabindex='0']"))?.focus();
}

/**
 * When the focused element is gone, move the focus to a possible action in the same group (hand or buttons), or else
 * in the other group. `chosen` is the first card of an action that needs two.
 * @param {Focus} focus @param {string | null} chosen
 */
export function keepFocus(focus, chosen) {
  leadOn(focus, chosen);
  const { hand, actions, among, last } = focus;
  const on = /** @type {HTMLElement | null} */ (actions.querySelector(`[data-focus="${ON}"]`));
  if (on && keys.used && hand.contains(document.activeElement)) on.focus(); // No card can be played now.
  if (!keys.used || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  const card = hand.querySelector("button.can[tabindex='0']");
  const same = last ? actions.querySelector(`[data-focus="${last}"]:not(:disabled)`) : null;
  const button = same ?? actions.querySelector("[data-action]:not(:disabled)");
  const next = on ?? (among === actions ? (button ?? card) : (card ?? button));
  const rest = among === hand ? hand.querySelector("[tabindex='0']") : null;
  /** @type {HTMLElement | null} */ (next ?? rest)?.focus();
}
