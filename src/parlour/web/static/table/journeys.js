// Finds where a card that is new on the table comes from, and where a card that leaves the table goes.
import { isSpread, pileName } from "./slots.js";

/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {import("./layout.js").Table} Table */

/** Remembers the positions of the stacks, which are read when the browser has laid out the page anyway. */
export class Stacks {
  /** @param {HTMLElement} home */
  constructor(home) {
    this.home = home;
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

  /**
   * Return the last known position of a stack, or null.
   * @param {Pile} pile @param {Table} table @returns {Pose | null}
   */
  pose(pile, table) {
    const spot = this.known.get(pileName(pile));
    return spot ? { x: spot.x, y: spot.y, turn: 0, scale: spot.width / table.card } : null;
  }

  /**
   * Whether a card goes to a stack that hasn't been drawn yet.
   * @param {Slot} slot @param {View} view
   */
  isAwaited(slot, view) {
    const stack = stackFor(slot, view);
    return stack !== undefined && !this.known.has(pileName(stack));
  }
}

/** Find the stack that holds a slot's card in the new view. @param {Slot} slot @param {View} view */
const stackFor = ({ zone, seat, card }, view) =>
  view.centre.piles.find(
    (one) => zone !== "trick" && card !== null && one.owner === seat && one.open.includes(card) && !isSpread(view, one),
  );

/**
 * Return where a new card comes from: the stack that has lost a card, its player, or the middle of the table.
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
 * Whether a pile has lost a card that may be the card in this slot.
 * @param {Pile} pile @param {Slot} slot @param {View} view
 */
function gave(pile, slot, view) {
  if (pile.owner !== slot.seat && pile.owner !== null) return false;
  const now = view.centre.piles.find((one) => pileName(one) === pileName(pile));
  return pile.cards > (now?.cards ?? 0) && (!slot.card || !pile.open.length || pile.open.includes(slot.card));
}

/**
 * Return where a card that leaves the table goes: to the stack that now holds it, or to the winner of the trick.
 * @param {Slot} slot @param {View} view @param {Table} table @param {Stacks} stacks @returns {Pose | null}
 */
export function goal(slot, view, table, stacks) {
  const stack = stackFor(slot, view);
  if (stack) return stacks.pose(stack, table);
  const winner = view.centre.last_winner;
  return slot.zone === "trick" && winner !== null ? seatPose(winner, table) : null;
}

/** @param {number} seat @param {Table} table @returns {Pose} */
function seatPose(seat, table) {
  const spot = table.seats.get(seat);
  if (!spot || seat === table.near) return { x: table.size.width / 2, y: table.size.height - 20, turn: 0, scale: 0.4 };
  return { x: spot.plate.left + spot.plate.width / 2, y: spot.plate.top + 24, turn: 0, scale: 0.25 };
}
