// Handles messages from the server, and hands events to pace.js, which shows them.
import { get } from "../core/http.js";
import { formatted } from "../core/sentences.js";
import { changed, forgetSeat, keepBeside, ownSeats, showGame, state } from "../core/state.js";
import { t } from "../core/words.js";
import { hangUp } from "./line.js";
import { jump, push, sendNext } from "./pace.js";
import { known, linesOf, noteRow, settle } from "./shown.js";
import { names, notice } from "./sitting.js";
import { noteChoice, noteEvent, noteFacts } from "./witness.js";

/** If the server answers a greeting with one of these refusals, there is no table to show. */
const FINAL = ["unknown_table", "unknown_game", "wrong_token", "set_aside", "unknown_seat", "sealed", "too_many"];
const BUBBLE = 5000; // milliseconds

/** Handle a message from the server. @param {Sitting} at @param {Message} message */
export function heard(at, message) {
  if (at !== state.sitting) return;
  HEARD[message.type]?.(at, message);
  sendNext(at);
  changed();
}

/** One handler for each type of message. @type {Record<string, (at: Sitting, message: Message) => void>} */
const HEARD = {
  welcome(at, message) {
    Object.assign(at, {
      seat: message.seat,
      number: message.number,
      shownNumber: message.number,
      log: linesOf(message.log),
      moves: message.log.filter((/** @type {LogEntry} */ entry) => entry.seat === message.seat).length,
      canUndo: message.can_undo,
      error: null,
    });
    at.invite = message.invite ?? at.invite;
    at.rows = message.rows ?? at.rows;
    noteTable(at, message.table);
    message.log.forEach((/** @type {LogEntry} */ entry) => noteEvent(at, entry));
    at.newcomer ??= at.seat >= 0 && !known().includes(message.table.game);
    if (at.pending && !at.line.unanswered.has(at.pending.id)) at.pending = null;
    if (!message.view) return;
    at.view = message.view;
    noteRow(at, message.view);
    jump(at, message.view);
  },
  event(at, message) {
    if (!at.view || message.number <= at.number) return;
    noteEvent(at, /** @type {any} */ (message));
    at.view = patched(at.view, message.patch);
    at.number = message.number;
    at.deadline = at.facts?.timer ? Date.now() + at.facts.timer * 1000 : null;
    const { number, seat, story, news = [], can_undo: canUndo, closes = [], opens = false } = message;
    push(at, { number, seat, story: [...story, ...news], view: at.view, canUndo, closes, opens });
  },
  stored(at, message) {
    if (!at.pending || at.pending.id !== message.id) return;
    at.pending.stored = message.number;
    noteChoice(at, message.number, at.pending.name);
    settle(at);
  },
  refused(at, message) {
    if (at.pending?.id === message.id) Object.assign(at, { pending: null, sending: false });
    Object.assign(at, { hinting: false, claimed: false });
    // The server refused the greeting.
    if (FINAL.includes(message.refused) && !message.id) leave(at, message.refused, reasonOf(message));
    else if (message.refused === "stale") lookAgain(at);
    else if (message.refused === "late") return; // The check after the match reports late salts.
    else notice(message.text ?? message.reason);
  },
  table: (at, message) => noteTable(at, /** @type {any} */ (message)),
  phrase(at, message) {
    const said = { seat: message.seat, phrase: message.phrase, id: Date.now() };
    at.phrases = [...at.phrases.filter((one) => one.seat !== message.seat), said];
    setTimeout(() => {
      at.phrases = at.phrases.filter((one) => one !== said);
      changed();
    }, BUBBLE);
  },
  hint(at, message) {
    if (!at.hinting) return; // The player has moved since asking for a hint.
    at.hinting = false;
    at.hint = /** @type {any} */ (message);
  },
  claim: (at, message) => void (at.claim = message.number),
  thinking: (at, message) => void (at.thinking = message.seat),
  rematch(at, message) {
    at.rematch = message.table;
    notice(t("A rematch is ready: take your seat."));
  },
  removed(at, message) {
    forgetSeat(at.table, at.token ?? "");
    leave(at, message.why === "bot" ? "removed" : message.why);
  },
  // The connection stays open, because the server sends a welcome once the table can be played on.
  aside: (at, message) => void (at.error = { refused: "set_aside", reason: message.reason }),
};

/** Return the reason for a refusal in the page's language. @param {Message} message */
const reasonOf = (message) => (message.text ? formatted(message.text, names()) : message.reason);

/**
 * Close the connection and show why the table is no longer available.
 * @param {Sitting} at @param {string} refused @param {string} [reason]
 */
function leave(at, refused, reason = "") {
  at.error = { refused, reason };
  hangUp(at);
}

/**
 * Apply a patch to a view: each field of the patch replaces the view's field, but seats and centre are patched in turn.
 * @param {View} view @param {Record<string, any>} patch @returns {View}
 */
function patched(view, patch) {
  const { seats, centre, ...rest } = patch;
  const next = { ...view, ...rest };
  if (Array.isArray(seats)) next.seats = seats;
  else if (seats) next.seats = view.seats.map((seat) => ({ ...seat, ...(seats[seat.seat] ?? {}) }));
  if (centre) next.centre = { ...view.centre, ...centre };
  return next;
}

/** @param {Sitting} at @param {PublicTable} table */
function noteTable(at, table) {
  const facts = (at.facts = { ...at.facts, ...table });
  at.factsAt = Date.now();
  showGame(facts.game);
  at.deadline = typeof facts.seconds_left === "number" ? Date.now() + facts.seconds_left * 1000 : null;
  at.rematch = facts.rematch ?? at.rematch;
  const { table: name, token, seat, invite } = at,
    { game, over } = facts;
  const own = ownSeats().find((one) => one.table === name && one.token === token);
  if (token) {
    keepBeside({ table: name, token, seat, game, name: state.name, invite, when: own?.when ?? Date.now(), over });
  }
  noteFacts(at);
}

/** After a move based on an old view, tell the player and fetch the table again. @param {Sitting} at */
function lookAgain(at) {
  at.number = -1;
  notice(t("The table has moved on; please choose again."));
  get(`/tables/${at.table}/view`, at.token)
    .then((look) => heard(at, { type: "welcome", ...look }))
    .catch((error) => notice(error.message, at));
}
