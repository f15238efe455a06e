// Draws the score sheet, laid out like one on paper, with a chart of the match.
import { h, svg } from "../core/dom.js";
import { colourOf, nameAt, tokens } from "./seats.js";
import { state } from "../core/state.js";
import { inkedSentence } from "../cards/inked.js";
import { capital } from "../core/sentences.js";
import { counted, minus, t } from "../core/words.js";

const MANY = 4; // With more columns than this, all have the same width.

/**
 * Return a column's heading: the player's name, or the team's names.
 * @param {View} view @param {number} column @param {Facts | null} facts
 */
export function heading(view, column, facts) {
  const team = view.seats.filter((seat) => seat.team === column);
  return team.length ? team.map((seat) => nameAt(seat.seat, facts)).join(" + ") : nameAt(column, facts);
}

/** Draw a column heading; a long name is cut off, but its tooltip shows all of it. @param {string} name */
const named = (name) => h("th", { scope: "col", title: name }, name);

/** @param {number} gain */
const signed = (gain) => (gain > 0 ? `+${gain}` : gain < 0 ? `−${-gain}` : "0");

/** Whether a gain is good for the player, bad, or neither. @param {number} gain */
function worth(gain) {
  const good = state.game.scoring.lowest_wins ? -gain : gain;
  return good > 0 ? "good" : good < 0 ? "bad" : "naught";
}

/** @param {Cell} cell */
function entry(cell) {
  const bid = `${cell.bid}${cell.bid_mark}`;
  const promise =
    cell.bid !== null && cell.won !== null
      ? t("{bid} → {won}", { bid, won: cell.won })
      : cell.bid !== null
        ? t("bid {bid}", { bid })
        : null;
  return h(
    "td",
    { class: worth(cell.gain) },
    promise && h("small", { title: t("promised and won") }, promise),
    h("b", {}, signed(cell.gain)),
  );
}

const waiting = () => h("p", { class: "quiet" }, t("The first round is still being played."));

/** List the result of a match whose game has no score sheet. @param {View} view @param {Facts | null} facts */
const standings = (view, facts) =>
  h(
    "ul",
    { class: "standings" },
    view.seats.map((seat) => h("li", {}, `${nameAt(seat.seat, facts)}: ${counted(seat.score, state.game.scoring)}`)),
  );

/**
 * Draw these rows of the score sheet as a table.
 * @param {SheetRow[]} rows @param {View} view @param {Facts | null} facts
 */
export function sheetTable(rows, view, facts) {
  if (!rows.length) return view.over ? standings(view, facts) : waiting();
  const columns = rows[0].cells.map((_, column) => column);
  const last = rows[rows.length - 1];
  const { lives, many } = state.game.scoring;
  const sum = lives || many !== "points" ? capital(t(many)) : t("Total");
  const promised = rows.some((row) => row.cells.some((cell) => cell.bid !== null && cell.won !== null));
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": t("Score sheet") },
    h(
      "table",
      { class: columns.length > MANY ? "sheet many" : "sheet" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "unseen" }, t("Round"))),
          columns.map((column) => named(heading(view, column, facts))),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h("tr", { class: row === last ? "last" : "" }, h("th", { scope: "row" }, row.round), row.cells.map(entry)),
        ),
      ),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, sum),
          last.cells.map((cell) => h("td", {}, tokens(cell.total) ?? h("b", {}, minus(cell.total)))),
        ),
      ),
    ),
    promised && h("p", { class: "key" }, t("tricks promised → tricks won, and the points for the round")),
  );
}

/** Draw the remarks about a round. @param {SheetRow} row @param {string[]} names */
export const notes = (row, names) => [
  ...row.notes.map((note) => h("p", { class: "note" }, inkedSentence(note, names))),
  row.explanation && h("small", { class: "explanation" }, inkedSentence(row.explanation, names)),
];

/**
 * Draw a chart of the scores during the match.
 * @param {SheetRow[]} rows @param {View} view @param {Facts | null} facts
 */
export function chart(rows, view, facts) {
  if (rows.length < 2) return null;
  const columns = rows[0].cells.length;
  const totals = Array.from({ length: columns }, (_, column) => [
    start(rows, column),
    ...rows.map((row) => row.cells[column].total),
  ]);
  const all = totals.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ n) => 6 + (n * 252) / rows.length;
  const y = (/** @type {number} */ total) => 112 - ((total - least) * 102) / (most - least);
  const labels = apart(totals.map((line) => y(line[line.length - 1])));
  const lines = totals.map((line, column) => {
    const points = line.map((total, n) => `${x(n).toFixed(1)},${y(total).toFixed(1)}`).join(" ");
    const end = line[line.length - 1];
    const colour = colourOf(column);
    return `<polyline points="${points}" stroke="${colour}"/>
<circle cx="${x(rows.length)}" cy="${y(end)}" r="3.4" fill="${colour}"/>
<text x="266" y="${labels[column] + 4}" fill="${colour}">${minus(end)}</text>`;
  });
  const words = totals.map((line, column) => `${heading(view, column, facts)} ${line[line.length - 1]}`).join(", ");
  const picture = svg(
    "0 0 300 120",
    `<path d="M6 ${y(0)}H258" class="axis"/>${lines.join("")}`,
    t("Scores after each round; now {scores}", { scores: words }),
  );
  picture.setAttribute("class", "chart");
  const key = totals.map((line, column) =>
    h(
      "span",
      { style: { "--av": colourOf(column) } },
      `${heading(view, column, facts)} ${minus(line[line.length - 1])}`,
    ),
  );
  return h("figure", { class: "curve" }, picture, h("figcaption", { "aria-hidden": "true" }, key));
}

/** Move labels apart vertically so that they don't overlap. @param {number[]} heights */
function apart(heights) {
  const order = heights.map((_, n) => n).sort((a, b) => heights[a] - heights[b]);
  const moved = [...heights];
  order.forEach((n, rank) => {
    if (rank) moved[n] = Math.max(moved[n], moved[order[rank - 1]] + 11);
  });
  const over = Math.max(0, ...moved.map((height) => height - 116));
  return moved.map((height) => height - over);
}

/** Return a column's score before the first round. @param {SheetRow[]} rows @param {number} column */
const start = (rows, column) => rows[0].cells[column].total - rows[0].cells[column].gain;
