// Shares a replay by a link to the whole match or to one moment, and describes the moment that a link opened.
import { h } from "../core/dom.js";
import { inkedSentence } from "../cards/inked.js";
import { t } from "../core/words.js";
import { linkField } from "../table/invite.js";
import { nameAt } from "../table/seats.js";

/**
 * @typedef {object} Showing
 * @property {Facts} facts
 * @property {string[]} names
 * @property {string} viewer
 * @property {ReplayStep[]} steps
 * @property {number} index
 * @property {number} playing
 * @property {number | null} [shared] the step that a shared link has opened
 */

const BEFORE = 3; // The number of steps described before the shared moment.

/** Return the link to a whole replay. @param {string} table */
const matchLink = (table) => `${location.origin}/replay/${table}`;

/** Return the link to the current step from the current viewpoint. @param {string} table @param {Showing} showing */
function momentLink(table, { steps, index, viewer }) {
  const by = viewer === "open" ? "" : `&by=${viewer}`;
  return `${matchLink(table)}?at=${steps[index].number}${by}`;
}

/** @param {string} table @param {Showing} showing */
export const shareButton = (table, showing) =>
  h("button", { type: "button", class: "chip share", onclick: () => openShare(table, showing) }, t("Share"));

/** @param {string} table @param {Showing} showing */
function openShare(table, showing) {
  const dialog = h(
    "dialog",
    { class: "overlay sharing", "aria-labelledby": "sharing-title" },
    h("h2", { id: "sharing-title" }, t("Share this match")),
    linkField(momentLink(table, showing), t("This moment"), "moment-link"),
    linkField(matchLink(table), t("The whole match, from the start"), "match-link"),
    h("p", { class: "quiet" }, t("The match is over: anyone with a link sees all hands.")),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "action", onclick: () => dialog.close() }, t("Close")),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Say what happened just before the shared moment, and whose turn it is. @param {Showing} showing */
export function momentWords({ steps, index, names, facts }) {
  const before = steps.slice(Math.max(0, index - BEFORE), index);
  const { view } = steps[index];
  const turn = view.to_act.map((seat) => nameAt(seat, facts)).join(", ");
  return [
    before.length > 0 &&
      h(
        "p",
        {},
        h("b", {}, t("Before:")),
        " ",
        before.flatMap((step) => step.story.flatMap((text) => [...inkedSentence(text, names), " "])),
      ),
    h(
      "p",
      {},
      view.round > 0 && `${t("Round {n}", { n: view.round })}. `,
      turn && !view.over && t("Next to act: {who}.", { who: turn }),
    ),
  ];
}
