// Draws the bot's advice: the action it would choose, the reason, and a bar for each action.
import { inkedSentence } from "../cards/inked.js";
import { h } from "../core/dom.js";
import { decimal, t } from "../core/words.js";

const MOST_BARS = 6;

/**
 * Write the advice in words, followed by a collapsed list of all actions with their values.
 * @param {Hint} hint @param {string[]} names
 */
export const adviceParts = (hint, names) => [
  h("p", { role: "status" }, inkedSentence(hint.sentence, names)),
  hint.actions.length > 1 && h("details", {}, h("summary", {}, t("All choices")), bars(hint, names)),
];

/**
 * List the actions, best first, each with a bar that compares it with the best action.
 * @param {{best: number, actions: WeighedAction[]}} weighed @param {string[]} names
 */
export function bars({ best, actions }, names) {
  const room = Math.max(1e-9, ...actions.map((one) => one.behind));
  const rows = [...actions]
    .sort((a, b) => a.behind - b.behind)
    .slice(0, MOST_BARS)
    .map((one) =>
      h(
        "li",
        { class: one.action === best ? "best" : "" },
        h("span", { class: "what" }, inkedSentence(one.label, names)),
        gauge(1 - (0.88 * one.behind) / room, Math.min(0.4, one.error / room)),
        h("span", { class: "value" }, figure(one, one.action === best, room)),
      ),
    );
  return h("ol", { class: "bars" }, rows);
}

/** Draw a bar with its margin of error. @param {number} share @param {number} doubt */
const gauge = (share, doubt) =>
  h(
    "span",
    { class: "gauge", "aria-hidden": "true" },
    h("i", { style: { width: `${share * 100}%` } }),
    h("em", { style: { left: `${Math.max(0, share - doubt) * 100}%`, width: `${doubt * 200}%` } }),
  );

/**
 * Say how much worse an action is than the best action.
 * @param {WeighedAction} one @param {boolean} best @param {number} room
 */
function figure(one, best, room) {
  if (best) return t("best");
  return one.close ? t("about as good") : `−${decimal(one.behind, room < 10 ? 2 : 0)}`;
}
