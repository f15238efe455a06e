// Events are shown one after the other, each for a natural moment, however quickly they arrive.
import { newMoments, inTrick, suspense } from "./moments.js";
import { state } from "../core/state.js";

/**
 * What happened, and which lines of the log it closes, or whether it opens some again.
 * @typedef {{number: number, seat: number | null, story: Sentence[], view: View, canUndo: boolean,
 *   closes: number[], opens: boolean}} Happening */
/**
 * @typedef {object} Stage
 * @property {(view: View, happening: Happening | null) => void} show
 * @property {() => boolean} paused
 * @property {() => boolean} skipping
 * @property {() => number} own
 * @property {(seat: number) => boolean} isBot
 * @property {(moments: Moment[]) => void} stage
 * @property {(waiting: boolean) => void} suspend
 */

const PAUSES = /** @type {Record<string, number>} */ ({ instant: 0, quick: 320, natural: 780, slow: 1500 });
const HOLDS = /** @type {Record<string, number>} */ ({ instant: 0, quick: 550, natural: 1000, slow: 1700 });
/** The same where a trick cannot be looked at again: long enough to read four cards. */
const LAST_LOOKS = /** @type {Record<string, number>} */ ({ instant: 0, quick: 1500, natural: 2000, slow: 2600 });
const READING = 2; // so much longer lies a trick with a reason to read
const CROWD = 14; // so many waiting events are hurried through

/** Whether a trick was completed between two views. @param {View | null} before @param {View} after */
export function trickEnded(before, after) {
  const last = after.centre.last_trick;
  return last.length > 0 && JSON.stringify(last) !== JSON.stringify(before?.centre.last_trick ?? []);
}

/** The view with the trick just completed still lying there. @param {View} view @returns {View} */
export function heldTrick(view) {
  const { centre } = view,
    size = centre.last_trick.length;
  // Where tricks stay on the table, it is the last one to which everybody has played; cards left over come after it.
  const place = centre.tricks?.findLastIndex((trick) => trick.plays.length === size);
  const tricks = centre.tricks && centre.tricks.slice(0, place);
  return { ...view, centre: { ...centre, tricks, trick: centre.last_trick, winning: centre.last_winner } };
}

/**
 * The view before the last card of the trick just completed was chosen, if nobody chose it: the cards lie open.
 * @param {View} view @returns {View | null}
 */
export function beforeChoice(view) {
  const { choice, last_trick: last, piles } = view.centre;
  if (!choice) return null;
  const isTheirs = (/** @type {Pile} */ pile) =>
    pile.owner === choice.seat && pile.open.length > 0 && pile.open.every((card) => choice.cards.includes(card));
  const opened = piles.map((pile) =>
    isTheirs(pile) ? { ...pile, cards: choice.cards.length, open: choice.cards } : pile,
  );
  const held = heldTrick(view);
  return { ...held, centre: { ...held.centre, trick: last.slice(0, -1), winning: null, piles: opened } };
}

export class Pace {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {Happening[]} */
    this.waiting = [];
    /** @type {View | null} */
    this.shown = null;
    this.timer = 0;
    this.since = 0;
    /** @type {View | null} */
    this.held = null;
    /** The moments of a held view that are shown when the trick is gone. @type {Moment[]} */
    this.later = [];
    /** What is shown when the suspense is over. @type {Happening | null} */
    this.coming = null;
  }

  /** Show a view at once and forget what waits. @param {View} view */
  jump(view) {
    clearTimeout(this.timer);
    this.timer = 0;
    Object.assign(this, { waiting: [], held: null, later: [], coming: null });
    this.stage.suspend(false);
    this.shown = view;
    this.stage.show(view, null);
  }

  /** @param {Happening} happening */
  push(happening) {
    this.waiting.push(happening);
    if (happening.seat === this.stage.own()) this.hurry();
    this.next();
  }

  /** The own move waits for nothing. */
  hurry() {
    if (this.held) return this.release();
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.coming) this.reveal();
  }

  get busy() {
    return this.waiting.length > 0 || this.timer !== 0;
  }

  /** The time a happening waits after the one before. @param {Happening} happening */
  delay(happening) {
    // The own move, and all that came before it, is shown at once.
    if (document.hidden || this.stage.skipping() || this.waiting.some((one) => one.seat === this.stage.own())) return 0;
    if (this.waiting.length > CROWD) return 40;
    const person = happening.seat !== null && !this.stage.isBot(happening.seat);
    const pause = happening.seat === null ? Math.min(250, PAUSES[state.settings.pace]) : PAUSES[state.settings.pace];
    return person ? Math.min(pause, 250) : pause;
  }

  next() {
    if (this.timer || !this.waiting.length || this.stage.paused()) return;
    const wait = Math.max(0, this.since + this.delay(this.waiting[0]) - performance.now());
    if (wait <= 0) this.step();
    else this.after(wait, () => this.step());
  }

  /** @param {number} wait @param {() => void} action */
  after(wait, action) {
    this.timer = setTimeout(() => {
      this.timer = 0;
      action();
    }, wait);
  }

  step() {
    const happening = this.waiting.shift();
    if (!happening) return;
    const moments = newMoments(this.shown, happening.view);
    const wait = this.stage.skipping() ? 0 : suspense(moments);
    if (!wait) return this.unfold(happening, moments);
    this.coming = happening;
    this.stage.suspend(true);
    this.after(wait, () => this.reveal());
  }

  /** The suspense is over. */
  reveal() {
    const happening = this.coming;
    this.coming = null;
    this.stage.suspend(false);
    if (happening) this.unfold(happening, newMoments(this.shown, happening.view));
  }

  /** @param {Happening} happening @param {Moment[]} moments */
  unfold(happening, moments) {
    const ended = trickEnded(this.shown, happening.view);
    const hold = document.hidden || this.stage.skipping()
      ? 0
      : (state.game.closed_tricks ? LAST_LOOKS : HOLDS)[state.settings.pace];
    this.since = performance.now();
    this.shown = happening.view;
    const early = ended && hold ? inTrick(moments, happening.view.centre.last_trick) : moments;
    this.later = moments.filter((one) => !early.includes(one));
    this.stage.stage(early);
    if (ended && hold) this.hold(happening, hold);
    else this.stage.show(happening.view, happening);
    this.next();
  }

  /** @param {Happening} happening @param {number} time */
  hold(happening, time) {
    const { view } = happening,
      before = beforeChoice(view);
    this.held = view;
    this.stage.show(before ?? heldTrick(view), happening);
    this.after(time, () => (before ? this.choose(view, time * READING) : this.letGo()));
  }

  /**
   * A card that nobody chose goes from the open ones into the trick, and the reason stands there to be read.
   * @param {View} view @param {number} time
   */
  choose(view, time) {
    const held = heldTrick(view);
    this.stage.show({ ...held, prompt: view.centre.choice?.reason ?? held.prompt }, null);
    this.after(time, () => this.letGo());
  }

  /** A held trick goes when it was seen, and a moment that is about it is over. */
  letGo() {
    if (this.held && !this.stage.paused()) this.release();
  }

  /** Let a held trick go, at once if somebody wants to play on. */
  release() {
    if (!this.held) return;
    clearTimeout(this.timer);
    this.timer = 0;
    const view = this.held;
    this.held = null;
    this.since = performance.now();
    this.stage.stage(this.later);
    this.later = [];
    this.stage.show(view, null);
    this.next();
  }
}

/**
 * Whether the player has the same choices as before somebody else acted, as when all choose secretly.
 * @param {Sitting} at @param {Happening} happening @param {View | null} before
 */
export function keepsChoices(at, happening, before) {
  const [old, now] = [before?.actions ?? [], happening.view.actions];
  return happening.seat !== at.seat && now.length === old.length && now.every((one, n) => one.id === old[n].id);
}
