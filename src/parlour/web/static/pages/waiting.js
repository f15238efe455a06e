// Draws the upper part of the first page: your matches and evenings, and tables with empty seats.
import { fill, h } from "../core/dom.js";
import { get } from "../core/http.js";
import { forgetSeat, keep, kept, ownSeats, secret, state } from "../core/state.js";
import { t } from "../core/words.js";

const MOST = 6; // At most this many matches and evenings are listed.
const DAY = 86400e3; // A finished evening stays listed for this many milliseconds.

/** @param {HTMLElement} waiting @param {OpenTable[]} tables */
export async function fillWaiting(waiting, tables) {
  const own = ownSeats()
    .filter((seat, at, all) => !seat.over && all.findIndex((one) => one.table === seat.table) === at)
    .slice(0, MOST);
  const [looks, evenings] = await Promise.all([Promise.all(own.map(({ table }) => tableOf(table))), ownEvenings()]);
  const running = looks.flatMap((facts) => (facts && !facts.over ? facts : []));
  const open = tables.filter((table) => table.open_seats > 0 && !own.some((seat) => seat.table === table.table));
  fill(
    waiting,
    evenings.length > 0 && list(t("Your evenings"), evenings.map(eveningLine)),
    running.length > 0 && list(t("Your matches in progress"), running.map(matchLine)),
    open.length > 0 && list(t("Tables waiting for players"), open.map(openLine)),
  );
}

/**
 * Fetch a table; forget it if the server doesn't know it.
 * @param {string} table @returns {Promise<Facts | null>}
 */
const tableOf = (table) =>
  get(`/tables/${table}`).catch((error) => {
    if (error.refused === "unknown_table") forgetSeat(table);
    return null;
  });

/** Fetch this browser's evenings, leaving out old evenings. @returns {Promise<EveningView[]>} */
async function ownEvenings() {
  const names = kept("evenings", /** @type {string[]} */ ([])).slice(0, MOST);
  const looks = await Promise.all(names.map((name) => get(`/evenings/${name}`, secret()).catch(() => null)));
  return looks.filter((view) => view && (view.state !== "over" || isRecent(view.evening)));
}

/** Whether less than a day has passed since this browser learned that the evening was over. @param {string} name */
function isRecent(name) {
  const own = kept(`evening.${name}`, /** @type {Record<string, any>} */ ({}));
  const over = own.over ?? Date.now();
  keep(`evening.${name}`, { ...own, over });
  return Date.now() - over < DAY;
}

/** @param {string} title @param {Node[]} lines */
const list = (title, lines) =>
  h("section", { "aria-label": title }, h("h2", {}, title), h("ul", { class: "matches" }, lines));

/** @param {string} href @param {string} title @param {string} words @param {string} way */
const line = (href, title, words, way) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "match", href, "data-link": true },
      h("strong", {}, title),
      " ",
      h("span", {}, words),
      h("em", {}, way),
    ),
  );

/** @param {{name: string}[]} people */
const namesOf = (people) =>
  people
    .map(({ name }) => name)
    .filter(Boolean)
    .join(", ");

/** @param {Facts} facts */
const matchLine = (facts) =>
  line(
    `/t/${facts.table}`,
    facts.title,
    namesOf(facts.seats),
    facts.started ? t("continue") : t("waiting for players"),
  );

/** @param {OpenTable} table */
const openLine = (table) =>
  line(
    `/t/${table.table}`,
    state.games.find((one) => one.name === table.game)?.title ?? table.game,
    namesOf(table.seats),
    t("{n} empty seats", { n: table.open_seats }),
  );

/** @param {EveningView} view */
const eveningLine = (view) =>
  line(
    `/evening/${view.evening}`,
    view.title,
    namesOf(view.entries.filter((one) => !one.bot)),
    view.state === "over" ? t("results") : view.state === "waiting" ? t("not begun yet") : t("continue"),
  );
