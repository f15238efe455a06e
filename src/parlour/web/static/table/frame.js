// Computes a table's kind of layout, the size of cards and the position of your hand: pure geometry.
/** @typedef {{width: number, height: number}} Size */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/**
 * The kind of layout. "low" is for a phone held sideways or a page that is zoomed in: the other players sit in a row at
 * the top, and your plate, the prompt and the buttons are in a column at the side. "small" is for a phone held upright,
 * "roomy" for a tablet, "wide" for everything larger.
 * @typedef {"low" | "small" | "roomy" | "wide"} Kind
 */
/**
 * Sizes and positions that follow from the table's size and the number of cards in your hand.
 * @typedef {object} Frame
 * @property {Size} size
 * @property {Kind} kind
 * @property {boolean} mirrored Whether the sides are swapped for a left-handed player.
 * @property {number} side The width of the space beside your hand.
 * @property {number} card The width of a card in your hand.
 * @property {number} rows
 * @property {Box} hand
 */
export const RATIO = 1.4;
/** Space above your hand for a raised card, in card widths; table.css raises a card by 14 % of its height. */
export const RAISE = 0.2;
const WIDE = 880,
  ROOMY = 700,
  LOW = 640,
  TOUCH = 44;
export const MARGIN = 8;
const ROW = 0.72; // The distance between two rows of your hand, in card widths.
const NAMES = 30; // The height of the names above the cards at the near side.
const HANDS = [3, 7, 10]; // Up to each of these sizes, hands take up the same height.
const SIZES = /** @type {Record<string, number>} */ ({ small: 0.86, medium: 1, large: 1.16 });

/** @param {Size} size @returns {Kind} */
export function kindOf(size) {
  if (size.height < LOW && size.width > size.height * 1.15) return "low";
  return size.width >= WIDE ? "wide" : size.width >= ROOMY ? "roomy" : "small";
}

/** Whether the other players sit all around the table, not just in rows at the top. @param {Kind} kind */
export const isAround = (kind) => kind === "wide" || kind === "roomy";

/**
 * Return the width of the space beside your hand, where your plate or the table's rim is.
 * @param {Size} size @param {Kind} kind
 */
function sideOf(size, kind) {
  if (kind === "low") return Math.round(Math.min(300, Math.max(190, size.width * 0.3)));
  return kind === "wide" ? 250 : kind === "roomy" ? 28 : MARGIN;
}

/** Return the width available for your hand. @param {Size} size @param {Kind} kind */
const roomOf = (size, kind) => size.width - (kind === "low" ? sideOf(size, kind) + 3 * MARGIN : 2 * sideOf(size, kind));

/** Return the largest width that a card in your hand may have. @param {Size} size @param {Kind} kind */
function largest(size, kind) {
  if (kind === "low") return Math.min(size.height * 0.215, size.width * 0.12, 118);
  if (kind === "wide") return Math.min(size.width * 0.105, size.height * 0.17, 150);
  return Math.min(size.width * 0.185, size.height * 0.115, 118);
}

/**
 * Choose a card's width and the number of rows of your hand.
 * @param {Size} size @param {number} cards @param {string} setting
 */
export function handShape(size, cards, setting) {
  const kind = kindOf(size),
    room = roomOf(size, kind);
  const wanted = largest(size, kind) * (SIZES[setting] ?? 1);
  const most = Math.max(TOUCH, kind === "low" ? Math.min(wanted, size.height * 0.225) : wanted);
  const crowded = kind === "low" ? size.height > 380 && room / cards < 38 : kind === "small" && cards > 8;
  const rows = crowded ? 2 : 1,
    inRow = Math.ceil(cards / rows);
  const card = kind === "low" && rows > 1 ? Math.min(most, size.height * 0.18) : most;
  const fits = inRow > 1 && kind !== "wide" ? Math.max(48, room - (kind === "low" ? 30 : TOUCH) * (inRow - 1)) : card;
  return { rows, card: Math.round(Math.min(card, fits)) };
}

/**
 * Bend a row of cards into an arc: return the distance between cards, their rotation, and how far the outermost cards
 * drop.
 * @param {Kind} kind @param {number} room @param {number} card @param {number} rows @param {number} inRow
 */
export function bow(kind, room, card, rows, inRow) {
  const step = Math.min(card * (kind === "wide" ? 0.78 : 0.94), (room - card) / Math.max(1, inRow - 1));
  const most = isAround(kind) ? 3 : kind === "low" ? 1 : 1.5;
  const bend = rows > 1 ? 0.9 : Math.min(most, 24 / inRow);
  const fall = (/** @type {number} */ place) => 0.0105 * place * place * bend * step * (kind === "wide" ? 1.6 : 1.1);
  return { step, bend, fall, lift: Math.max(0, fall((inRow - 1) / 2) - card * 0.1) * 0.8 };
}

/**
 * Return the height of your hand, which doesn't shrink with every card played, because then everything would move.
 * @param {Kind} kind @param {number} room @param {number} card @param {number} rows @param {number} cards
 */
function handHeight(kind, room, card, rows, cards) {
  const inRow = Math.ceil(cards / rows);
  const { lift } = bow(kind, room, card, rows, HANDS.find((most) => most >= inRow) ?? inRow);
  const seen = kind === "wide" ? 0.92 : 0.97; // The lower edge of a card may be cut off.
  return Math.round(card * (RATIO * seen + (rows - 1) * ROW + RAISE) + lift);
}

/**
 * Compute the frame. `setting` is the card size chosen in the settings. With `marks`, raised cards may have signs above
 * them; with `named`, the cards at the near side have names above them.
 * @param {Size} size @param {number} cards @param {string} setting
 * @param {{mirrored: boolean, watching: boolean, marks: boolean, named: boolean}} options
 * @returns {Frame}
 */
export function frameOf(size, cards, setting, { mirrored, watching, marks, named }) {
  const kind = kindOf(size),
    side = sideOf(size, kind),
    room = roomOf(size, kind);
  const { card, rows } = handShape(size, cards, setting);
  const held = handHeight(kind, room, card, rows, cards) + (marks ? 12 : 0);
  const height = watching ? Math.round(card * RATIO * (named ? 0.9 : 0.75)) + (named ? NAMES : 0) : held;
  const left = kind !== "low" ? side : mirrored ? side + 2 * MARGIN : MARGIN;
  return { size, kind, mirrored, side, card, rows, hand: { left, top: size.height - height, width: room, height } };
}

/**
 * Return the distance from the upper edge of your hand to a row's cards.
 * @param {Frame} frame @param {number} row
 */
export const rowTop = ({ card }, row) => card * (RAISE + row * ROW);
