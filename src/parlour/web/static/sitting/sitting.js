// A sitting at a table: what the server says changes the state, what the player wants goes to the server.
import { fresh } from "../core/dom.js";
import { HEARD, namesAt, noteRow, readAgain, settle } from "./heard.js";
import { Staging } from "./moments.js";
import { Line } from "./net.js";
import { keepsChoices, Pace, trickEnded } from "./pace.js";
import { inOrder, isComplete, standing } from "./picks.js";
import { isTelling, shownAs } from "./rounds.js";
import { changed, ownSeat, state } from "../core/state.js";

/** @typedef {import("./net.js").Message} Message */
/** @typedef {import("./pace.js").Happening} Happening */

const LOG_LENGTH = 400;
/** Seconds in which a move can be taken back before the bots answer. */
const TAKE_BACK = /** @type {Record<string, number>} */ ({ instant: 0, quick: 1.5, natural: 3, slow: 5 });
const SHEET_AFTER = /** @type {Record<string, number>} */ ({ instant: 0, quick: 700, natural: 1300, slow: 2200 });
/** @type {Line | null} */
let line = null;
/** @type {Pace | null} */
let pace = null;
/** @type {Staging | null} */
let staging = null;
let noticeTimer = 0;
/** Says of a move whether it is held back, and tells the player why. @type {((action: Action) => boolean) | null} */
let gate = null;

/**
 * Let the guide of a first hand see every move before it is sent.
 * @param {(action: Action) => boolean} keeper
 */
export function gateMoves(keeper) {
  gate = keeper;
}

/** @returns {Sitting} */
export function sitting() {
  if (!state.sitting) throw new Error("nobody sits at a table");
  return state.sitting;
}

/** The names of the players by seat. @returns {string[]} */
export const names = () => (state.sitting ? namesAt(state.sitting) : []);

/** Sit down, or watch without a token. @param {string} table @param {string | null} token */
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
    moves: 0,
    rows: [],
    canUndo: false,
    pending: null,
    connection: "connecting",
    chosen: null,
    picks: [],
    sending: false,
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
    moment: null,
    suspense: false,
  };
  const at = state.sitting;
  staging = new Staging(at, () => at === state.sitting && afterMoments(at));
  pace = new Pace({
    show,
    paused: () => Boolean(at.moment || at.sheetOpen || at.roundEnded),
    skipping: () => Boolean(at.skipping || at.claimed),
    stage: (moments) => staging?.begin(moments),
    suspend: (waiting) => {
      at.suspense = waiting;
      changed();
    },
    own: () => state.sitting?.seat ?? -1,
    isBot: (seat) =>
      state.sitting?.facts?.seats[seat]?.kind !== "person" || Boolean(state.sitting.facts.seats[seat].away),
  });
  line = new Line(table, token, {
    message: hear,
    up: () => connected("open"),
    down: () => connected("lost"),
    last: () => (state.sitting?.view ? state.sitting.number : null),
  });
  changed();
}

export function standUp() {
  line?.close();
  line = pace = staging = gate = null;
  state.sitting = null;
}

/** @param {Sitting["connection"]} connection */
function connected(connection) {
  sitting().connection = connection;
  changed();
}

/** A sound, if they are switched on: only then is there something to load. @param {string} name */
const play = (name) => state.settings.sound === "on" && import("../core/sound.js").then((sounds) => sounds.play(name));

// --- what the server says (heard.js) and what is shown of it

/** @param {Message} message */
function hear(message) {
  if (!state.sitting) return;
  HEARD[message.type]?.(message, state.sitting, { line, pace, message: hear, notice });
  sendNext(state.sitting);
  changed();
}

/** Show a view, and what happened to make it. @param {View} view @param {Happening | null} happening */
function show(view, happening) {
  const at = sitting();
  const before = at.shown;
  const rowsBefore = at.rows.length;
  noteRow(at, view);
  const ended = view.over && before?.over === false; // also of a match whose game keeps no sheet
  if ((at.rows.length > rowsBefore && before) || ended) Object.assign(at, { newRow: true, claimed: false });
  at.shown = shownAs(view, isTelling(at));
  at.chosen = null;
  at.picks = standing(at.shown, at.picks);
  if (happening) tellOf(at, happening, before);
  settle(at);
  sendNext(at);
  if (at.newRow && !pace?.held && !at.moment) openSheet(at, view, SHEET_AFTER[state.settings.pace]);
  changed();
  autoplay(at);
}

/** The moments were shown: what waited for them follows. @param {Sitting} at */
function afterMoments(at) {
  if (pace?.held) pace.letGo();
  else if (at.newRow && at.shown) openSheet(at, at.shown, 0);
  pace?.next();
  autoplay(at);
}

/** Somebody has seen enough: the next moment follows, or the last trick goes, or the sheet opens. */
export function goAhead() {
  const at = sitting();
  if (at.moment) staging?.next();
  else if (pace?.held) pace.release();
  else if (at.roundEnded) showSheet(at);
}

/** The end of a round has been told: the next one is shown, and can be played. @param {Sitting} at */
function playOn(at) {
  if (pace?.shown) at.shown = shownAs(pace.shown, isTelling(at));
  changed();
}

/**
 * After a round the sheet opens, a moment later, so that its end is seen on the table.
 * @param {Sitting} at @param {View} view @param {number} wait
 */
function openSheet(at, view, wait) {
  at.newRow = false;
  if ((state.settings.pause === "off" || at.skipping) && !view.over) return playOn(at);
  at.roundEnded = true;
  setTimeout(() => at === state.sitting && at.roundEnded && showSheet(at), wait);
}

/** @param {Sitting} at */
function showSheet(at) {
  Object.assign(at, { roundEnded: false, sheetOpen: true });
  play(at.shown?.over && at.shown.winners.includes(at.seat) ? "win" : "round");
  changed();
}

/** @param {Sitting} at @param {Happening} happening @param {View | null} before */
function tellOf(at, happening, before) {
  at.shownNumber = happening.number;
  if (happening.seat === at.seat) at.moves += 1;
  at.canUndo = happening.canUndo;
  if (!keepsChoices(at, happening, before)) Object.assign(at, { hint: null, hinting: false });
  at.thinking = null;
  const { number, story } = happening;
  if (story.length) at.log = [...at.log, { number, story }].slice(-LOG_LENGTH);
  if (happening.closes.length) at.log = at.log.filter((line) => !happening.closes.includes(line.number));
  if (happening.opens) readAgain(at).catch((error) => notice(error.message));
  const turn = happening.view.to_act.includes(at.seat) && !before?.to_act.includes(at.seat);
  if (happening.seat === null) play("deal");
  else if (before && trickEnded(before, happening.view)) play("trick");
  else play(turn && happening.view.actions.length > 1 ? "turn" : "card");
}

/** @param {Sitting} at */
function autoplay(at) {
  const view = at.shown;
  if (state.settings.autoplay !== "on" || at.facts?.guide || !view || view.actions.length !== 1) return;
  if (at.sending || at.moment) return;
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
  if (gate?.(action)) return void (at.sending = false);
  const id = fresh();
  at.pending = { id, stored: null, action: action.id, name: action.name, cards: action.cards };
  at.chosen = null;
  at.notice = "";
  staging?.end();
  pace?.release();
  const wait = TAKE_BACK[state.settings.pace];
  line.send({ type: "move", id, number: at.shownNumber, action: action.id, ...(wait && { wait }) });
  changed();
}

/** Send the marked cards; each is a move of its own, and the next follows when the table shows the one before. */
export function confirm() {
  const at = sitting();
  if (at.pending || !at.shown || !isComplete(at.shown, at.picks)) return;
  at.sending = true;
  sendNext(at);
}

/** Send the next of the marked cards, if the table still asks for all of them. @param {Sitting | null} at */
function sendNext(at) {
  if (!at?.sending || at.pending || !at.shown) return;
  const view = at.shown;
  const next = isComplete(view, at.picks) ? inOrder(view, at.picks)[0] : null;
  const action = next && view.actions.find((one) => one.id === next.id);
  if (action) act(action);
  else at.sending = false; // all is sent, or the table is not what it was when the cards were confirmed
}

export const undo = () => void line?.send({ type: "undo", number: sitting().shownNumber });

export function hint() {
  const at = sitting();
  if (at.hinting || !at.shown?.actions.length) return;
  at.hinting = true;
  line?.send({ type: "hint" });
  changed();
}

/** @param {string} phrase */
export const say = (phrase) => void line?.send({ type: "phrase", phrase });

/** Show all that is left of the match at once. */
export function skip() {
  Object.assign(sitting(), { skipping: true, sheetOpen: false, roundEnded: false });
  staging?.end();
  pace?.hurry();
  playOn(sitting());
  pace?.next();
}

/** @param {boolean} away */
export const stepAway = (away) => line?.tell({ type: away ? "leave" : "return" });

/** Close the score sheet and go on. */
export function goOn() {
  sitting().sheetOpen = false;
  playOn(sitting());
  pace?.next();
  autoplay(sitting());
}

/** Say something in passing. @param {string | Sentence} text */
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

/** The line to the server. */
export const openLine = () => line;
