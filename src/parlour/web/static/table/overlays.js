// Draws the dialogs over the table: the score sheet after a round, the last trick, and the cards of a pile.
import { isLeftOut, skipButton } from "./absence.js";
import { drawCard } from "../cards/cards.js";
import { inkedSentence } from "../cards/inked.js";
import { breakdown } from "./breakdown.js";
import { won } from "./dock.js";
import { h } from "../core/dom.js";
import { go } from "../core/paths.js";
import { beside } from "./panel.js";
import { nameAt } from "./seats.js";
import { chart, notes, sheetTable } from "./sheet.js";
import { pileName } from "./slots.js";
import { names, notice } from "../sitting/sitting.js";
import { goOn, rematch } from "../sitting/wishes.js";
import { changed, state } from "../core/state.js";
import { formattedFirst } from "../core/sentences.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/dom.js").Child} Child */

/** @type {Map<string, HTMLDialogElement>} */
const open = new Map();

/**
 * Open or close a dialog.
 * @param {HTMLElement} home @param {string} name @param {boolean} wanted @param {() => Child[]} content
 * @param {() => void} closed
 */
function dialog(home, name, wanted, content, closed) {
  const there = open.get(name);
  if (there && (!wanted || !there.isConnected)) {
    open.delete(name);
    there.remove();
  }
  if (!wanted || open.has(name)) return;
  const element = h("dialog", { class: `overlay ${name}`, "aria-labelledby": `${name}-title` }, ...content());
  element.addEventListener("close", () => {
    open.delete(name);
    element.remove();
    closed();
  });
  element.addEventListener("click", (event) => event.target === element && element.close());
  open.set(name, element);
  home.append(element);
  element.showModal();
}

/** @param {string} name @param {string} words */
const title = (name, words) => h("h2", { id: `${name}-title` }, words);

/** @param {string} words @param {string} [looks] */
const closer = (words, looks = "") =>
  h(
    "button",
    {
      type: "button",
      class: `action ${looks}`,
      autofocus: true,
      onclick: (/** @type {Event} */ event) =>
        /** @type {HTMLElement} */ (event.currentTarget).closest("dialog")?.close(),
    },
    words,
  );

/** @param {HTMLElement} home @param {Sitting} at @param {View} view */
export function drawOverlays(home, at, view) {
  dialog(home, "roundsheet", at.sheetOpen, () => (view.over ? matchEnd(at, view) : roundEnd(at, view)), goOn);
  dialog(
    home,
    "lasttrick",
    at.lastTrick,
    () => lastTrick(at, view),
    () => {
      at.lastTrick = false;
      changed();
    },
  );
  dialog(
    home,
    "pilecards",
    at.pile !== null,
    () => pileCards(at, view),
    () => {
      at.pile = null;
      changed();
    },
  );
}

/**
 * Draw the score sheet, or only its last round if the panel beside the table shows the whole sheet, followed by
 * remarks.
 * @param {Sitting} at @param {View} view @param {Child[]} said
 */
const sheetParts = (at, view, said) =>
  beside.matches && (state.panel ?? "scores") === "scores" && !at.newcomer
    ? [sheetTable(at.rows.slice(-1), view, at.facts), ...said]
    : [sheetTable(at.rows, view, at.facts), ...said, chart(at.rows, view, at.facts)];

/** @param {Sitting} at @param {View} view */
function roundEnd(at, view) {
  const row = at.rows[at.rows.length - 1];
  return [
    title("roundsheet", t("After round {n}", { n: row.round })),
    ...sheetParts(at, view, [breakdown(row, view, at.facts, names()), ...notes(row, names())]),
    h("div", { class: "buttons" }, closer(t("Next round"), "main"), isLeftOut(view, at) && skipButton()),
  ];
}

/** @param {Sitting} at @param {View} view */
function matchEnd(at, view) {
  const row = at.rows[at.rows.length - 1];
  if (view.winners.includes(view.seat)) import("./celebrate.js").then(({ celebrate }) => celebrate());
  const again = h(
    "button",
    { type: "button", class: "action main", autofocus: true, onclick: () => playAgain() },
    againWords(at),
  );
  return [
    title("roundsheet", won(view, at.facts)),
    ...sheetParts(at, view, row ? [breakdown(row, view, at.facts, names()), ...notes(row, names())] : []),
    h(
      "div",
      { class: "buttons" },
      boardButton(at) || (at.seat >= 0 && again),
      !at.facts?.guide && replayLink(at),
      h("a", { class: "action", href: "/", "data-link": true }, t("Other games")),
      closer(t("Look at the table")),
    ),
  ];
}

/** Draw the link to the replay, but not while others can still play the same deal. @param {Sitting} at */
export const replayLink = (at) =>
  !at.facts?.sealed &&
  h("a", { class: "action", href: `/replay/${at.table}`, "data-link": true }, t("Replay and analysis"));

/**
 * After a deal that others play too, draw the button that leads back to the evening or to the day's results.
 * @param {Sitting} at
 */
export const boardButton = ({ facts }) =>
  facts?.evening
    ? h("a", { class: "action main", href: `/evening/${facts.evening}`, "data-link": true }, t("Back to the evening"))
    : facts?.day && dayButton(facts);

/** Draw the button that opens the results of today's deal. @param {Facts} facts */
const dayButton = (facts) =>
  h(
    "button",
    {
      type: "button",
      class: "action main",
      autofocus: true,
      onclick: () => import("./dayresult.js").then(({ openDay }) => openDay(facts.game, facts.day ?? "")),
    },
    t("Your result"),
  );

/** Return the label of the button that starts another match. @param {Sitting} at */
export function againWords(at) {
  if (at.rematch) return t("Join the rematch");
  return at.facts?.guide ? t("Play a whole match") : t("Rematch");
}

export async function playAgain() {
  try {
    go(`/t/${await rematch()}`);
  } catch (error) {
    goOn();
    notice(/** @type {Error} */ (error).message);
  }
}

/** @param {Sitting} at @param {View} view */
function lastTrick(at, view) {
  const { last_trick: plays, last_winner: winner, choice } = view.centre;
  const cards = plays.map((play) =>
    h(
      "li",
      { class: play.seat === winner ? "winning" : "" },
      drawCard(play.card, true),
      h("span", {}, nameAt(play.seat, at.facts)),
    ),
  );
  const who = winner === null ? t("A drawn trick.") : t("{who} took it.", { who: nameAt(winner, at.facts) });
  return [
    title("lasttrick", t("The last trick")),
    h("ol", { class: "row" }, cards),
    h("p", {}, plays.length ? who : t("No trick has been finished yet.")),
    ...(choice ? choiceParts(choice) : []),
    h("div", { class: "buttons" }, closer(t("Close"))),
  ];
}

/** Draw the cards from which the rules chose for a dummy, and the reason for the choice. @param {Choice} choice */
const choiceParts = ({ cards, reason }) => [
  h("p", {}, inkedSentence(reason, names())),
  h("p", { class: "quiet" }, t("These cards were face up:")),
  h(
    "ul",
    { class: "row small" },
    cards.map((card) => h("li", {}, drawCard(card, true))),
  ),
];

/** @param {Sitting} at @param {View} view */
function pileCards(at, view) {
  const pile = view.centre.piles.find((one) => pileName(one) === at.pile);
  if (!pile) return [title("pilecards", t("This pile is gone.")), closer(t("Close"))];
  const owner = pile.owner === null ? "" : `${nameAt(pile.owner, at.facts)} · `;
  const unknown = pile.cards - pile.open.length;
  return [
    title("pilecards", `${owner}${formattedFirst(pile.name, names())}`),
    h(
      "ul",
      { class: "row small" },
      pile.open.map((card) => h("li", {}, drawCard(card, true))),
    ),
    pile.face_down &&
      pile.open.length > 0 &&
      h("p", { class: "quiet" }, t("These cards are face down, but you know them.")),
    pile.open.length > 1 &&
      pile.open.length === pile.cards &&
      h("p", { class: "quiet" }, t("These cards are sorted: you don't know their order in the pile.")),
    unknown > 0 && h("p", {}, t("{n} cards are face down.", { n: unknown })),
    pile.cards === 0 && h("p", {}, t("This pile is empty.")),
    h("div", { class: "buttons" }, closer(t("Close"))),
  ];
}
