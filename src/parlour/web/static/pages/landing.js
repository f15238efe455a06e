// The first page: a name, the games, matches to come back to, tables that wait for players.
import { drawCard } from "../cards/cards.js";
import { fill, h } from "../core/dom.js";
import { get, post } from "../core/http.js";
import { go } from "../core/paths.js";
import { preparingNote } from "../core/preparing.js";
import { guideOffer } from "./guided.js";
import { openSetup } from "./setup.js";
import { settingsForm } from "../table/settings.js";
import { forgetSeat, keep, keepSeat, ownSeats, state } from "../core/state.js";
import { bringSalt, commitmentTo, newSalt } from "../core/witness.js";
import { t } from "../core/words.js";

const LONGEST_NAME = 24;
const HERO_CARDS = 5;

/** A name that fits on a plate: emoji count as one letter. @param {string} name */
export const trimmed = (name) => [...name.replace(/\s+/g, " ").trim()].slice(0, LONGEST_NAME).join("");

/** The name to play under. */
export const playerName = () => trimmed(state.name) || t("Guest");

export function landingPage() {
  const waiting = h("div", { class: "waiting" }); // empty, and without room, while there is nothing to come back to
  const tiles = h("ul", { class: "tiles" }, state.games.map(tile), h("li", { class: "rest" }, joinForm()));
  const page = h(
    "div",
    { class: "landing" },
    h(
      "header",
      { class: "hero" },
      h(
        "div",
        {},
        h("h1", {}, "Parlour"),
        h("p", {}, t("Card games for an evening: with friends, or with bots that play well.")),
        nameForm(),
      ),
      h("div", { class: "herohand", "aria-hidden": "true" }, heroHand()),
    ),
    h("main", { id: "main" }, waiting, h("h2", { class: "unseen" }, t("Games")), tiles),
    h(
      "footer",
      {},
      h("details", { class: "footsettings" }, h("summary", {}, t("Settings")), settingsForm()),
      h("p", {}, t("Every deal follows from a key that is fixed in advance, and can be verified after the match.")),
    ),
  );
  fillWaiting(waiting);
  return page;
}

/** One card of each of the first games. */
const heroHand = () =>
  state.games
    .slice(0, HERO_CARDS)
    .map((game) => h("span", {}, drawCard(game.emblem[Math.floor(game.emblem.length / 2)] ?? null, false, game)));

function nameForm() {
  const field = h("input", {
    id: "name",
    name: "name",
    type: "text",
    value: state.name,
    maxlength: "200",
    autocomplete: "nickname",
    placeholder: t("Guest"),
    enterkeyhint: "go",
  });
  const save = () => {
    state.name = trimmed(field.value);
    keep("name", state.name);
  };
  field.addEventListener("input", save);
  return h(
    "form",
    {
      class: "nameform",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        save();
        field.value = state.name;
        /** @type {HTMLElement | null} */ (document.querySelector(".tiles .main"))?.focus();
      },
    },
    h("label", { for: "name" }, t("Your name")),
    field,
    h("button", { class: "action", type: "submit" }, t("Enter")),
  );
}

/** @param {GameFacts} game */
function tile(game) {
  const players =
    game.players.length > 1
      ? t("{least}–{most} players", { least: game.players[0], most: game.players[game.players.length - 1] })
      : t("{n} players", { n: game.players[0] });
  const { start, status } = playButton(game);
  return h(
    "li",
    { class: "tile" },
    h(
      "div",
      { class: "tilehand", "aria-hidden": "true" },
      game.emblem.map((card) => h("span", {}, drawCard(card, false, game))),
    ),
    h("h3", {}, game.title),
    h("p", { class: "facts" }, players, h("br"), t("{n} minutes", { n: game.minutes })),
    h("p", { class: "pitch" }, t(game.pitch)),
    h(
      "div",
      { class: "buttons" },
      start,
      h(
        "button",
        { type: "button", class: "action", "data-setup": game.name, onclick: () => openSetup(game) },
        t("Seats & options"),
        h("span", { class: "unseen" }, `: ${game.title}`),
      ),
    ),
    preparingNote(game.name),
    guideOffer(game, status),
    h(
      "a",
      { href: `/rules/${game.name}`, "data-link": true, class: "ruleslink" },
      t("How to play"),
      h("span", { class: "unseen" }, `: ${game.title}`),
    ),
    status,
  );
}

/** The button that begins a match at once, and the line that says why it cannot. @param {GameFacts} game */
export function playButton(game) {
  const status = h("p", { class: "tilestatus", role: "status" });
  const start = h(
    "button",
    { type: "button", class: "action main", "data-play": game.name, onclick: () => playNow(game, start, status) },
    t("Play now"),
    h("span", { class: "unseen" }, `: ${game.title}`),
  );
  return { start, status };
}

/**
 * Sit down with bots everywhere and begin.
 * @param {GameFacts} game @param {HTMLButtonElement} button @param {HTMLElement} status
 */
async function playNow(game, button, status) {
  button.disabled = true;
  try {
    go(`/t/${await openTable({ game: game.name, name: playerName() })}`);
  } catch (error) {
    status.textContent = /** @type {Error} */ (error).message;
    button.disabled = false;
  }
}

/** Open a table and keep the seat; the name of the table. @param {Record<string, unknown>} wish */
export async function openTable(wish) {
  const salt = wish.guide ? null : newSalt(); // the deal of a guided hand is fixed
  const opened = await post("/tables", salt ? { ...wish, salt_commitment: commitmentTo(salt) } : wish);
  if (salt) bringSalt(opened.table, salt, opened.seat);
  keepSeat({
    table: opened.table,
    token: opened.token,
    seat: opened.seat,
    game: String(wish.game),
    name: String(wish.name),
    invite: opened.invite,
    when: Date.now(),
  });
  return /** @type {string} */ (opened.table);
}

// --- above the tiles

/** What waits for this player: matches in progress, and tables with empty seats. @param {HTMLElement} waiting */
async function fillWaiting(waiting) {
  const own = ownSeats()
    .filter((seat, at, all) => !seat.over && all.findIndex((one) => one.table === seat.table) === at)
    .slice(0, 6);
  const [tables, looks] = await Promise.all([
    get("/tables").catch(() => []),
    Promise.all(
      own.map((seat) =>
        get(`/tables/${seat.table}`).catch((error) => {
          if (error.refused === "unknown_table") forgetSeat(seat.table);
          return null;
        }),
      ),
    ),
  ]);
  const running = looks.filter((facts) => facts && !facts.over);
  const open = tables.filter(
    (/** @type {OpenTable} */ table) => table.open_seats > 0 && !own.some((seat) => seat.table === table.table),
  );
  fill(waiting, running.length > 0 && resumeList(running), open.length > 0 && openList(open));
}

/** @param {Facts[]} running */
const resumeList = (running) =>
  h(
    "section",
    { "aria-label": t("Resume") },
    h("h2", {}, t("Your matches in progress")),
    h(
      "ul",
      { class: "matches" },
      running.map((facts) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: "match", href: `/t/${facts.table}`, "data-link": true },
            h("strong", {}, facts.title),
            " ",
            h(
              "span",
              {},
              facts.seats
                .map((seat) => seat.name)
                .filter(Boolean)
                .join(", "),
            ),
            h("em", {}, facts.started ? t("continue") : t("waiting for players")),
          ),
        ),
      ),
    ),
  );

/** @param {OpenTable[]} open */
const openList = (open) =>
  h(
    "section",
    { "aria-label": t("Open tables") },
    h("h2", {}, t("Tables waiting for players")),
    h(
      "ul",
      { class: "matches" },
      open.map((table) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: "match", href: `/t/${table.table}`, "data-link": true },
            h("strong", {}, titleOf(table.game)),
            " ",
            h(
              "span",
              {},
              table.seats
                .map((seat) => seat.name)
                .filter(Boolean)
                .join(", "),
            ),
            h("em", {}, t("{n} empty seats", { n: table.open_seats })),
          ),
        ),
      ),
    ),
  );

/** @param {string} game */
export const titleOf = (game) => state.games.find((one) => one.name === game)?.title ?? game;

function joinForm() {
  const field = h("input", { id: "link", type: "text", placeholder: `${location.origin}/t/…`, autocomplete: "off" });
  return h(
    "form",
    {
      class: "joinform",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const path = pathIn(field.value);
        if (path) go(path);
      },
    },
    h("label", { for: "link" }, t("Do you have an invitation link?")),
    h("div", { class: "linkrow" }, field, h("button", { class: "action", type: "submit" }, t("Join"))),
  );
}

/** The address in a link that somebody pasted. @param {string} text */
export function pathIn(text) {
  const found = text.trim().match(/\/t\/([\w-]+)(\?invite=[\w%.-]+)?(#[\w-]+)?$/);
  if (found) return `/t/${found[1]}${found[2] ?? ""}${found[3] ?? ""}`;
  return /^[\w-]{4,}$/.test(text.trim()) ? `/t/${text.trim()}` : null;
}
