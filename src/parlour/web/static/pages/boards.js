// Shows an evening's results: the ranking, and how the players who held the same cards did on each board.
import { fill, h } from "../core/dom.js";
import { markPicture } from "../core/marks.js";
import { minus, percent, t } from "../core/words.js";

/** Ranks entries by match points or by points. @typedef {"place" | "points_place"} Order */

let order = /** @type {Order} */ ("place");

/** @param {EveningEntry} one @param {boolean} [self] */
export const named = (one, self = false) =>
  h(
    "span",
    { class: `guest ${self ? "self" : ""}` },
    one.name,
    markPicture(one.person),
    (self || one.bot) && h("small", {}, self ? t("you") : t("bot")),
  );

/** @param {EveningView} view */
const ownUnit = (view) => view.entries.find((one) => one.entry === view.own)?.unit ?? null;

/** List the names of a pair, or of a single player. @param {EveningView} view @param {number} unit */
const people = (view, unit) =>
  view.entries
    .filter((one) => one.unit === unit)
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .map((one) => [named(one), " "]);

/** @param {RankingLine} line */
const share = ({ match_points, most }) => percent(match_points / (most || 1));

/** Return attributes that let keys scroll a wide table sideways. @param {string} title */
const scrolling = (title) => ({ class: "lines", tabindex: "0", role: "group", "aria-labelledby": title });

/** @param {EveningView} view */
export function ranking(view) {
  const compared = view.ranking.some((line) => line.most > 0); // Tables without results can't be compared.
  const box = h("div", scrolling("ranking"));
  const chips = h("div", { class: "chips", role: "group", "aria-labelledby": "ranking" });
  const show = (/** @type {Order} */ by) => {
    order = by;
    fill(chips, chip(t("By match points"), "place", show), chip(t("By points"), "points_place", show));
    fill(box, rankingTable(view, compared));
  };
  show(compared ? order : "points_place");
  return h(
    "section",
    { "aria-labelledby": "ranking" },
    h("h2", { id: "ranking" }, t("Ranking")),
    compared && chips,
    box,
    compared && h("p", { class: "quiet" }, matchPointWords()),
  );
}

const matchPointWords = () =>
  t("You get 2 match points for each table where the same cards scored less, and 1 for each tie.");

/** @param {string} words @param {Order} by @param {(by: Order) => void} show */
const chip = (words, by, show) =>
  h(
    "button",
    { type: "button", class: "chip", "aria-pressed": String(order === by), onclick: () => show(by) },
    words,
  );

/** @param {EveningView} view @param {boolean} compared */
function rankingTable(view, compared) {
  const mine = ownUnit(view);
  const rows = [...view.ranking]
    .sort((one, other) => one[order] - other[order])
    .map((line) =>
      h(
        "tr",
        { class: line.unit === mine ? "mine" : "" },
        h("td", {}, `${line[order]}.`),
        h("th", { scope: "row" }, people(view, line.unit)),
        compared && h("td", {}, h("b", {}, share(line)), ` ${line.match_points}/${line.most}`),
        h("td", {}, minus(line.points)),
      ),
    );
  return table([t("Place"), t("Players"), compared && t("Match points"), t("Points")], h("tbody", {}, rows));
}

/** Draw the boards that everyone has finished, the latest first. @param {EveningView} view */
export const boards = (view) =>
  [...view.closed].reverse().map((board) =>
    h(
      "section",
      { "aria-labelledby": `board-${board.board}` },
      h("h2", { id: `board-${board.board}` }, t("Board {n}", { n: board.board })),
      h("div", scrolling(`board-${board.board}`), boardTable(view, board)),
    ),
  );

/**
 * Draw a board's results, first for the players who held your cards.
 * @param {EveningView} view @param {ClosedBoard} board
 */
function boardTable(view, board) {
  const mine = ownUnit(view);
  const own = board.lines.find((line) => line.unit === mine)?.side;
  const sides = [...new Set(board.lines.map((line) => line.side))].sort(
    (one, other) => Number(other === own) - Number(one === own) || one - other,
  );
  const compared = board.lines.some((line) => line.most > 0);
  const parts = sides.map((side) => sidePart(view, board, side, side === own, compared));
  return table([t("Players"), t("Points"), compared && t("Match points"), t("Replay")], parts);
}

/**
 * Draw the results of the players who held the same cards.
 * @param {EveningView} view @param {ClosedBoard} board @param {number} side @param {boolean} own
 * @param {boolean} compared
 */
function sidePart(view, board, side, own, compared) {
  const mine = ownUnit(view);
  const lines = board.lines
    .filter((line) => line.side === side)
    .sort((one, other) => other.match_points - one.match_points);
  const seats = lines[0].seats.map((seat) => seat + 1).join(", ");
  const words = own ? t("Your cards (seat {seats})", { seats }) : t("Cards of seat {seats}", { seats });
  const columns = compared ? 4 : 3;
  return h(
    "tbody",
    {},
    h("tr", { class: "side" }, h("th", { scope: "rowgroup", colspan: columns }, words)),
    lines.map((line) =>
      h(
        "tr",
        { class: line.unit === mine ? "mine" : "" },
        h("th", { scope: "row" }, people(view, line.unit)),
        h("td", {}, line.score === null ? "–" : minus(line.score)),
        compared && h("td", {}, line.most ? `${line.match_points}/${line.most}` : "–"),
        h("td", {}, line.table && replayOf(line.table, line.seats[0])),
      ),
    ),
  );
}

/** @param {string} table @param {number} seat */
const replayOf = (table, seat) => h("a", { href: `/replay/${table}?by=${seat}`, "data-link": true }, t("Replay"));

/** @param {(string | false)[]} heads @param {Node | Node[]} bodies */
const table = (heads, bodies) =>
  h("table", {}, h("thead", {}, h("tr", {}, heads.map((one) => one && h("th", { scope: "col" }, one)))), bodies);
