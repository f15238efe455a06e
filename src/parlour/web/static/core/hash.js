// SHA-256 and HMAC in plain JavaScript: browsers offer crypto.subtle only on pages served over HTTPS.

const ROUNDS = new Uint32Array(64);
const START = new Uint32Array(8);
for (let number = 2, found = 0; found < 64; number += 1) {
  if (isPrime(number)) {
    if (found < 8) START[found] = fraction(Math.sqrt(number));
    ROUNDS[found] = fraction(Math.cbrt(number));
    found += 1;
  }
}

/** @param {number} number */
function isPrime(number) {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return true;
}

/** Return the first 32 bits of a number after the binary point. @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** Pad a message as SHA-256 requires: a 1 bit, zeros, and the message's length in bits. @param {Uint8Array} bytes */
function padded(bytes) {
  const long = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  long.set(bytes);
  long[bytes.length] = 0x80;
  const view = new DataView(long.buffer);
  view.setUint32(long.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(long.length - 4, (bytes.length << 3) >>> 0);
  return view;
}

/** Compute SHA-256. @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256(bytes) {
  const state = START.slice();
  const blocks = padded(bytes);
  const words = new Uint32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let n = 0; n < 16; n += 1) words[n] = blocks.getUint32(at + 4 * n);
    for (let n = 16; n < 64; n += 1) {
      const [early, late] = [words[n - 15], words[n - 2]];
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[n] = words[n - 16] + first + words[n - 7] + second;
    }
    mix(state, words);
  }
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => result.setUint32(4 * n, word));
  return new Uint8Array(result.buffer);
}

/** Mix one 64-byte block into the hash. @param {Uint32Array} state @param {Uint32Array} words */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n += 1) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n];
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] += word));
}

/** Compute HMAC-SHA-256. @param {Uint8Array} key @param {Uint8Array} bytes */
export function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), bytes));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** @param {Uint8Array} first @param {Uint8Array} second */
export function joined(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
