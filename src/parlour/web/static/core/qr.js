// Draws QR codes (ISO/IEC 18004): bytes, error correction level M, versions 1 to 13, the best of the eight masks.
import { h } from "./dom.js";

/** @typedef {(number | null)[][]} Modules rows of modules: 1 is dark, 0 is light, null is free for data */

/** For each version: the number of error correction bytes of a block, and the number of blocks. */
const BLOCKS = [
  [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9],
]; // prettier-ignore
const BYTES = 4; // the mode for data that consists of bytes
const PADDING = [0xec, 0x11]; // fills the data of a short text, in turn
const FORMAT = { divisor: 0x537, bits: 10, mask: 0x5412 }; // the code that protects the level and the mask
const VERSION = { divisor: 0x1f25, bits: 12, mask: 0 }; // the code that protects the version
const MARGIN = 2; // light modules around the code
/** A mask inverts the modules for which its function is 0. @type {((row: number, column: number) => number)[]} */
const MASKS = [
  (row, column) => (row + column) % 2,
  (row) => row % 2,
  (row, column) => column % 3,
  (row, column) => (row + column) % 3,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2,
  (row, column) => ((row * column) % 2) + ((row * column) % 3),
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2,
];

/**
 * Draw a link as a QR code; draw nothing if the link is too long.
 * @param {string} link @param {string} alt
 */
export function qrPicture(link, alt) {
  const src = drawn.get(link) ?? drawing(link);
  drawn.set(link, src);
  return src && h("img", { class: "qr", src, width: 150, height: 150, alt });
}

/** @type {Map<string, string | null>} */
const drawn = new Map(); // the pictures of links, because the page draws a link again after every message

/** @param {string} link */
function drawing(link) {
  const modules = qrCode(link);
  if (!modules) return null;
  const dark = modules.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])));
  const side = modules.length + 2 * MARGIN;
  const box = `viewBox="${-MARGIN} ${-MARGIN} ${side} ${side}" shape-rendering="crispEdges"`;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path d="${dark.join("")}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}

/**
 * Encode a text as rows of modules, which are true where they are dark; return null if the text is too long.
 * @param {string} text @returns {boolean[][] | null}
 */
export function qrCode(text) {
  const data = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= BLOCKS.length; version++) {
    const blank = fixedModules(version);
    const codewords = Math.floor(blank.flat().filter((module) => module === null).length / 8);
    const room = codewords - BLOCKS[version - 1][0] * BLOCKS[version - 1][1];
    const bits = [...binary(BYTES, 4), ...binary(data.length, version < 10 ? 8 : 16)];
    if (bits.length + 8 * data.length > 8 * room) continue;
    for (const byte of data) bits.push(...binary(byte, 8));
    const sent = interleaved(padded(bits, room), BLOCKS[version - 1]);
    const made = MASKS.map((_, mask) => filled(blank, sent, mask));
    const penalties = made.map(penalty);
    return made[penalties.indexOf(Math.min(...penalties))].map((row) => row.map(Boolean));
  }
  return null;
}

// --- data

/** Split a number into binary digits, highest first. @param {number} number @param {number} length */
const binary = (number, length) => Array.from({ length }, (_, bit) => (number >> (length - 1 - bit)) & 1);

/** Join the bits into bytes, and fill the rest of the room. @param {number[]} bits @param {number} room */
function padded(bits, room) {
  const bytes = [];
  const ended = [...bits, 0, 0, 0, 0].slice(0, 8 * room);
  for (let at = 0; at < ended.length; at += 8) bytes.push(parseInt(ended.slice(at, at + 8).join("").padEnd(8, "0"), 2));
  for (let pad = 0; bytes.length < room; pad++) bytes.push(PADDING[pad % 2]);
  return bytes;
}

/**
 * Divide data into blocks, add error correction, and interleave it all.
 * @param {number[]} data @param {number[]} blocks
 */
function interleaved(data, [correction, count]) {
  const short = Math.floor(data.length / count);
  const long = data.length % count; // this many blocks at the end have one more byte
  const divided = Array.from({ length: count }, (_, block) => {
    const begin = block * short + Math.max(0, block - (count - long));
    return data.slice(begin, begin + short + Number(block >= count - long));
  });
  const by = divisor(correction);
  const checks = divided.map((block) => remainder(block, by));
  return [...inTurn(divided, short + 1), ...inTurn(checks, correction)];
}

/** Take the first byte of each row, then the second, and so on. @param {number[][]} rows @param {number} length */
const inTurn = (rows, length) =>
  Array.from({ length }, (_, at) => rows.filter((row) => at < row.length).map((row) => row[at])).flat();

// --- Reed-Solomon codes over the field of 256 elements

/** Multiply in the field that the polynomial 0x11d defines. @param {number} one @param {number} other */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** Make the polynomial (x - 1)(x - 2)(x - 4)…, without its leading 1. @param {number} degree */
function divisor(degree) {
  let made = [1];
  for (let step = 0, root = 1; step < degree; step++, root = times(root, 2))
    made = [...made, 0].map((factor, at) => factor ^ times(made[at - 1] ?? 0, root));
  return made.slice(1);
}

/** Compute the remainder of a division of polynomials. @param {number[]} data @param {number[]} by */
function remainder(data, by) {
  let rest = by.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest[0];
    rest = [...rest.slice(1), 0].map((one, at) => one ^ times(by[at], factor));
  }
  return rest;
}

// --- modules

/** Draw all modules that don't depend on the data, with room for the format. @param {number} version */
function fixedModules(version) {
  const size = 17 + 4 * version;
  /** @type {Modules} */
  const modules = Array.from({ length: size }, () => Array(size).fill(null));
  for (let at = 0; at < size; at++) modules[6][at] = modules[at][6] = (at + 1) % 2;
  square(modules, 3, 3, 4, [2, 4]);
  square(modules, 3, size - 4, 4, [2, 4]);
  square(modules, size - 4, 3, 4, [2, 4]);
  const last = size - 7;
  const centres = alignments(version, last);
  for (const row of centres)
    for (const column of centres) {
      const inCorner = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
      if (!inCorner) square(modules, row, column, 2, [1]);
    }
  drawFormat(modules, 0);
  if (version > 6) drawVersion(modules, version);
  return modules;
}

/**
 * Draw a square pattern, which is light at these distances from its centre.
 * @param {Modules} modules @param {number} row @param {number} column @param {number} radius @param {number[]} light
 */
function square(modules, row, column, radius, light) {
  for (let y = Math.max(0, row - radius); y <= Math.min(modules.length - 1, row + radius); y++)
    for (let x = Math.max(0, column - radius); x <= Math.min(modules.length - 1, column + radius); x++)
      modules[y][x] = Number(!light.includes(Math.max(Math.abs(y - row), Math.abs(x - column))));
}

/** List the rows, and columns, of the centres of alignment patterns. @param {number} version @param {number} last */
function alignments(version, last) {
  if (version === 1) return [];
  const gaps = Math.floor(version / 7) + 1;
  const gap = 2 * Math.ceil((last - 6) / gaps / 2);
  return [6, ...Array.from({ length: gaps }, (_, at) => last - gap * (gaps - 1 - at))];
}

/** Add a number's check bits. @param {number} number @param {{ divisor: number, bits: number, mask: number }} code */
function protectedBits(number, { divisor, bits, mask }) {
  let rest = number;
  for (let step = 0; step < bits; step++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return ((number << bits) | rest) ^ mask;
}

/**
 * Draw the format in two places: the error correction level M, whose number is 0, and the mask.
 * @param {Modules} modules @param {number} mask
 */
function drawFormat(modules, mask) {
  const bits = protectedBits(mask, FORMAT);
  const size = modules.length;
  for (let bit = 0; bit < 15; bit++) {
    const on = (bits >> bit) & 1;
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : null; // the row above, or beside, the corner's pattern
    if (near !== null) modules[near][8] = on;
    else modules[8][bit === 8 ? 7 : 14 - bit] = on;
    if (bit < 8) modules[8][size - 1 - bit] = on;
    else modules[size - 15 + bit][8] = on;
  }
  modules[size - 8][8] = 1;
}

/** Draw the version beside two of the finder patterns. @param {Modules} modules @param {number} version */
function drawVersion(modules, version) {
  const bits = protectedBits(version, VERSION);
  for (let bit = 0; bit < 18; bit++) {
    const [near, far] = [Math.floor(bit / 3), modules.length - 11 + (bit % 3)];
    modules[near][far] = modules[far][near] = (bits >> bit) & 1;
  }
}

/**
 * Write the bits into the free modules in zigzag, masked.
 * @param {Modules} blank @param {number[]} bytes @param {number} mask
 */
function filled(blank, bytes, mask) {
  const modules = blank.map((row) => [...row]);
  const size = modules.length;
  drawFormat(modules, mask);
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up)
    for (let step = 0; step < size; step++)
      for (const column of [right, right - 1]) {
        const row = up ? size - 1 - step : step;
        if (blank[row][column] !== null) continue;
        const on = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        modules[row][column] = on ^ Number(MASKS[mask](row, column) === 0);
        bit++;
      }
  return modules;
}

// --- the choice of the mask

const LIKE_A_FINDER = [/(?=10111010000)/g, /(?=00001011101)/g];

/** Rate how hard a code would be to read, as the standard says. @param {Modules} modules */
function penalty(modules) {
  const rows = modules.map((row) => row.join(""));
  const columns = modules.map((_, x) => modules.map((row) => row[x]).join(""));
  let rated = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) rated += run.length - 2;
    for (const pattern of LIKE_A_FINDER) rated += 40 * (line.match(pattern) ?? []).length;
  }
  for (let y = 1; y < rows.length; y++)
    for (let x = 1; x < rows.length; x++)
      if (/^(0000|1111)$/.test(rows[y - 1].slice(x - 1, x + 1) + rows[y].slice(x - 1, x + 1))) rated += 3;
  const dark = modules.flat().filter(Boolean).length / rows.length ** 2;
  return rated + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
