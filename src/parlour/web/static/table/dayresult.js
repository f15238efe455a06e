// Shows a day's deal: your result to share, everyone's results and, when the day is over, everyone's moves.
import { inkClass, partsOf, spoken, written } from "../core/deck.js";
import { decorate, fill, h, signWith } from "../core/dom.js";
import { get } from "../core/http.js";
import { markPicture } from "../core/marks.js";
import { secret, state } from "../core/state.js";
import { loadStyle } from "../core/style.js";
import { language, minus, t } from "../core/words.js";

/** Fetch today's deals with your results. @returns {Promise<TodaysDeals>} */
const todaysDeals = () => get("/today", secret());

/**
 * Open the results of a day's deal, of the given game or else of the first game.
 * @param {string} game @param {string} day
 */
export async function openDay(game, day) {
  loadStyle("today");
  const content = h("div", { "aria-live": "polite" });
  const dialog = h(
    "dialog",
    { class: "overlay dayresult", "aria-labelledby": "day-title" },
    h("h2", { id: "day-title" }, dayWords(day)),
    gameChips(game || state.games[0].name, (chosen) => fillDay(content, chosen, day)),
    content,
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "action", href: "/", "data-link": true, onclick: () => dialog.close() }, t("Other games")),
      h("button", { type: "button", class: "action main", onclick: () => dialog.close() }, t("Close")),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** Write the title with the date in words. @param {string} day */
const dayWords = (day) => {
  const date = new Date(day).toLocaleDateString(language(), {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return t("The deal of {date}", { date });
};

/**
 * Draw buttons to choose a game, one of them already pressed.
 * @param {string} game @param {(game: string) => void} show
 */
function gameChips(game, show) {
  const choose = (/** @type {string} */ name) => {
    for (const chip of chips.children) decorate(chip, { "aria-pressed": `${chip.getAttribute("data-of") === name}` });
    show(name);
  };
  const chips = h(
    "div",
    { class: "chips", role: "group", "aria-label": t("Games") },
    state.games.map(({ name, title }) =>
      h("button", { type: "button", class: "chip", "data-of": name, onclick: () => choose(name) }, title),
    ),
  );
  choose(game);
  return chips;
}

/** @param {HTMLElement} content @param {string} game @param {string} day */
async function fillDay(content, game, day) {
  content.dataset.game = game;
  try {
    const [today, list] = await Promise.all([todaysDeals(), dayList(game, day)]);
    if (content.dataset.game !== game) return; // The player has chosen another game meanwhile.
    const own = today.day === day ? today.games.find((one) => one.game === game) : null;
    const closes = new Date(1000 * today.closes - (Date.parse(today.day) - Date.parse(day)));
    fill(content, own?.text && sharing(own.text), listOf(list, closes), list.closed && linesOf(list));
  } catch (error) {
    fill(content, h("p", { role: "alert" }, /** @type {Error} */ (error).message));
  }
}

/** @param {string} game @param {string} day @returns {Promise<DayList>} */
const dayList = (game, day) => get(`/today/${encodeURIComponent(game)}/${day}`, secret());

/** Draw the text to share, with a button that copies it. @param {string} text */
function sharing(text) {
  const words = h("pre", { class: "sharetext", tabindex: "0" }, text);
  const copy = h("button", { type: "button", class: "action", onclick: () => copyText(text, words, copy) }, t("Copy"));
  const share =
    "share" in navigator &&
    h(
      "button",
      { type: "button", class: "action", onclick: () => navigator.share({ text }).catch(() => {}) },
      t("Share"),
    );
  return h("div", { class: "sharing" }, words, h("div", { class: "buttons" }, copy, share));
}

/** @param {string} text @param {HTMLElement} words @param {HTMLElement} button */
async function copyText(text, words, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = t("Copied");
  } catch {
    getSelection()?.selectAllChildren(words); // If the browser forbids copying, the text is selected instead.
    button.textContent = t("Press Ctrl+C");
  }
}

/** @param {DayList} list @param {Date} closes */
function listOf(list, closes) {
  if (!list.begun) return h("p", {}, t("Nobody played it."));
  if (!list.lines.length) return [h("p", {}, t("Nobody has finished it yet.")), tallyOf(list)];
  const rows = list.lines.map((line) =>
    h(
      "tr",
      { class: line.own ? "mine" : line.person ? "" : "nobodys" },
      h(
        "th",
        { scope: "row" },
        markPicture(line.person),
        line.table ? replayOf(line.table, nameOf(line)) : nameOf(line),
      ),
      h("td", {}, minus(line.result.score)),
      h("td", {}, t("{place} of {n}", { place: line.result.place, n: line.result.sides })),
      h("td", { class: "signs" }, signsOf(line.result)),
    ),
  );
  return h(
    "section",
    { "aria-labelledby": "list-title" },
    h("h3", { id: "list-title" }, t("Results on this server")),
    h("div", { ...scrolling("list-title"), class: "daylist" }, h("table", {}, heads(), h("tbody", {}, rows))),
    tallyOf(list),
    h("p", { class: "quiet" }, t("Par is {n}: what a steady bot scores from the same seat.", { n: parOf(list) })),
    h("p", { class: "quiet" }, list.closed ? t("Pick a name to see the replay and the analysis.") : laterWords(closes)),
  );
}

/** Say how many tries there were, so that nobody can hide one by being forgotten. @param {DayList} list */
const tallyOf = ({ begun, finished, nameless }) =>
  h(
    "p",
    { class: "quiet" },
    t("Tries begun: {begun}, finished: {finished}, without a name: {nameless}.", {
      begun,
      finished,
      nameless,
    }),
  );

/** Return the name on a line; people who are forgotten have none. @param {DayLine} line */
const nameOf = (line) => line.name ?? t("Somebody");

/** Say at what local time replays and moves become public. @param {Date} closes */
const laterWords = (closes) =>
  t("Replays, analysis and everyone's moves appear at {time}, when this deal closes.", {
    time: closes.toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" }),
  });

/** @param {DayList} list */
const parOf = (list) => minus(list.lines[0].result.par);

/** Return attributes that let keys scroll a wide table sideways. @param {string} title */
const scrolling = (title) => ({ tabindex: "0", role: "group", "aria-labelledby": title });

const heads = () =>
  h(
    "thead",
    {},
    h(
      "tr",
      {},
      [t("Player"), t("Score"), t("At the table"), t("Against par")].map((word) => h("th", { scope: "col" }, word)),
    ),
  );

/** Draw a sign for each round; screen readers get the number of good and bad rounds. @param {DayResult} result */
function signsOf(result) {
  const count = (/** @type {string} */ sign) => [...result.signs].filter((one) => one === sign).length;
  const words = t("rounds better than par: {up}, worse: {down}", { up: count("▲"), down: count("▼") });
  return [h("span", { "aria-hidden": "true" }, result.signs), h("span", { class: "unseen" }, words)];
}

/** @param {string} table @param {string} name */
const replayOf = (table, name) =>
  h(
    "a",
    { href: `/replay/${table}`, "data-link": true, onclick: closeAround },
    h("span", { class: "unseen" }, `${t("Replay")}: `),
    name,
  );

/** @param {Event} event */
const closeAround = (event) => /** @type {HTMLElement} */ (event.currentTarget).closest("dialog")?.close();

/** List everyone's moves side by side, marking those that differ from the first player's. @param {DayList} list */
function linesOf(list) {
  const played = list.lines.filter((line) => line.moves?.length);
  if (!played.length) return null;
  const most = Math.max(...played.map((line) => line.moves?.length ?? 0));
  const first = played[0].moves ?? [];
  const rows = Array.from({ length: most }, (_, move) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, move + 1),
      played.map((line) =>
        h(
          "td",
          { class: line.moves?.[move] === first[move] ? "" : "differs" },
          moveSigns(line.moves ?? [], move, deckOf(list.game)),
        ),
      ),
    ),
  );
  const names = played.map((line) => h("th", { scope: "col" }, markPicture(line.person), nameOf(line)));
  return h(
    "section",
    { "aria-labelledby": "lines-title" },
    h("h3", { id: "lines-title" }, t("Move by move")),
    h("p", { class: "quiet" }, t("Moves that differ from the first player's are marked.")),
    h(
      "div",
      { ...scrolling("lines-title"), class: "daylist lines" },
      h("table", {}, h("thead", {}, h("tr", {}, h("td"), names)), h("tbody", {}, rows)),
    ),
  );
}

/** @param {string} game */
const deckOf = (game) => (state.games.find((one) => one.name === game) ?? state.game).deck;

/**
 * Draw a move in short: its cards as symbols, with the verb only if the previous move had a different verb.
 * @param {string[]} moves @param {number} place @param {DeckFacts} deck
 */
function moveSigns(moves, place, deck) {
  const [verb, ...rest] = (moves[place] ?? "").split(" ");
  const same = rest.length > 0 && moves[place - 1]?.split(" ")[0] === verb;
  const said = cardOr(verb, deck, verb && t(verb));
  return [!same && h("small", {}, said, " "), rest.map((word) => [cardOr(word, deck), " "])];
}

/**
 * Draw one word of a move: a card becomes its symbol, any other word is written as given.
 * @param {string} word @param {DeckFacts} deck @param {string} [otherwise]
 */
function cardOr(word, deck, otherwise = word) {
  const { rank, suit, face } = partsOf(word, deck);
  const isCard = face || (suit && (/^\d*$/.test(rank) || rank in deck.ranks));
  if (!isCard) return otherwise;
  return h("span", { class: `ink ${inkClass(word, deck)}` }, signWith(written(word, deck), spoken(word, deck)));
}
