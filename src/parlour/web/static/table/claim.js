// Lets a player claim the rest of a round, which the server offers when the round's result is certain.
import { drawIfChanged, h } from "../core/dom.js";
import { claimRest } from "../sitting/wishes.js";
import { t } from "../core/words.js";

/** Whether the player can claim the rest of the round now. @param {View} view @param {Sitting} at */
const isOffered = (view, at) =>
  at.claim === at.shownNumber && view.actions.length > 0 && !at.pending && !at.claimed && !view.over;

/** @param {HTMLElement} element @param {View} view @param {Sitting} at */
export function drawClaim(element, view, at) {
  const offered = isOffered(view, at);
  element.hidden = !offered;
  drawIfChanged(element, offered, () => (offered ? parts() : []));
}

const parts = () => [
  h("p", { role: "status" }, t("The outcome of this round is certain.")),
  h(
    "button",
    { type: "button", class: "action", "data-focus": "claim", onclick: () => claimRest() },
    t("Claim the rest"),
  ),
];
