// The dialog that opens an evening: which game, how many boards, how much time.
import { h } from "../core/dom.js";
import { post } from "../core/http.js";
import { go } from "../core/paths.js";
import { secret, state } from "../core/state.js";
import { t } from "../core/words.js";
import { takePart } from "./evening.js";
import { playerName } from "./opening.js";

const BOARDS = [3, 6, 9, 12, 18, 24];
const MINUTES = [5, 10, 15, 30, 60];
const USUAL_BOARDS = 6,
  USUAL_MINUTES = 15;

export function openNewEvening() {
  const status = h("p", { class: "tilestatus", role: "alert" });
  const games = state.games.filter((game) => game.players[game.players.length - 1] > 1);
  const players = h("select", { name: "players" });
  const game = h(
    "select",
    { name: "game", onchange: () => offerPlayers() },
    games.map((one) => h("option", { value: one.name }, one.title)),
  );
  const offerPlayers = () => {
    const chosen = games.find((one) => one.name === game.value) ?? games[0];
    const numbers = chosen.players.filter((number) => number > 1);
    players.replaceChildren(...options(numbers, chosen.default_players));
  };
  const form = h(
    "form",
    { class: "setupform" },
    h("h2", { id: "newevening-title" }, t("An evening with the same cards")),
    h("p", {}, t("All tables play the same boards, and you're compared with the players who held your cards.")),
    field(t("Game"), game),
    field(t("Players per table"), players),
    field(t("Boards"), h("select", { name: "boards" }, options(BOARDS, USUAL_BOARDS))),
    field(t("Minutes per board"), h("select", { name: "minutes" }, options(MINUTES, USUAL_MINUTES))),
    status,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "submit", class: "action main" }, t("Open the evening")),
      h("button", { type: "button", class: "action", onclick: () => dialog.close() }, t("Cancel")),
    ),
  );
  const dialog = h("dialog", { class: "overlay setup", "aria-labelledby": "newevening-title" }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(new FormData(form)).then(
      () => dialog.close(),
      (error) => (status.textContent = error.message),
    );
  });
  dialog.addEventListener("close", () => dialog.remove());
  offerPlayers();
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {number[]} numbers @param {number} usual */
const options = (numbers, usual) =>
  numbers.map((number) => h("option", { value: number, selected: number === usual }, number));

/** @param {string} words @param {Node} control */
const field = (words, control) => h("label", { class: "field" }, words, control);

/** @param {FormData} form */
async function submit(form) {
  const request = {
    game: String(form.get("game")),
    name: playerName(),
    players: Number(form.get("players")),
    boards: Number(form.get("boards")),
    seconds: 60 * Number(form.get("minutes")),
  };
  const { evening } = await post("/evenings", request, secret());
  await takePart(evening, null);
  go(`/evening/${evening}`);
}
