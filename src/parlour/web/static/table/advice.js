// The advice of the bot: what it would choose, and a bar for each action.
import { h } from "../core/dom.js";
import { told, toldInked } from "../core/told.js";

const MOST_BARS = 6;

/** The best choice, why, and the bars. @param {Hint} hint @param {string[]} names */
export function adviceParts(hint, names) {
  const best = hint.actions.find((one) => one.action === hint.best);
  const words = h("small", {}, told(hint.sentence, names));
  return [h("p", {}, best && h("b", {}, toldInked(best.label, names)), words), bars(hint, names)];
}

/**
 * The actions, the best first, each with a bar for its value.
 * @param {{best: number, actions: WeighedAction[]}} weighed @param {string[]} names
 */
export function bars({ best, actions }, names) {
  const values = actions.map((one) => one.value);
  const least = Math.min(...values),
    room = Math.max(1e-9, Math.max(...values) - least);
  const digits = Math.max(...values.map(Math.abs)) < 10 ? 2 : 0;
  const rows = [...actions]
    .sort((a, b) => b.value - a.value)
    .slice(0, MOST_BARS)
    .map((one) => {
      const share = actions.length === 1 ? 1 : 0.12 + (0.88 * (one.value - least)) / room;
      return h(
        "li",
        { class: one.action === best ? "best" : "" },
        h("span", { class: "what" }, toldInked(one.label, names)),
        gauge(share, Math.min(0.4, one.error / room)),
        h("span", { class: "value" }, figure(one, digits)),
      );
    });
  return h("ol", { class: "bars" }, rows);
}

/** A bar, and over its end how sure it is. @param {number} share @param {number} doubt */
const gauge = (share, doubt) =>
  h(
    "span",
    { class: "gauge", "aria-hidden": "true" },
    h("i", { style: { width: `${share * 100}%` } }),
    h("em", { style: { left: `${Math.max(0, share - doubt) * 100}%`, width: `${doubt * 200}%` } }),
  );

/** A value with its 95 % interval. @param {WeighedAction} one @param {number} digits */
function figure(one, digits) {
  const sign = one.value >= 0 ? "+" : "−";
  return `${sign}${Math.abs(one.value).toFixed(digits)} ± ${(2 * one.error).toFixed(digits)}`;
}
