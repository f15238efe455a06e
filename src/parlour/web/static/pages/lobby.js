// Draws a table's waiting room, and the page that invited players see before they take a seat.
import { drawIfChanged, h } from "../core/dom.js";
import { post } from "../core/http.js";
import { brand } from "../core/paths.js";
import { inviteBox } from "../table/invite.js";
import { nameField, playerName } from "./opening.js";
import { problemPage } from "./problem.js";
import { removeButton } from "../table/removal.js";
import { colourOf, isOther, seatMark } from "../table/seats.js";
import { sitDown } from "../sitting/net.js";
import { endJoining, joiningSecrets, keepSeat, secret } from "../core/state.js";
import { bringSalt, commitmentTo, newSalt } from "../sitting/witness.js";
import { t } from "../core/words.js";

const lobby = h("main", { class: "lobby", id: "main" });

export const lobbyPage = () => h("div", { class: "plain" }, brand(), lobby);

/** @param {Sitting} at */
export function drawLobby(at) {
  const facts = at.facts;
  if (!facts) return;
  const status = h("p", { role: "alert" });
  const free = facts.seats.filter((seat) => seat.kind === "person" && !seat.taken).length;
  drawIfChanged(lobby, [facts.seats, at.invite, at.seat, at.removing], () => [
    h("h1", {}, facts.title),
    h("p", { role: "status" }, free ? t("Waiting for {n} more.", { n: free }) : t("Everyone's here.")),
    seatList(facts, at),
    at.seat >= 0 &&
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", class: "action main", onclick: () => begin(at, status) },
          free ? t("Start now, with bots in the empty seats") : t("Start"),
        ),
      ),
    status,
    inviteBox(at),
  ]);
}

/** @param {Facts} facts @param {Sitting | null} [at] */
const seatList = (facts, at = null) =>
  h(
    "ul",
    { class: "people" },
    facts.seats.map((seat) =>
      h(
        "li",
        {},
        h(
          "span",
          { class: "avatar", style: { "--av": colourOf(seat.seat) }, "aria-hidden": "true" },
          seat.taken || seat.kind === "bot" ? [...seat.name][0]?.toUpperCase() : "?",
        ),
        h("span", {}, seat.kind === "bot" || seat.taken ? seat.name : t("empty"), seatMark(seat, facts)),
        at && isOther(at, seat) && removeButton(at, seat),
        h(
          "small",
          {},
          seat.kind === "bot"
            ? t("bot, {level}", { level: t(seat.level ?? "") })
            : seat.taken
              ? t("here")
              : t("waiting"),
        ),
      ),
    ),
  );

/** @param {Sitting} at @param {HTMLElement} status */
async function begin(at, status) {
  try {
    await post(`/tables/${at.table}/start`, {}, at.token);
  } catch (error) {
    status.textContent = /** @type {Error} */ (error).message;
  }
}

// --- the page for invited players

/** @param {Facts} facts @param {string | null} invite @param {(page: Node) => void} show */
export function doorPage(facts, invite, show) {
  const host = facts.seats.find((seat) => seat.kind === "person" && seat.taken)?.name;
  const form = h(
    "form",
    {
      class: "nameform",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        join(facts, invite, show);
      },
    },
    nameField({ autofocus: true }),
    h("button", { class: "action main", type: "submit" }, t("Sit down")),
  );
  return h(
    "div",
    { class: "plain" },
    brand(),
    h(
      "main",
      { class: "lobby", id: "main" },
      h("h1", {}, facts.title),
      h("p", {}, host ? t("{host} invites you to a match.", { host }) : t("You're invited to a match.")),
      seatList(facts),
      form,
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "action", onclick: () => sitDown(facts.table, null) }, t("Just watch")),
      ),
    ),
  );
}

/**
 * Take a seat; if the server's answer gets lost, asking again gives the same seat.
 * @param {Facts} facts @param {string | null} invite @param {(page: Node) => void} show
 */
export async function join(facts, invite, show) {
  try {
    const { token, salt } = joiningSecrets(facts.table, newSalt);
    const request = { name: playerName(), invite, token, salt_commitment: commitmentTo(salt), person: secret() };
    const seated = await post(`/tables/${facts.table}/join`, request);
    endJoining();
    bringSalt(facts.table, salt, seated.seat);
    keepSeat({
      table: facts.table,
      token: seated.token,
      seat: seated.seat,
      game: facts.game,
      name: playerName(),
      invite,
      when: Date.now(),
    });
    sitDown(facts.table, seated.token);
  } catch (error) {
    const refusal = /** @type {import("../core/http.js").Refusal} */ (error);
    if (refusal.refused !== "offline") endJoining();
    show(problemPage({ refused: refusal.refused, reason: refusal.message }, facts.table));
  }
}
