// What other modules ask of the sitting: who sits there, whether a round is ending, a word to the player in passing.
import { changed, state } from "../core/state.js";

const NOTICE = 4500; // milliseconds

/** @returns {Sitting} */
export function sitting() {
  if (!state.sitting) throw new Error("nobody sits at a table");
  return state.sitting;
}

/** The names of the players by seat. @returns {string[]} */
export const names = () => state.sitting?.facts?.seats.map((seat) => seat.name) ?? [];

/** Whether the end of a round is being told: its last trick, its moments, its sheet. @param {Sitting} at */
export const isTelling = (at) => at.newRow || at.roundEnded || at.sheetOpen;

/** Whether a tap or a key goes on. @param {Sitting} at */
export const canGoAhead = (at) => Boolean(at.moment) || at.newRow || at.roundEnded;

let timer = 0;

/** Say something in passing. @param {string | Sentence} text @param {Sitting} [at] */
export function notice(text, at = sitting()) {
  at.notice = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    at.notice = "";
    changed();
  }, NOTICE);
  changed();
}
