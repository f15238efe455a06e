// Where those who play with keys are: among their cards or among the buttons, also when what they pressed is gone.

/** Whether the player uses keys at the moment, or a pointer. */
const keys = { used: false };
addEventListener("keydown", () => void (keys.used = true), true);
addEventListener("pointerdown", () => void (keys.used = false), true);

const ON = "goon"; // the button that goes on: it is gone in a moment, and the focus goes back to where it was

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
  for (const place of [hand, actions]) {
    place.addEventListener("focusin", (event) => {
      const last = /** @type {HTMLElement} */ (event.target).dataset.focus ?? "";
      if (last !== ON) Object.assign(focus, { among: place, last });
    });
  }
  return focus;
}

/**
 * The first card of two was chosen: the focus goes to the other ones.
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
 * What had the focus is gone: it goes to the next thing to do in the same place, and to the other place only if there
 * is nothing to do in this one. While there is nothing to do at all, nobody is led away from the buttons.
 * @param {Focus} focus @param {string | null} chosen the first card of an action that needs two
 */
export function keepFocus(focus, chosen) {
  leadOn(focus, chosen);
  const { hand, actions, among, last } = focus;
  const on = /** @type {HTMLElement | null} */ (actions.querySelector(`[data-focus="${ON}"]`));
  if (on && keys.used && hand.contains(document.activeElement)) on.focus(); // in the hand there is nothing to do
  if (!keys.used || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  const card = hand.querySelector("button.can[tabindex='0']");
  const same = last ? actions.querySelector(`[data-focus="${last}"]:not(:disabled)`) : null;
  const button = same ?? actions.querySelector("[data-action]:not(:disabled)");
  const next = on ?? (among === actions ? (button ?? card) : (card ?? button));
  const rest = among === hand ? hand.querySelector("[tabindex='0']") : null;
  /** @type {HTMLElement | null} */ (next ?? rest)?.focus();
}
