// Draws the page of a match: the felt, the bar above it, and the panel beside it.
import { drawAbsence } from "./absence.js";
import { adviceParts } from "./advice.js";
import { drawClaim } from "./claim.js";
import { actionButtons, countWords, promptLine } from "./dock.js";
import { afterFrame, drawIfChanged, h } from "../core/dom.js";
import { Felt } from "./felt.js";
import { keepFocus, watchFocus } from "./focus.js";
import { arrowKeys, dragging, oneTabStop } from "./hand.js";
import { tapsGoOn } from "./moments.js";
import { againWords, boardButton, drawOverlays, playAgain, replayLink } from "./overlays.js";
import { drawPanel, openPanel } from "./panel.js";
import { motion } from "./pieces.js";
import { preparingNote } from "../core/preparing.js";
import { canGoAhead, isWaiting, names, sitting } from "../sitting/sitting.js";
import { hint, undo } from "../sitting/wishes.js";
import { changed, state } from "../core/state.js";
import { formattedFirst } from "../core/sentences.js";
import { t } from "../core/words.js";

/** @typedef {ReturnType<typeof build>} Parts */

const LATE = 10; // The clock turns red when this many seconds are left.

/** @type {Parts | null} */
let parts = null;

function build() {
  const felt = new Felt();
  const prompt = h("p", { class: "prompt", role: "status" });
  const clock = h("span", { class: "timer", role: "timer", hidden: true });
  const actions = h("div", { class: "actions", role: "group", "aria-label": t("Your options") });
  const advice = h("section", { class: "advice", "aria-label": t("Hint"), hidden: true });
  const absence = h("div", { class: "absence", hidden: true });
  const claim = h("div", { class: "claim", hidden: true });
  const status = h("p", { class: "line-lost", role: "alert" });
  const counted = h("p", { class: "unseen", role: "status" });
  felt.dock.append(advice, h("div", { class: "asked" }, prompt, clock), absence, claim, actions, counted);
  felt.element.append(status);
  const title = h("h1", { class: "title" });
  const tools = h("div", { class: "tools" });
  const bar = h(
    "header",
    { class: "bar" },
    brand(),
    h("div", { class: "heading" }, title, preparingNote(state.game.name, { spoken: true })),
    tools,
  );
  const panel = h("aside", { class: "panel", id: "panel", "aria-label": t("Scores, log and more") });
  const log = h("div", { class: "unseen", role: "log", "aria-label": t("What happened") });
  const overlays = h("div", { class: "overlays" });
  const element = h("div", { class: "room" }, bar, felt.element, panel, log, overlays);
  arrowKeys(felt.hand);
  arrowKeys(felt.middle);
  tapsGoOn(felt.element);
  advice.addEventListener("toggle", () => felt.verify(), true); // The cards in the middle make room.
  dragging(felt.hand);
  const resized = felt.whenResized(changed);
  const focus = watchFocus(felt, actions);
  return {
    focus,
    resized,
    felt,
    prompt,
    clock,
    actions,
    absence,
    claim,
    counted,
    advice,
    status,
    title,
    tools,
    panel,
    log,
    overlays,
    element,
    spoken: 0,
    drawn: /** @type {unknown[]} */ ([]),
    waiting: false,
    tab: /** @type {string | null} */ (null),
  };
}

/** Draw the link to the first page: the word "Parlour", or an arrow on a phone. */
export const brand = () =>
  h(
    "a",
    { href: "/", class: "brand", "data-link": true, title: t("All games") },
    h("span", { class: "back", "aria-hidden": "true" }, "‹"),
    h("span", { class: "word" }, "Parlour"),
  );

/** Create the page of a match. */
export function tablePage() {
  parts = build();
  return parts.element;
}

/** When a different page is shown, drop all references to this one. */
export function forgetTable() {
  parts?.resized.disconnect();
  parts?.felt.pieces.clear();
  parts = null;
}

/** Draw the cards first, and the words around them once the cards are moving. @param {State} now */
export function drawTable(now) {
  const before = motion.moves;
  if (!parts || !now.sitting?.shown || !parts.element.isConnected) return;
  drawFelt(parts, now.sitting, now.sitting.shown);
  if (motion.moves > before && !parts.waiting) afterFrame(drawWords);
  parts.waiting ||= motion.moves > before;
  // A panel that has just been opened is drawn at once.
  if (!parts.waiting || document.hidden || parts.tab !== now.panel) drawWords();
}

/** Draw everything that doesn't move. */
function drawWords() {
  const at = state.sitting,
    view = at?.shown;
  if (!parts || !at || !view || !parts.element.isConnected) return;
  Object.assign(parts, { waiting: false, tab: state.panel });
  parts.felt.drawWords();
  drawBar(parts, at, view);
  drawDock(parts, at, view);
  keepFocus(parts.focus, at.chosen);
  drawAdvice(parts, at);
  drawLog(parts, at);
  drawPanel(parts.panel, at, view);
  drawOverlays(parts.overlays, at, view);
  const status = at.connection === "lost" ? lostWords(at) : "";
  if (parts.status.textContent !== status) parts.status.textContent = status;
}

/** Say what happens to your seat and to a move that waits while there is no connection. @param {Sitting} at */
function lostWords(at) {
  const lost = navigator.onLine
    ? t("Connection lost. Your seat is safe; reconnecting …")
    : t("You're offline. Your seat is safe.");
  return isWaiting(at) ? `${lost} ${t("Your move is kept, and sent as soon as the connection is back.")}` : lost;
}

/**
 * Draw the felt, but only if something on it has changed.
 * @param {Parts} parts @param {Sitting} at @param {View} view
 */
function drawFelt(parts, at, view) {
  const made = [
    view,
    at.facts,
    at.phrases,
    at.pending,
    at.chosen,
    at.picks,
    at.sending,
    at.hint,
    at.notice,
    at.moment,
    state.settings.size,
    state.settings.side,
    parts.felt.size,
  ];
  if (parts.felt.size && made.every((one, n) => one === parts.drawn[n])) return;
  parts.felt.draw(view, { facts: at.facts, at, staged: at.moment });
  parts.drawn = made;
  parts.drawn[made.length - 1] = parts.felt.size;
  oneTabStop(parts.felt.hand);
  oneTabStop(parts.felt.middle);
}

/** Return the seconds left for your move; null if there is no time limit. @param {Sitting} at */
const secondsLeft = (at) =>
  at.deadline && at.view?.actions.length ? Math.max(0, Math.ceil((at.deadline - Date.now()) / 1000)) : null;
setInterval(() => state.sitting?.deadline && changed(), 1000);

// --- parts

/** @param {Parts} parts @param {Sitting} at @param {View} view */
function drawBar(parts, at, view) {
  const { title: game = "", day, board } = at.facts ?? {};
  const round = view.round ? t("round {n}", { n: view.round }) : "";
  const part = day ? t("today's deal") : board ? t("Board {n}", { n: board }) : round;
  const title = part ? `${game} · ${part}` : game;
  if (parts.title.textContent !== title) parts.title.textContent = title;
  const name = view.actions.length
    ? t("Your turn · {title}", { title: at.facts?.title ?? "Parlour" })
    : `${at.facts?.title ?? ""} · Parlour`;
  if (document.title !== name) document.title = name;
  const playing = at.seat >= 0 && !view.over;
  const source = [
    playing,
    at.canUndo,
    view.actions.length > 1,
    at.hinting,
    canShowLastTrick(view),
    state.panel,
  ];
  drawIfChanged(parts.tools, source, () => [
    at.seat < 0 && h("span", { class: "badge watching" }, t("watching")),
    playing && at.canUndo && tool("undo", t("Undo"), () => undo()),
    playing &&
      !(at.facts?.day || at.facts?.evening) &&
      tool("hint", at.hinting ? t("Thinking …") : t("Hint"), () => hint(), view.actions.length < 1 || at.hinting),
    canShowLastTrick(view) && tool("last", t("Last trick"), () => showLastTrick()),
    tool("menu", t("Menu"), () => openPanel(state.panel ? null : "scores")),
  ]);
}

/** @param {string} name @param {string} label @param {() => void} action @param {boolean} [off] */
const tool = (name, label, action, off = false) =>
  h("button", { type: "button", class: `chip ${name}`, "data-focus": name, disabled: off, onclick: action }, label);

/** Whether there is a last trick and the game lets players look at it. @param {View} view */
const canShowLastTrick = (view) => view.centre.last_trick.length > 0 && !state.game.closed_tricks;

export function showLastTrick() {
  sitting().lastTrick = !state.game.closed_tricks;
  changed();
}

/** @param {Parts} parts @param {Sitting} at @param {View} view */
function drawDock(parts, at, view) {
  const { looks, words } = promptLine(view, at);
  if (parts.prompt.className !== looks) parts.prompt.className = looks;
  drawIfChanged(
    parts.prompt,
    words.map((word) => (word instanceof Node ? word.textContent : word)),
    () => words,
  );
  const marked = [view.selection, at.picks, at.sending];
  const made = [view.actions, at.pending, at.hint?.best, view.over, at.rematch, marked, at.moment, canGoAhead(at)];
  drawIfChanged(parts.actions, made, () =>
    view.over && !canGoAhead(at) ? afterwards(at) : actionButtons(view, at),
  );
  drawClock(parts.clock, secondsLeft(at));
  drawAbsence(parts.absence, view, at);
  drawClaim(parts.claim, view, at);
  const counted = countWords(view, at);
  if (parts.counted.textContent !== counted) parts.counted.textContent = counted;
}

/**
 * Draw the time left for your move beside the prompt, in red when it is nearly up.
 * @param {HTMLElement} clock @param {number | null} left
 */
function drawClock(clock, left) {
  clock.hidden = left === null;
  const words = left === null ? "" : t("{n} s", { n: left });
  if (clock.textContent !== words) clock.textContent = words;
  clock.classList.toggle("late", left !== null && left <= LATE);
}

/** Draw the buttons for players whose match is over. @param {Sitting} at */
const afterwards = (at) => [
  boardButton(at) ||
    (at.seat >= 0 &&
      h("button", { type: "button", class: "action main", onclick: () => playAgain() }, againWords(at))),
  replayLink(at),
];

/** @param {Parts} parts @param {Sitting} at */
function drawAdvice(parts, at) {
  parts.advice.hidden = !at.hint;
  if (!at.hint) return;
  const advice = at.hint;
  const close = h(
    "button",
    {
      type: "button",
      class: "close",
      "aria-label": t("Close the hint"),
      onclick: () => {
        at.hint = null;
        changed();
      },
    },
    "×",
  );
  drawIfChanged(parts.advice, advice, () => [close, ...adviceParts(advice, names())]);
}

/**
 * Add new lines to the log for screen readers, so that each is read out once, and remove hidden lines.
 * @param {Parts} parts @param {Sitting} at
 */
function drawLog(parts, at) {
  const numbers = new Set(at.log.map((one) => String(one.number)));
  for (const line of [...parts.log.children])
    if (!numbers.has(/** @type {HTMLElement} */ (line).dataset.number ?? "")) line.remove();
  for (const told_ of at.log.filter((one) => one.number > parts.spoken)) {
    const words = told_.story.map((text) => formattedFirst(text, names())).join(" ");
    parts.log.append(h("p", { "data-number": told_.number }, words));
    parts.spoken = told_.number;
  }
  while (parts.log.childElementCount > 30) parts.log.firstElementChild?.remove();
}
