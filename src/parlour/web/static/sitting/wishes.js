// What the player wants: moves, the way on, and words to the server.
import { post } from "../core/http.js";
import { changed, keepSeat, state } from "../core/state.js";
import { send, tell } from "./line.js";
import * as pace from "./pace.js";
import { isComplete } from "./picks.js";
import { sitting } from "./sitting.js";
import { bringNextSalt } from "./witness.js";

/** @param {Action} action */
export const act = (action) => pace.act(sitting(), action);

/** Send the marked cards; each is a move of its own, and the next follows when the table shows the one before. */
export function confirm() {
  const at = sitting();
  if (at.pending || !at.shown || !isComplete(at.shown, at.picks)) return;
  at.sending = true;
  pace.sendNext(at);
}

export const undo = () => send(sitting(), { type: "undo", number: sitting().shownNumber });

export function hint() {
  const at = sitting();
  if (at.hinting || !at.shown?.actions.length) return;
  at.hinting = true;
  send(at, { type: "hint" });
  changed();
}

/** @param {string} phrase */
export const say = (phrase) => send(sitting(), { type: "phrase", phrase });

/** @param {boolean} away */
export const stepAway = (away) => tell(sitting(), { type: away ? "leave" : "return" });

/** Let a bot play now for somebody who is absent. @param {number} seat */
export const letStandIn = (seat) => tell(sitting(), { type: "stand_in", seat });

/** Let a bot play the rest of the round, which is shown at once. */
export function claimRest() {
  sitting().claimed = true;
  tell(sitting(), { type: "claim" });
  changed();
}

/** Somebody has seen enough: the next moment follows, or the last trick goes, or the sheet opens. */
export function goAhead() {
  const at = sitting();
  if (at.moment) pace.nextMoment(at);
  else if (at.held) pace.release(at);
  else if (at.roundEnded) pace.showSheet(at);
}

/** Close the score sheet and go on. */
export function goOn() {
  const at = sitting();
  at.sheetOpen = false;
  pace.playOn(at);
  pace.next(at);
  pace.autoplay(at);
}

/** Show all that is left of the match at once. */
export function skip() {
  const at = sitting();
  Object.assign(at, { skipping: true, sheetOpen: false, roundEnded: false });
  pace.endMoments(at);
  pace.hurry(at);
  pace.playOn(at);
  pace.next(at);
}

/**
 * Ask for a rematch, or follow one that somebody has asked for: a new table, which the same token opens.
 * @returns {Promise<string>} the table
 */
export async function rematch() {
  const at = sitting();
  const asked = { table: at.rematch ?? "", token: at.token ?? "", seat: at.seat };
  const following = asked.table && asked.token ? asked : await post(`/tables/${at.table}/rematch`, {}, at.token);
  bringNextSalt(at.table, following.table);
  const { table, token, seat } = following;
  keepSeat({ table, token, seat, game: at.facts?.game ?? "", name: state.name, when: Date.now() });
  return table;
}
