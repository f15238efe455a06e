// The settings of this browser, as a form.
import { h } from "../core/dom.js";
import { CHOICES, set, state } from "../core/state.js";
import { t } from "../core/words.js";

const WORDS = /** @type {Record<string, [string, Record<string, string>]>} */ ({
  // texts
  pace: ["Pace of the bots", { instant: "instant", quick: "quick", natural: "natural", slow: "slow" }],
  autoplay: ["Play forced cards automatically", { off: "no", on: "yes" }],
  pause: ["Score sheet after each round", { on: "show", off: "skip" }],
  suits: ["Colours of the suits", { four: "four", two: "two" }],
  size: ["Size of the cards", { small: "small", medium: "medium", large: "large" }],
  index: ["Numbers on the cards", { normal: "normal", large: "large" }],
  back: ["Backs of the cards", { lattice: "lattice", waves: "waves", petals: "petals" }],
  side: ["Hand that plays", { right: "right", left: "left" }],
  motion: ["Motion", { auto: "as the system", full: "full", none: "none" }],
  theme: ["Light", { auto: "as the system", dark: "evening", light: "day" }],
  sound: ["Sound", { on: "on", off: "off" }],
  keys: ["Letter keys: H hint, L last trick, S scores, T whose turn, U undo", { on: "on", off: "off" }],
});

/** @param {keyof Settings} name */
function group(name) {
  const [legend, words] = WORDS[name];
  const choices = CHOICES[name].map((value) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: `setting-${name}`,
        value,
        checked: state.settings[name] === value,
        "data-focus": `${name}-${value}`,
        onchange: () => set(name, value),
      }),
      h("span", {}, t(words[value])),
    ),
  );
  return h("fieldset", { class: "setting" }, h("legend", {}, t(legend)), choices);
}

export const settingsForm = () =>
  h(
    "form",
    { class: "settings" },
    Object.keys(WORDS).map((name) => group(/** @type {keyof Settings} */ (name))),
  );
