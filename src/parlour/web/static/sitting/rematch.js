// The same players once more: a rematch is a new table, and the same token opens it.
import { post } from "../core/http.js";
import { sitting } from "./sitting.js";
import { keepSeat, state } from "../core/state.js";
import { bringNextSalt } from "./witness.js";

/** Ask for a rematch, or follow one that somebody has asked for. @returns {Promise<string>} the table */
export async function rematch() {
  const at = sitting();
  const asked = { table: at.rematch ?? "", token: at.token ?? "", seat: at.seat };
  const next = asked.table && asked.token ? asked : await post(`/tables/${at.table}/rematch`, {}, at.token);
  bringNextSalt(at.table, next.table);
  const { table, token, seat } = next;
  keepSeat({ table, token, seat, game: at.facts?.game ?? "", name: state.name, when: Date.now() });
  return table;
}
