// Draws the first page: your name, the games, your matches in progress and tables waiting for players.
import { drawCard } from "../cards/cards.js";
import { h } from "../core/dom.js";
import { get } from "../core/http.js";
import { go } from "../core/paths.js";
import { preparingNote } from "../core/preparing.js";
import { guideOffer } from "./guided.js";
import { nameField, openTable, playerName } from "./opening.js";
import { settingsForm } from "../table/settings.js";
import { todayBox } from "./today.js";
import { keep, kept, ownSeats, state } from "../core/state.js";
import { t } from "../core/words.js";

const HERO_CARDS = 5;

export function landingPage() {
  const waiting = h("div", { class: "waiting" }); // While empty, this element has no height.
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
        h(
          "nav",
          { class: "ways", "aria-label": t("More") },
          h("a", { href: "/me", "data-link": true }, t("Your matches")),
          h(
            "button",
            { type: "button", class: "link", "data-evening": true, onclick: openEvening },
            t("Open an evening"),
          ),
        ),
      ),
      h("div", { class: "herohand", "aria-hidden": "true" }, heroHand()),
    ),
    h("main", { id: "main" }, waiting, todayBox(), h("h2", { class: "unseen" }, t("Games")), tiles),
    h(
      "footer",
      {},
      h("details", { class: "footsettings" }, h("summary", {}, t("Settings")), settingsForm()),
      h("p", {}, t("Every deal comes from a key fixed in advance. After the match you can verify the deals.")),
    ),
  );
  fillWaiting(waiting);
  return page;
}

/** Draw a fan of cards, one from each of the first few games. */
const heroHand = () =>
  state.games
    .slice(0, HERO_CARDS)
    .map((game) => h("span", {}, drawCard(game.emblem[Math.floor(game.emblem.length / 2)] ?? null, false, game)));

/** Return the game last played in this browser; on a first visit, the first game of the list. */
function nextGame() {
  const last = kept("last", "");
  return state.games.find((game) => game.name === last) ?? state.games[0];
}

/** Draw the name field at the top, in which Enter starts a match. */
function nameForm() {
  const game = nextGame();
  if (!game) return null;
  const [label, field] = nameField({ enterkeyhint: "go", "aria-describedby": "enter-plays" });
  const hint = h("span", { id: "enter-plays" }, t("Enter starts {game}", { game: game.title }));
  const status = h("p", { class: "tilestatus", role: "status" });
  const start = h(
    "button",
    { class: "action main", type: "submit" },
    t("Play"),
    h("span", { class: "unseen" }, `: ${game.title}`),
  );
  return h(
    "form",
    {
      class: "nameform",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        /** @type {HTMLInputElement} */ (field).value = state.name;
        playNow(game, start, status);
      },
    },
    h("div", { class: "labels" }, label, hint),
    field,
    start,
    status,
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
        { type: "button", class: "action", "data-setup": game.name, onclick: () => setUp(game) },
        t("Seats & options"),
        h("span", { class: "unseen" }, `: ${game.title}`),
      ),
    ),
    guideOffer(game, status),
    h(
      "div",
      { class: "tilefoot" },
      h(
        "a",
        { href: `/rules/${game.name}`, "data-link": true, class: "ruleslink" },
        t("How to play"),
        h("span", { class: "unseen" }, `: ${game.title}`),
      ),
      preparingNote(game.name),
    ),
    status,
  );
}

/** Open the dialog for an evening, loading its module. */
const openEvening = () => import("./newevening.js").then(({ openNewEvening }) => openNewEvening());

/** Open the dialog for seats and options, loading its module. @param {GameFacts} game */
const setUp = (game) => import("./setup.js").then(({ openSetup }) => openSetup(game));

/** Draw the button that starts a match at once, and the line that says why if that fails. @param {GameFacts} game */
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
 * Start a match with bots in all other seats.
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

// --- what comes above the games

/**
 * Show matches and evenings in progress, and tables with empty seats. The module that draws these lists is loaded only
 * if there is anything to show.
 * @param {HTMLElement} waiting
 */
async function fillWaiting(waiting) {
  const own = ownSeats().some((seat) => !seat.over) || kept("evenings", null);
  if (own) waiting.style.minHeight = `${kept("waiting", 0)}px`; // The height of last time, so that nothing below moves.
  const tables = await get("/tables").catch(() => []);
  if (tables.length || own) await (await import("./waiting.js")).fillWaiting(waiting, tables);
  waiting.style.minHeight = "";
  const [top, below] = [waiting, waiting.nextElementSibling].map((one) => one?.getBoundingClientRect().top ?? 0);
  if (waiting.isConnected) keep("waiting", below - top);
}

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
    h("label", { for: "link" }, t("Got an invitation link?")),
    h("div", { class: "linkrow" }, field, h("button", { class: "action", type: "submit" }, t("Join"))),
  );
}

/** Return the path of a pasted link. @param {string} text */
export function pathIn(text) {
  const found = text.trim().match(/\/(?:evening\/[\w-]+|t\/[\w-]+(?:\?invite=[\w%.-]+)?(?:#[\w-]+)?)$/);
  if (found) return found[0];
  return /^[\w-]{4,}$/.test(text.trim()) ? `/t/${text.trim()}` : null;
}
