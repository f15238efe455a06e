// Keeps the keyboard focus among the cards or among the buttons, also when the focused element is gone.

/** Whether the player is using keys, rather than a pointer. */
const keys = { used: false };
addEventListener("keydown", () => void (keys.used = true), true);
addEventListener("pointerdown", () => void (keys.used = false), true);

const ON = "goon"; // the button that continues: it disappears soon, and the focus goes back to where it was

/**
 * @typedef {{hand: HTMLElement, middle: HTMLElement, actions: HTMLElement, among: HTMLElement, last: string,
 *   chosen: string | null}} Focus
 */

/**
 * Remember where the focus was last.
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
 * Move the focus to the other cards when the first card of two was chosen.
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
 * Move the focus when its element is gone: to the next possible action in the same group, or in the other group if
 * this one has none. While there is nothing to do at all, the focus stays at the buttons.
 * @param {Focus} focus @param {string | null} chosen the first card of an action that needs two
 */
export function keepFocus(focus, chosen) {
  leadOn(focus, chosen);
  const { hand, actions, among, last } = focus;
  const on = /** @type {HTMLElement | null} */ (actions.querySelector(`[data-focus="${ON}"]`));
  if (on && keys.used && hand.contains(document.activeElement)) on.focus(); // there is nothing to do in the hand
  if (!keys.used || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  const card = hand.querySelector("button.can[tabindex='0']");
  const same = last ? actions.querySelector(`[data-focus="${last}"]:not(:disabled)`) : null;
  const button = same ?? actions.querySelector("[data-action]:not(:disabled)");
  const next = on ?? (among === actions ? (button ?? card) : (card ?? button));
  const rest = among === hand ? hand.querySelector("[tabindex='0']") : null;
  /** @type {HTMLElement | null} */ (next ?? rest)?.focus();
}
