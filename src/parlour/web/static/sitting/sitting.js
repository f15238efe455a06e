// Shared helpers for a browser at a table: the players' names, the end of a round, short notices.
import { changed, state } from "../core/state.js";

const NOTICE = 4500; // milliseconds

/** @returns {Sitting} */
export function sitting() {
  if (!state.sitting) throw new Error("no table is open");
  return state.sitting;
}

/** Return the players' names by seat. @returns {string[]} */
export const names = () => state.sitting?.facts?.seats.map((seat) => seat.name) ?? [];

/**
 * Whether the end of a round is being shown: the last trick, special moments or the score sheet.
 * @param {Sitting} at
 */
export const isTelling = (at) => at.newRow || at.roundEnded || at.sheetOpen;

/** Whether a tap or a key press ends the current pause. @param {Sitting} at */
export const canGoAhead = (at) => Boolean(at.moment) || at.newRow || at.roundEnded;

/** Whether your move waits for the connection to come back. @param {Sitting} at */
export const isWaiting = (at) => at.connection === "lost" && at.pending?.stored === null;

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
