// Draws the panel beside the table, with tabs for scores, log, rules, people and settings.
import { breakdown } from "./breakdown.js";
import { decorate, drawIfChanged, h } from "../core/dom.js";
import { get } from "../core/http.js";
import { settingsForm } from "./settings.js";
import { chart, notes, sheetTable } from "./sheet.js";
import { names } from "../sitting/sitting.js";
import { changed, state } from "../core/state.js";
import { inkedSentence } from "../cards/inked.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/dom.js").Child} Child */

const TABS = Object.entries({
  // texts
  scores: "Scores",
  log: "Log",
  rules: "Rules",
  people: "Table",
  settings: "Settings",
});
const LATELY = 7; // This many log entries are listed below the scores.
const LINES = 3; // A story of more sentences gets a line for each.
/** Whether the window is wide enough for the panel to stay open, as in table.css. */
export const beside = matchMedia("(min-width: 1180px)");
/** @type {Map<string, {title: string, sections: Section[]}>} */
const rules = new Map();

/** @param {string | null} tab */
export function openPanel(tab) {
  state.panel = tab;
  if (state.sitting) state.sitting.removing = null; // Opening another tab cancels the question.
  changed();
  const next = tab ? `#tab-${tab}` : ".tools .menu";
  queueMicrotask(() => /** @type {HTMLElement | null} */ (document.querySelector(next))?.focus());
}

/** @param {HTMLElement} panel @param {Sitting} at @param {View} view */
export function drawPanel(panel, at, view) {
  if (!panel.childElementCount) build(panel);
  const tab = state.panel ?? (at.newcomer ? "rules" : "scores"); // Newcomers first see the rules of the current phase.
  panel.classList.toggle("open", state.panel !== null);
  if (state.panel === null && !beside.matches) return;
  for (const button of panel.querySelectorAll("[role=tab]")) {
    const chosen = button.id === `tab-${tab}`;
    button.setAttribute("aria-selected", String(chosen));
    /** @type {HTMLElement} */ (button).tabIndex = chosen ? 0 : -1;
  }
  const body = /** @type {HTMLElement} */ (panel.querySelector("[role=tabpanel]"));
  body.setAttribute("aria-labelledby", `tab-${tab}`);
  const { source, draw } = CONTENTS[tab](at, view);
  const atEnd = tab === "log" && body.scrollTop + body.clientHeight > body.scrollHeight - 40;
  const drawn = drawIfChanged(body, [tab, source], draw);
  if (tab === "scores") drawLately(body, at);
  if (body.dataset.tab !== tab) body.scrollTop = 0;
  if (drawn && tab === "log" && (atEnd || body.dataset.tab !== "log")) body.scrollTop = body.scrollHeight;
  if (drawn && tab === "rules") body.querySelector("details[open]")?.scrollIntoView({ block: "start" });
  body.dataset.tab = tab;
}

/** Draw the latest log entries below the scores, newest first. @param {HTMLElement} body @param {Sitting} at */
function drawLately(body, at) {
  const entries = at.log
    .filter((one) => one.story.length)
    .slice(-LATELY)
    .reverse();
  const list = /** @type {HTMLElement} */ (body.querySelector(".lately"));
  drawIfChanged(list, [entries.map((one) => one.number), names()], () => entries.map(entry));
}

/** @param {ShownEntry} one */
const entry = (one) =>
  h(
    "li",
    { class: one.story.length > LINES ? "long" : null },
    one.story.map((text) => h("span", {}, inkedSentence(text, names()), " ")),
  );

/** @param {HTMLElement} panel */
function build(panel) {
  const tabs = h(
    "div",
    { role: "tablist", class: "tabs", "aria-label": t("Scores, log and more") },
    TABS.map(([name, label]) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": "panel-body",
          onclick: () => openPanel(name),
        },
        t(label),
      ),
    ),
  );
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const place = TABS.findIndex(([name]) => `tab-${name}` === document.activeElement?.id);
    openPanel(TABS[(place + step + TABS.length) % TABS.length][0]);
  });
  const close = h(
    "button",
    { type: "button", class: "close", "aria-label": t("Close"), onclick: () => openPanel(null) },
    "×",
  );
  panel.append(tabs, close, h("div", { role: "tabpanel", id: "panel-body", class: "body", tabindex: "0" }));
  panel.addEventListener("keydown", (event) => event.key === "Escape" && openPanel(null));
}

/**
 * The content of each tab, with the data that it depends on.
 * @type {Record<string, (at: Sitting, view: View) => {source: unknown, draw: () => Child | Child[]}>}
 */
const CONTENTS = {
  scores: (at, view) => ({
    source: [at.rows, names()],
    draw: () => [
      h("h2", {}, t("Score sheet")),
      sheetTable(at.rows, view, at.facts),
      breakdown(at.rows[at.rows.length - 1], view, at.facts, names()),
      at.rows.length > 0 && notes(at.rows[at.rows.length - 1], names()),
      chart(at.rows, view, at.facts),
      h("h3", {}, t("Recent moves")),
      h("ol", { class: "log lately" }),
    ],
  }),
  log: (at) => ({
    source: [at.log.length, at.log[at.log.length - 1]?.number, names()],
    draw: () => [h("h2", {}, t("Log")), h("ol", { class: "log" }, at.log.map(entry))],
  }),
  rules: (at, view) => ({ source: [view.section, rules.has(view.game)], draw: () => rulesOf(view.game, view.section) }),
  people: (at) => ({
    source: [at.facts, at.seat, at.invite, at.removing, state.phrases, Boolean(people)],
    draw: () => peopleOf(at),
  }),
  settings: () => ({ source: state.settings, draw: () => [h("h2", {}, t("Settings")), settingsForm()] }),
};

/** @param {string} game @param {string} section */
function rulesOf(game, section) {
  const page = rules.get(game);
  if (!page) {
    get(`/games/${game}/rules?language=${document.documentElement.lang}`)
      .then((answer) => rules.set(game, answer))
      .catch((error) => rules.set(game, { title: error.message, sections: [] }))
      .finally(changed);
    return [h("p", { class: "quiet" }, t("Loading the rules …"))];
  }
  return [h("h2", {}, page.title), ...sectionsOf(page.sections, section)];
}

/**
 * Draw the sections of the rules; only the section about the current phase is open.
 * @param {Section[]} sections @param {string} section
 */
export function sectionsOf(sections, section) {
  return sections.map(({ heading, html, name }) => {
    const body = h("div", { class: "rules" });
    body.innerHTML = html; // Our server has rendered this from the rules page.
    if (body.querySelector("table"))
      // A wide table may scroll sideways.
      decorate(body, { tabindex: 0, role: "group", "aria-label": heading || t("Rules") });
    if (!heading) return body;
    return h("details", { open: name === section }, h("summary", {}, heading), body);
  });
}

/** @type {typeof import("./people.js") | null} */
let people = null;

/** Show who sits at the table, loading its module on first use. @param {Sitting} at */
function peopleOf(at) {
  if (people) return people.peopleAt(at);
  import("./people.js").then((module) => {
    people = module;
    changed();
  });
  return [h("h2", {}, t("At the table"))];
}
