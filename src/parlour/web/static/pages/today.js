// Shows today's deal of every game on the first page, with your results.
import { fill, h } from "../core/dom.js";
import { get, post } from "../core/http.js";
import { go } from "../core/paths.js";
import { keep, keepSeat, kept, secret, state } from "../core/state.js";
import { language, minus, t } from "../core/words.js";
import { playerName } from "./opening.js";

const DAY = 86400e3; // milliseconds

/** Open the results of a day's deal, loading their module first. @param {string} game @param {string} day */
const show = (game, day) => import("../table/dayresult.js").then(({ openDay }) => openDay(game, day));

/** Return the day before a date. @param {string} day */
const dayBefore = (day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

/** Return the local time at which the next deals come out. @param {string} day */
const changesAt = (day) =>
  new Date(Date.parse(day) + DAY).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });

/** Draw the box for today's deals at full size, so that nothing moves when the server's answer arrives. */
export function todayBox() {
  const box = h("section", { class: "todaybox", "aria-labelledby": "today-title" });
  draw(box, new Date().toISOString().slice(0, 10), state.games.map(untold), null);
  fillToday(box);
  return box;
}

/** Describe a game before the server has answered. @param {GameFacts} game @returns {TodaysGame} */
const untold = ({ name, title }) => ({ game: name, title, state: "new", table: null, result: null, text: null });

/** Show the games of the day, or remove the box if the server doesn't answer. @param {HTMLElement} box */
async function fillToday(box) {
  const today = /** @type {TodaysDeals | null} */ (await get("/today", secret()).catch(() => null));
  if (!today) return box.remove();
  const { root, first } = today.chain;
  // proof.js checks later deals against this root.
  if (!kept("chain", null)) keep("chain", { root, first, seen: today.day });
  draw(box, today.day, today.games, today);
}

/**
 * Draw the games; until the server has answered (`today` is null), nothing can be played.
 * @param {HTMLElement} box @param {string} day @param {TodaysGame[]} games
 * @param {TodaysDeals | null} today
 */
function draw(box, day, games, today) {
  const status = h("p", { class: "tilestatus", role: "status" });
  fill(
    box,
    h(
      "div",
      { class: "ways" },
      h("h2", { id: "today-title" }, t("Today's deal")),
      today && today.chain.first < day && yesterday(day),
    ),
    h(
      "p",
      {},
      t("Same cards, same bots for everyone here; one try. New cards at {time}.", { time: changesAt(day) }),
    ),
    h("ul", { class: "todaylist" }, games.map((one) => h("li", {}, gameButton(one, today, status)))),
    status,
  );
}

/** Draw your result beside the game, or "continue" if you have begun. @param {TodaysGame} one */
function standing({ result, state: played }) {
  if (!result) return played === "begun" && h("small", {}, t("continue"));
  return h("small", {}, minus(result.score), " ", h("span", { class: "signs", "aria-hidden": "true" }, result.signs));
}

/** @param {TodaysGame} one @param {TodaysDeals | null} today @param {HTMLElement} status */
function gameButton(one, today, status) {
  const over = one.state === "over";
  const button = h(
    "button",
    {
      type: "button",
      class: "action",
      "data-today": one.game,
      disabled: !today,
      onclick: () => (over && today ? show(one.game, today.day) : play(one.game, button, status)),
    },
    h("span", { "aria-hidden": "true" }, over ? "✓ " : "▸ "),
    one.title,
    h("span", { class: "unseen" }, `: ${over ? t("Result") : t("Play")}`),
    standing(one),
  );
  return button;
}

/** Draw the link to yesterday's deals, whose results are public now. @param {string} day */
const yesterday = (day) =>
  h(
    "button",
    { type: "button", class: "link", "data-yesterday": true, onclick: () => show("", dayBefore(day)) },
    t("Yesterday"),
    h("span", { class: "unseen" }, `: ${t("Result")}`),
  );

/**
 * Sit down at your table of the day.
 * @param {string} game @param {HTMLButtonElement} button @param {HTMLElement} status
 */
async function play(game, button, status) {
  button.disabled = true;
  try {
    const name = playerName();
    const { table, seat, token } = await post(`/today/${game}`, { name }, secret());
    keepSeat({ table, token, seat, game, name, invite: null, when: Date.now() });
    go(`/t/${table}`);
  } catch (error) {
    status.textContent = /** @type {Error} */ (error).message;
    button.disabled = false;
  }
}
