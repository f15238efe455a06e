// Where cards come from that appear on the table, and where those go that leave it.
import { isSpread } from "./slots.js";

/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {import("./layout.js").Table} Table */

/** @param {Pile} pile */
const nameOf = (pile) => `${pile.owner}:${pile.name.template}`;

/** Where the stacks stand, read when it costs nothing. */
export class Stacks {
  /** @param {HTMLElement} home @param {() => void} show draws the stacks of the view */
  constructor(home, show) {
    this.home = home;
    this.show = show;
    /** @type {Map<string, {x: number, y: number, width: number}>} */
    this.known = new Map();
  }

  read() {
    const home = this.home.getBoundingClientRect();
    this.known = new Map(
      [...this.home.querySelectorAll("[data-pile]")].map((stack) => {
        const box = /** @type {Element} */ (stack.querySelector(".tiny")).getBoundingClientRect();
        return [
          stack.getAttribute("data-pile") ?? "",
          { x: box.left + box.width / 2 - home.left, y: box.top + box.height / 2 - home.top, width: box.width },
        ];
      }),
    );
  }

  /** Where a stack was seen last. @param {Pile} pile @param {Table} table @returns {Pose | null} */
  pose(pile, table) {
    const spot = this.known.get(nameOf(pile));
    return spot ? { x: spot.x, y: spot.y, turn: 0, scale: spot.width / table.card } : null;
  }

  /**
   * The place of a stack to which a card goes; for one that is new, the card must wait until it is drawn.
   * @param {Pile} pile @param {Table} table
   */
  target(pile, table) {
    if (!this.known.has(nameOf(pile))) {
      this.show();
      this.read();
    }
    return this.pose(pile, table);
  }
}

/**
 * Where a new card comes from: a stack that lost it, its player, or the dealer's hands.
 * @param {Slot} slot @param {View | null} before @param {View} view @param {Table} table @param {Stacks} stacks
 * @returns {Pose}
 */
export function origin(slot, before, view, table, stacks) {
  for (const pile of before?.centre.piles.filter((one) => gave(one, slot, view)) ?? []) {
    const pose = stacks.pose(pile, table);
    if (pose) return pose;
  }
  if (slot.zone === "trick" && slot.seat !== null) return seatPose(slot.seat, table);
  return { x: table.size.width / 2, y: table.centre.top + table.centre.height / 2, turn: 0, scale: 0.5 };
}

/**
 * Whether a pile has lost a card that may be the one in a slot.
 * @param {Pile} pile @param {Slot} slot @param {View} view
 */
function gave(pile, slot, view) {
  if (pile.owner !== slot.seat && pile.owner !== null) return false;
  const now = view.centre.piles.find((one) => nameOf(one) === nameOf(pile));
  return pile.cards > (now?.cards ?? 0) && (!slot.card || !pile.open.length || pile.open.includes(slot.card));
}

/**
 * Where a card goes that leaves the table: to a stack that has it, or to whoever took the trick.
 * @param {Slot} slot @param {View} view @param {Table} table @param {Stacks} stacks @returns {Pose | null}
 */
export function goal(slot, view, table, stacks) {
  const pile = view.centre.piles.find(
    (one) => slot.card !== null && one.owner === slot.seat && one.open.includes(slot.card),
  );
  if (pile && slot.zone !== "trick") return isSpread(view, pile) ? null : stacks.target(pile, table);
  const winner = view.centre.last_winner;
  return slot.zone === "trick" && winner !== null ? seatPose(winner, table) : null;
}

/** @param {number} seat @param {Table} table @returns {Pose} */
function seatPose(seat, table) {
  const spot = table.seats.get(seat);
  if (!spot || seat === table.near) return { x: table.size.width / 2, y: table.size.height - 20, turn: 0, scale: 0.4 };
  return { x: spot.plate.left + spot.plate.width / 2, y: spot.plate.top + 24, turn: 0, scale: 0.25 };
}
