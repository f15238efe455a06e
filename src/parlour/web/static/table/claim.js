// Claiming the rest of a round: offered by the server where nothing that anybody does can change how the round ends.
import { drawIfChanged, h } from "../core/dom.js";
import { openLine, sitting } from "../sitting/sitting.js";
import { changed } from "../core/state.js";
import { t } from "../core/words.js";

/** Whether the rest can be claimed now. @param {View} view @param {Sitting} at */
const isOffered = (view, at) =>
  at.claim === at.shownNumber && view.actions.length > 0 && !at.pending && !at.claimed && !view.over;

/** @param {HTMLElement} element @param {View} view @param {Sitting} at */
export function drawClaim(element, view, at) {
  const offered = isOffered(view, at);
  element.hidden = !offered;
  drawIfChanged(element, offered, () => (offered ? parts() : []));
}

/** Let a bot play the rest of the round, which is shown at once. */
function claimRest() {
  sitting().claimed = true;
  openLine()?.tell({ type: "claim" });
  changed();
}

const parts = () => [
  h("p", { role: "status" }, t("Nothing can change this round any more.")),
  h(
    "button",
    { type: "button", class: "action", "data-focus": "claim", onclick: () => claimRest() },
    t("Claim the rest"),
  ),
];
