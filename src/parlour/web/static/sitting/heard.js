// What the server says, and how it changes a sitting.
import { get } from "../core/http.js";
import { changed, forgetSeat, keep, keepBeside, kept, ownSeats, showGame, state } from "../core/state.js";
import { noteChoice, noteEvent, noteFacts } from "./witness.js";
import { t } from "../core/words.js";

/** @typedef {import("./net.js").Message} Message */
/**
 * The sitting that hears: its line, its pace, and how it tells the player something.
 * @typedef {object} Owner
 * @property {import("./net.js").Line | null} line
 * @property {import("./pace.js").Pace | null} pace
 * @property {(message: Message) => void} message
 * @property {(text: string | Sentence) => void} notice
 */

/** Refusals of a hello after which there is no table to show. */
const FINAL = ["unknown_table", "unknown_game", "wrong_token", "set_aside", "unknown_seat", "sealed"];

/** What each kind of message changes. @type {Record<string, (message: Message, at: Sitting, owner: Owner) => void>} */
export const HEARD = {
  welcome(message, at, owner) {
    Object.assign(at, {
      seat: message.seat,
      number: message.number,
      shownNumber: message.number,
      log: message.log.map(withNews).filter(isOpen),
      moves: message.log.filter((/** @type {Told} */ told) => told.seat === message.seat).length,
      canUndo: message.can_undo,
      error: null,
    });
    at.invite = message.invite ?? at.invite;
    at.rows = message.rows ?? at.rows;
    facts(at, message.table, owner);
    message.log.forEach((/** @type {Told} */ told) => noteEvent(at, told));
    at.newcomer ??= at.seat >= 0 && !known().includes(at.facts?.game ?? "");
    if (at.pending && !owner.line?.unanswered.has(at.pending.id)) at.pending = null;
    if (!message.view) return;
    at.view = message.view;
    noteRow(at, message.view);
    owner.pace?.jump(message.view);
  },
  event(message, at, owner) {
    if (!at.view || message.number <= at.number) return;
    noteEvent(at, /** @type {any} */ (message));
    at.view = patched(at.view, message.patch);
    at.number = message.number;
    at.deadline = at.facts?.timer ? Date.now() + at.facts.timer * 1000 : null;
    owner.pace?.push({
      number: message.number,
      seat: message.seat,
      story: withNews(message).story,
      view: at.view,
      canUndo: message.can_undo,
      closes: message.closes ?? [],
      opens: Boolean(message.opens),
    });
  },
  stored(message, at) {
    if (!at.pending || at.pending.id !== message.id) return;
    at.pending.stored = message.number;
    noteChoice(at, message.number, at.pending.name);
    settle(at);
  },
  refused(message, at, owner) {
    if (at.pending?.id === message.id) Object.assign(at, { pending: null, sending: false });
    Object.assign(at, { hinting: false, claimed: false });
    if (FINAL.includes(message.refused) && !message.id) {
      // the answer to a hello
      at.error = { refused: message.refused, reason: message.reason };
      owner.line?.close();
    } else if (message.refused === "stale") again(at, owner);
    else if (message.refused === "late") return; // the check after the match tells of a salt that came too late
    else owner.notice(message.text ?? message.reason);
  },
  table: (message, at, owner) => facts(at, /** @type {any} */ (message), owner),
  phrase(message, at) {
    const said = { seat: message.seat, phrase: message.phrase, id: Date.now() };
    at.phrases = [...at.phrases.filter((one) => one.seat !== message.seat), said];
    setTimeout(() => {
      at.phrases = at.phrases.filter((one) => one !== said);
      changed();
    }, 5000);
  },
  hint(message, at) {
    if (!at.hinting) return; // the player has moved meanwhile
    at.hinting = false;
    at.hint = /** @type {any} */ (message);
  },
  claim: (message, at) => void (at.claim = message.number),
  thinking: (message, at) => void (at.thinking = message.seat),
  rematch(message, at, owner) {
    at.rematch = message.table;
    owner.notice(t("A rematch is ready: take your seat."));
  },
  removed(message, at, owner) {
    forgetSeat(at.table, at.token ?? "");
    at.error = { refused: "removed", reason: "" };
    owner.line?.close();
  },
  aside(message, at, owner) {
    at.error = { refused: "set_aside", reason: message.reason };
    owner.line?.close();
  },
};

/**
 * The view after a patch: changed fields replace, seats and centre are changed field by field.
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

/** The names of the players by seat. @param {Sitting} at */
export const namesAt = (at) => at.facts?.seats.map((seat) => seat.name) ?? [];

/** A line of the log with what only this seat hears behind the story. @param {any} told @returns {LogEntry} */
const withNews = ({ number, story, news = [] }) => ({ number, story: [...story, ...news] });

/** @param {Sitting} at @param {Facts} table @param {Owner} owner */
function facts(at, table, owner) {
  at.facts = { ...at.facts, ...table };
  at.factsAt = Date.now();
  showGame(at.facts.game);
  at.deadline = typeof at.facts.seconds_left === "number" ? Date.now() + at.facts.seconds_left * 1000 : null;
  at.rematch = at.facts.rematch ?? at.rematch;
  const own = ownSeats().find((seat) => seat.table === at.table && seat.token === at.token);
  if (at.token) {
    keepBeside({
      table: at.table,
      token: at.token,
      seat: at.seat,
      game: at.facts.game,
      name: state.name,
      invite: at.invite,
      when: own?.when ?? Date.now(),
      over: at.facts.over,
    });
  }
  noteFacts(at, (message) => owner.line?.tell(message));
}

/** A move was made for an older table: fetch the table anew and say so. @param {Sitting} at @param {Owner} owner */
function again(at, owner) {
  at.number = -1;
  owner.notice(t("The table has moved on; please choose again."));
  get(`/tables/${at.table}/view`, at.token)
    .then((look) => owner.message({ type: "welcome", ...look }))
    .catch((error) => owner.notice(error.message));
}

/** Whether a line tells anything now: those of closed tricks do not. @param {LogEntry} line */
const isOpen = (line) => line.story.length > 0;

/** Lines of the log that were closed can be read again: ask for them. @param {Sitting} at */
export async function readAgain(at) {
  const { log } = await get(`/tables/${at.table}/view`, at.token);
  log.forEach((/** @type {Told} */ told) => noteEvent(at, told));
  const shown = log.filter((/** @type {Told} */ told) => told.number <= at.shownNumber); // the others will come
  const lines = [...at.log, ...shown.map(withNews).filter(isOpen)];
  const once = new Map(lines.map((line) => [line.number, line]));
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

/** The games of which a whole round was played in this browser. @returns {string[]} */
const known = () => kept("known", []);

/**
 * A move is pending until it is stored and its event is shown: before, the table still looks as if it could be made.
 * @param {Sitting} at
 */
export function settle(at) {
  const stored = at.pending?.stored ?? null;
  if (stored !== null && stored <= at.shownNumber) at.pending = null;
}
