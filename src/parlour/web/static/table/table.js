// The page of a match: the felt, the bar above it, the panel beside it, and what a click on a card means.
import { actionButtons, hintBars, promptLine } from "./dock.js";
import { afterFrame, drawIfChanged, h } from "../core/dom.js";
import { Felt } from "./felt.js";
import { arrowKeys, dragging, oneTabStop } from "./hand.js";
import { keys } from "../core/keys.js";
import { canTouch, offersOf, pairOf, refusalOf } from "./offers.js";
import { drawOverlays, playAgain } from "./overlays.js";
import { drawPanel, openPanel } from "./panel.js";
import { motion } from "./pieces.js";
import { act, hint, names, notice, sitting, undo } from "../core/sitting.js";
import { changed, state } from "../core/state.js";
import { spoken, t, told, toldFirst } from "../core/words.js";

/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {import("./pieces.js").Touch} Touch */
/** @typedef {ReturnType<typeof build>} Parts */

/** @type {Parts | null} */
let parts = null;

function build() {
  const felt = new Felt();
  const prompt = h("p", { class: "prompt", role: "status" });
  const actions = h("div", { class: "actions", role: "group", "aria-label": t("What you can do") });
  const advice = h("section", { class: "advice", "aria-label": t("Hint"), hidden: true });
  const status = h("p", { class: "line-lost", role: "alert" });
  felt.dock.append(prompt, actions);
  felt.element.append(advice, status);
  const title = h("h1", { class: "title" });
  const tools = h("div", { class: "tools" });
  const bar = h(
    "header",
    { class: "bar" },
    h("a", { href: "/", class: "brand", "data-link": true }, "Parlour"),
    title,
    tools,
  );
  const panel = h("aside", { class: "panel", id: "panel", "aria-label": t("Beside the table") });
  const log = h("div", { class: "unseen", role: "log", "aria-label": t("What happened") });
  const overlays = h("div", { class: "overlays" });
  const element = h("div", { class: "room" }, bar, felt.element, panel, log, overlays);
  arrowKeys(felt.hand);
  dragging(felt.hand, {
    canDrag: (card) =>
      Boolean(shown() && !sitting().pending && canTouch(offersOf(/** @type {View} */ (shown())), card, null)),
    dropped,
  });
  const resized = felt.whenResized(changed);
  return {
    resized,
    felt,
    prompt,
    actions,
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

const shown = () => state.sitting?.shown ?? null;

/** The page of a match, made once. */
export function tablePage() {
  parts = build();
  return parts.element;
}

/** Another page is shown: nothing may hold on to this one. */
export function forgetTable() {
  parts?.resized.disconnect();
  parts?.felt.pieces.clear();
  parts = null;
}

/** Cards that move come first; what is written around them waits until their first frame is seen. @param {State} now */
export function drawTable(now) {
  const before = motion.moves;
  if (!parts || !now.sitting?.shown || !parts.element.isConnected) return;
  drawFelt(parts, now.sitting, now.sitting.shown);
  if (motion.moves > before && !parts.waiting) afterFrame(drawWords);
  parts.waiting ||= motion.moves > before;
  if (!parts.waiting || document.hidden || parts.tab !== now.panel) drawWords(); // whoever opens the panel waits for nothing
}

/** All that does not move, as the state is now. */
function drawWords() {
  const at = state.sitting,
    view = at?.shown;
  if (!parts || !at || !view || !parts.element.isConnected) return;
  Object.assign(parts, { waiting: false, tab: state.panel });
  parts.felt.drawWords();
  drawBar(parts, at, view);
  drawDock(parts, at, view);
  keepFocus(parts);
  drawAdvice(parts, at);
  drawLog(parts, at);
  drawPanel(parts.panel, at, view);
  drawOverlays(parts.overlays, at, view);
  parts.status.textContent =
    at.connection === "lost" ? t("The connection is gone. Your seat is kept; trying again …") : "";
}

/**
 * Not every message changes the felt; then nothing is measured and no card is touched.
 * @param {Parts} parts @param {Sitting} at @param {View} view
 */
function drawFelt(parts, at, view) {
  const made = [
    view,
    at.facts,
    at.phrases,
    at.pending,
    at.chosen,
    at.hint,
    at.notice,
    parts.felt.size,
    state.settings.size,
  ];
  if (parts.felt.size && made.every((one, n) => one === parts.drawn[n])) return;
  parts.felt.draw(view, { facts: at.facts, at, touch: touchOf(view, at), pressed, openPile });
  parts.drawn = made;
  parts.drawn[7] = parts.felt.size;
  oneTabStop(parts.felt.hand);
}

/** Whoever plays with keys finds the focus again when the card that had it is gone. @param {Parts} parts */
function keepFocus(parts) {
  if (!keys.used || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  const next =
    parts.felt.hand.querySelector("button.can[tabindex='0']") ??
    parts.actions.querySelector("[data-action]") ??
    parts.felt.hand.querySelector("[tabindex='0']");
  /** @type {HTMLElement | null} */ (next)?.focus();
}

/** The seconds that are left for the own move, where time is limited. @param {Sitting} at @param {View} view */
const secondsLeft = (at, view) =>
  at.deadline && view.actions.length ? Math.max(0, Math.ceil((at.deadline - Date.now()) / 1000)) : null;
setInterval(() => state.sitting?.deadline && changed(), 1000);

/** @param {Pile} pile */
function openPile(pile) {
  sitting().pile = `${pile.owner}:${pile.name.template}`;
  changed();
}

// --- parts

/** @param {Parts} parts @param {Sitting} at @param {View} view */
function drawBar(parts, at, view) {
  const title = `${at.facts?.title ?? ""}${view.round ? ` · ${t("round {n}", { n: view.round })}` : ""}`;
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
    view.centre.last_trick.length > 0,
    state.panel,
    secondsLeft(at, view),
  ];
  drawIfChanged(parts.tools, source, () => [
    secondsLeft(at, view) !== null &&
      h("span", { class: "timer", role: "timer" }, t("{n} s", { n: secondsLeft(at, view) ?? 0 })),
    at.seat < 0 && h("span", { class: "badge watching" }, t("looking on")),
    playing && at.canUndo && tool("undo", t("Undo"), () => undo()),
    playing &&
      tool("hint", at.hinting ? t("Thinking …") : t("Hint"), () => hint(), view.actions.length < 1 || at.hinting),
    view.centre.last_trick.length > 0 && tool("last", t("Last trick"), () => showLastTrick()),
    tool("menu", t("Menu"), () => openPanel(state.panel ? null : "scores")),
  ]);
}

/** @param {string} name @param {string} label @param {() => void} action @param {boolean} [off] */
const tool = (name, label, action, off = false) =>
  h("button", { type: "button", class: `chip ${name}`, "data-focus": name, disabled: off, onclick: action }, label);

export function showLastTrick() {
  sitting().lastTrick = true;
  changed();
}

/** @param {Parts} parts @param {Sitting} at @param {View} view */
function drawDock(parts, at, view) {
  const { looks, words } = promptLine(view, at, names());
  if (parts.prompt.className !== looks) parts.prompt.className = looks;
  drawIfChanged(
    parts.prompt,
    words.map((word) => (word instanceof Node ? word.textContent : word)),
    () => words,
  );
  drawIfChanged(parts.actions, [view.actions, at.pending, at.hint?.best, view.over, at.rematch], () =>
    view.over ? afterwards(at) : actionButtons(view, at, { act, names: names() }),
  );
}

/** What can be done when the match is over. @param {Sitting} at */
const afterwards = (at) => [
  at.seat >= 0 &&
    h(
      "button",
      { type: "button", class: "action main", onclick: () => playAgain() },
      at.rematch ? t("To the rematch") : t("Rematch"),
    ),
  h("a", { class: "action", href: `/replay/${at.table}`, "data-link": true }, t("Replay and analysis")),
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
  drawIfChanged(parts.advice, advice, () => [close, ...hintBars(advice, names())]);
}

/** Only what is new is added to the log, so that it is read out once. @param {Parts} parts @param {Sitting} at */
function drawLog(parts, at) {
  for (const told_ of at.log.filter((one) => one.number > parts.spoken)) {
    parts.log.append(h("p", {}, told_.story.map((text) => toldFirst(text, names())).join(" ")));
    parts.spoken = told_.number;
  }
  while (parts.log.childElementCount > 30) parts.log.firstElementChild?.remove();
}

// --- cards under the finger

/** @param {View} view @param {Sitting} at @returns {(slot: Slot) => Touch} */
function touchOf(view, at) {
  const offers = offersOf(view);
  const asked = offers.single.size > 0 || offers.pairs.length > 0;
  const best = at.hint && view.actions.find((action) => action.id === at.hint?.best)?.cards;
  return (slot) => {
    const can = canTouch(offers, slot.card, at.chosen);
    const button = slot.zone === "hand" || (slot.zone === "pile" && can);
    const pending = slot.card !== null && slot.zone === "hand" && at.pending?.cards.includes(slot.card);
    const looks = [
      can && asked && !at.pending && "can",
      asked && !can && button && "cannot",
      at.chosen !== null && at.chosen === slot.card && "chosen",
      pending && "pending",
      slot.zone === "trick" && slot.seat === view.centre.winning && "winning",
      slot.card && best?.includes(slot.card) && button && "best",
    ];
    return {
      button,
      looks: looks.filter(Boolean).join(" "),
      name: nameOf(slot, view, at, can, asked),
      disabled: !can || Boolean(at.pending),
    };
  };
}

/**
 * The name of a card for those who hear it.
 * @param {Slot} slot @param {View} view @param {Sitting} at @param {boolean} can @param {boolean} asked
 */
function nameOf(slot, view, at, can, asked) {
  if (slot.card === null) return t("a card face down");
  const card = spoken(slot.card);
  if (slot.zone === "trick") return t("{who} played {card}", { who: names()[slot.seat ?? -1] ?? t("the Dummy"), card });
  if (!asked || slot.zone !== "hand") return card;
  if (can) return at.chosen === slot.card ? t("{card}, chosen", { card }) : card;
  const reason = refusalOf(view, slot.card);
  return reason
    ? t("{card}, not playable: {reason}", { card, reason: told(reason, names()) })
    : t("{card}, not playable", { card });
}

/** A card was pressed. @param {string} card @param {HTMLElement} element */
function pressed(card, element) {
  const at = sitting(),
    view = at.shown;
  if (!view || at.pending) return;
  const offers = offersOf(view);
  const single = offers.single.get(card);
  if (single) return act(single[0]);
  if (offers.pairs.some((action) => action.cards.includes(card))) return pressedPair(card);
  const reason = refusalOf(view, card);
  element.classList.add("shaken");
  setTimeout(() => element.classList.remove("shaken"), 400);
  notice(reason ? toldFirst(reason, names()) : toldFirst(view.prompt, names()));
}

/** The first card of two is chosen, the second one acts. @param {string} card */
function pressedPair(card) {
  const at = sitting(),
    offers = offersOf(/** @type {View} */ (at.shown));
  const pair = at.chosen ? pairOf(offers, at.chosen, card) : null;
  if (pair) return act(pair);
  at.chosen = at.chosen === card ? null : card;
  changed();
}

/** A card was dragged onto the felt, or onto another card. @param {string} card @param {string | null} onto */
function dropped(card, onto) {
  const view = shown();
  if (!view || sitting().pending) return false;
  const offers = offersOf(view);
  const action = (onto && pairOf(offers, card, onto)) || offers.single.get(card)?.[0];
  if (action) act(action);
  return Boolean(action);
}
