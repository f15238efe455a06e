// Draws a page for each problem: one sentence says what happened, another what you can do next.
import { drawCard, drawSign } from "../cards/cards.js";
import { h } from "../core/dom.js";
import { brand } from "../core/paths.js";
import { forgetSeat, ownSeat } from "../core/state.js";
import { sitDown } from "../sitting/net.js";
import { t } from "../core/words.js";

const TITLES = /** @type {Record<string, string>} */ ({
  // texts
  unknown_table: "This table is gone",
  wrong_token: "This link doesn't lead to a seat",
  table_full: "Every seat is taken",
  seat_taken: "This seat is taken",
  set_aside: "This table has been stopped",
  offline: "Can't reach the server",
  not_over: "This match is still being played",
  sealed: "These cards are still being played",
  unknown_game: "No such game",
  unknown_evening: "No such evening",
  removed: "Your seat was given to a bot",
  replaced: "This seat is played somewhere else now",
  withdrawn: "Your seat was given to a bot",
  crowded: "This table is open in too many windows",
  nowhere: "Nothing here",
});
const WAYS = /** @type {Record<string, string>} */ ({
  // texts
  unknown_table: "The match may have ended long ago, or the link is incomplete. A new table is two clicks away.",
  wrong_token:
    "The invitation may have been used already, or mistyped. You can still watch, or open your own table.",
  table_full: "You can watch, or open your own table.",
  seat_taken: "Take another seat, watch, or open your own table.",
  set_aside: "The table's records don't add up, so the match can't go on. Other tables aren't affected.",
  offline: "Check your connection, then reload the page.",
  not_over: "Replay and analysis are available once the match is over.",
  crowded:
    "You opened this table in more than eight windows, so the oldest was disconnected. Close another, then try again.",
  removed: "The host of this table removed you from the match. You can watch, or open your own table.",
  replaced: "It was opened in another window or on another device. Go on there, or open it again from the first page.",
  withdrawn: "The player was deleted, or this device was removed. You can watch, or open your own table.",
  sealed:
    "Others are still playing the same cards. This match and its replay become public when everyone has finished.",
  nowhere: "There's no table and no page at this address.",
});
const WATCHABLE = ["wrong_token", "table_full", "seat_taken", "removed", "withdrawn"];

/** @param {Problem} problem @param {string} [table] */
export function problemPage(problem, table) {
  const own = table ? ownSeat(table) : null;
  if (own && problem.refused === "unknown_table") forgetSeat(own.table);
  if (own && problem.refused === "wrong_token") forgetSeat(own.table, own.token);
  document.title = `${TITLES[problem.refused] ? t(TITLES[problem.refused]) : t("That didn't work")} · Parlour`;
  return h(
    "div",
    { class: "plain" },
    brand(),
    h(
      "main",
      { class: "lobby problem", id: "main" },
      h(
        "div",
        { class: "herohand", "aria-hidden": "true" },
        h("span", {}, drawCard(null)),
        h("span", {}, drawSign("?")),
        h("span", {}, drawCard(null)),
      ),
      h("h1", {}, TITLES[problem.refused] ? t(TITLES[problem.refused]) : t("That didn't work")),
      h("p", {}, WAYS[problem.refused] ? t(WAYS[problem.refused]) : problem.reason),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "action main", href: "/", "data-link": true }, t("Back to the games")),
        table &&
          WATCHABLE.includes(problem.refused) &&
          h("button", { type: "button", class: "action", onclick: () => sitDown(table, null) }, t("Watch")),
        h("button", { type: "button", class: "action", onclick: () => location.reload() }, t("Try again")),
      ),
    ),
  );
}
