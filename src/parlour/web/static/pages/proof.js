// Checks the record of a finished match against what this browser saw while it was played.
import { bytesOf, hex, hmac, joined, sha256, unhex } from "../core/hash.js";
import { kept } from "../core/state.js";
import { commitmentTo, witnessOf } from "../sitting/witness.js";
import { dayWords, t } from "../core/words.js";

/** @typedef {import("../sitting/witness.js").Witness} Witness */
/** @typedef {import("../sitting/witness.js").Seen} Seen */
/**
 * The result of a check: `good` is true if the check passed, false if it contradicts the record, null if it proves
 * nothing.
 * @typedef {{good: boolean | null, words: string}} Finding
 */

const SEAL_DIGITS = 32;
const DAY = 86400e3; // milliseconds

/** @param {boolean | null} good @param {string} words @returns {Finding} */
const finding = (good, words) => ({ good, words });

/**
 * Check a record, and list everything found.
 * @param {any} record @param {string} table @returns {Finding[]}
 */
export function findings(record, table) {
  const own = witnessOf(table);
  const untrue = own?.changed
    ? [finding(false, t("The server has changed something already fixed: a commitment, or a past event."))]
    : [];
  const fixed = record.today ? dayFindings(record, kept("chain", null)) : saltFindings(record.fair, own);
  return [...untrue, keyFinding(record.fair, own), ...fixed, movesFinding(record, own)];
}

/**
 * Check that a daily deal's key follows from the server's chain, and the chain from the root that this browser noted.
 * @param {any} record @param {{root: string, first: string, seen: string} | null} noted @returns {Finding[]}
 */
export function dayFindings({ today, board, game, fair }, noted) {
  if (!today.link) return [];
  let link = /** @type {Uint8Array} */ (unhex(today.link));
  const follows = hex(hmac(link, bytesOf(`today ${game} ${board.name}`))) === fair.key;
  if (!follows || hex(sha256(link)) !== today.previous)
    return [finding(false, t("The key doesn't follow from the server's chain."))];
  const followed = finding(
    true,
    t("The key follows from the chain's link for that day, which fits the link for the day before."),
  );
  const steps = noted ? (Date.parse(board.name) - Date.parse(noted.first)) / DAY + 1 : 0;
  if (!noted || !(steps > 0) || noted.seen > board.name)
    return [followed, finding(null, t("This browser hadn't seen the server's chain before that day."))];
  for (let step = 0; step < steps; step += 1) link = sha256(link);
  const day = dayWords(noted.seen);
  return hex(link) === noted.root
    ? [followed, finding(true, t("The key was fixed on {day} at the latest.", { day }))]
    : [followed, finding(null, t("The server has started another chain since this browser first saw one."))];
}

/** @param {any} fair @param {Witness | null} own */
function keyFinding(fair, own) {
  if (hex(sha256(unhex(fair.key))) !== fair.commitment)
    return finding(false, t("The key doesn't match the fingerprint in the record."));
  if (!own?.commitment)
    return finding(
      null,
      t("The key matches the record's fingerprint, but this browser hadn't seen the fingerprint in advance."),
    );
  return own.commitment === fair.commitment
    ? finding(true, t("The key matches the fingerprint that this browser was shown before the first card."))
    : finding(false, t("The record's fingerprint isn't the one that this browser was shown before the match."));
}

/** @param {any} fair @param {Witness | null} own */
function saltFindings(fair, own) {
  const salts = /** @type {(string | null)[]} */ (fair.salts ?? []);
  const others = (own?.salts ?? []).map((promised, seat) => ({ promised, salt: salts[seat] ?? null }));
  const forged = others.some(({ promised, salt }) => salt && (!promised || commitmentTo(salt) !== promised));
  const missing = others.filter(({ promised, salt }, seat) => promised && !salt && seat !== own?.seat).length;
  return [
    ownSalt(salts, own),
    forged && finding(false, t("A salt in the record doesn't match its commitment.")),
    missing > 0 &&
      finding(
        null,
        t("Salts promised but never revealed: {n}. Withholding a salt allows a choice between two deals.", {
          n: missing,
        }),
      ),
  ].filter((one) => one !== false);
}

/** @param {(string | null)[]} salts @param {Witness | null} own */
function ownSalt(salts, own) {
  if (!own?.salt)
    return finding(null, t("This browser added no salt, so it can't tell whether the key was chosen for its deals."));
  if (salts[own.seat] === own.salt)
    return finding(true, t("This browser's salt is in the record, so the key couldn't be chosen for its deals."));
  return salts[own.seat] === null
    ? finding(null, t("This browser's salt isn't in the record: it came too late, or the server left it out."))
    : finding(false, t("The record's salt for this seat isn't the one that this browser sent."));
}

/** @param {any} record @param {Witness | null} own */
function movesFinding(record, own) {
  const seen = [...(own?.seen ?? [])].filter((one) => one.seal).sort((a, b) => a.number - b.number);
  if (!seen.length) return finding(null, t("This browser saw no moves of the match, so it can't compare them."));
  const bad = contradiction(record, seen);
  if (bad !== null)
    return finding(false, t("The record contradicts what this browser saw as event {number}.", { number: bad }));
  const n = seen.length;
  const whole = seen[0].number === 1 && seen.every((one, place) => one.number === place + 1);
  return whole && seen.at(-1)?.events === record.events.length
    ? finding(true, t("The record matches what this browser saw, from the first event to the last: {n}.", { n }))
    : finding(
        null,
        t("The record matches the events that this browser saw ({n}). This browser didn't see every event.", { n }),
      );
}

/**
 * Find the first event that the record contradicts; null if there is none.
 * @param {any} record @param {Seen[]} seen
 */
function contradiction(record, seen) {
  const seals = sealsOf(record);
  for (let n = 0; n < seen.length; n += 1) {
    const [before, one, after] = [seen[n - 1], seen[n], seen[n + 1]];
    if (takenBack(one, after)) continue;
    if (before && one.events < before.events && !takenBack(before, one)) return one.number;
    if (seals[one.events] !== one.seal) return one.number;
    const follows = before?.number === one.number - 1 && one.events > before.events;
    if (follows && one.seat !== null && !fits(record.events[before.events], one)) return one.number;
    if (!named(record.events.slice(0, one.events), one)) return one.number;
  }
  return null;
}

/** Whether the event `after` took back the event `one`. @param {Seen} one @param {Seen | undefined} after */
const takenBack = (one, after) =>
  Boolean(after && after.number === one.number + 1 && after.seat === one.seat && after.events < one.events);

/** @param {any} event @param {Seen} one */
const fits = (event, one) => event?.seat === one.seat && (one.did === undefined || event.do === one.did);

/**
 * Whether each card that the log says a player played is in that player's last action.
 * @param {any[]} events @param {Seen} one
 */
const named = (events, one) =>
  one.cards.every(([seat, card]) => {
    const last = events.findLast((event) => event.seat === seat);
    return !last || last.do.split(" ").includes(card);
  });

/** Compute the record's seal after each event, as docs/records.md defines it. @param {any} record */
function sealsOf(record) {
  const key = matchKey(record.fair);
  /** @type {Uint8Array} */
  let digest = new Uint8Array();
  const seal = () => hex(hmac(key, bytesOf(`seal ${hex(digest)}`))).slice(0, SEAL_DIGITS);
  const seals = [seal()];
  for (const event of record.events) {
    digest = sha256(joined(digest, bytesOf(JSON.stringify(event))));
    seals.push(seal());
  }
  return seals;
}

/** @param {any} fair */
function matchKey(fair) {
  const salts = /** @type {(string | null)[]} */ (fair.salts ?? []);
  const key = unhex(fair.key);
  return salts.some(Boolean) ? hmac(key, bytesOf(["salts", ...salts.map((salt) => salt ?? "-")].join(" "))) : key;
}
