// Stores what this browser has seen of a match (salt, commitments, seals of events), so that it can check the record.
import { hex, sha256, unhex } from "../core/hash.js";
import { keep, kept, ownSeats } from "../core/state.js";
import { tell } from "./line.js";

/**
 * An event as this browser saw it: the event's number and seat, the number of events on record after it (undo lowers
 * this number), the seal, the cards that the log named with their seats, and, if it was your move, its name.
 * @typedef {{number: number, seat: number | null, events: number, seal: string, cards: [number, string][],
 *   did?: string}} Seen
 */
/**
 * @typedef {object} Witness
 * @property {number} seat This browser's seat; -1 while it is unknown.
 * @property {string | null} salt The hexadecimal digits that this browser adds to the key.
 * @property {string | null} next The salt for a rematch.
 * @property {string | null} commitment The first commitment to the key that the server showed this browser.
 * @property {(string | null)[] | null} salts The final commitments to all players' salts, by seat.
 * @property {boolean} changed Whether the server later showed a different commitment, or a different seal for an event.
 * @property {Seen[]} seen
 * @property {Record<number, Salts>} [others] The salts of this browser's other seats at the table.
 */
/** @typedef {{salt: string | null, next: string | null}} Salts */

const PREFIX = "parlour.witness.";
const WRITE_AFTER = 400; // Waiting this many milliseconds saves several events together.
/** For each table, what is still to be written to storage. @type {Map<string, Witness>} */
const unwritten = new Map();
let timer = 0;

/** Make an unguessable salt. */
export const newSalt = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** Compute the commitment to a salt, which is published before the salt. @param {string} salt */
export const commitmentTo = (salt) => hex(sha256(unhex(salt)));

/** Return what this browser has stored about a table. @param {string} table @returns {Witness | null} */
export const witnessOf = (table) => unwritten.get(table) ?? kept(`witness.${table}`, null);

/**
 * Store the salt that was committed to when taking a seat.
 * @param {string} table @param {string | null} salt @param {number} seat
 */
export function bringSalt(table, salt, seat) {
  save(table, { seat, salt, next: null, commitment: null, salts: null, changed: false, seen: [] });
  write();
}

/**
 * Use the salt that was promised for a rematch as the new table's salt.
 * @param {string} table @param {string} following
 */
export function bringNextSalt(table, following) {
  const own = witnessOf(table);
  if (!witnessOf(following)) bringSalt(following, own?.next ?? null, own?.seat ?? -1);
}

/** Store the table's commitments, and reveal your salt when all seats are taken. @param {Sitting} at */
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

/** Put this seat's salts aside and use those of another seat. @param {Witness} own @param {number} seat */
function changeSeat(own, seat) {
  const salts = own.others?.[seat] ?? { salt: null, next: null };
  own.others = { ...own.others, [own.seat]: { salt: own.salt, next: own.next } };
  Object.assign(own, salts);
}

/** Store an event that came as a message or as a line of the log. @param {Sitting} at @param {LogEntry} entry */
export function noteEvent(at, entry) {
  const own = at.seat < 0 ? null : witnessOf(at.table);
  if (!own || !entry.proof) return;
  const earlier = own.seen.find((one) => one.number === entry.number);
  if (earlier) {
    if (!earlier.seal) Object.assign(earlier, seenIn(entry));
    else if (earlier.seal !== entry.proof.seal) own.changed = true;
    else if (!earlier.cards.length) earlier.cards = seenIn(entry).cards; // The log line was hidden at first.
  } else own.seen.push(seenIn(entry));
  save(at.table, own);
}

/** @param {LogEntry} entry @returns {Seen} */
const seenIn = ({ number, seat, story, proof }) => ({ number, seat, ...proof, cards: story.flatMap(cardsNamed) });

/**
 * List the cards that a sentence says somebody played, each with the player's seat.
 * @param {Sentence} sentence @returns {[number, string][]}
 */
function cardsNamed({ values }) {
  const seat = /** @type {any} */ (values.who)?.seat;
  const named = Object.entries(values).filter(([gap, value]) => gap !== "suit" && /** @type {any} */ (value)?.card);
  return seat === undefined ? [] : named.map(([, value]) => [seat, /** @type {Card} */ (value).card]);
}

/**
 * Store the name of your action once the server has accepted it.
 * @param {Sitting} at @param {number} number @param {string} name
 */
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

/** Write new data to storage, and delete the data of seats that are no longer kept. */
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
