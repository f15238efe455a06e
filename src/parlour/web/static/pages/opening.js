// Opens a table under the player's name, adding this browser's salt to the key of the deals.
import { h } from "../core/dom.js";
import { post } from "../core/http.js";
import { keep, keepSeat, secret, state } from "../core/state.js";
import { t } from "../core/words.js";
import { bringSalt, commitmentTo, newSalt } from "../sitting/witness.js";

const LONGEST_NAME = 24;

/** Shorten a name so that it fits on a name plate; an emoji counts as one letter. @param {string} name */
export const trimmed = (name) => [...name.replace(/\s+/g, " ").trim()].slice(0, LONGEST_NAME).join("");

/** Return the player's name, or "Guest" in the page's language. */
export const playerName = () => trimmed(state.name) || t("Guest");

/** Draw the field for your name with its label; every change is stored. @param {Record<string, any>} [more] */
export function nameField(more = {}) {
  const field = h("input", {
    id: "name",
    name: "name",
    type: "text",
    value: state.name,
    maxlength: "200",
    autocomplete: "nickname",
    placeholder: t("Guest"),
    oninput: () => {
      state.name = trimmed(field.value);
      keep("name", state.name);
    },
    ...more,
  });
  return [h("label", { for: "name" }, t("Your name")), field];
}

/** Open a table, store your seat there, and return the table's name. @param {Record<string, unknown>} request */
export async function openTable(request) {
  const salt = request.guide ? null : newSalt(); // A guided hand has a fixed deal, so no salt.
  const asked = { ...request, person: secret() };
  const opened = await post("/tables", salt ? { ...asked, salt_commitment: commitmentTo(salt) } : asked);
  if (salt) bringSalt(opened.table, salt, opened.seat);
  keepSeat({
    table: opened.table,
    token: opened.token,
    seat: opened.seat,
    game: String(request.game),
    name: String(request.name),
    invite: opened.invite,
    when: Date.now(),
  });
  return /** @type {string} */ (opened.table);
}
