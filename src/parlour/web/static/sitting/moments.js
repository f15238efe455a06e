// Moments: what a game says is worth a pause. They are shown one after another, until somebody goes on.
import { changed, state } from "../core/state.js";

/** How long a moment is shown if nobody goes on, and how long the table waits before cards are turned up. */
const TIMES = /** @type {Record<string, number>} */ ({ instant: 0, quick: 2200, natural: 4200, slow: 8000 });
const SUSPENSE = /** @type {Record<string, number>} */ ({ instant: 0, quick: 500, natural: 1100, slow: 1800 });

/** The moments of a view that the view before did not have. @param {View | null} before @param {View} after */
export function newMoments(before, after) {
  const known = new Set(before?.moments.map((one) => JSON.stringify(one)));
  return after.moments.filter((one) => !known.has(JSON.stringify(one)));
}

/** Those of the moments that are about a card of the trick. @param {Moment[]} moments @param {Play[]} trick */
export const inTrick = (moments, trick) =>
  moments.filter((one) => one.cards.length > 0 && trick.some((play) => one.cards.includes(play.card)));

/** The time to wait before these moments are shown. @param {Moment[]} moments */
export const suspense = (moments) =>
  !document.hidden && moments.some((one) => one.kind === "reveal") ? SUSPENSE[state.settings.pace] : 0;

/** What is marked while a moment is shown, together with those before it. @param {Moment[]} moments */
export const showing = (moments) => ({
  moment: moments[moments.length - 1],
  marks: moments.flatMap((one) => one.marks),
  cards: moments.flatMap((one) => one.cards),
});

/** Moments on the stage of a table, one after another. */
export class Staging {
  /** @param {Sitting} at @param {() => void} ended what follows when the last one has been shown */
  constructor(at, ended) {
    this.at = at;
    this.ended = ended;
    this.timer = 0;
    /** @type {Moment[]} */
    this.waiting = [];
    /** @type {Moment[]} */
    this.shown = [];
  }

  /** Whether a moment is on the stage. */
  get busy() {
    return this.at.moment !== null;
  }

  /** Show these moments; on a table at once nothing is staged. @param {Moment[]} moments */
  begin(moments) {
    if (!moments.length || !TIMES[state.settings.pace] || document.hidden || this.at.skipping) return;
    this.waiting.push(...moments);
    if (!this.busy) this.next();
  }

  /** The next moment, or what follows the last. */
  next() {
    clearTimeout(this.timer);
    const moment = this.waiting.shift();
    if (!moment) return this.end();
    this.shown = [...this.shown, moment];
    this.at.moment = showing(this.shown);
    this.timer = setTimeout(() => this.next(), TIMES[state.settings.pace]);
    changed();
  }

  /** Leave the stage, whatever still waits. */
  end() {
    clearTimeout(this.timer);
    if (!this.busy) return;
    Object.assign(this, { waiting: [], shown: [] });
    this.at.moment = null;
    this.ended();
    changed();
  }
}
