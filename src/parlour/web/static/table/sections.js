// Keeps an element (a section) for each seat but your own, and makes room for the seat's cards.
import { h, restyle } from "../core/dom.js";
import { RATIO, isAround } from "./frame.js";
import { inUpperRow } from "./layout.js";
import { isBeyond } from "./seats.js";
import { othersOf } from "./slots.js";

const NARROW = 125; // On a low table, seats narrower than this many pixels leave out less important details.

/** The sections of the other seats, created when needed and kept as long as the seats exist. */
export class Sections {
  /** @param {HTMLElement} home */
  constructor(home) {
    this.home = home;
    /** @type {Map<number, HTMLElement>} */
    this.bySeat = new Map();
  }

  /**
   * Return the sections in the order of the seats, after removing those whose seats no longer exist.
   * @param {View} view @param {Facts | null} facts
   */
  of(view, facts) {
    const others = othersOf(view);
    for (const [seat, section] of this.bySeat) {
      if (others.some((one) => one.seat === seat)) continue;
      section.remove();
      this.bySeat.delete(seat);
    }
    return others.map((seat) => shaped(this.at(seat.seat), seat, view, facts));
  }

  /** @param {number} seat */
  at(seat) {
    let section = this.bySeat.get(seat);
    if (!section) {
      section = h("section", { class: "seat other", "data-seat": seat });
      this.bySeat.set(seat, section);
      this.home.append(section);
    }
    return section;
  }
}

/**
 * Set the size of a section's cards. Open hands and the cards of a dummy, which matter to everybody, are larger.
 * @param {HTMLElement} section @param {Seat} seat @param {View} view @param {Facts | null} facts
 */
function shaped(section, seat, view, facts) {
  const owns = view.centre.piles.some((pile) => pile.owner === seat.seat && pile.cards > 0);
  section.classList.toggle("bare", seat.cards === 0 && !owns);
  section.classList.toggle("openly", seat.hand.length > 2 || isBeyond(seat.seat, facts));
  return section;
}

/**
 * Reserve room for a seat's cards, and return their height.
 * @param {HTMLElement} section @param {import("./frame.js").Frame} frame @param {number} others
 */
export function fanHeight(section, { size, kind, card, side }, others) {
  const around = isAround(kind),
    open = section.classList.contains("openly"),
    row = inUpperRow(kind, others);
  const share = kind === "low" ? (open ? 0.44 : 0.2) : open ? (around ? 0.7 : 0.6) : around ? 0.42 : 0.34;
  const high = kind === "low" ? Math.min(card * RATIO * share, size.height * 0.115) : card * RATIO * share;
  const fan = section.classList.contains("bare") ? 0 : Math.round(high);
  const room = kind === "low" ? size.width - side - 90 : size.width - (around ? 48 : 16);
  const most = Math.min(kind === "low" && others === 1 ? room : 300, (room - 6 * (row - 1)) / row);
  restyle(section, { "--fan": `${fan}px`, maxWidth: `${most}px` });
  section.classList.toggle("narrow", kind === "low" && most < NARROW);
  section.classList.toggle("beside", kind === "low" && others > 1);
  return fan;
}
