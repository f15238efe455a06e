// A moment on the table: its words above the hand, a mark at every seat that it is about, and the way on.
import { h } from "../core/dom.js";
import { canGoAhead } from "../sitting/sitting.js";
import { goAhead } from "../sitting/wishes.js";
import { state } from "../core/state.js";
import { toldInked } from "../cards/inked.js";
import { t } from "../core/words.js";

const ON = ["Enter", " ", "Escape"]; // the keys that go on

/** The marks at a seat. @param {Staged | null} staged @param {number} seat @param {string[]} names */
export const marksAt = (staged, seat, names) =>
  (staged?.marks ?? [])
    .filter((mark) => mark.seat === seat)
    .map((mark, n) => h("span", { class: `mark ${mark.tone}`, "data-n": n }, toldInked(mark.text, names)));

/** The word and the sentence of a moment. @param {Staged} staged @param {string[]} names */
export const momentWords = ({ moment }, names) => [
  h("b", { class: "word" }, toldInked(moment.word, names)),
  h("span", {}, ...toldInked(moment.text, names)),
];

/** The button for those who have seen enough. */
export const onButton = () =>
  h(
    "button",
    { type: "button", class: "action goon", "data-focus": "goon", onclick: () => goAhead() },
    t("Go on"),
  );

/** A tap on the table goes on, and so does a key that means nothing else. @param {HTMLElement} table */
export function tapsGoOn(table) {
  table.addEventListener("click", (event) => {
    if (state.sitting && canGoAhead(state.sitting) && !onControl(event.target)) goAhead();
  });
}

/** Whether the key has ended a moment. @param {KeyboardEvent} event */
export function keyGoesOn(event) {
  if (!state.sitting || !canGoAhead(state.sitting) || !ON.includes(event.key)) return false;
  if (event.key !== "Escape" && onControl(event.target)) return false;
  event.preventDefault();
  goAhead();
  return true;
}

/** @param {EventTarget | null} target */
const onControl = (target) => target instanceof Element && target.closest("button, a, input, select") !== null;
