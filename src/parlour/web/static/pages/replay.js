// Replays a finished match step by step, seen from any seat or with all hands open.
import { analysisParts } from "./analysis.js";
import { breakdown } from "../table/breakdown.js";
import { drawIfChanged, fill, h, signWith } from "../core/dom.js";
import { Felt } from "../table/felt.js";
import { get } from "../core/http.js";
import { heldTrick, newMoments, staged, trickEnded } from "../sitting/views.js";
import { chart, sheetTable } from "../table/sheet.js";
import { momentWords, shareButton } from "./share.js";
import { brand } from "../table/table.js";
import { ownSeat, showGame } from "../core/state.js";
import { inkedSentence } from "../cards/inked.js";
import { formattedFirst } from "../core/sentences.js";
import { t } from "../core/words.js";

/** @typedef {import("./share.js").Showing} Showing */

const STEP_TIME = 1100;

/**
 * Create the replay of a table, from its start or at a shared moment.
 * @param {string} table @param {{at: number | null, by: string | null}} moment
 */
export async function replayPage(table, { at, by }) {
  const facts = /** @type {Facts} */ (await get(`/tables/${encodeURIComponent(table)}`));
  const seat = ownSeat(table)?.seat ?? -1;
  const viewer = by !== null && Number(by) < facts.players ? by : "open";
  const replay = /** @type {Replay} */ (await get(`/tables/${encodeURIComponent(table)}/replay?seat=${viewer}`));
  showGame(facts.game);
  document.title = `${t("Replay")} · ${facts.title} · Parlour`;
  /** @type {Showing} */
  const showing = {
    facts: { ...facts, started: false } /* so that no player is shown as absent */,
    names: replay.names,
    viewer,
    steps: telling(replay.steps),
    index: 0,
    playing: 0,
  };
  showing.index = Math.max(
    0,
    showing.steps.findLastIndex((one) => one.number <= (at ?? 0)),
  );
  showing.shared = at === null ? null : showing.index;
  return build(showing, table, Math.max(0, seat));
}

/** @param {Showing} showing @param {string} table @param {number} seat */
function build(showing, table, seat) {
  const felt = new Felt();
  const story = h("p", { class: "prompt", role: "status", tabindex: "0" }); // A long story scrolls.
  const slider = h("input", {
    type: "range",
    min: 0,
    max: showing.steps.length - 1,
    value: 0,
    "aria-label": t("Step of the match"),
    class: "steps",
  });
  const counter = h("span", { class: "counter" });
  const scores = h("div");
  const play = step("▶", t("Play automatically"), () => playOn());
  const controls = h(
    "div",
    { class: "controls", role: "group", "aria-label": t("Steps") },
    step("|◀", t("To the start"), () => go(0)),
    step("◂", t("One step back"), () => go(showing.index - 1)),
    play,
    step("▸", t("One step forward"), () => go(showing.index + 1)),
    step("▶|", t("To the end"), () => go(showing.steps.length - 1)),
    counter,
  );
  const around = h("div", { class: "around", hidden: true });
  felt.dock.append(around, story, controls, slider);

  const draw = () => {
    const now = showing.steps[showing.index],
      before = showing.steps[showing.index - 1];
    const ended = before && trickEnded(before.view, now.view);
    const moments = before ? newMoments(before.view, now.view) : [];
    felt.draw(ended ? heldTrick(now.view) : { ...now.view, actions: [] }, {
      facts: showing.facts,
      at: null,
      staged: moments.reduce(staged, /** @type {Staged | null} */ (null)),
    });
    felt.drawWords();
    fill(
      story,
      now.story.flatMap((text) => [...inkedSentence(text, showing.names), " "]),
    );
    around.hidden = showing.shared !== showing.index;
    drawIfChanged(around, [showing.index, around.hidden], () => (around.hidden ? [] : momentWords(showing)));
    slider.value = String(showing.index);
    slider.setAttribute("aria-valuetext", now.story.map((text) => formattedFirst(text, showing.names)).join(" "));
    counter.textContent = `${showing.index + 1} / ${showing.steps.length}`;
    const rows = rowsUpTo(showing);
    drawIfChanged(scores, [rows.length, showing.viewer], () => [
      sheetTable(rows, now.view, showing.facts),
      breakdown(rows[rows.length - 1], now.view, showing.facts, showing.names),
      chart(rows, now.view, showing.facts),
    ]);
  };
  const go = (/** @type {number} */ index) => {
    showing.index = Math.min(showing.steps.length - 1, Math.max(0, index));
    draw();
  };
  const stop = () => {
    clearInterval(showing.playing);
    showing.playing = 0;
    fill(play, signWith("▶", t("Play automatically")));
  };
  const playOn = () => {
    if (showing.playing) return stop();
    fill(play, signWith("❚❚", t("Pause")));
    showing.playing = setInterval(
      () => (showing.index >= showing.steps.length - 1 || !felt.element.isConnected ? stop() : go(showing.index + 1)),
      STEP_TIME,
    );
  };
  const lookFrom = async (/** @type {string} */ viewer) => {
    const replay = await get(`/tables/${encodeURIComponent(table)}/replay?seat=${viewer}`);
    const { number } = showing.steps[showing.index];
    Object.assign(showing, { viewer, steps: telling(replay.steps) });
    showing.index = Math.max(
      0,
      showing.steps.findLastIndex((one) => one.number <= number),
    );
    felt.pieces.clear();
    felt.view = null;
    draw();
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  const jump = async (/** @type {number} */ number, /** @type {number} */ from) => {
    stop();
    openPanel(false);
    if (showing.viewer !== String(from)) await lookFrom(String(from));
    select.value = showing.viewer;
    const index = showing.steps.findIndex((one) => one.number >= number);
    go(Math.max(0, index - 1));
  };
  const visit = (/** @type {number} */ index) => {
    openPanel(false);
    go(index);
  };
  const select = h(
    "select",
    { id: "viewer", onchange: () => lookFrom(select.value) },
    h("option", { value: "open" }, t("all hands open")),
    showing.names.map((name, n) => h("option", { value: String(n) }, t("as {name} saw it", { name }))),
  );
  select.value = showing.viewer;
  const moments = h(
    "ol",
    { class: "moments" },
    keyMoments(showing).map(([index, words]) =>
      h("li", {}, h("button", { type: "button", class: "link", onclick: () => visit(index) }, words)),
    ),
  );
  const panel = h(
    "aside",
    { class: "panel replaypanel", "aria-label": t("About the match") },
    h(
      "div",
      { class: "body", tabindex: "0", role: "region", "aria-label": t("About the match") },
      h("label", { class: "field", for: "viewer" }, t("Seen by"), select),
      analysisParts(table, showing.names, seat, { jump, where: (number) => momentName(showing.steps, number) }),
      h("h2", {}, t("Rounds")),
      moments,
      h("h2", {}, t("Score sheet")),
      scores,
    ),
  );
  const menu = h(
    "button",
    { type: "button", class: "chip menu", "aria-expanded": "false", onclick: () => openPanel(!isOpen()) },
    t("Analysis"),
  );
  const isOpen = () => panel.classList.contains("open");
  const openPanel = (/** @type {boolean} */ open) => {
    if (open === isOpen()) return;
    panel.classList.toggle("open", open);
    menu.setAttribute("aria-expanded", String(open));
    (open ? /** @type {HTMLElement} */ (panel.querySelector(".body")) : menu).focus();
  };
  const bar = h(
    "header",
    { class: "bar" },
    brand(),
    h("h1", { class: "title" }, `${t("Replay")} · ${showing.facts.title}`),
    h(
      "div",
      { class: "tools" },
      shareButton(table, showing),
      menu,
    ),
  );
  panel.append(
    h(
      "button",
      { type: "button", class: "close", "aria-label": t("Close"), onclick: () => openPanel(false) },
      "×",
    ),
  );
  felt.whenResized(draw);
  const room = h("div", { class: "room replay" }, bar, felt.element, panel);
  room.addEventListener("keydown", (event) => event.key === "Escape" && openPanel(false));
  return room;
}

/**
 * Leave out events without a story; the next step shows what they changed.
 * @param {ReplayStep[]} steps
 */
const telling = (steps) => steps.filter((one) => one.story.length);

/** @param {string} sign @param {string} name @param {() => void} action */
const step = (sign, name, action) =>
  h("button", { type: "button", class: "action small", title: name, onclick: action }, signWith(sign, name));

/** @param {Showing} showing */
function rowsUpTo(showing) {
  /** @type {Map<number, SheetRow>} */
  const rows = new Map();
  for (const { view } of showing.steps.slice(0, showing.index + 1)) {
    if (view.sheet && !rows.has(view.sheet.round)) rows.set(view.sheet.round, view.sheet);
  }
  return [...rows.values()];
}

/**
 * Say when an event happened: in which round and trick, or at which of the player's moves.
 * @param {ReplayStep[]} steps @param {number} number
 */
function momentName(steps, number) {
  const index = Math.max(
    1,
    steps.findIndex((one) => one.number >= number),
  );
  const { seat } = steps[index].event;
  // The event that ends a round belongs to that round.
  const before = steps.map((_, n) => steps[Math.max(0, n - 1)].view);
  const round = before[index].round;
  const ends = (/** @type {number} */ n) => trickEnded(before[n], steps[n].view);
  const upTo = (/** @type {(n: number) => boolean} */ counts) =>
    steps.slice(0, index).filter((_, n) => before[n].round === round && counts(n)).length;
  if (ends(index) || steps[index].view.centre.trick.length > before[index].centre.trick.length)
    return t("Round {round}, trick {n}", { round, n: 1 + upTo(ends) });
  return t("Round {round}, move {n}", { round, n: 1 + upTo((n) => steps[n].event.seat === seat) });
}

/** List the steps at which rounds begin, and the last step. @param {Showing} showing @returns {[number, string][]} */
function keyMoments(showing) {
  /** @type {[number, string][]} */
  const moments = [];
  let round = 0;
  showing.steps.forEach(({ view }, index) => {
    if (view.round > round) moments.push([index, t("Round {n}", { n: (round = view.round) })]);
  });
  moments.push([showing.steps.length - 1, t("The end")]);
  return moments;
}
