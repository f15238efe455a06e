// The table as a picture of one view: plates, cards, middle. The page of a match and the replay both draw with it.
import { h, restyle } from "../core/dom.js";
import { RATIO, angles, handHeight, handShape, handSide, isRoomy, isWide, middleOf, platesAt } from "./layout.js";
import { Stacks, goal, origin } from "./journeys.js";
import { drawGroupLabels, drawMiddle, drawSeat, namesIn } from "./labels.js";
import { Pieces } from "./pieces.js";
import { Sections, fanHeight } from "./sections.js";
import { nearSeat, othersOf, slotsOf } from "./slots.js";
import { state, still } from "../core/state.js";
import { t } from "../core/words.js";

/** @typedef {import("./labels.js").Setting} Setting */
/** @typedef {import("./layout.js").Table} Table */
/** @typedef {import("./pieces.js").Touch} Touch */
/**
 * @typedef {ReturnType<Felt["prepare"]>} Prepared
 * @typedef {ReturnType<Felt["measure"]>} Measured
 */

const RAISED = 0.26; // so far a marked card stands out of the hand, as part of its height: style/table.css
const PLAIN = /** @type {Touch} */ ({ button: false, looks: "", name: "", disabled: false });

/** Nothing can be touched. @returns {Touch} */
export const untouched = () => PLAIN;

export class Felt {
  constructor() {
    this.others = h("div", { class: "others" });
    this.backs = h("div", { class: "backs", "aria-hidden": "true" });
    this.middle = h("div", { class: "middle", role: "group", "aria-label": t("The middle of the table") });
    this.trick = h("ol", { class: "trick", "aria-label": t("The trick") });
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
    // What lies on the cloth has a layer of its own, so that the cloth, slow to paint, is painted once.
    this.things = h(
      "div",
      { class: "things" },
      this.ring,
      this.others,
      this.backs,
      this.markers,
      this.piles,
      this.middle,
      this.trick,
      this.lead,
      this.groups,
      this.near,
      this.hand,
    );
    this.element = h("main", { class: "table", id: "table", tabindex: "-1" }, this.things);
    this.pieces = new Pieces({ hand: this.hand, trick: this.trick, middle: this.middle, backs: this.backs });
    this.sections = new Sections(this.others);
    /** @type {Table | null} */
    this.table = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {View | null} */
    this.before = null;
    this.tight = false; // there is no room for markers and stacks above the trick
    /** The size of the table, known from the last time it changed. @type {import("./layout.js").Size | null} */
    this.size = null;
    /** What was measured last. @type {Measured | null} */
    this.measured = null;
    this.verifying = 0;
    /** @type {Setting | null} */
    this.setting = null;
    this.due = false; // whether words are still to be drawn
    this.stacks = new Stacks(this.things, () => this.drawWords());
  }

  /** Say when the size of the table has changed. @param {() => void} changed */
  whenResized(changed) {
    const observer = new ResizeObserver(() => {
      this.size = null;
      changed();
    });
    observer.observe(this.element);
    return observer;
  }

  /**
   * Send the cards on their way. The words around them may wait until these are seen to move, unless the places of the
   * cards depend on words that were never drawn: `drawWords` must be called when the time has come.
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

  /** The words of the view whose cards were drawn last. */
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
      before = this.before;
    this.pieces.place({
      table,
      slots: slotsOf(view),
      touch: setting.touch,
      pressed: setting.pressed,
      still: still() || before === null || before.game !== view.game,
      from: (slot) => origin(slot, before, view, table, this.stacks),
      to: (slot) => goal(slot, view, table, this.stacks),
    });
    this.table = table;
    this.measured = measured;
    drawGroupLabels(this.groups, view, table, namesIn(setting));
  }

  /**
   * The cards are on their way by what was measured last, because measuring would keep them waiting for a layout of the
   * page. Before the next frame is seen, when the browser must work that out anyway, it is measured anew.
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

  // --- words around the cards

  /** @param {View} view @param {Setting} setting */
  drawSeats(view, setting) {
    for (const seat of othersOf(view)) drawSeat(this.sections.at(seat.seat), seat, view, setting, true);
    const mine = view.seats.find((seat) => seat.seat === nearSeat(view));
    if (mine) drawSeat(this.own, mine, view, setting, false);
  }

  // --- measuring and placing

  /**
   * What follows from the view and the size of the table alone, and is set before anything is measured.
   * @param {View} view
   */
  prepare(view) {
    const size = (this.size ??= { width: this.element.clientWidth, height: this.element.clientHeight });
    const wide = isWide(size),
      roomy = isRoomy(size),
      side = handSide(size);
    const mine = view.seats.find((seat) => seat.seat === view.seat);
    const { card, rows } = handShape(size, mine?.cards ?? 0, state.settings.size);
    const raised = view.selection ? Math.round(card * RATIO * RAISED) : 0;
    const held = handHeight(size, card, rows, mine?.cards ?? 0) + raised;
    const tall = view.seat < 0 ? Math.round(card * RATIO * 0.75) : held;
    const hand = { left: side, top: size.height - tall, width: size.width - 2 * side, height: tall };
    const sections = this.sections.of(view, this.setting?.facts ?? null);
    this.element.classList.toggle("wide", wide);
    this.element.classList.toggle("small", !roomy);
    this.element.classList.toggle("banded", !roomy && !this.tight);
    restyle(this.element, { "--card": `${card}px` });
    // Not on the whole table: the browser would work out the style of all that lies on it again.
    restyle(this.near, { "--hand": `${tall}px` });
    const fans = sections.map((section) => fanHeight(section, size, wide ? card : card * 0.9, sections.length));
    return { size, wide, roomy, card, rows, hand, sections, fans };
  }

  /** What only the browser knows: how large words have become. @param {Prepared} ready */
  measure(ready) {
    const own = ready.wide ? this.dock : this.near;
    return {
      above: ready.hand.top - own.offsetTop, // so much room is taken above the own hand
      plates: ready.sections.map((section) => ({ width: section.offsetWidth, height: section.offsetHeight })),
      band: ready.roomy ? 0 : Math.max(this.markers.offsetHeight, this.piles.offsetHeight),
    };
  }

  /**
   * Where everything stands, by what was measured last.
   * @param {View} view @param {Prepared} ready @param {Measured} measured @returns {Table}
   */
  layOut(view, ready, measured) {
    const { size, wide, roomy, card, rows, hand, sections, fans } = ready;
    const dockTop = hand.top - measured.above;
    const seats = this.placeSeats(view, size, wide ? hand.top - 10 : dockTop, sections, measured.plates, fans);
    const { centre, band, tight } = middleOf(size, seats, dockTop, card, measured.band);
    this.tight = tight;
    this.element.classList.toggle("banded", !roomy && !tight);
    const crowd = seats.size > 4;
    const trick = Math.min(
      wide ? 1 : 1.3,
      centre.height / (card * (RATIO + (crowd ? 1.75 : 1.34))),
      centre.width / (card * (crowd ? 3.6 : 3.1)),
    );
    const table = { size, wide, card, rows, hand, centre, seats, near: nearSeat(view), trick: Math.max(0.5, trick) };
    this.placeMiddle(table, band);
    return table;
  }

  /**
   * @param {View} view @param {import("./layout.js").Size} size @param {number} below @param {HTMLElement[]} sections
   * @param {import("./layout.js").Size[]} plates @param {number[]} fans
   */
  placeSeats(view, size, below, sections, plates, fans) {
    const others = othersOf(view),
      boxes = platesAt(size, plates, below),
      directions = angles(others.length);
    /** @type {Table["seats"]} */
    const seats = new Map([
      [
        nearSeat(view),
        {
          seat: nearSeat(view),
          angle: 270,
          plate: { left: size.width / 2 - 40, top: size.height - 60, width: 80, height: 60 },
          fan: 30,
        },
      ],
    ]);
    others.forEach((seat, n) => {
      restyle(sections[n], { transform: `translate(${Math.round(boxes[n].left)}px, ${Math.round(boxes[n].top)}px)` });
      seats.set(seat.seat, { seat: seat.seat, angle: directions[n], plate: boxes[n], fan: fans[n] || 24 });
    });
    return seats;
  }

  /** @param {Table} table @param {number} band the height of markers and stacks above the trick, on a narrow table */
  placeMiddle(table, band) {
    const { centre, card, trick } = table;
    const y = centre.top + centre.height / 2;
    const reach = (card * RATIO * trick) / 2 + card * trick * 0.66;
    const ring = `${Math.round(Math.min(centre.height * 1.02, table.size.width * 0.92, card * 4))}px`;
    restyle(this.ring, {
      transform: `translate(${table.size.width / 2}px, ${y}px) translate(-50%, -50%)`,
      width: ring,
      height: ring,
    });
    const roomy = isRoomy(table.size),
      corner = table.wide ? 200 : 12;
    const beside = !roomy && !band; // markers and stacks stand beside the trick
    const down = `${Math.round(roomy ? centre.top : beside ? y : centre.top - band)}px`,
      up = beside ? "-50%" : "0";
    const right = roomy ? Math.min(centre.left + centre.width, table.size.width - corner) : table.size.width - 6;
    restyle(this.markers, {
      transform: `translate(${Math.round(roomy ? Math.max(centre.left, corner) : 6)}px, ${down}) translateY(${up})`,
    });
    restyle(this.piles, { transform: `translate(${Math.round(right)}px, ${down}) translate(-100%, ${up})` });
    const below = Math.round(Math.min(y + reach + 4, centre.top + centre.height - 20));
    restyle(this.lead, { transform: `translate(${table.size.width / 2}px, ${below}px) translateX(-50%)` });
    this.lead.hidden = centre.height < reach * 2 + 40;
  }
}
