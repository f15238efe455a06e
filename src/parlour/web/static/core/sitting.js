// A sitting at a table: what the server says changes the state, what the player wants goes to the server.
import { fresh } from "./dom.js";
import { get, post } from "./http.js";
import { Line } from "./net.js";
import { Pace } from "./pace.js";
import { patched } from "./patch.js";
import { play } from "./sound.js";
import { changed, keep, keepSeat, kept, ownSeat, state } from "./state.js";
import { t, toldFirst } from "./words.js";

/** @typedef {import("./net.js").Message} Message */
/** @typedef {import("./pace.js").Happening} Happening */

const LOG_LENGTH = 400;
const SHEET_AFTER = /** @type {Record<string, number>} */ ({ instant: 0, quick: 700, natural: 1300, slow: 2200 });
/** @type {Line | null} */
let line = null;
/** @type {Pace | null} */
let pace = null;
let noticeTimer = 0;

/** @returns {Sitting} */
export function sitting() {
  if (!state.sitting) throw new Error("nobody sits at a table");
  return state.sitting;
}

/** The names of the players by seat. @returns {string[]} */
export const names = () => state.sitting?.facts?.seats.map((seat) => seat.name) ?? [];

/** Sit down, or look on without a token. @param {string} table @param {string | null} token */
export function sitDown(table, token) {
  standUp();
  state.sitting = {
    table,
    token,
    invite: ownSeat(table)?.invite ?? null,
    facts: null,
    seat: -1,
    number: 0,
    view: null,
    shown: null,
    shownNumber: 0,
    log: [],
    rows: [],
    canUndo: false,
    pending: null,
    connection: "connecting",
    chosen: null,
    notice: "",
    hint: null,
    hinting: false,
    phrases: [],
    sheetOpen: false,
    pile: null,
    lastTrick: false,
    error: null,
    rematch: null,
    thinking: null,
    deadline: null,
  };
  pace = new Pace({
    show,
    paused: () => Boolean(state.sitting?.sheetOpen || state.sitting?.roundEnded),
    own: () => state.sitting?.seat ?? -1,
    isBot: (seat) =>
      state.sitting?.facts?.seats[seat]?.kind !== "person" || Boolean(state.sitting.facts.seats[seat].away),
  });
  line = new Line(table, token, {
    message,
    up: () => connected("open"),
    down: () => connected("lost"),
    last: () => (state.sitting?.view ? state.sitting.number : null),
  });
  changed();
}

export function standUp() {
  line?.close();
  line = null;
  pace = null;
  state.sitting = null;
}

/** @param {Sitting["connection"]} connection */
function connected(connection) {
  sitting().connection = connection;
  changed();
}

// --- what the server says

/** @param {Message} message */
function message(message) {
  if (!state.sitting) return;
  HEARD[message.type]?.(message, state.sitting);
  changed();
}

/** @type {Record<string, (message: Message, at: Sitting) => void>} */
const HEARD = {
  welcome(message, at) {
    Object.assign(at, {
      seat: message.seat,
      number: message.number,
      shownNumber: message.number,
      log: message.log,
      canUndo: message.can_undo,
      error: null,
    });
    at.invite = message.invite ?? at.invite;
    at.rows = message.rows ?? at.rows;
    facts(at, message.table);
    at.newcomer ??= at.seat >= 0 && !known().includes(at.facts?.game ?? "");
    if (at.pending && !line?.unanswered.has(at.pending.id)) at.pending = null;
    if (!message.view) return;
    at.view = message.view;
    noteRow(at, message.view);
    pace?.jump(message.view);
  },
  event(message, at) {
    if (!at.view || message.number <= at.number) return;
    at.view = patched(at.view, message.patch);
    at.number = message.number;
    at.deadline = at.facts?.timer ? Date.now() + at.facts.timer * 1000 : null;
    pace?.push({
      number: message.number,
      seat: message.seat,
      story: message.story,
      view: at.view,
      canUndo: message.can_undo,
    });
  },
  stored(message, at) {
    if (!at.pending || at.pending.id !== message.id) return;
    at.pending.stored = message.number;
    settle(at);
  },
  refused(message, at) {
    if (at.pending?.id === message.id) at.pending = null;
    at.hinting = false;
    if (["unknown_table", "wrong_token", "set_aside", "unknown_seat"].includes(message.refused) && !message.id) {
      // the answer to a hello
      at.error = { refused: message.refused, reason: message.reason };
      line?.close();
    } else if (message.refused === "stale") again(at);
    else notice(message.text ? toldFirst(message.text, names()) : message.reason);
  },
  table: (message, at) => facts(at, /** @type {any} */ (message)),
  phrase(message, at) {
    const said = { seat: message.seat, phrase: message.phrase, id: Date.now() };
    at.phrases = [...at.phrases.filter((one) => one.seat !== message.seat), said];
    setTimeout(() => {
      at.phrases = at.phrases.filter((one) => one !== said);
      changed();
    }, 5000);
  },
  hint(message, at) {
    at.hinting = false;
    at.hint = /** @type {any} */ (message);
  },
  thinking: (message, at) => void (at.thinking = message.seat),
  rematch(message, at) {
    at.rematch = message.table;
    notice(t("A rematch is ready: take your seat."));
  },
  aside(message, at) {
    at.error = { refused: "set_aside", reason: message.reason };
    line?.close();
  },
};

/** @param {Sitting} at @param {Facts} table */
function facts(at, table) {
  at.facts = { ...at.facts, ...table };
  at.deadline = typeof at.facts.seconds_left === "number" ? Date.now() + at.facts.seconds_left * 1000 : null;
  at.rematch = at.facts.rematch ?? at.rematch;
  const own = at.token ? ownSeat(at.table) : null;
  if (at.token) {
    keepSeat({
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
}

/** A move was made for an older table: look again and tell so. @param {Sitting} at */
function again(at) {
  at.number = -1;
  notice(t("The table has moved on; please choose again."));
  get(`/tables/${at.table}/view`, at.token)
    .then((look) => message({ type: "welcome", ...look }))
    .catch((error) => notice(error.message));
}

/** @param {Sitting} at @param {View} view */
function noteRow(at, view) {
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
function settle(at) {
  const stored = at.pending?.stored ?? null;
  if (stored !== null && stored <= at.shownNumber) at.pending = null;
}

/** Show a view, and what happened to make it. @param {View} view @param {Happening | null} happening */
function show(view, happening) {
  const at = sitting();
  const before = at.shown;
  at.shown = view;
  at.chosen = null;
  if (happening) tellOf(at, happening, before);
  settle(at);
  const rowsBefore = at.rows.length;
  noteRow(at, view);
  const held = pace?.held;
  const newRow = at.rows.length > rowsBefore;
  if (newRow && before) at.newRow = true;
  if (at.newRow && !held) openSheet(at, view);
  changed();
  autoplay(at);
}

/**
 * After a round the sheet opens, a moment later, so that its end is seen on the table.
 * @param {Sitting} at @param {View} view
 */
function openSheet(at, view) {
  at.newRow = false;
  if (state.settings.pause === "off" && !view.over) return;
  at.roundEnded = true;
  setTimeout(() => {
    if (at !== state.sitting || !at.roundEnded) return;
    Object.assign(at, { roundEnded: false, sheetOpen: true });
    play(view.over && view.winners.includes(at.seat) ? "win" : "round");
    changed();
  }, SHEET_AFTER[state.settings.pace]);
}

/** @param {Sitting} at @param {Happening} happening @param {View | null} before */
function tellOf(at, happening, before) {
  at.shownNumber = happening.number;
  at.canUndo = happening.canUndo;
  at.hint = null;
  at.thinking = null;
  if (happening.story.length)
    at.log = [...at.log, { number: happening.number, story: happening.story }].slice(-LOG_LENGTH);
  const turn = happening.view.to_act.includes(at.seat) && !before?.to_act.includes(at.seat);
  play(happening.seat === null ? "deal" : turn && happening.view.actions.length > 1 ? "turn" : "card");
}

/** @param {Sitting} at */
function autoplay(at) {
  const view = at.shown;
  if (state.settings.autoplay !== "on" || !view || view.actions.length !== 1 || at.sheetOpen) return;
  const number = at.number;
  setTimeout(() => {
    if (at === state.sitting && at.number === number && !at.pending && !pace?.busy && at.shown?.actions.length === 1)
      act(at.shown.actions[0]);
  }, 450);
}

// --- what the player wants

/** @param {Action} action */
export function act(action) {
  const at = sitting();
  if (at.pending || !line) return;
  const id = fresh();
  at.pending = { id, stored: null, action: action.id, cards: action.cards };
  at.chosen = null;
  at.notice = "";
  pace?.release();
  line.send({ type: "move", id, number: at.shownNumber, action: action.id });
  changed();
}

export const undo = () => void line?.send({ type: "undo" });

export function hint() {
  const at = sitting();
  if (at.hinting || !at.view?.actions.length) return;
  at.hinting = true;
  line?.send({ type: "hint" });
  changed();
}

/** @param {string} phrase */
export const say = (phrase) => void line?.send({ type: "phrase", phrase });

/** @param {boolean} away */
export const stepAway = (away) => line?.tell({ type: away ? "leave" : "return" });

/** Close the score sheet and go on. */
export function goOn() {
  sitting().sheetOpen = false;
  changed();
  pace?.next();
  autoplay(sitting());
}

/** Say something in passing. @param {string} text */
export function notice(text) {
  const at = sitting();
  at.notice = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    at.notice = "";
    changed();
  }, 4500);
  changed();
}

/** Ask for a rematch, or follow one; the same token opens the new table. */
export async function rematch() {
  const at = sitting();
  if (at.rematch && at.token) {
    keepSeat({
      table: at.rematch,
      token: at.token,
      seat: at.seat,
      game: at.facts?.game ?? "",
      name: state.name,
      when: Date.now(),
    });
    return at.rematch;
  }
  const next = await post(`/tables/${at.table}/rematch`, {}, at.token);
  keepSeat({
    table: next.table,
    token: next.token,
    seat: next.seat,
    game: at.facts?.game ?? "",
    name: state.name,
    when: Date.now(),
  });
  return next.table;
}

/** The line to the server, for measurements. */
export const openLine = () => line;
