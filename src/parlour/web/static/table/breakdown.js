// Shows line by line, in the game's words, where a round's points come from.
import { h } from "../core/dom.js";
import { heading } from "./sheet.js";
import { inkedWithin } from "../cards/inked.js";
import { t } from "../core/words.js";

/** @param {SheetRow | undefined} row @param {View} view @param {Facts | null} facts @param {string[]} names */
export function breakdown(row, view, facts, names) {
  const lines = row?.cells[0]?.shares ?? [];
  if (!row || !lines.length) return null;
  return h(
    "table",
    { class: "sheet breakdown" },
    h("caption", {}, t("Round {n}: where the points come from", { n: row.round })),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        row.cells.map((_, column) => h("th", { scope: "col" }, heading(view, column, facts))),
      ),
    ),
    h(
      "tbody",
      {},
      lines.map((line, n) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, inkedWithin(line.name, names)),
          row.cells.map((cell) => h("td", {}, cell.shares[n] ? inkedWithin(cell.shares[n].value, names) : "")),
        ),
      ),
    ),
  );
}
