// The parts of a page that leads through a few steps: a button, the box of the current step, repeated requests.
import { fill, h } from "../core/dom.js";

const AGAIN = 2000; // Milliseconds between two requests.

/**
 * Repeat a request until it succeeds or the element has left the page.
 * @param {HTMLElement} element @param {() => Promise<boolean>} ask
 */
export function until(element, ask) {
  const later = () =>
    setTimeout(async () => {
      if (element.isConnected && !(await ask().catch(() => false))) later();
    }, AGAIN);
  later();
}

/** @param {string} words @param {() => void} onclick @param {string} [looks] */
export const button = (words, onclick, looks = "action") =>
  h("button", { type: "button", class: looks, onclick }, words);

/**
 * Show these elements in a box, and scroll them into view.
 * @param {HTMLElement} box @param {...import("../core/dom.js").Child} children
 */
export function open(box, ...children) {
  fill(box, ...children);
  box.scrollIntoView({ block: "nearest" });
}

/** Make an error handler that shows in an element why a request failed. @param {HTMLElement} place */
export const or = (place) => (/** @type {Error} */ error) => fill(place, h("p", { role: "alert" }, error.message));
