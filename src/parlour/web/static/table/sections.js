// The sections of the other seats around the table, and the room that their cards need.
import { h, restyle } from "../core/dom.js";
import { RATIO, isAround } from "./frame.js";
import { inUpperRow } from "./layout.js";
import { isBeyond } from "./seats.js";
import { othersOf } from "./slots.js";

const NARROW = 125; // pixels: on a low table, a narrower seat leaves out what isn't needed

/** The sections of the others, created when needed and kept as long as their seats exist. */
export class Sections {
  /** @param {HTMLElement} home */
  constructor(home) {
    this.home = home;
    /** @type {Map<number, HTMLElement>} */
    this.bySeat = new Map();
  }

  /**
   * The sections in the order of the seats; those without a seat are removed.
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
 * Set how the cards of a section are drawn; those of a seat beyond the players matter to everybody and are larger.
 * @param {HTMLElement} section @param {Seat} seat @param {View} view @param {Facts | null} facts
 */
function shaped(section, seat, view, facts) {
  const owns = view.centre.piles.some((pile) => pile.owner === seat.seat && pile.cards > 0);
  section.classList.toggle("bare", seat.cards === 0 && !owns);
  section.classList.toggle("openly", seat.hand.length > 2 || isBeyond(seat.seat, facts));
  return section;
}

/**
 * Give a seat the room for its cards, and return their height.
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
