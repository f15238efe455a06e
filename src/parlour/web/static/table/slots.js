// Turns a view into slots, one for each card on the table, without knowing any rules.
import { areOld } from "../sitting/views.js";

/**
 * A slot for a card: in your hand, in front of another seat, in the trick, in a spread pile, or in the row of finished
 * tricks. Where finished tricks stay on the table, the current trick is the last in the row.
 * @typedef {object} Slot
 * @property {"hand" | "other" | "trick" | "pile" | "row"} zone
 * @property {number | null} seat
 * @property {string | null} card
 * @property {number} place
 * @property {number} of
 * @property {number} group
 * @property {number} groups
 * @property {boolean} [inRow] Whether finished tricks stay on the table.
 * @property {boolean} [lost] Whether the card lies sideways because a different card won the trick.
 */

const MOST_SPREAD = 6;

/** Return the seat at the near side of the table: yours, or the first for spectators. @param {View} view */
export const nearSeat = (view) => Math.max(0, view.seat);

/** List all other seats, clockwise from your left. @param {View} view @returns {Seat[]} */
export function othersOf(view) {
  const near = nearSeat(view),
    places = view.seats.length;
  const order = (/** @type {Seat} */ seat) => (seat.seat - near + places) % places;
  return view.seats.filter((seat) => seat.seat !== near).sort((a, b) => order(a) - order(b));
}

/**
 * Whether a pile is spread out card by card instead of being drawn as a stack.
 * @param {View} view @param {Pile} pile
 */
export function isSpread(view, pile) {
  if (pile.face_down && !pile.spread) return false;
  if (pile.owner === null)
    return pile.cards === 1 || (pile.cards > 0 && pile.cards <= MOST_SPREAD && pile.open.length === pile.cards);
  const owner = view.seats.find((seat) => seat.seat === pile.owner);
  const owned = view.centre.piles.filter((one) => one.owner === pile.owner).length;
  if (owned > 2 || pile.cards > MOST_SPREAD || pile.cards === 0) return false;
  return owner?.cards === 0 && (pile.spread || pile.open.length === pile.cards);
}

/** Return a name that identifies a pile. @param {Pile} pile */
export const pileName = (pile) => `${pile.owner}:${pile.name.template}`;

/** List the piles that are spread out in front of a seat. @param {View} view @param {number} owner */
export const spreadBefore = (view, owner) =>
  view.centre.piles.filter((pile) => pile.owner === owner && isSpread(view, pile));

/**
 * List the piles that are drawn as stacks, in front of a seat or in the middle.
 * @param {View} view @param {number | null} owner
 */
export const stacksOf = (view, owner) =>
  view.centre.piles.filter((pile) => pile.owner === owner && !isSpread(view, pile));

/**
 * List the cards of a pile or hand: first the known cards, then null for each unknown card.
 * @param {string[]} known @param {number} number @returns {(string | null)[]}
 */
const laid = (known, number) => [...known.slice(0, number), ...Array(Math.max(0, number - known.length)).fill(null)];

/**
 * @param {Slot["zone"]} zone @param {number | null} seat @param {(string | null)[]} cards @param {number} [group]
 * @param {number} [groups] @returns {Slot[]}
 */
const row = (zone, seat, cards, group = 0, groups = 1) =>
  cards.map((card, place) => ({ zone, seat, card, place, of: cards.length, group, groups }));

/** @param {View} view @returns {Slot[]} */
export function slotsOf(view) {
  const hands = view.seats.flatMap((seat) =>
    row(seat.seat === view.seat ? "hand" : "other", seat.seat, laid(seat.hand, seat.cards)),
  );
  return [...hands, ...rowSlots(view), ...trickSlots(view), ...spreadSlots(view)];
}

/**
 * Estimate how many tricks the round can have from the sizes of the hands, which may already be the next round's.
 * @param {View} view
 */
export function tricksOf(view) {
  const { tricks, trick } = view.centre,
    lying = (tricks?.length ?? 0) + (trick.length ? 1 : 0);
  const full = trick.length === view.seats.length;
  if ((tricks?.length || full) && areOld(view)) return lying;
  const played = (/** @type {Seat} */ { seat }) => !full && trick.some((play) => play.seat === seat);
  const left = view.seats.map((seat) => seat.cards - (trick.length && !full && !played(seat) ? 1 : 0));
  return lying + Math.min(...left);
}

/** @param {View} view @returns {Slot[]} */
function trickSlots(view) {
  const { trick, tricks } = view.centre;
  const rest = { group: tricks?.length ?? 0, groups: tricksOf(view), inRow: tricks !== null };
  return trick.map((play, place) => ({ zone: "trick", ...play, place, of: trick.length, ...rest }));
}

/** List the slots of the finished tricks that stay on the table. @param {View} view @returns {Slot[]} */
function rowSlots(view) {
  const tricks = view.centre.tricks ?? [],
    groups = tricksOf(view);
  /** @param {Trick} trick @param {number} group @returns {Slot[]} */
  const laid = ({ plays, winner }, group) =>
    plays.map((play, place) => {
      const lost = winner !== null && winner !== play.seat;
      return { zone: "row", ...play, place, of: plays.length, group, groups, inRow: true, lost };
    });
  return tricks.flatMap(laid);
}

/** @param {View} view */
function spreadSlots(view) {
  const spread = view.centre.piles.filter((pile) => isSpread(view, pile));
  const owners = [...new Set(spread.map((pile) => pile.owner))];
  return owners.flatMap((owner) => {
    const piles = spread.filter((pile) => pile.owner === owner);
    return piles.flatMap((pile, group) => row("pile", owner, laid(pile.open, pile.cards), group, piles.length));
  });
}

// --- matching the cards on the table with the slots of the next view

/** @typedef {{slot: Slot}} Held */

/**
 * For each slot, find the card on the table that moves there, or null if the slot's card is new.
 * @template {Held} T
 * @param {T[]} pieces @param {Slot[]} slots @returns {(T | null)[]}
 */
export function matched(pieces, slots) {
  const free = new Set(pieces);
  /** @type {(T | null)[]} */
  const found = slots.map(() => null);
  for (const fits of WAYS) {
    slots.forEach((slot, n) => {
      if (found[n]) return;
      for (const piece of free) {
        if (!fits(piece.slot, slot)) continue;
        found[n] = piece;
        free.delete(piece);
        break;
      }
    });
  }
  return found;
}

/** @param {Slot} a @param {Slot} b */
const samePlace = (a, b) => a.zone === b.zone && a.seat === b.seat && a.group === b.group;

/** Whether a card moved from the trick into the row of finished tricks. @param {Slot} old @param {Slot} next */
const finished = (old, next) => old.zone === "trick" && next.zone === "row" && old.seat === next.seat;

/**
 * Tests whether an old card may have moved to a new slot; the most reliable test comes first.
 * @type {((old: Slot, next: Slot) => boolean)[]}
 */
const WAYS = [
  (old, next) => samePlace(old, next) && old.card === next.card && (old.card !== null || old.place === next.place),
  (old, next) => samePlace(old, next) && old.card === next.card,
  (old, next) => finished(old, next) && old.card === next.card,
  (old, next) => next.card !== null && old.card === next.card && old.seat === next.seat,
  (old, next) => next.card !== null && old.card === next.card,
  (old, next) => next.zone === "trick" && old.card === null && old.seat === next.seat && old.zone !== "trick",
  (old, next) => next.card !== null && old.card === null && old.seat === next.seat,
  (old, next) => old.card === null && old.zone === "pile" && next.zone !== "pile",
  (old, next) => next.card === null && old.zone !== "trick" && next.zone !== "hand" && old.seat === next.seat,
];
