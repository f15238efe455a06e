// Guides a player through a first hand, one sentence at a time beside the element that the sentence is about. The
// server says which moves the guide accepts.
import { byId, drawIfChanged, h } from "../core/dom.js";
import { get } from "../core/http.js";
import { isTelling, names } from "../sitting/sitting.js";
import { changed, keep, kept, state } from "../core/state.js";
import { inkedSentence } from "../cards/inked.js";
import { t } from "../core/words.js";
import { placed } from "./beside.js";

/**
 * The steps before one of the player's moves, ending with the step that asks for that move. The last chapter asks for
 * no move.
 * @typedef {GuideStep[]} Chapter
 */

/** The current guide: its chapters, null until they are loaded, and the player's progress. */
const guide = {
  table: "",
  chapters: /** @type {Chapter[] | null} */ (null),
  chapter: 0,
  read: 0,
};
const box = h("section", { class: "guide", "aria-label": t("Guided first hand") });
const ring = h("div", { class: "guidering", "aria-hidden": "true" });
const words = h("p", { role: "status" });
const buttons = h("div", { class: "guidebuttons" });
const close = h(
  "button",
  { type: "button", class: "close", "aria-label": t("Leave the guide"), onclick: () => leave() },
  "×",
);
box.append(words, close, buttons);
const styled = new Promise((done) => {
  const link = h("link", { rel: "stylesheet", href: "/static/style/guide.css" });
  // Without its style sheet, a guide is still useful.
  for (const ended of ["load", "error"]) link.addEventListener(ended, () => done(null));
  document.head.append(link);
});

/** Whether the player has left the guide of a table. @param {string} table */
const isLeft = (table) => kept("unguided", []).includes(/** @type {never} */ (table));

function leave() {
  keep("unguided", [guide.table, ...kept("unguided", [])].slice(0, 30));
  guide.chapters = null;
  if (state.sitting) state.sitting.welcome = null;
  box.remove();
  ring.remove();
}

/** Fetch the guide of the table. @param {Sitting} at */
async function begin(at) {
  Object.assign(guide, { table: at.table, chapters: null, chapter: 0, read: 0 });
  if (isLeft(at.table)) return;
  const [{ steps }] = await Promise.all([get(`/games/${at.facts?.game}/guide`), styled]);
  if (guide.table !== at.table) return;
  guide.chapters = chaptersOf(steps);
  changed();
}

/** @param {GuideStep[]} steps @returns {Chapter[]} */
function chaptersOf(steps) {
  /** @type {Chapter[]} */
  const chapters = [[]];
  for (const step of steps) {
    chapters[chapters.length - 1].push(step);
    if (step.do.length) chapters.push([]);
  }
  return chapters;
}

/**
 * Draw the guide for the table's current state. A legal move that the guide doesn't accept isn't sent
 * (sitting/pace.js), and the guide says why.
 * @param {Sitting} at
 */
export function drawGuide(at) {
  if (guide.table !== at.table) begin(at);
  const { chapters } = guide;
  if (!chapters || !at.shown) return;
  const chapter = chapters[at.moves] ?? [];
  if (guide.chapter !== at.moves) {
    Object.assign(guide, { chapter: at.moves, read: 0 });
    at.strayed = false;
  }
  at.welcome = chapter.find((one) => one.do.length)?.do ?? null;
  if (at.strayed) guide.read = chapter.length - 1;
  const last = at.moves >= chapters.length - 1;
  const step = chapter[Math.min(guide.read, chapter.length - 1)];
  if (at.sheetOpen && last && step) sayOnSheet(step);
  if (isTelling(at)) return put(null);
  const asked = at.shown.actions.length > 0 && at.pending === null;
  const ended = last && (at.shown.over || at.rows.length > 0);
  if (step && (asked || ended)) return put(step);
  const said = chapters[at.moves - 1]?.find((one) => one.then)?.then;
  put(said ? { say: said, at: "", do: [], otherwise: null, then: null } : null, true);
}

/**
 * Repeat the guide's last sentences on the score sheet, because the score is what they explain.
 * @param {GuideStep} step
 */
function sayOnSheet(step) {
  const sheet = document.querySelector("dialog.roundsheet[open]");
  if (sheet && !sheet.querySelector(".guideword"))
    sheet.querySelector("h2")?.after(h("p", { class: "guideword" }, inkedSentence(step.say, names())));
}

/**
 * Show a step of the guide, or hide the guide if there is none. While other players move, the step has no button.
 * @param {GuideStep | null} step @param {boolean} [waiting]
 */
function put(step, waiting = false) {
  if (!step) {
    box.remove();
    ring.remove();
    return;
  }
  const table = byId("table");
  if (!box.isConnected) table.append(ring, box);
  const strayed = Boolean(state.sitting?.strayed);
  const said = strayed && step.otherwise ? step.otherwise : step.say;
  drawIfChanged(words, [said, names()], () => inkedSentence(said, names()));
  box.classList.toggle("strayed", strayed);
  const chapters = guide.chapters ?? [];
  const end = atEnd(chapters) ? (state.sitting?.shown?.over ? "none" : "end") : "on";
  const kind = waiting || step.do.length ? "none" : end;
  drawIfChanged(buttons, kind, () => (kind === "on" ? [onward()] : kind === "end" ? endings() : []));
  placed(box, ring, table, step.at);
}

/** Whether the guide shows its last step. @param {Chapter[]} chapters */
const atEnd = (chapters) =>
  guide.chapter >= chapters.length - 1 && guide.read >= chapters[chapters.length - 1].length - 1;

const onward = () =>
  h(
    "button",
    {
      type: "button",
      class: "action main",
      "data-focus": "guide",
      onclick: () => {
        guide.read += 1;
        changed();
      },
    },
    t("Go on"),
  );

/** Draw the buttons that end the guide while its match goes on. */
const endings = () => [
  h("button", { type: "button", class: "action main", "data-focus": "guide", onclick: () => leave() }, t("Play on")),
  h("a", { class: "action", href: "/", "data-link": true }, t("All games")),
];
