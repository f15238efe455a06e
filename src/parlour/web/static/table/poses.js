// Computes a card's pose (position, rotation and size) on a table that has been laid out: pure geometry.
import { RATIO, bow, rowTop } from "./frame.js";
import { CAPTION, lineOf, trickReach, trickSpot } from "./tricks.js";

/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {import("./layout.js").Table} Table */

/** Return the middle of a box. @param {import("./frame.js").Box} box */
export const middle = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** Return a small rotation, always the same for the same card. @param {string} text */
function jitter(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return (sum % 7) - 3;
}

/** @param {Table} table @param {Slot} slot @returns {Pose} */
export function poseOf(table, slot) {
  if (slot.zone === "hand") return inHand(table, slot);
  if (slot.inRow) return inRow(table, slot);
  if (slot.zone === "trick") return table.kind === "low" ? inColumn(table, slot) : inTrick(table, slot);
  if (slot.zone === "pile" && slot.seat === null) return inMiddle(table, slot);
  return slot.seat === table.near ? nearRow(table, slot) : beforeSeat(table, slot);
}

/** @param {Table} table @param {Slot} slot @returns {Pose} */
function inHand(table, slot) {
  const { card, rows, hand, kind } = table;
  const perRow = Math.ceil(slot.of / rows);
  const row = Math.floor(slot.place / perRow);
  const inRow = row === rows - 1 ? slot.of - row * perRow : perRow;
  const place = slot.place - row * perRow - (inRow - 1) / 2;
  const { step, bend, fall } = bow(kind, hand.width, card, rows, inRow);
  const y = hand.top + rowTop(table, row) + (card * RATIO) / 2 + fall(place);
  return { x: hand.left + hand.width / 2 + place * step, y, turn: place * bend, scale: 1 };
}

/**
 * Return the middle of the trick and how far its cards reach above and below, leaving room for a line of text.
 * @param {Table} table
 */
function trickMiddle(table) {
  const { centre, card, trick, seats, kind, row } = table,
    { x, y } = middle(centre);
  const high = row ? 1.48 : kind === "low" ? 0.73 : trickReach(seats.size).y,
    reach = card * trick * high;
  return { x, y: Math.min(y, centre.top + centre.height - lineOf(kind, row) - reach), reach };
}

/**
 * Return the position of the line that says who is winning the trick; null if there is no room for it.
 * @param {Table} table
 */
export function captionAt(table) {
  const { centre, kind, row } = table,
    { x, y, reach } = trickMiddle(table);
  return lineOf(kind, row) ? { x, y: Math.min(y + reach, centre.top + centre.height - CAPTION) } : null;
}

/** @param {Table} table @param {Slot} slot @returns {Pose} */
function inTrick(table, slot) {
  const { x, y } = trickMiddle(table),
    width = table.card * table.trick;
  const spot = slot.seat === null ? undefined : table.seats.get(slot.seat);
  const [right, down] = trickSpot(table.seats.size, spot?.order ?? table.seats.size - 1);
  return {
    x: x + right * width,
    y: y + down * width,
    turn: right * 5 + jitter(slot.card ?? ""),
    scale: table.trick,
  };
}

/**
 * Place a card of the trick below its player's plate, or beside the plate if the card is yours.
 * @param {Table} table @param {Slot} slot @returns {Pose}
 */
function inColumn(table, slot) {
  const { centre, seats, trick, mirrored } = table;
  const spot = slot.seat === null ? undefined : seats.get(slot.seat);
  const own = mirrored ? 0 : seats.size - 1;
  const place = !spot || spot.seat === table.near ? own : spot.order + (mirrored ? 1 : 0);
  return {
    x: centre.left + (centre.width * (place + 0.5)) / seats.size,
    y: trickMiddle(table).y,
    turn: jitter(slot.card ?? "") * 0.6,
    scale: trick,
  };
}

/**
 * Place a card of a trick that stays on the table. The round's tricks lie side by side, each card in front of its
 * player, and losing cards lie sideways, so that everybody can count the tricks.
 * @param {Table} table @param {Slot} slot @returns {Pose}
 */
function inRow(table, slot) {
  const { centre, card, beside } = table,
    room = centre.width - 2 * beside - 16,
    width = card * table.trick;
  const { x, y } = trickMiddle(table);
  const step = Math.min(width * 1.56, (room - width * RATIO) / Math.max(1, table.row - 1));
  return {
    x: x + (slot.group - (slot.groups - 1) / 2) * step,
    y: y + (slot.seat === table.near ? 0.5 : -0.5) * width * 1.46,
    turn: (slot.lost ? 90 : 0) + jitter(slot.card ?? "") * 0.5,
    scale: table.trick,
  };
}

/**
 * Place a card of a pile that is spread out in the middle, as large as there is room.
 * @param {Table} table @param {Slot} slot @returns {Pose}
 */
function inMiddle(table, slot) {
  const { centre, card, beside } = table,
    { x, y } = middle(centre);
  const total = slot.groups * slot.of,
    room = centre.width - 2 * beside;
  const most = Math.min((centre.height - 8) / (RATIO * 1.06), (room - 16) / (total * 1.1)) / card,
    scale = Math.max(0.4, Math.min(1.7, most));
  const place = slot.group * slot.of + slot.place - (total - 1) / 2;
  return { x: x + place * card * scale * 1.1, y, turn: place * 1.5, scale };
}

/**
 * Place a card at the near side, where spread piles or an open hand lie in groups side by side.
 * @param {Table} table @param {Slot} slot @returns {Pose}
 */
function nearRow(table, slot) {
  const pile = slot.zone === "pile",
    scale = pile ? 0.8 : 0.62;
  const most = (table.hand.width / slot.groups - table.card) / slot.of,
    width = Math.min(table.card * scale * (pile ? 0.62 : 0.7), most);
  const group = (slot.group - (slot.groups - 1) / 2) * (width * slot.of + table.card);
  const y = table.hand.top + table.hand.height - table.card * RATIO * (pile ? 0.46 : 0.31) - (pile ? 0 : 8);
  return { x: middle(table.hand).x + group + (slot.place - (slot.of - 1) / 2) * width, y, turn: 0, scale };
}

/**
 * Place a small card in front of another seat, below the plate.
 * @param {Table} table @param {Slot} slot @returns {Pose}
 */
function beforeSeat(table, slot) {
  const spot = slot.seat === null ? undefined : table.seats.get(slot.seat);
  if (!spot) return { x: table.size.width / 2, y: 0, turn: 0, scale: 0.3 };
  const { fan } = spot,
    scale = fan.height / (table.card * RATIO),
    width = table.card * scale;
  const room = Math.max(fan.width, { wide: 150, low: 0, small: 96, roomy: 96 }[table.kind]) - width;
  const total = slot.of * slot.groups;
  const step = Math.min(width * 0.62, room / Math.max(1, total - 1));
  const place = slot.group * slot.of + slot.place + slot.group * 0.6 - (total - 1) / 2;
  const { x, y } = middle(fan);
  const inside = Math.min(Math.max(x + place * step, width / 2 + 4), table.size.width - width / 2 - 4);
  return { x: inside, y, turn: 0, scale };
}
