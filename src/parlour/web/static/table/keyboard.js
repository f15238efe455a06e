// Handles letter keys for playing without a mouse, which the settings can switch off.
import { keyGoesOn } from "./moments.js";
import { openPanel } from "./panel.js";
import { notice } from "../sitting/sitting.js";
import { hint, undo } from "../sitting/wishes.js";
import { state } from "../core/state.js";
import { showLastTrick } from "./table.js";

/** @type {Record<string, (view: View) => void>} */
const KEYS = {
  h: () => hint(),
  l: () => showLastTrick(),
  s: () => openPanel("scores"),
  r: () => openPanel("rules"),
  t: (view) => notice(view.prompt),
  u: () => state.sitting?.canUndo && undo(),
};

export function keyboard() {
  addEventListener("keydown", (event) => {
    const view = state.sitting?.shown;
    const target = /** @type {HTMLElement} */ (event.target);
    if (!view || keyGoesOn(event)) return;
    if (state.settings.keys !== "on" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches?.("input, select, textarea") || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") openPanel(null);
    const wanted = KEYS[event.key.toLowerCase()];
    if (wanted) wanted(view);
  });
}
