// Shows a view, and updates the log, the score sheet, the pending move and the player's choices.
import { get } from "../core/http.js";
import { changed, keep, kept, state } from "../core/state.js";
import { standing } from "./picks.js";
import { isTelling, notice } from "./sitting.js";
import { keepsChoices, shownAs, trickEnded } from "./views.js";
import { noteEvent } from "./witness.js";

const LOG_LENGTH = 400;

/** Play a sound, loading the module only if sounds are on. @param {string} name */
export const play = (name) =>
  state.settings.sound === "on" && import("../core/sound.js").then((sounds) => sounds.play(name));

/**
 * Show a view and the event that led to it.
 * @param {Sitting} at @param {View} view @param {Happening | null} happening
 */
export function showView(at, view, happening) {
  const before = at.shown;
  const rowsBefore = at.rows.length;
  noteRow(at, view);
  const ended = view.over && before?.over === false; // This also works in games without a score sheet.
  if ((at.rows.length > rowsBefore && before) || ended) Object.assign(at, { newRow: true, claimed: false });
  at.shown = shownAs(view, isTelling(at));
  at.chosen = null;
  at.picks = standing(at.shown, at.picks);
  if (happening) tellOf(at, happening, before);
  settle(at);
}

/** @param {Sitting} at @param {Happening} happening @param {View | null} before */
function tellOf(at, happening, before) {
  const { number, seat, story, view, closes } = happening;
  Object.assign(at, { shownNumber: number, canUndo: happening.canUndo, thinking: null });
  if (seat === at.seat) at.moves += 1;
  if (!keepsChoices(at, happening, before)) Object.assign(at, { hint: null, hinting: false });
  if (story.length) at.log = [...at.log, { number, story }].slice(-LOG_LENGTH);
  if (closes.length) at.log = at.log.filter((line) => !closes.includes(line.number));
  if (happening.opens) readAgain(at).catch((error) => notice(error.message, at));
  const turn = view.to_act.includes(at.seat) && !before?.to_act.includes(at.seat);
  if (seat === null) play("deal");
  else if (before && trickEnded(before, view)) play("trick");
  else play(turn && view.actions.length > 1 ? "turn" : "card");
}

/**
 * Forget the pending move once it is stored and shown; until then the table still offers it.
 * @param {Sitting} at
 */
export function settle(at) {
  const stored = at.pending?.stored ?? null;
  if (stored !== null && stored <= at.shownNumber) at.pending = null;
}

// --- the log and the score sheet

/**
 * Turn events into log lines, each with the story and the news for this seat; skip events of hidden tricks.
 * @param {any[]} log @returns {ShownEntry[]}
 */
export const linesOf = (log) =>
  log
    .map(({ number, story, news = [] }) => ({ number, story: [...story, ...news] }))
    .filter((line) => line.story.length > 0);

/** Fetch the log lines that were hidden during the round and are public now. @param {Sitting} at */
async function readAgain(at) {
  const { log } = await get(`/tables/${at.table}/view`, at.token);
  log.forEach((/** @type {LogEntry} */ entry) => noteEvent(at, entry));
  // Later events are added to the log when they are shown.
  const shown = log.filter((/** @type {LogEntry} */ entry) => entry.number <= at.shownNumber);
  const once = new Map([...at.log, ...linesOf(shown)].map((line) => [line.number, line]));
  at.log = [...once.values()].sort((one, other) => one.number - other.number);
  changed();
}

/** @param {Sitting} at @param {View} view */
export function noteRow(at, view) {
  const row = view.sheet;
  if (!row || at.rows.some((one) => one.round === row.round)) return;
  at.rows = [...at.rows, row];
  if (at.newcomer) keep("known", [...known(), view.game]);
  at.newcomer = false;
}

/** List the games in which this browser has played a whole round. @returns {string[]} */
export const known = () => kept("known", []);
