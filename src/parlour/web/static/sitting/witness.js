// Records what this browser has seen of a match, and keeps it with its seat: salt, commitments, seals of events.
import { hex, sha256, unhex } from "../core/hash.js";
import { keep, kept, ownSeats } from "../core/state.js";
import { tell } from "./line.js";

/**
 * An event as this browser saw it: its number, its seat, the length of the record after it, the seal, the cards that
 * the story named (by seat), and your action.
 * @typedef {{number: number, seat: number | null, events: number, seal: string, cards: [number, string][],
 *   did?: string}} Seen
 */
/**
 * @typedef {object} Witness
 * @property {number} seat the seat it belongs to; -1 while that is unknown
 * @property {string | null} salt what this browser adds to the key, in hexadecimal digits
 * @property {string | null} next the salt for a rematch
 * @property {string | null} commitment the first commitment to the key that this browser was shown
 * @property {(string | null)[] | null} salts the commitments to the salts, by seat, when they were final
 * @property {boolean} changed the server has shown another commitment, or another seal for the same event
 * @property {Seen[]} seen
 * @property {Record<number, Salts>} [others] the salts of other seats that this browser keeps at the table
 */
/** @typedef {{salt: string | null, next: string | null}} Salts */

const PREFIX = "parlour.witness.";
const WRITE_AFTER = 400; // milliseconds, so that several events are written together
/** The witnesses not yet written to storage, by table. @type {Map<string, Witness>} */
const unwritten = new Map();
let timer = 0;

/** Make an unguessable salt. */
export const newSalt = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** Compute the commitment to a salt, which is published before the salt. @param {string} salt */
export const commitmentTo = (salt) => hex(sha256(unhex(salt)));

/** What this browser has kept of a table. @param {string} table @returns {Witness | null} */
export const witnessOf = (table) => unwritten.get(table) ?? kept(`witness.${table}`, null);

/** Keep the salt sent when taking a seat. @param {string} table @param {string | null} salt @param {number} seat */
export function bringSalt(table, salt, seat) {
  save(table, { seat, salt, next: null, commitment: null, salts: null, changed: false, seen: [] });
  write();
}

/** Keep the salt promised for a rematch as that of the new table. @param {string} table @param {string} following */
export function bringNextSalt(table, following) {
  const own = witnessOf(table);
  if (!witnessOf(following)) bringSalt(following, own?.next ?? null, own?.seat ?? -1);
}

/** Note the commitments of a table, and reveal your salt when all seats are taken. @param {Sitting} at */
export function noteFacts(at) {
  const facts = at.facts;
  if (at.seat < 0 || !facts) return;
  if (!witnessOf(at.table)) bringSalt(at.table, null, at.seat);
  const own = /** @type {Witness} */ (witnessOf(at.table));
  if (own.seat !== at.seat && own.seat >= 0) changeSeat(own, at.seat);
  own.seat = at.seat;
  if (!facts.started || own.commitment) {
    own.commitment ??= facts.commitment;
    if (own.commitment !== facts.commitment) own.changed = true;
  }
  if (facts.revealing && !own.changed) {
    own.salts ??= facts.seats.map((seat) => seat.salt_commitment);
    const mine = facts.seats[at.seat];
    if (own.salt && !mine.salt_revealed && mine.salt_commitment === commitmentTo(own.salt)) {
      own.next ??= newSalt();
      tell(at, { type: "reveal", salt: own.salt, next_commitment: commitmentTo(own.next) });
    }
  }
  save(at.table, own);
}

/** Put the salts of this seat aside and use those of another seat. @param {Witness} own @param {number} seat */
function changeSeat(own, seat) {
  const salts = own.others?.[seat] ?? { salt: null, next: null };
  own.others = { ...own.others, [own.seat]: { salt: own.salt, next: own.next } };
  Object.assign(own, salts);
}

/** Note an event, from its message or from a line of the log. @param {Sitting} at @param {Told} told */
export function noteEvent(at, told) {
  const own = at.seat < 0 ? null : witnessOf(at.table);
  if (!own || !told.proof) return;
  const earlier = own.seen.find((one) => one.number === told.number);
  if (earlier) {
    if (!earlier.seal) Object.assign(earlier, seenIn(told));
    else if (earlier.seal !== told.proof.seal) own.changed = true;
    else if (!earlier.cards.length) earlier.cards = seenIn(told).cards; // its line was hidden
  } else own.seen.push(seenIn(told));
  save(at.table, own);
}

/** @param {Told} told @returns {Seen} */
const seenIn = ({ number, seat, story, proof }) => ({ number, seat, ...proof, cards: story.flatMap(cardsNamed) });

/**
 * The cards that a sentence attributes to a player, with the seat.
 * @param {Sentence} sentence @returns {[number, string][]}
 */
function cardsNamed({ values }) {
  const seat = /** @type {any} */ (values.who)?.seat;
  const named = Object.entries(values).filter(([gap, value]) => gap !== "suit" && /** @type {any} */ (value)?.card);
  return seat === undefined ? [] : named.map(([, value]) => [seat, /** @type {Card} */ (value).card]);
}

/** Note your action, which the server has stored. @param {Sitting} at @param {number} number @param {string} name */
export function noteChoice(at, number, name) {
  const own = witnessOf(at.table);
  if (!own) return;
  const found = own.seen.find((one) => one.number === number);
  if (found) found.did = name;
  else own.seen.push({ number, seat: at.seat, events: 0, seal: "", cards: [], did: name });
  save(at.table, own);
}

/** @param {string} table @param {Witness} witness */
function save(table, witness) {
  unwritten.set(table, witness);
  timer ||= setTimeout(write, WRITE_AFTER);
}

/** Write new witnesses to storage, and delete those of seats that are no longer kept. */
function write() {
  clearTimeout(timer);
  timer = 0;
  for (const [table, witness] of unwritten) keep(`witness.${table}`, witness);
  const tables = new Set([...ownSeats().map((seat) => seat.table), ...unwritten.keys()]);
  unwritten.clear();
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && !tables.has(key.slice(PREFIX.length))) localStorage.removeItem(key);
}

addEventListener("pagehide", write);
