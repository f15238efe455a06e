// Shows a duplicate evening: the participants, the way to your table, each board's results and the ranking.
import { drawIfChanged, h } from "../core/dom.js";
import { get, post } from "../core/http.js";
import { brand, go } from "../core/paths.js";
import { keep, keepSeat, kept, newToken, secret } from "../core/state.js";
import { loadStyle } from "../core/style.js";
import { commitmentTo, newSalt } from "../sitting/witness.js";
import { language, t } from "../core/words.js";
import { boards, ranking } from "./boards.js";
import { playerName } from "./opening.js";
import { button, waitingRoom } from "./gathering.js";

const LOOK_AGAIN = 2000; // milliseconds
const LOOK_SECONDS = 30; // Players have this long to read a board's results.

/**
 * What this browser stores for an evening: a token for all your seats, your salt, and your latest table.
 * @typedef {{token: string, salt: string, went: string}} Kept
 */

/** @param {string} evening @returns {Kept} */
const own = (evening) => kept(`evening.${evening}`, { token: "", salt: "", went: "" });

/** Create the page, which follows the evening while it is shown. @param {string} name */
export async function eveningPage(name) {
  await loadStyle("evening");
  const main = h("main", { class: "evening", id: "main" });
  const page = h("div", { class: "plain" }, brand(), main);
  await follow(main, name);
  const timer = setInterval(() => {
    if (main.isConnected) follow(main, name).catch(() => {}); // The server may be back at the next try.
    else clearInterval(timer);
  }, LOOK_AGAIN);
  return page;
}

/**
 * Fetch the evening's state, act on it (reveal the salt, go to the table) and draw it.
 * @param {HTMLElement} main @param {string} name
 */
async function follow(main, name) {
  const view = /** @type {EveningView} */ (await get(`/evenings/${encodeURIComponent(name)}`, secret()));
  document.title = `${view.title} · Parlour`;
  await reveal(view);
  draw(main, view);
  if (view.next && !view.next.over && !ownEntry(view)?.away) lead(main, view, view.next);
}

/** Reveal your salt when nobody can join any longer. @param {EveningView} view */
async function reveal(view) {
  const entry = ownEntry(view);
  const { salt } = own(view.evening);
  if (view.state === "revealing" && entry?.salt_commitment && !entry.salt_revealed && salt)
    await post(`/evenings/${view.evening}/salt`, { salt }, secret());
}

/** The table to which this page is about to take you. */
let leading = "";

/**
 * Take the player to the table of the current round, once: immediately for the first board, and for later boards
 * after some time to read the previous results.
 * @param {HTMLElement} main @param {EveningView} view @param {NextTable} next
 */
function lead(main, view, next) {
  if (own(view.evening).went === next.table || leading === next.table) return;
  leading = next.table;
  const begin = () => {
    leading = "";
    if (main.isConnected || view.round === 1) return toTable(view, next);
  };
  if (view.round === 1) return begin();
  setTimeout(begin, 1000 * LOOK_SECONDS);
}

/** Sit down at your table of a round. @param {EveningView} view @param {NextTable} next */
export async function toTable(view, next) {
  const token = own(view.evening).token || (await takePart(view.evening, null)); // You joined with another device.
  keep(`evening.${view.evening}`, { ...own(view.evening), went: next.table });
  const { table, seat } = next;
  keepSeat({ table, token, seat, game: view.game, name: playerName(), invite: null, when: Date.now() });
  go(`/t/${table}`);
}

/**
 * Join the evening or come back to it; return the token for your seats.
 * @param {string} evening @param {number | null} place
 */
export async function takePart(evening, place) {
  const before = own(evening);
  const mine = { ...before, token: before.token || newToken(), salt: before.salt || newSalt() };
  keep(`evening.${evening}`, mine);
  const request = { name: playerName(), token: mine.token, salt_commitment: commitmentTo(mine.salt) };
  await post(`/evenings/${evening}/join`, place === null ? request : { ...request, place }, secret());
  keep("evenings", [...new Set([evening, ...kept("evenings", [])])].slice(0, 20)); // The first page lists these.
  return mine.token;
}

/** @param {EveningView} view */
export const ownEntry = (view) => view.entries.find((one) => one.entry === view.own) ?? null;

// --- drawing

/** @param {HTMLElement} main @param {EveningView} view */
function draw(main, view) {
  const again = () => follow(main, view.evening);
  drawIfChanged(main, { ...view, ends: null }, () => [
    h("h1", {}, t("An evening of {game}", { game: view.title })),
    h("p", { class: "stands", role: "status" }, stateWords(view)),
    view.state === "waiting" ? waitingRoom(view, again, takePart) : running(view, again),
    view.closed.length > 0 && ranking(view),
    boards(view),
    h("p", { class: "quiet" }, proofWords(view)),
  ]);
}

/** @param {EveningView} view */
function stateWords(view) {
  if (view.state === "waiting") return t("{n} players so far.", { n: view.entries.length });
  if (view.state === "revealing") return t("Everyone's here. Shuffling the cards …");
  if (view.state === "over") return t("The evening is over.");
  const board = t("Board {n} of {all}", { n: view.round, all: view.boards });
  return view.next?.over ? `${board}. ${t("Your table has finished.")}` : board;
}

/** @param {EveningView} view */
const proofWords = (view) =>
  view.key
    ? t("All boards came from this key and from what each device added to it: {key}", { key: view.key })
    : t("All boards come from a secret key and from what each device adds to it. The key's fingerprint: {commitment}", {
        commitment: view.commitment.slice(0, 16),
      });

/** Say when bots will play the rest of the round, in local time. @param {EveningView} view */
const endWords = ({ ends }) =>
  ends &&
  t("At {time}, bots finish whatever is still unplayed.", {
    time: new Date(1000 * ends).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" }),
  });

/**
 * Draw the button that leads to your table, or that brings you back after leaving.
 * @param {EveningView} view @param {() => Promise<void>} again
 */
function running(view, again) {
  if (view.state !== "running") return null;
  if (ownEntry(view)?.away) {
    const back = () => takePart(view.evening, null).then(again);
    return [
      h("p", {}, t("A bot is playing for you.")),
      h("div", { class: "buttons" }, button(t("Come back"), "main", back)),
    ];
  }
  const { next } = view;
  if (!next || next.over)
    return h(
      "p",
      {},
      t("{n} tables are still playing; then the next board begins.", { n: view.unfinished }),
      " ",
      endWords(view),
    );
  const leave = () => post(`/evenings/${view.evening}/leave`, {}, secret()).then(again);
  const later = view.round > 1 && own(view.evening).went !== next.table;
  return [
    h(
      "p",
      {},
      later && t("You'll go to your table in {n} seconds.", { n: LOOK_SECONDS }),
      " ",
      endWords(view),
    ),
    h(
      "div",
      { class: "buttons" },
      button(t("Go to your table"), "main", () => toTable(view, next)),
      button(t("Leave; a bot takes over"), "", leave),
    ),
  ];
}
