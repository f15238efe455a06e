// Strong bots, hints and analyses of a game are compiled while it is already played: notes that say so, and go.
import { fill, h } from "./dom.js";
import { get } from "./http.js";
import { t } from "./words.js";

const ASK_AGAIN = 2000;
/** @typedef {{game: string, element: HTMLElement}} Note */

/** The notes on the page. @type {Note[]} */
let notes = [];
/** What the server said last. @type {Status | null} */
let known = null;
let asking = false;

const pause = () => new Promise((done) => setTimeout(done, ASK_AGAIN));

/** A server that has tried everything never prepares more. @param {Status} status @param {string} game */
const prepares = (status, game) => status.games[game] === "preparing" && status.progress < 1;

/** Whether there is something to say of a game. @param {Status} status @param {string} game */
const isNoted = (status, game) => prepares(status, game) || status.games[game] === "failed";

/**
 * A note that is empty unless strong bots of the game are being prepared, or cannot be. A screen reader hears a spoken
 * one once: the figure in it is not read out.
 * @param {string} game @param {{spoken?: boolean}} [how]
 */
export function preparingNote(game, { spoken = false } = {}) {
  const element = h("p", { class: "preparing", role: spoken ? "status" : null, hidden: true });
  const note = { game, element };
  if (known && isNoted(known, game)) tell(note, known);
  notes.push(note);
  watch();
  return element;
}

/** Ask the server as long as a note is on the page and has something to say. */
async function watch() {
  if (asking) return;
  asking = true;
  await null; // the note that was just made is put on the page first
  while (notes.length) {
    const status = await get("/status").catch(() => null); // the page says elsewhere that the server is gone
    known = status ?? known;
    notes = notes.filter((note) => note.element.isConnected && (!status || isNoted(status, note.game) || clear(note)));
    if (status) notes.forEach((note) => tell(note, status));
    if (status) notes = notes.filter((note) => prepares(status, note.game));
    if (notes.length) await pause();
  }
  asking = false;
}

/** Nothing is left to say. @param {Note} note */
function clear({ element }) {
  element.hidden = true;
  fill(element);
  return false;
}

/** @param {Note} note @param {Status} status */
function tell({ game, element }, status) {
  if (status.games[game] === "failed") {
    element.hidden = false;
    return fill(element, t("Strong bots are not available: the rules of this game cannot be compiled."));
  }
  const percent = t("(games ready: {percent}%)", { percent: Math.round(status.progress * 100) });
  if (!element.childElementCount) {
    element.hidden = false;
    fill(element, h("span", {}, t("Strong bots are warming up")), " ", h("span", { "aria-hidden": "true" }));
  }
  const figure = /** @type {Element} */ (element.lastElementChild);
  if (figure.textContent !== percent) figure.textContent = percent;
}

/**
 * Ask something that needs a strong bot; while it is being prepared, say so once and ask again.
 * @template Answer
 * @param {() => Promise<Answer>} ask @param {HTMLElement} place
 * @returns {Promise<Answer>}
 */
export async function whenPrepared(ask, place) {
  for (let told = false, last = false; ; told = true) {
    try {
      return await ask();
    } catch (error) {
      const refusal = /** @type {import("./http.js").Refusal} */ (error);
      if (refusal.refused !== "preparing" || last || !place.isConnected) throw error;
      last = (await get("/status")).progress >= 1; // then it was ready a moment ago, or never will be
      if (!told) fill(place, h("p", {}, t("The strong bot is still warming up. The answer will come by itself.")));
      if (!last) await pause();
    }
  }
}
