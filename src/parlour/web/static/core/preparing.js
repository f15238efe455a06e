// Shows notes while the server still compiles a game's strong bots, hints and analyses; people can already play.
import { fill, h } from "./dom.js";
import { get } from "./http.js";
import { t } from "./words.js";

const ASK_AGAIN = 2000;
/** @typedef {{game: string, element: HTMLElement}} Note */

/** The notes that are still being updated. @type {Note[]} */
let notes = [];
/** The server's latest status. @type {Status | null} */
let known = null;
let asking = false;

const pause = () => new Promise((done) => setTimeout(done, ASK_AGAIN));

/** Whether the server is still compiling a game. @param {Status} status @param {string} game */
const prepares = (status, game) => status.games[game] === "preparing" && status.progress < 1;

/**
 * Whether players of a game need a note, because the game is being compiled or can't be compiled.
 * @param {Status} status @param {string} game
 */
const isNoted = (status, game) => prepares(status, game) || status.games[game] === "failed";

/**
 * Create a note that stays empty unless the game's strong bots are being prepared or unavailable. A screen reader reads
 * a spoken note once, without the percentage.
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

/** Poll the server until every note on the page is up to date. */
async function watch() {
  if (asking) return;
  asking = true;
  await null; // The caller first puts the new note on the page.
  while (notes.length) {
    // Other parts of the page say when the server can't be reached.
    const status = await get("/status").catch(() => null);
    known = status ?? known;
    notes = notes.filter((note) => note.element.isConnected && (!status || isNoted(status, note.game) || clear(note)));
    if (status) notes.forEach((note) => tell(note, status));
    if (status) notes = notes.filter((note) => prepares(status, note.game));
    if (notes.length) await pause();
  }
  asking = false;
}

/** Empty a note. @param {Note} note */
function clear({ element }) {
  element.hidden = true;
  fill(element);
  return false;
}

/** @param {Note} note @param {Status} status */
function tell({ game, element }, status) {
  if (status.games[game] === "failed") {
    element.hidden = false;
    return fill(element, t("Strong bots aren't available: this game's rules can't be compiled."));
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
 * Send a request that needs a strong bot. While the bot is being prepared, show a note and retry.
 * @template Answer
 * @param {() => Promise<Answer>} ask @param {HTMLElement} place
 * @returns {Promise<Answer>}
 */
export async function whenPrepared(ask, place) {
  for (let announced = false, last = false; ; announced = true) {
    try {
      return await ask();
    } catch (error) {
      const refusal = /** @type {import("./http.js").Refusal} */ (error);
      if (refusal.refused !== "preparing" || last || !place.isConnected) throw error;
      // Once everything is compiled, one last try decides: the bot is ready now or never will be.
      last = (await get("/status")).progress >= 1;
      if (!announced) fill(place, h("p", {}, t("The strong bot is still warming up. Its answer will appear here.")));
      if (!last) await pause();
    }
  }
}
