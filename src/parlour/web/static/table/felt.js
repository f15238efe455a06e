// Draws one view as a table: plates, cards, middle. Used by the match page and the replay.
import { decorate, h, restyle } from "../core/dom.js";
import { frameOf, isAround } from "./frame.js";
import { cornersOf, stripOf } from "./corners.js";
import { fanOf, middleOf, platesAt } from "./layout.js";
import { Stacks } from "./journeys.js";
import { drawGroupLabels, drawMiddle, drawSeat, namesIn } from "./labels.js";
import { Pieces } from "./pieces.js";
import { captionAt, middle } from "./poses.js";
import { Sections, fanHeight } from "./sections.js";
import { nearSeat, othersOf, slotsOf, spreadBefore, tricksOf } from "./slots.js";
import { state, still } from "../core/state.js";
import { touchOf } from "./touch.js";
import { trickSize } from "./tricks.js";
import { t } from "../core/words.js";

/** @typedef {import("./labels.js").Setting} Setting */
/** @typedef {import("./layout.js").Table} Table */
/**
 * @typedef {ReturnType<Felt["prepare"]>} Prepared
 * @typedef {ReturnType<Felt["measure"]>} Measured
 */

const USUAL_ROW = 5; // A row has room for at least this many tricks.

/** @param {Element | null} element */
const sizeOf = (element) => {
  const { offsetWidth: width = 0, offsetHeight: height = 0 } = /** @type {HTMLElement | null} */ (element) ?? {};
  return { width, height };
};

export class Felt {
  constructor() {
    this.others = h("div", { class: "others" });
    this.backs = h("div", { class: "backs", "aria-hidden": "true" });
    this.middle = h("div", { class: "middle", role: "group", "aria-label": t("The middle of the table") });
    this.trick = h("ol", { class: "trick", "aria-label": t("The trick") });
    this.row = h("ol", { class: "trick row", "aria-label": t("The tricks of this round") });
    this.markers = h("ul", { class: "markers", "aria-label": t("Special suits") });
    this.piles = h("div", { class: "stacks loose", role: "group", "aria-label": t("Stacks") });
    this.lead = h("p", { class: "lead" });
    this.groups = h("div", { class: "groups" });
    this.own = h("section", { class: "seat own" });
    this.dock = h("div", { class: "dock" });
    this.hand = h("div", {
      class: "hand",
      role: "toolbar",
      "aria-label": t("Your hand"),
      "aria-orientation": "horizontal",
    });
    this.near = h("div", { class: "near" }, this.own, this.dock);
    this.ring = h("div", { class: "ring", "aria-hidden": "true" });
    // Cards and plates are in a layer of their own, so that the cloth below, which is slow to paint, is painted once.
    this.things = h(
      "div",
      { class: "things" },
      this.ring,
      this.others,
      this.backs,
      this.markers,
      this.piles,
      this.middle,
      this.row,
      this.trick,
      this.lead,
      this.groups,
      this.near,
      this.hand,
    );
    this.element = h("main", { class: "table", id: "table", tabindex: "-1" }, this.things);
    this.pieces = new Pieces(this);
    this.sections = new Sections(this.others);
    /** @type {Table | null} */
    this.table = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {View | null} */
    this.before = null;
    this.tight = false; // Whether markers and stacks don't fit above the trick.
    /** The table's size, or null if it must be measured again. @type {import("./frame.js").Size | null} */
    this.size = null;
    /** The latest measurements of words and plates. @type {Measured | null} */
    this.measured = null;
    this.verifying = 0;
    /** @type {Setting | null} */
    this.setting = null;
    this.due = false; // Whether the words of the latest view must still be drawn.
    this.stacks = new Stacks(this.things);
  }

  /** Call a function whenever the table's size has changed. @param {() => void} changed */
  whenResized(changed) {
    const measure = () => {
      this.size = null;
      changed();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(this.element);
    document.fonts.ready.then(measure); // The page's fonts may make words wider.
    return observer;
  }

  /**
   * Start moving the cards. The caller may draw the words later with `drawWords`, while the cards are already moving,
   * unless the cards' positions depend on words that have never been drawn.
   * @param {View} view @param {Setting} setting
   */
  draw(view, setting) {
    const resized = this.size === null;
    Object.assign(this, { before: this.view, view, setting, due: true });
    const ready = this.prepare(view);
    const known = !resized && this.measured?.plates.length === ready.sections.length ? this.measured : null;
    if (!known) this.drawWords();
    this.place(view, setting, ready, known ?? this.measure(ready));
    this.verify();
  }

  /** Draw the words that belong to the cards drawn last. */
  drawWords() {
    const { view, setting } = this;
    if (!view || !setting || !this.due) return;
    this.due = false;
    this.drawSeats(view, setting);
    drawMiddle(this, view, setting);
    this.verify();
  }

  /** @param {View} view @param {Setting} setting @param {Prepared} ready @param {Measured} measured */
  place(view, setting, ready, measured) {
    const table = this.layOut(view, ready, measured),
      { before, pieces, stacks } = this;
    const isStill = still() || before === null || before.game !== view.game;
    if (!isStill && pieces.pieces.some((piece) => stacks.isAwaited(piece.slot, view))) {
      this.drawWords();
      stacks.read();
    }
    const touch = touchOf(view, setting.at);
    pieces.place({ table, view, before, slots: slotsOf(view), stacks, touch, still: isStill });
    this.table = table;
    this.measured = measured;
    drawGroupLabels(this.groups, view, table, namesIn(setting));
  }

  /**
   * Measure again before the next frame. Cards start moving by the previous measurements, because new measurements
   * would force the browser to lay out the page first; at the next frame it lays out the page anyway.
   */
  verify() {
    cancelAnimationFrame(this.verifying);
    this.verifying = requestAnimationFrame(() => {
      const { view, setting } = this;
      if (!view || !setting || this.due || !this.element.isConnected) return;
      const ready = this.prepare(view),
        measured = this.measure(ready);
      this.stacks.read();
      if (JSON.stringify(measured) === JSON.stringify(this.measured)) return;
      this.place(view, setting, ready, measured);
      this.verify();
    });
  }

  // --- the words around the cards

  /** @param {View} view @param {Setting} setting */
  drawSeats(view, setting) {
    for (const seat of othersOf(view)) drawSeat(this.sections.at(seat.seat), seat, view, setting, true);
    const mine = view.seats.find((seat) => seat.seat === nearSeat(view));
    if (mine) drawSeat(this.own, mine, view, setting, false);
  }

  // --- measuring the table and placing everything on it

  /**
   * Before measuring, compute and set everything that depends only on the view and the table's size.
   * @param {View} view
   */
  prepare(view) {
    const size = (this.size ??= { width: this.element.clientWidth, height: this.element.clientHeight });
    const mine = view.seats.find((seat) => seat.seat === view.seat);
    const frame = frameOf(size, mine?.cards ?? 0, state.settings.size, {
      mirrored: state.settings.side === "left",
      watching: view.seat < 0,
      marks: view.selection !== null,
      named: spreadBefore(view, nearSeat(view)).length > 1,
    });
    const { kind, card, side, hand, mirrored } = frame;
    const sections = this.sections.of(view, this.setting?.facts ?? null);
    const looks = { wide: kind === "wide", small: !isAround(kind), low: kind === "low", mirrored };
    for (const [name, on] of Object.entries(looks)) this.element.classList.toggle(name, on);
    this.element.classList.toggle("banded", kind === "small" && !this.tight);
    restyle(this.element, { "--card": `${card}px` });
    // These styles aren't set on the whole table, because the browser would then restyle everything on it.
    restyle(this.near, { "--hand": `${hand.height}px`, "--side": `${side}px` });
    const fans = sections.map((section) => fanHeight(section, frame, sections.length));
    return { frame, sections, fans };
  }

  /** Ask the browser for the sizes of plates, prompt, markers and stacks. @param {Prepared} ready */
  measure({ frame, sections }) {
    const { kind, hand } = frame;
    const own = kind === "wide" ? this.dock : this.near;
    return {
      above: kind === "low" ? 0 : hand.top - own.offsetTop, // The height of what lies above your hand.
      own: sizeOf(this.own.querySelector(".plate")),
      held: sizeOf(this.own.querySelector(".stacks")),
      dock: sizeOf(this.dock),
      plates: sections.map(sizeOf),
      markers: sizeOf(this.markers),
      piles: sizeOf(this.piles),
    };
  }

  /**
   * Lay out the table according to the latest measurements.
   * @param {View} view @param {Prepared} ready @param {Measured} measured @returns {Table}
   */
  layOut(view, ready, measured) {
    const { frame, sections, fans } = ready,
      { kind, hand } = frame;
    const below = hand.top - measured.above;
    const boxes = platesAt(frame, measured, below);
    const row = view.centre.tricks ? Math.max(USUAL_ROW, tricksOf(view)) : 0;
    const free = middleOf(frame, boxes, below, measured, row);
    this.tight = free.beside > 0;
    this.element.classList.toggle("banded", kind === "small" && !this.tight);
    const seats = this.placeSeats(view, frame, boxes, sections, fans);
    const trick = Math.max(0.4, trickSize(frame, free.centre, free.beside, seats.size, row));
    const table = { ...frame, ...free, seats, near: nearSeat(view), trick, row };
    this.placeMiddle(table, measured);
    return table;
  }

  /**
   * @param {View} view @param {import("./frame.js").Frame} frame @param {import("./frame.js").Box[]} boxes
   * @param {HTMLElement[]} sections @param {number[]} fans
   */
  placeSeats(view, { size, kind }, boxes, sections, fans) {
    const others = othersOf(view),
      near = nearSeat(view);
    const own = { left: size.width / 2 - 40, top: size.height - 60, width: 80, height: 60 };
    /** @type {Table["seats"]} */
    const seats = new Map([[near, { seat: near, order: others.length, plate: own, fan: own }]]);
    others.forEach(({ seat }, n) => {
      const { left, top } = boxes[n],
        share = middle(boxes[n]).x / size.width;
      restyle(sections[n], { transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)` });
      decorate(sections[n], { "data-at": share < 0.4 ? "left" : share > 0.6 ? "right" : "middle" });
      const fan = fanOf(kind, others.length, boxes[n], fans[n] || 24);
      seats.set(seat, { seat, order: n, plate: boxes[n], fan });
    });
    return seats;
  }

  /**
   * Position the ring, the markers, the stacks and the line below the trick.
   * @param {Table} table @param {Measured} measured
   */
  placeMiddle(table, measured) {
    const { centre, card, size, band } = table,
      { x, y } = middle(centre);
    const ring = `${Math.round(Math.min(centre.height * 1.02, size.width * 0.92, card * 4))}px`;
    const round = `translate(${Math.round(x)}px, ${y}px) translate(-50%, -50%)`;
    restyle(this.ring, { transform: round, width: ring, height: ring });
    const [markers, piles] = table.kind === "low" ? stripOf(table, measured) : cornersOf(table, y, band);
    restyle(this.markers, { transform: markers });
    restyle(this.piles, { transform: piles });
    const line = captionAt(table);
    this.lead.hidden = line === null;
    if (line) restyle(this.lead, { transform: `translate(${line.x}px, ${Math.round(line.y)}px) translateX(-50%)` });
  }
}
