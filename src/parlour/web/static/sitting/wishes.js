// Carries out the player's commands: moves, continuing after a pause, and messages to the server.
import { post } from "../core/http.js";
import { changed, keepSeat, state } from "../core/state.js";
import { send, tell } from "./line.js";
import * as pace from "./pace.js";
import { isComplete } from "./picks.js";
import { sitting } from "./sitting.js";
import { bringNextSalt } from "./witness.js";

/** @param {Action} action */
export const act = (action) => pace.act(sitting(), action);

/** Send the marked cards as separate moves; each move waits until the table shows the previous move. */
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

/** Vote to let a bot play for somebody who is absent. @param {number} seat */
export const letStandIn = (seat) => tell(sitting(), { type: "stand_in", seat });

/** Claim the rest of the round, which the server then plays out; everything is shown at once. */
export function claimRest() {
  sitting().claimed = true;
  tell(sitting(), { type: "claim" });
  changed();
}

/** Continue with the next moment, clear away the last trick, or open the score sheet. */
export function goAhead() {
  const at = sitting();
  if (at.moment) pace.nextMoment(at);
  else if (at.held) pace.release(at);
  else if (at.roundEnded) pace.showSheet(at);
}

/** Close the score sheet and continue. */
export function goOn() {
  const at = sitting();
  at.sheetOpen = false;
  pace.playOn(at);
  pace.next(at);
  pace.autoplay(at);
}

/** Show the rest of the match at once. */
export function skip() {
  const at = sitting();
  Object.assign(at, { skipping: true, sheetOpen: false, roundEnded: false });
  pace.endMoments(at);
  pace.hurry(at);
  pace.playOn(at);
  pace.next(at);
}

/**
 * Request a rematch, or join the rematch that somebody else requested; the new table accepts the same token.
 * @returns {Promise<string>}
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
