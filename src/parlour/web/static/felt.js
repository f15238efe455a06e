// The table as a picture of one view: plates, cards, middle. The page of a match and the replay both draw with it.
import { drawSuit } from "./cards.js";
import { drawIfChanged, h, restyle } from "./dom.js";
import { RATIO, angles, handHeight, handShape, handSide, isRoomy, isWide, platesAt, poseOf } from "./layout.js";
import { Pieces } from "./pieces.js";
import { plate, stacks } from "./seats.js";
import { isSpread, nearSeat, othersOf, slotsOf } from "./slots.js";
import { state, still } from "./state.js";
import { spoken, t, told } from "./words.js";

/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {import("./layout.js").Table} Table */
/** @typedef {import("./pieces.js").Touch} Touch */
/**
 * What is drawn besides the view.
 * @typedef {{facts: Facts | null, at: Sitting | null, touch: (slot: Slot) => Touch, pressed: (card: string, element: HTMLElement) => void, openPile: (pile: Pile) => void}} Setting
 */

const BAND = 64; // about the height of markers and stacks
const PLAIN = /** @type {Touch} */ ({ button: false, looks: "", name: "", disabled: false });

/** Nothing can be touched. @returns {Touch} */
export const untouched = () => PLAIN;

export class Felt {
  constructor() {
    this.others = h("div", { class: "others" });
    this.backs = h("div", { class: "backs", "aria-hidden": "true" });
    this.middle = h("div", { class: "middle", role: "group", "aria-label": t("The middle of the table") });
    this.trick = h("ol", { class: "trick", "aria-label": t("The trick") });
    this.markers = h("ul", { class: "markers", "aria-label": t("Suits that matter") });
    this.piles = h("div", { class: "stacks loose", role: "group", "aria-label": t("Stacks") });
    this.lead = h("p", { class: "lead" });
    this.groups = h("div", { class: "groups" });
    this.own = h("section", { class: "seat own" });
    this.dock = h("div", { class: "dock" });
    this.hand = h("div", { class: "hand", role: "toolbar", "aria-label": t("Your hand"), "aria-orientation": "horizontal" });
    this.near = h("div", { class: "near" }, this.own, this.dock);
    this.ring = h("div", { class: "ring", "aria-hidden": "true" });
    this.element = h("main", { class: "table", id: "table", tabindex: "-1" },
      this.ring, this.others, this.backs, this.markers, this.piles, this.middle, this.trick, this.lead, this.groups, this.near, this.hand);
    this.pieces = new Pieces({ hand: this.hand, trick: this.trick, middle: this.middle, backs: this.backs });
    /** @type {Map<number, HTMLElement>} */
    this.sections = new Map();
    /** @type {Table | null} */
    this.table = null;
    /** @type {View | null} */
    this.view = null;
    this.band = 0; // the height of markers and stacks above the trick, on a narrow table
    this.bandTop = 0;
    this.tight = false; // there is no room for that band
    /** The size of the table, known from the last time it changed. @type {import("./layout.js").Size | null} */
    this.size = null;
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

  /** @param {View} view @param {Setting} setting */
  draw(view, setting) {
    const before = this.view;
    this.view = view;
    this.drawSeats(view, setting);
    this.drawMiddle(view, setting);
    const table = this.measure(view);
    this.pieces.place({
      table, slots: slotsOf(view), touch: setting.touch, pressed: setting.pressed, still: still() || before === null || before.game !== view.game,
      from: (slot) => this.from(slot, before, view, table), to: (slot) => this.to(slot, view, table),
    });
    this.table = table;
    this.drawGroupLabels(view, table, setting.facts?.seats.map((one) => one.name) ?? []);
  }

  /** The names of spread piles at the near side, where there are several. @param {View} view @param {Table} table @param {string[]} names */
  drawGroupLabels(view, table, names) {
    const piles = view.centre.piles.filter((pile) => pile.owner === table.near && isSpread(view, pile));
    const source = [piles.map((pile) => pile.name), table.hand, table.card];
    drawIfChanged(this.groups, source, () => (piles.length < 2 ? [] : piles.map((pile, group) => {
      const pose = poseOf(table, { zone: "pile", seat: table.near, card: null, place: (pile.cards - 1) / 2, of: pile.cards, group, groups: piles.length });
      return h("span", { class: "grouplabel", style: { transform: `translate(${pose.x}px, ${pose.y - table.card * RATIO * 0.4 - 24}px) translateX(-50%)` } }, told(pile.name, names));
    })));
  }

  // --- words around the cards

  /** @param {View} view @param {Setting} setting */
  drawSeats(view, setting) {
    const near = nearSeat(view);
    const others = othersOf(view);
    for (const seat of others) this.drawSeat(seat, view, setting, this.section(seat.seat));
    for (const [seat, section] of this.sections) {
      if (seat === near || !others.some((one) => one.seat === seat)) {
        section.remove();
        this.sections.delete(seat);
      }
    }
    const mine = view.seats.find((seat) => seat.seat === near);
    if (mine) this.drawSeat(mine, view, setting, this.own);
  }

  /** @param {number} seat */
  section(seat) {
    let section = this.sections.get(seat);
    if (!section) {
      section = h("section", { class: "seat other" });
      this.sections.set(seat, section);
      this.others.append(section);
    }
    return section;
  }

  /** @param {Seat} seat @param {View} view @param {Setting} setting @param {HTMLElement} section */
  drawSeat(seat, view, setting, section) {
    const { facts, at } = setting;
    const names = facts?.seats.map((one) => one.name) ?? [];
    const piles = view.centre.piles.filter((pile) => pile.owner === seat.seat);
    const who = facts?.seats[seat.seat], phrase = at?.phrases.find((one) => one.seat === seat.seat);
    const source = [seat, piles, who, phrase, view.to_act.includes(seat.seat), view.winners.includes(seat.seat), facts?.started];
    drawIfChanged(section, source, () => {
      const known = seat.seat !== view.seat && seat.hand.length ? h("span", { class: "unseen" }, t("shows {cards}", { cards: seat.hand.map(spoken).join(", ") })) : null;
      const held = stacks(view, seat.seat, names, setting.openPile);
      return [plate(seat, view, at, facts), held.length > 0 && h("div", { class: "stacks" }, held), known,
        section !== this.own && h("div", { class: "fan" }), h("span", { class: "unseen" }, t("{n} cards in hand", { n: seat.cards }))];
    });
    section.setAttribute("aria-label", t("{name}, seat {n}", { name: names[seat.seat] ?? t("The Dummy"), n: seat.seat + 1 }));
    section.classList.toggle("bare", seat.cards === 0 && !piles.some((pile) => pile.cards > 0));
    section.classList.toggle("openly", section !== this.own && (seat.hand.length > 2 || seat.badges.includes("dummy")));
  }

  /** @param {View} view @param {Setting} setting */
  drawMiddle(view, setting) {
    const names = setting.facts?.seats.map((one) => one.name) ?? [];
    drawIfChanged(this.markers, view.centre.markers, () => view.centre.markers.map((marker) =>
      h("li", { class: "marker" }, h("span", { class: "suitcard" }, drawSuit(marker.suit)), h("span", { class: "label" }, told(marker.name, names)), h("span", { class: "unseen" }, `: ${spoken(marker.suit)}`))));
    drawIfChanged(this.piles, view.centre.piles.filter((pile) => pile.owner === null), () => stacks(view, null, names, setting.openPile));
    drawIfChanged(this.lead, [view.centre.trick, view.centre.winning, names], () => leadWords(view, names));
    const open = view.centre.piles.find((pile) => pile.owner === null && pile.open.length);
    this.middle.setAttribute("aria-label", open ? told(open.name, names) : t("The middle of the table"));
  }

  // --- measuring and placing

  /** Everything that the page must know is set first, then read in one go, then the rest is placed. @param {View} view @returns {Table} */
  measure(view) {
    const size = (this.size ??= { width: this.element.clientWidth, height: this.element.clientHeight });
    const wide = isWide(size), roomy = isRoomy(size), near = nearSeat(view);
    const mine = view.seats.find((seat) => seat.seat === view.seat);
    const { card, rows } = handShape(size, mine?.cards ?? 0, state.settings.size);
    const tall = view.seat < 0 ? Math.round(card * RATIO * 0.75) : handHeight(size, card, rows, mine?.cards ?? 0);
    const sections = othersOf(view).map((seat) => this.section(seat.seat));
    this.element.classList.toggle("wide", wide);
    this.element.classList.toggle("small", !roomy);
    this.element.classList.toggle("banded", !roomy && !this.tight);
    restyle(this.element, { "--card": `${card}px`, "--hand": `${tall}px` });
    const fans = sections.map((section) => prepared(section, size, wide ? card : card * 0.9, sections.length));

    const dockTop = (wide ? this.dock : this.near).offsetTop;
    const plates = sections.map((section) => ({ width: section.offsetWidth, height: section.offsetHeight }));
    const band = roomy ? 0 : Math.max(this.markers.offsetHeight, this.piles.offsetHeight);

    const side = handSide(size);
    const hand = { left: side, top: size.height - tall, width: size.width - 2 * side, height: tall };
    const seats = this.placeSeats(view, size, wide ? hand.top - 10 : dockTop, sections, plates, fans);
    const centre = this.middleBox(size, seats, dockTop, roomy, card, band);
    const crowd = seats.size > 4;
    const trick = Math.min(wide ? 1 : 1.3, centre.height / (card * (RATIO + (crowd ? 1.75 : 1.34))), centre.width / (card * (crowd ? 3.6 : 3.1)));
    const table = { size, wide, card, rows, hand, centre, seats, near, trick: Math.max(0.5, trick) };
    this.placeMiddle(table);
    return table;
  }

  /** @param {View} view @param {import("./layout.js").Size} size @param {number} below @param {HTMLElement[]} sections @param {import("./layout.js").Size[]} plates @param {number[]} fans */
  placeSeats(view, size, below, sections, plates, fans) {
    const others = othersOf(view), boxes = platesAt(size, plates, below), directions = angles(others.length);
    /** @type {Table["seats"]} */
    const seats = new Map([[nearSeat(view), { seat: nearSeat(view), angle: 270, plate: { left: size.width / 2 - 40, top: size.height - 60, width: 80, height: 60 }, fan: 30 }]]);
    others.forEach((seat, n) => {
      restyle(sections[n], { transform: `translate(${Math.round(boxes[n].left)}px, ${Math.round(boxes[n].top)}px)` });
      seats.set(seat.seat, { seat: seat.seat, angle: directions[n], plate: boxes[n], fan: fans[n] || 24 });
    });
    return seats;
  }

  /** The free room in the middle. @param {import("./layout.js").Size} size @param {Table["seats"]} seats @param {number} dockTop @param {boolean} wide @param {number} card @param {number} band */
  middleBox(size, seats, dockTop, wide, card, band) {
    const boxes = [...seats.values()].filter((spot) => spot.angle !== 270).map((spot) => spot.plate);
    const high = boxes.filter((box) => !wide || box.top < 40);
    const top = Math.max(8, ...high.map((box) => box.top + box.height)) + (wide ? 6 : 8);
    const sides = wide ? boxes.filter((box) => box.top >= 40) : [];
    const left = sides.some((box) => box.left < size.width / 2) ? Math.max(...sides.map((box) => box.width)) + 30 : wide ? 150 : 0;
    const height = Math.max(60, dockTop - 6 - top);
    const was = this.tight;
    this.tight = !wide && height - BAND < card * 2.5;
    this.element.classList.toggle("banded", !wide && !this.tight);
    this.band = this.tight || wide ? 0 : was ? Math.max(this.markers.offsetHeight, this.piles.offsetHeight) : band;
    this.bandTop = top;
    return { left, top: top + this.band, width: size.width - 2 * left, height: height - this.band };
  }

  /** @param {Table} table */
  placeMiddle(table) {
    const { centre, card, trick } = table;
    const y = centre.top + centre.height / 2;
    const reach = (card * RATIO * trick) / 2 + card * trick * 0.66;
    const ring = `${Math.round(Math.min(centre.height * 1.02, table.size.width * 0.92, card * 4))}px`;
    restyle(this.ring, { transform: `translate(${table.size.width / 2}px, ${y}px) translate(-50%, -50%)`, width: ring, height: ring });
    const roomy = isRoomy(table.size), corner = table.wide ? 200 : 12;
    const beside = !roomy && !this.band; // markers and stacks stand beside the trick
    const down = `${Math.round(roomy ? centre.top : beside ? y : this.bandTop)}px`, up = beside ? "-50%" : "0";
    const right = roomy ? Math.min(centre.left + centre.width, table.size.width - corner) : table.size.width - 6;
    restyle(this.markers, { transform: `translate(${Math.round(roomy ? Math.max(centre.left, corner) : 6)}px, ${down}) translateY(${up})` });
    restyle(this.piles, { transform: `translate(${Math.round(right)}px, ${down}) translate(-100%, ${up})` });
    restyle(this.lead, { transform: `translate(${table.size.width / 2}px, ${Math.round(Math.min(y + reach + 4, centre.top + centre.height - 20))}px) translateX(-50%)` });
    this.lead.hidden = centre.height < reach * 2 + 40;
  }

  // --- where cards come from and go to

  /** The place of a stack. @param {Pile} pile @returns {Pose | null} */
  stackPose(pile) {
    const chip = this.element.querySelector(`[data-pile="${CSS.escape(`${pile.owner}:${pile.name.template}`)}"] .tiny`);
    if (!chip) return null;
    const [box, home] = [chip.getBoundingClientRect(), this.element.getBoundingClientRect()];
    return { x: box.left + box.width / 2 - home.left, y: box.top + box.height / 2 - home.top, turn: 0, scale: box.width / (this.table?.card ?? 80) };
  }

  /** Where a new card comes from: a stack that lost it, its player, or the dealer's hands. @param {Slot} slot @param {View | null} before @param {View} view @param {Table} table @returns {Pose} */
  from(slot, before, view, table) {
    const lost = before?.centre.piles.filter((pile) => {
      const now = view.centre.piles.find((one) => one.owner === pile.owner && one.name.template === pile.name.template);
      return (pile.owner === slot.seat || pile.owner === null) && pile.cards > (now?.cards ?? 0) && (!slot.card || !pile.open.length || pile.open.includes(slot.card));
    }) ?? [];
    for (const pile of lost) {
      const pose = this.stackPose(pile);
      if (pose) return pose;
    }
    if (slot.zone === "trick" && slot.seat !== null) return this.seatPose(slot.seat, table);
    return { x: table.size.width / 2, y: table.centre.top + table.centre.height / 2, turn: 0, scale: 0.5 };
  }

  /** Where a card goes that leaves the table: to a stack that has it, or to whoever took the trick. @param {Slot} slot @param {View} view @param {Table} table @returns {Pose | null} */
  to(slot, view, table) {
    const pile = view.centre.piles.find((one) => slot.card !== null && one.owner === slot.seat && one.open.includes(slot.card));
    if (pile && slot.zone !== "trick") return this.stackPose(pile);
    const winner = view.centre.last_winner;
    return slot.zone === "trick" && winner !== null ? this.seatPose(winner, table) : null;
  }

  /** @param {number} seat @param {Table} table @returns {Pose} */
  seatPose(seat, table) {
    const spot = table.seats.get(seat);
    if (!spot || seat === table.near) return { x: table.size.width / 2, y: table.size.height - 20, turn: 0, scale: 0.4 };
    return { x: spot.plate.left + spot.plate.width / 2, y: spot.plate.top + 24, turn: 0, scale: 0.25 };
  }
}

/** Give a seat the room for its cards; how high they are. @param {HTMLElement} section @param {import("./layout.js").Size} size @param {number} card @param {number} seats */
function prepared(section, size, card, seats) {
  const wide = isRoomy(size), open = section.classList.contains("openly"), row = Math.min(3, seats);
  const fan = section.classList.contains("bare") ? 0 : Math.round(card * RATIO * (open ? (wide ? 0.62 : 0.6) : wide ? 0.42 : 0.36));
  restyle(section, { "--fan": `${fan}px`, maxWidth: wide ? "" : `${(size.width - 16 - 6 * (row - 1)) / row}px` });
  return fan;
}

/** Who led and who would take the trick. @param {View} view @param {string[]} names */
function leadWords(view, names) {
  const { trick, winning } = view.centre;
  if (!trick.length || winning === null) return [];
  const who = names[winning] ?? t("The Dummy");
  return [winning === view.seat ? t("You are winning this trick") : t("{who} is winning this trick", { who })];
}
