// Decides when events are shown: one by one at a natural pace, however quickly they arrive, with pauses for finished
// tricks, special moments and the end of a round. This module also sends moves, because a move ends every pause.
import { fresh } from "../core/dom.js";
import { changed, state } from "../core/state.js";
import { send } from "./line.js";
import { inOrder, isComplete } from "./picks.js";
import { play, showView } from "./shown.js";
import { isTelling } from "./sitting.js";
import { afterChoice, beforeChoice, heldTrick, inTrick, newMoments, shownAs, staged, trickEnded } from "./views.js";

/**
 * Durations for each pace of the settings, in milliseconds unless said otherwise.
 * @typedef {Record<string, number>} Times
 */
/** The pause between two events. @type {Times} */
const PAUSES = { instant: 0, quick: 320, natural: 780, slow: 1500 };
/** How long a finished trick stays on the table. @type {Times} */
const HOLDS = { instant: 0, quick: 550, natural: 1000, slow: 1700 };
/** How long a finished trick stays in games where nobody may look at it again. @type {Times} */
const LAST_LOOKS = { instant: 0, quick: 1500, natural: 2000, slow: 2600 };
/** How long a special moment is shown if the player doesn't continue earlier. @type {Times} */
const MOMENTS = { instant: 0, quick: 2200, natural: 4200, slow: 8000 };
/** The pause before cards are turned face up. @type {Times} */
const SUSPENSE = { instant: 0, quick: 500, natural: 1100, slow: 1800 };
/** The pause between the end of a round and its score sheet. @type {Times} */
const SHEET_AFTER = { instant: 0, quick: 700, natural: 1300, slow: 2200 };
/** How many seconds the bots wait so that the player can take back a move. @type {Times} */
const TAKE_BACK = { instant: 0, quick: 1.5, natural: 3, slow: 5 };
const READING = 2; // A trick with an explanation stays this many times as long.
const CROWD = 14; // If more events than this are waiting, they are shown very quickly.
const SHORT = 250; // At most this many milliseconds pass before a person's move or a deal is shown.
const AUTOPLAY = 450;

/** @param {Times} times */
const paced = (times) => times[state.settings.pace];

/** Whether events wait because a moment or the end of a round is shown. @param {Sitting} at */
const isPaused = (at) => Boolean(at.moment || at.sheetOpen || at.roundEnded);

/** Whether events are shown without pauses. @param {Sitting} at */
const isSkipping = (at) => Boolean(document.hidden || at.skipping || at.claimed);

/**
 * Call a function later, if the player is still at the table.
 * @param {Sitting} at @param {number} time @param {(at: Sitting) => void} then
 */
const after = (at, time, then) => setTimeout(() => at === state.sitting && then(at), time);

// --- events, one by one

/** Show a view at once and drop the waiting events. @param {Sitting} at @param {View} view */
export function jump(at, view) {
  stopWaiting(at);
  Object.assign(at, { queue: [], held: null, later: [], coming: null, reached: view });
  show(at, view, null);
}

/** @param {Sitting} at @param {Happening} happening */
export function push(at, happening) {
  at.queue.push(happening);
  if (happening.seat === at.seat) hurry(at);
  next(at);
}

/** Skip the current pause. @param {Sitting} at */
export function hurry(at) {
  if (at.held) return release(at);
  stopWaiting(at);
  if (at.coming) reveal(at);
}

/** @param {Sitting} at */
function stopWaiting(at) {
  clearTimeout(at.timer);
  at.timer = 0;
}

/** @param {Sitting} at @param {number} time @param {(at: Sitting) => void} then */
function wait(at, time, then) {
  at.timer = after(at, time, () => {
    at.timer = 0;
    then(at);
  });
}

/** Return the pause before an event, in milliseconds. @param {Sitting} at @param {Happening} happening */
function delay(at, { seat }) {
  // Your own move is shown at once, together with everything before it.
  if (isSkipping(at) || at.queue.some((one) => one.seat === at.seat)) return 0;
  if (at.queue.length > CROWD) return 40;
  const who = seat === null ? null : at.facts?.seats[seat];
  const byBot = seat !== null && (who?.kind !== "person" || who.away);
  return byBot ? paced(PAUSES) : Math.min(paced(PAUSES), SHORT);
}

/** Schedule the next event. @param {Sitting} at */
export function next(at) {
  if (at.timer || !at.queue.length || isPaused(at)) return;
  const time = at.since + delay(at, at.queue[0]) - performance.now();
  if (time <= 0) step(at);
  else wait(at, time, step);
}

/** Show the next event, after a pause if it turns cards face up. @param {Sitting} at */
function step(at) {
  at.coming = /** @type {Happening} */ (at.queue.shift());
  const reveals = newMoments(at.reached, at.coming.view).some((one) => one.kind === "reveal");
  const suspense = reveals && !isSkipping(at) ? paced(SUSPENSE) : 0;
  if (suspense) wait(at, suspense, reveal);
  else reveal(at);
  changed();
}

/** @param {Sitting} at */
function reveal(at) {
  const happening = /** @type {Happening} */ (at.coming),
    { view } = happening,
    before = at.reached;
  const time = isSkipping(at) || !trickEnded(before, view) ? 0 : paced(state.game.closed_tricks ? LAST_LOOKS : HOLDS);
  const moments = newMoments(before, view);
  const early = time ? inTrick(moments, view.centre.last_trick) : moments;
  Object.assign(at, { coming: null, since: performance.now(), reached: view });
  at.later = moments.filter((one) => !early.includes(one));
  stage(at, early);
  if (time) hold(at, happening, time);
  else show(at, view, happening);
  next(at);
}

// --- finished tricks

/** @param {Sitting} at @param {Happening} happening @param {number} time */
function hold(at, happening, time) {
  const { view } = happening,
    open = beforeChoice(view);
  at.held = view;
  show(at, open ?? heldTrick(view), happening);
  wait(at, time, () => (open ? choose(at, view, time * READING) : letGo(at)));
}

/**
 * Move the card that the rules chose from the face-up cards into the trick, and give players time to read why.
 * @param {Sitting} at @param {View} view @param {number} time
 */
function choose(at, view, time) {
  show(at, afterChoice(view), null);
  wait(at, time, letGo);
}

/** Clear away a finished trick unless a moment or the end of a round is still shown. @param {Sitting} at */
function letGo(at) {
  if (!isPaused(at)) release(at);
}

/** Clear away a finished trick now. @param {Sitting} at */
export function release(at) {
  const { held, later } = at;
  if (!held) return;
  stopWaiting(at);
  Object.assign(at, { held: null, later: [], since: performance.now() });
  stage(at, later);
  show(at, held, null);
  next(at);
}

// --- moments

/**
 * Show these moments one by one; at instant pace, show none.
 * @param {Sitting} at @param {Moment[]} moments
 */
function stage(at, moments) {
  if (!moments.length || !paced(MOMENTS) || document.hidden || at.skipping) return;
  at.moments.push(...moments);
  if (!at.moment) nextMoment(at);
}

/** Show the next special moment; after the last moment, continue. @param {Sitting} at */
export function nextMoment(at) {
  clearTimeout(at.momentTimer);
  const moment = at.moments.shift();
  if (!moment) return endMoments(at);
  at.moment = staged(at.moment, moment);
  at.momentTimer = after(at, paced(MOMENTS), nextMoment);
  changed();
}

/** Skip the remaining special moments and continue. @param {Sitting} at */
export function endMoments(at) {
  clearTimeout(at.momentTimer);
  if (!at.moment) return;
  Object.assign(at, { moment: null, moments: [] });
  if (at.held) letGo(at);
  else if (at.newRow && at.shown) openSheet(at, at.shown, 0);
  next(at);
  autoplay(at);
  changed();
}

// --- the end of a round, and the player's moves

/** @param {Sitting} at @param {View} view @param {Happening | null} happening */
function show(at, view, happening) {
  showView(at, view, happening);
  sendNext(at);
  if (at.newRow && !at.held && !at.moment) openSheet(at, view, paced(SHEET_AFTER));
  changed();
  autoplay(at);
}

/**
 * Open the score sheet after a round, but not before players have seen how the round ended.
 * @param {Sitting} at @param {View} view @param {number} wait
 */
function openSheet(at, view, wait) {
  at.newRow = false;
  if ((state.settings.pause === "off" || at.skipping) && !view.over) return playOn(at);
  at.roundEnded = true;
  after(at, wait, () => at.roundEnded && showSheet(at));
}

/** @param {Sitting} at */
export function showSheet(at) {
  Object.assign(at, { roundEnded: false, sheetOpen: true });
  play(at.shown?.over && at.shown.winners.includes(at.seat) ? "win" : "round");
  changed();
}

/** Let the next round begin. @param {Sitting} at */
export function playOn(at) {
  if (at.reached) at.shown = shownAs(at.reached, isTelling(at));
  changed();
}

// --- moves

/**
 * Send a move, unless the guide of a first hand asks for a different move.
 * @param {Sitting} at @param {Action} action
 */
export function act(at, action) {
  if (at.pending) return;
  if (at.welcome && !at.welcome.includes(action.name)) {
    Object.assign(at, { strayed: true, sending: false });
    return changed();
  }
  const id = fresh(),
    back = paced(TAKE_BACK);
  at.pending = { id, stored: null, action: action.id, name: action.name, cards: action.cards };
  Object.assign(at, { chosen: null, notice: "" });
  endMoments(at);
  release(at);
  send(at, { type: "move", id, number: at.shownNumber, action: action.id, ...(back && { wait: back }) });
  changed();
}

/**
 * Send the next marked card, provided that the table still asks for as many cards as are marked.
 * @param {Sitting} at
 */
export function sendNext(at) {
  if (!at.sending || at.pending || !at.shown) return;
  const view = at.shown;
  const first = isComplete(view, at.picks) ? inOrder(view, at.picks)[0] : null;
  const action = first && view.actions.find((one) => one.id === first.id);
  if (action) act(at, action);
  else at.sending = false; // All cards are sent, or the table has changed since the player confirmed.
}

/** If the player has only one move and the settings allow it, make that move. @param {Sitting} at */
export function autoplay(at) {
  const view = at.shown,
    number = at.number;
  if (state.settings.autoplay !== "on" || at.facts?.guide || !view || view.actions.length !== 1) return;
  if (at.sending || at.moment) return;
  after(at, AUTOPLAY, () => {
    const isBusy = at.pending || at.queue.length > 0 || at.timer;
    if (at.number === number && !isBusy && at.shown?.actions.length === 1) act(at, at.shown.actions[0]);
  });
}
