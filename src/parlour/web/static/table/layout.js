// Where everything lies on a table of a given size: pure geometry.
/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/**
 * A table that has been laid out.
 * @typedef {object} Table
 * @property {Size} size
 * @property {boolean} wide
 * @property {number} card
 * @property {number} rows
 * @property {Box} hand
 * @property {Box} centre
 * @property {Map<number, Spot>} seats
 * @property {number} near
 * @property {number} trick
 */
/** @typedef {{seat: number, angle: number, plate: Box, fan: number}} Spot */

export const RATIO = 1.4;
const WIDE = 880,
  ROOMY = 700,
  MARGIN = 8,
  TOUCH = 44;
const BAND = 64; // about the height of markers and stacks
const HANDS = [3, 7, 10]; // sizes of hands that take the same room as smaller ones
const SIZES = /** @type {Record<string, number>} */ ({ small: 0.86, medium: 1, large: 1.16 });

/** @param {Size} size */
export const isWide = (size) => size.width >= WIDE;

/** Whether the others sit all around the table, and not only above it. @param {Size} size */
export const isRoomy = (size) => size.width >= ROOMY;

/**
 * How the own hand is laid: the width of a card and the number of rows.
 * @param {Size} size @param {number} cards @param {string} setting
 */
export function handShape(size, cards, setting) {
  const wide = isWide(size);
  const rows = cards > 8 && !isRoomy(size) ? 2 : 1;
  const most = wide
    ? Math.min(size.width * 0.105, size.height * 0.17, 132)
    : Math.min(size.width * 0.185, size.height * 0.115, 118);
  const inRow = Math.ceil(cards / rows);
  const card = Math.max(44, most * (SIZES[setting] ?? 1));
  const room = size.width - 2 * handSide(size) - TOUCH * (inRow - 1);
  return { rows, card: Math.round(inRow > 1 && !wide ? Math.min(card, Math.max(48, room)) : card) };
}

/** The room beside the own hand, for the own plate or the rim. @param {Size} size */
export const handSide = (size) => (isWide(size) ? 250 : isRoomy(size) ? 28 : MARGIN);

/**
 * The bow of a row of cards: the way from card to card, their turning, and how far each lies below the middle.
 * @param {Size} size @param {number} card @param {number} rows @param {number} inRow
 */
function bow(size, card, rows, inRow) {
  const wide = isWide(size);
  const step = Math.min(card * (wide ? 0.78 : 0.94), (size.width - 2 * handSide(size) - card) / Math.max(1, inRow - 1));
  const bend = rows > 1 ? 0.9 : Math.min(isRoomy(size) ? 3 : 1.5, 24 / inRow);
  const fall = (/** @type {number} */ place) => 0.0105 * place * place * bend * step * (wide ? 1.6 : 1.1);
  return { step, bend, fall, lift: Math.max(0, fall((inRow - 1) / 2) - card * 0.1) * 0.8 };
}

/**
 * The height that the own hand takes at the lower edge: not less with every card that is played, or all would move.
 * @param {Size} size @param {number} card @param {number} rows @param {number} cards
 */
export function handHeight(size, card, rows, cards) {
  const inRow = Math.ceil(cards / rows);
  const { lift } = bow(size, card, rows, HANDS.find((most) => most >= inRow) ?? inRow);
  return Math.round(card * RATIO * (isWide(size) ? 0.98 : 1) + (rows - 1) * card * 0.72 + card * 0.2 + lift);
}

/**
 * The directions in which the others sit, seen from the middle, clockwise from the left hand.
 * @param {number} others
 */
export function angles(others) {
  if (others === 1) return [90];
  if (others === 2) return [155, 25];
  return Array.from({ length: others }, (_, n) => 180 - (180 * n) / (others - 1));
}

/**
 * Where the plates of the others stand, as parts of the room that is left for them.
 * @type {Record<number, [number, number][]>}
 */
const WIDE_SPOTS = {
  1: [[0.5, 0]],
  2: [
    [0, 0.3],
    [1, 0.3],
  ],
  3: [
    [0, 0.42],
    [0.5, 0],
    [1, 0.42],
  ],
  4: [
    [0, 0.5],
    [0.24, 0],
    [0.76, 0],
    [1, 0.5],
  ],
  5: [
    [0, 0.55],
    [0.12, 0],
    [0.5, 0],
    [0.88, 0],
    [1, 0.55],
  ],
};
/** @type {Record<number, [number, number][]>} */
const NARROW_SPOTS = {
  1: [[0.5, 0]],
  2: [
    [0, 0],
    [1, 0],
  ],
  3: [
    [0, 0],
    [0.5, 0],
    [1, 0],
  ],
  4: [
    [0, 1],
    [0.04, 0],
    [0.96, 0],
    [1, 1],
  ],
  5: [
    [0, 1],
    [0, 0],
    [0.5, 0],
    [1, 0],
    [1, 1],
  ],
};

/**
 * Where the plate of each of the others stands.
 * @param {Size} size @param {Size[]} plates the sizes of the plates, with what belongs to them
 * @param {number} below where the own place begins
 * @returns {Box[]}
 */
export function platesAt(size, plates, below) {
  const wide = isRoomy(size);
  const spots = (wide ? WIDE_SPOTS : NARROW_SPOTS)[plates.length] ?? [];
  const rowHeight = Math.max(0, ...plates.filter((_, n) => spots[n][1] === 0).map((plate) => plate.height));
  return plates.map((plate, n) => {
    const [x, y] = spots[n];
    const edge = wide ? 18 : MARGIN;
    const left = edge + x * (size.width - plate.width - 2 * edge);
    const top = wide ? 16 + y * (below - 16 - plate.height) : MARGIN + y * (rowHeight + MARGIN);
    return { left, top, ...plate };
  });
}

/**
 * The free room in the middle, and how much of its height a narrow table gives to markers and stacks, if there is room.
 * @param {Size} size @param {Table["seats"]} seats @param {number} below where the own place begins
 * @param {number} card @param {number} band the height that markers and stacks would take
 */
export function middleOf(size, seats, below, card, band) {
  const wide = isRoomy(size),
    boxes = [...seats.values()].filter((spot) => spot.angle !== 270).map((spot) => spot.plate);
  const high = boxes.filter((box) => !wide || box.top < 40),
    sides = wide ? boxes.filter((box) => box.top >= 40) : [];
  const top = Math.max(8, ...high.map((box) => box.top + box.height)) + (wide ? 6 : 8);
  const left = sides.some((box) => box.left < size.width / 2)
    ? Math.max(...sides.map((box) => box.width)) + 30
    : wide
      ? 150
      : 0;
  const height = Math.max(60, below - 6 - top);
  const tight = !wide && height - BAND < card * 2.5,
    taken = wide || tight ? 0 : band;
  return {
    centre: { left, top: top + taken, width: size.width - 2 * left, height: height - taken },
    band: taken,
    tight,
  };
}

// --- cards

/** @param {string} text */
function jitter(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return (sum % 7) - 3;
}

/** @param {Table} table @param {Slot} slot @returns {Pose} */
export function poseOf(table, slot) {
  if (slot.zone === "hand") return inHand(table, slot);
  if (slot.zone === "trick") return inTrick(table, slot);
  if (slot.zone === "pile" && slot.seat === null) return inMiddle(table, slot);
  return slot.seat === table.near ? nearRow(table, slot) : beforeSeat(table, slot);
}

/** @param {Table} table @param {Slot} slot @returns {Pose} */
function inHand(table, slot) {
  const perRow = Math.ceil(slot.of / table.rows);
  const row = Math.floor(slot.place / perRow);
  const inRow = row === table.rows - 1 ? slot.of - row * perRow : perRow;
  const place = slot.place - row * perRow - (inRow - 1) / 2;
  const { step, bend, fall, lift } = bow(table.size, table.card, table.rows, inRow);
  const bottom = table.hand.top + table.hand.height - (table.card * RATIO) / 2 - lift;
  const y = bottom - (table.rows - 1 - row) * table.card * 0.72 + fall(place) - table.card * (table.wide ? 0.08 : 0.05);
  return { x: table.hand.left + table.hand.width / 2 + place * step, y, turn: place * bend, scale: 1 };
}

/** @param {Table} table @param {Slot} slot @returns {Pose} */
function inTrick(table, slot) {
  const { centre } = table;
  const spot = slot.seat === null ? undefined : table.seats.get(slot.seat);
  const angle = ((spot?.angle ?? 270) * Math.PI) / 180;
  const crowd = table.seats.size > 4 ? 1.25 : 1;
  const reach = { x: table.card * table.trick * 0.98 * crowd, y: table.card * table.trick * 0.66 * crowd };
  return {
    x: centre.left + centre.width / 2 + Math.cos(angle) * reach.x,
    y: centre.top + centre.height / 2 - Math.sin(angle) * reach.y,
    turn: -Math.cos(angle) * 7 + jitter(slot.card ?? ""),
    scale: table.trick,
  };
}

/** Cards of a spread pile in the middle. @param {Table} table @param {Slot} slot @returns {Pose} */
function inMiddle(table, slot) {
  const { centre } = table;
  const total = slot.groups * slot.of;
  const step = Math.min(table.card * table.trick * 1.12, centre.width / Math.max(1, total));
  const place = slot.group * slot.of + slot.place - (total - 1) / 2;
  return {
    x: centre.left + centre.width / 2 + place * step,
    y: centre.top + centre.height / 2,
    turn: place * 1.5,
    scale: table.trick,
  };
}

/**
 * Spread piles, or the open hand, at the near side: groups beside each other.
 * @param {Table} table @param {Slot} slot @returns {Pose}
 */
function nearRow(table, slot) {
  const scale = slot.zone === "pile" ? 0.8 : 0.62;
  const width = Math.min(
    table.card * scale * (slot.zone === "pile" ? 0.62 : 0.7),
    (table.hand.width / slot.groups - table.card) / slot.of,
  );
  const half = table.hand.width / 2 + table.hand.left;
  const group = (slot.group - (slot.groups - 1) / 2) * (width * slot.of + table.card);
  const y =
    table.hand.top +
    table.hand.height -
    table.card * RATIO * (slot.zone === "pile" ? 0.46 : 0.31) -
    (slot.zone === "pile" ? 0 : 8);
  return { x: half + group + (slot.place - (slot.of - 1) / 2) * width, y, turn: 0, scale };
}

/** Cards before another seat: small, under the plate. @param {Table} table @param {Slot} slot @returns {Pose} */
function beforeSeat(table, slot) {
  const spot = slot.seat === null ? undefined : table.seats.get(slot.seat);
  if (!spot) return { x: table.size.width / 2, y: 0, turn: 0, scale: 0.3 };
  const scale = spot.fan / (table.card * RATIO);
  const width = table.card * scale;
  const room = Math.max(spot.plate.width, table.wide ? 150 : 96) - width;
  const total = slot.of * slot.groups;
  const step = Math.min(width * 0.62, room / Math.max(1, total - 1));
  const place = slot.group * slot.of + slot.place + slot.group * 0.6 - (total - 1) / 2;
  const x = spot.plate.left + spot.plate.width / 2 + place * step;
  const inside = Math.min(Math.max(x, width / 2 + 4), table.size.width - width / 2 - 4);
  return { x: inside, y: spot.plate.top + spot.plate.height - spot.fan / 2, turn: 0, scale };
}
