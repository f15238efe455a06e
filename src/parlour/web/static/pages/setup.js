// Draws the dialog for a new table: who sits where, and the game's options.
import { fill, h } from "../core/dom.js";
import { openTable, playerName } from "./opening.js";
import { go } from "../core/paths.js";
import { preparingNote } from "../core/preparing.js";
import { kept, keep, state, thinksAhead } from "../core/state.js";
import { t } from "../core/words.js";

/** @param {GameFacts} game */
export function openSetup(game) {
  const seats = h("fieldset", { class: "seatlist" });
  const status = h("p", { class: "tilestatus", role: "alert" });
  const form = h(
    "form",
    { class: "setupform" },
    h("h2", { id: "setup-title" }, game.title),
    playersChoice(game, seats),
    seats,
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "listed" }),
      " ",
      t("List this table on the first page so anyone can join"),
    ),
    h(
      "label",
      { class: "field" },
      t("Time per move"),
      h(
        "select",
        { name: "timer" },
        [
          ["", t("no limit")],
          ["30", t("30 seconds")],
          ["60", t("1 minute")],
          ["300", t("5 minutes")],
        ].map(([value, words]) => h("option", { value }, words)),
      ),
    ),
    game.options.length > 0 &&
      h("details", { class: "options" }, h("summary", {}, t("Game options")), game.options.map(optionField)),
    status,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "submit", class: "action main" }, t("Open the table")),
      h("button", { type: "button", class: "action", onclick: () => dialog.close() }, t("Cancel")),
    ),
  );
  const dialog = h("dialog", { class: "overlay setup", "aria-labelledby": "setup-title" }, form);
  fillSeats(game, seats, game.default_players);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(game, form, status, dialog);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {GameFacts} game @param {HTMLElement} seats */
function playersChoice(game, seats) {
  if (game.players.length < 2) return null;
  return h(
    "fieldset",
    { class: "setting" },
    h("legend", {}, t("Players")),
    game.players.map((number) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: "players",
          value: number,
          checked: number === game.default_players,
          onchange: () => fillSeats(game, seats, number),
        }),
        h("span", {}, number),
      ),
    ),
  );
}

/** @param {GameFacts} game @param {HTMLElement} seats @param {number} number */
function fillSeats(game, seats, number) {
  const wanted = kept("level", "medium");
  const last = state.levels.some((level) => level.name === wanted) ? wanted : "medium";
  const choices = [
    ["person", t("a friend, by link")],
    ...state.levels.map((level) => [level.name, t("bot, {level}", { level: t(level.name) })]),
  ];
  const rows = Array.from({ length: number }, (_, seat) => {
    if (seat === 0)
      return h(
        "p",
        { class: "field" },
        t("Seat {n}", { n: 1 }),
        h("strong", {}, t("{name} (you)", { name: playerName() })),
      );
    const team = game.teams === 2 ? (seat % 2 ? t(" (opponent)") : t(" (your partner)")) : "";
    return h(
      "label",
      { class: "field" },
      `${t("Seat {n}", { n: seat + 1 })}${team}`,
      h(
        "select",
        { name: `seat-${seat}` },
        choices.map(([value, words]) => h("option", { value, selected: value === last }, words)),
      ),
    );
  });
  const missing = thinksAhead()
    ? null
    : h("p", { class: "quiet" }, t("Bots can't think ahead here: Numba isn't installed."));
  fill(seats, h("legend", {}, t("Seats")), rows, missing ?? preparingNote(game.name));
}

/** @param {OptionFacts} option */
function optionField(option) {
  const id = `option-${option.name}`;
  const input = option.words.length
    ? h(
        "select",
        { id, name: id },
        option.words.map((word) =>
          h("option", { value: word, selected: word === option.default }, t(word.replaceAll("_", " "))),
        ),
      )
    : h("input", {
        id,
        name: id,
        type: "number",
        min: option.least,
        max: option.most,
        step: option.step,
        value: option.default,
        required: true,
      });
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, t(option.name.replaceAll("_", " "))),
    input,
    h("small", {}, t(option.meaning)),
  );
}

/** Return the options that differ from their defaults. @param {GameFacts} game @param {FormData} data */
function chosenOptions(game, data) {
  const chosen = /** @type {Record<string, string | number>} */ ({});
  for (const option of game.options) {
    const value = String(data.get(`option-${option.name}`));
    if (value !== String(option.default)) chosen[option.name] = option.words.length ? value : Number(value);
  }
  return chosen;
}

/**
 * @param {GameFacts} game @param {HTMLFormElement} form @param {HTMLElement} status @param {HTMLDialogElement} dialog
 */
async function submit(game, form, status, dialog) {
  const data = new FormData(form);
  const players = Number(data.get("players") ?? game.players[0]);
  const seats = Array.from({ length: players }, (_, seat) => {
    const kind = seat === 0 ? "person" : String(data.get(`seat-${seat}`));
    if (kind !== "person") keep("level", kind);
    return kind === "person" ? { kind: "person" } : { kind: "bot", level: kind };
  });
  const timer = data.get("timer") ? Number(data.get("timer")) : null;
  try {
    const table = await openTable({
      game: game.name,
      name: playerName(),
      players,
      seats,
      options: chosenOptions(game, data),
      listed: data.get("listed") === "on",
      timer,
    });
    dialog.close();
    go(`/t/${table}`);
  } catch (error) {
    status.textContent = /** @type {Error} */ (error).message;
  }
}
