// Draws the form for this browser's settings.
import { h } from "../core/dom.js";
import { CHOICES, set, state } from "../core/state.js";
import { language, languages, t } from "../core/words.js";

const WORDS = /** @type {Record<string, [string, Record<string, string>]>} */ ({
  // texts
  pace: ["Pace of the bots", { instant: "instant", quick: "quick", natural: "natural", slow: "slow" }],
  autoplay: ["Play forced cards automatically", { off: "no", on: "yes" }],
  pause: ["Score sheet after each round", { on: "show", off: "skip" }],
  suits: ["Suit colours", { four: "four", two: "two" }],
  size: ["Card size", { small: "small", medium: "medium", large: "large" }],
  index: ["Numbers on the cards", { normal: "normal", large: "large" }],
  back: ["Card backs", { lattice: "lattice", waves: "waves", petals: "petals" }],
  side: ["Left- or right-handed", { right: "right", left: "left" }],
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

/** Store the language in a cookie, which the server reads, and reload the page. @param {string} chosen */
function read(chosen) {
  document.cookie = `language=${chosen}; path=/; max-age=31536000; samesite=lax`;
  const address = new URL(location.href);
  address.searchParams.delete("language");
  if (address.href === location.href) location.reload();
  else location.assign(address);
}

/** Draw the choice of languages, each under its own name. */
function languageChoice() {
  const options = languages().map((one) =>
    h(
      "option",
      { value: one, lang: one, selected: one === language() },
      new Intl.DisplayNames(one, { type: "language" }).of(one),
    ),
  );
  const select = h("select", { "data-focus": "language", onchange: () => read(select.value) }, options);
  return h("label", { class: "setting language" }, t("Language"), select);
}

export const settingsForm = () =>
  h(
    "form",
    { class: "settings" },
    languageChoice(),
    Object.keys(WORDS).map((name) => group(/** @type {keyof Settings} */ (name))),
  );
