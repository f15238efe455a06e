// When something is shown: events one after the other, each for a natural moment, however quickly they arrive; a
// finished trick, moments that are worth a pause, the end of a round. And moves that are sent: they end every pause.
import { fresh } from "../core/dom.js";
import { changed, state } from "../core/state.js";
import { send } from "./line.js";
import { inOrder, isComplete } from "./picks.js";
import { play, showView } from "./shown.js";
import { isTelling } from "./sitting.js";
import { afterChoice, beforeChoice, heldTrick, inTrick, newMoments, shownAs, staged, trickEnded } from "./views.js";

/** @typedef {Record<string, number>} Times by the pace in the settings, in milliseconds */
/** From one event to the next. @type {Times} */
const PAUSES = { instant: 0, quick: 320, natural: 780, slow: 1500 };
/** How long a finished trick lies. @type {Times} */
const HOLDS = { instant: 0, quick: 550, natural: 1000, slow: 1700 };
/** The same where a trick cannot be looked at again. @type {Times} */
const LAST_LOOKS = { instant: 0, quick: 1500, natural: 2000, slow: 2600 };
/** How long a moment is shown if nobody goes on. @type {Times} */
const MOMENTS = { instant: 0, quick: 2200, natural: 4200, slow: 8000 };
/** How long the table waits before cards are turned up. @type {Times} */
const SUSPENSE = { instant: 0, quick: 500, natural: 1100, slow: 1800 };
/** From the end of a round to its sheet. @type {Times} */
const SHEET_AFTER = { instant: 0, quick: 700, natural: 1300, slow: 2200 };
/** For taking a move back before the bots answer, in seconds. @type {Times} */
const TAKE_BACK = { instant: 0, quick: 1.5, natural: 3, slow: 5 };
const READING = 2; // so much longer lies a trick with a reason to read
const CROWD = 14; // so many waiting events are hurried through
const SHORT = 250; // before the move of a person, who took time for it, and before a deal
const AUTOPLAY = 450;

/** @param {Times} times */
const paced = (times) => times[state.settings.pace];

/** Whether the events wait. @param {Sitting} at */
const isPaused = (at) => Boolean(at.moment || at.sheetOpen || at.roundEnded);

/** Whether everything is shown at once. @param {Sitting} at */
const isSkipping = (at) => Boolean(document.hidden || at.skipping || at.claimed);

/**
 * Go on later, if the player still sits there.
 * @param {Sitting} at @param {number} time @param {(at: Sitting) => void} then
 */
const after = (at, time, then) => setTimeout(() => at === state.sitting && then(at), time);

// --- events, one after the other

/** Show a view at once and forget what waits. @param {Sitting} at @param {View} view */
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

/** The own move waits for nothing. @param {Sitting} at */
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

/** The time an event waits after the one before. @param {Sitting} at @param {Happening} happening */
function delay(at, { seat }) {
  // The own move, and all that came before it, is shown at once.
  if (isSkipping(at) || at.queue.some((one) => one.seat === at.seat)) return 0;
  if (at.queue.length > CROWD) return 40;
  const who = seat === null ? null : at.facts?.seats[seat];
  const byBot = seat !== null && (who?.kind !== "person" || who.away);
  return byBot ? paced(PAUSES) : Math.min(paced(PAUSES), SHORT);
}

/** Show the next event when its time has come. @param {Sitting} at */
export function next(at) {
  if (at.timer || !at.queue.length || isPaused(at)) return;
  const time = at.since + delay(at, at.queue[0]) - performance.now();
  if (time <= 0) step(at);
  else wait(at, time, step);
}

/** Show the next event, after some suspense if it turns cards up. @param {Sitting} at */
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
 * A card that nobody chose goes from the open ones into the trick, and the reason stands there to be read.
 * @param {Sitting} at @param {View} view @param {number} time
 */
function choose(at, view, time) {
  show(at, afterChoice(view), null);
  wait(at, time, letGo);
}

/** A held trick goes when it was seen, and a moment that is about it is over. @param {Sitting} at */
function letGo(at) {
  if (!isPaused(at)) release(at);
}

/** Let a held trick go, at once if somebody wants to play on. @param {Sitting} at */
export function release(at) {
  const { held, later } = at;
  if (!held) return;
  stopWaiting(at);
  Object.assign(at, { held: null, later: [], since: performance.now() });
  stage(at, later);
  show(at, held, null);
  next(at);
}

// --- moments, until somebody goes on

/**
 * Show these moments, one after another; at instant pace none is staged.
 * @param {Sitting} at @param {Moment[]} moments
 */
function stage(at, moments) {
  if (!moments.length || !paced(MOMENTS) || document.hidden || at.skipping) return;
  at.moments.push(...moments);
  if (!at.moment) nextMoment(at);
}

/** The next moment, or what follows the last. @param {Sitting} at */
export function nextMoment(at) {
  clearTimeout(at.momentTimer);
  const moment = at.moments.shift();
  if (!moment) return endMoments(at);
  at.moment = staged(at.moment, moment);
  at.momentTimer = after(at, paced(MOMENTS), nextMoment);
  changed();
}

/** Leave out what still waits: what waited for the moments follows. @param {Sitting} at */
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

// --- what is shown, and the end of a round

/** @param {Sitting} at @param {View} view @param {Happening | null} happening */
function show(at, view, happening) {
  showView(at, view, happening);
  sendNext(at);
  if (at.newRow && !at.held && !at.moment) openSheet(at, view, paced(SHEET_AFTER));
  changed();
  autoplay(at);
}

/**
 * After a round the sheet opens, a moment later, so that its end is seen on the table.
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

/** The end of a round has been told: the next one is shown, and can be played. @param {Sitting} at */
export function playOn(at) {
  if (at.reached) at.shown = shownAs(at.reached, isTelling(at));
  changed();
}

// --- moves

/**
 * Send a move; one that is not welcome to the guide of a first hand is held back.
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

/** Send the next of the marked cards, if the table still asks for all of them. @param {Sitting} at */
export function sendNext(at) {
  if (!at.sending || at.pending || !at.shown) return;
  const view = at.shown;
  const first = isComplete(view, at.picks) ? inOrder(view, at.picks)[0] : null;
  const action = first && view.actions.find((one) => one.id === first.id);
  if (action) act(at, action);
  else at.sending = false; // all is sent, or the table is not what it was when the cards were confirmed
}

/** Make the only move there is, where the player wants that. @param {Sitting} at */
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
