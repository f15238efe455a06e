// Shared helpers for a sitting: the players' names, whether a round is ending, short notices to the player.
import { changed, state } from "../core/state.js";

const NOTICE = 4500; // milliseconds

/** @returns {Sitting} */
export function sitting() {
  if (!state.sitting) throw new Error("no table is open");
  return state.sitting;
}

/** The names of the players by seat. @returns {string[]} */
export const names = () => state.sitting?.facts?.seats.map((seat) => seat.name) ?? [];

/** Whether the end of a round is being shown: its last trick, its moments, its score sheet. @param {Sitting} at */
export const isTelling = (at) => at.newRow || at.roundEnded || at.sheetOpen;

/** Whether a tap or a key continues. @param {Sitting} at */
export const canGoAhead = (at) => Boolean(at.moment) || at.newRow || at.roundEnded;

let timer = 0;

/** Show a notice for a few seconds. @param {string | Sentence} text @param {Sitting} [at] */
export function notice(text, at = sitting()) {
  at.notice = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    at.notice = "";
    changed();
  }, NOTICE);
  changed();
}
