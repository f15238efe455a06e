// Draws a special moment, with words above the hand and a mark at every seat involved, and lets the player continue.
import { h } from "../core/dom.js";
import { canGoAhead } from "../sitting/sitting.js";
import { goAhead } from "../sitting/wishes.js";
import { state } from "../core/state.js";
import { inkedSentence } from "../cards/inked.js";
import { t } from "../core/words.js";

const ON = ["Enter", " ", "Escape"]; // These keys end a pause.

/**
 * Draw the marks that moments put at a seat.
 * @param {Staged | null} staged @param {number} seat @param {string[]} names
 */
export const marksAt = (staged, seat, names) =>
  (staged?.marks ?? [])
    .filter((mark) => mark.seat === seat)
    .map((mark, n) => h("span", { class: `mark ${mark.tone}`, "data-n": n }, inkedSentence(mark.text, names)));

/** Draw the title and the sentence of a moment. @param {Staged} staged @param {string[]} names */
export const momentWords = ({ moment }, names) => [
  h("b", { class: "word" }, inkedSentence(moment.word, names)),
  h("span", {}, ...inkedSentence(moment.text, names)),
];

/** Draw the button that ends a moment. */
export const onButton = () =>
  h(
    "button",
    { type: "button", class: "action goon", "data-focus": "goon", onclick: () => goAhead() },
    t("Go on"),
  );

/** Let a tap on the table end a moment. @param {HTMLElement} table */
export function tapsGoOn(table) {
  table.addEventListener("click", (event) => {
    if (state.sitting && canGoAhead(state.sitting) && !onControl(event.target)) goAhead();
  });
}

/** End a moment if the pressed key has no other meaning now; return whether it ended. @param {KeyboardEvent} event */
export function keyGoesOn(event) {
  if (!state.sitting || !canGoAhead(state.sitting) || !ON.includes(event.key)) return false;
  if (event.key !== "Escape" && onControl(event.target)) return false;
  event.preventDefault();
  goAhead();
  return true;
}

/** @param {EventTarget | null} target */
const onControl = (target) => target instanceof Element && target.closest("button, a, input, select") !== null;
