// Holds the page's state, stores parts of it in the browser, and has it redrawn after changes.

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  pace: "natural",
  suits: "four",
  size: "medium",
  side: "right",
  index: "normal",
  back: "lattice",
  motion: "auto",
  sound: "off",
  autoplay: "off",
  pause: "on",
  keys: "on",
};

/** The values of each setting, in the order shown. @type {Record<keyof Settings, string[]>} */
export const CHOICES = {
  theme: ["auto", "dark", "light"],
  pace: ["instant", "quick", "natural", "slow"],
  suits: ["four", "two"],
  size: ["small", "medium", "large"],
  side: ["right", "left"],
  index: ["normal", "large"],
  back: ["lattice", "waves", "petals"],
  motion: ["auto", "full", "none"],
  sound: ["off", "on"],
  autoplay: ["off", "on"],
  pause: ["on", "off"],
  keys: ["on", "off"],
};

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`parlour.${key}`) ?? "null") ?? otherwise;
  } catch (error) {
    console.warn(`cannot read the stored ${key}`, error);
    return otherwise;
  }
}

/**
 * Store a value in this browser; without storage, do nothing, since the game works without it.
 * @param {string} key @param {unknown} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(`parlour.${key}`, JSON.stringify(value));
  } catch (error) {
    console.warn(`cannot store ${key}`, error);
  }
}

const byDay = matchMedia("(prefers-color-scheme: light)"),
  inCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Stands in for the game until the player has chosen one. @type {GameFacts} */
const NO_GAME = {
  name: "",
  title: "",
  pitch: "",
  minutes: 0,
  players: [],
  default_players: 0,
  teams: 0,
  options: [],
  emblem: [],
  scoring: { name: "scores", one: "point", many: "points", lowest_wins: false, lives: false },
  badges: {},
  other_seats: [],
  closed_tricks: false,
  deck: { suits: [], faces: {}, ranks: {}, pips: true, pictures: {}, drawings: {} },
  guide: false,
};

/** @type {State} */
export const state = {
  game: NO_GAME,
  settings: { ...DEFAULTS, ...kept("settings", {}) },
  name: kept("name", ""),
  games: [],
  levels: [],
  phrases: [],
  sitting: null,
  panel: null,
};

/**
 * Make the initial state of a visit to a table, before the server has answered; state.d.ts explains every field.
 * @param {string} table @param {string | null} token @returns {Sitting}
 */
export const newSitting = (table, token) => ({
  table,
  token,
  invite: ownSeat(table)?.invite ?? null,
  line: { socket: null, unanswered: new Map(), asked: false, silence: 0, wait: 0, timer: 0 },
  connection: "connecting",
  facts: null,
  factsAt: 0,
  seat: -1,
  number: 0,
  view: null,
  thinking: null,
  deadline: null,
  claim: null,
  phrases: [],
  hint: null,
  rematch: null,
  error: null,
  queue: [],
  coming: null,
  held: null,
  later: [],
  moments: [],
  since: 0,
  timer: 0,
  momentTimer: 0,
  shown: null,
  reached: null,
  shownNumber: 0,
  moves: 0,
  log: [],
  rows: [],
  canUndo: false,
  moment: null,
  newRow: false,
  roundEnded: false,
  sheetOpen: false,
  newcomer: null,
  pending: null,
  chosen: null,
  picks: [],
  sending: false,
  notice: "",
  hinting: false,
  claimed: false,
  skipping: false,
  pile: null,
  lastTrick: false,
  removing: null,
  welcome: null,
  strayed: false,
});

/** Set the game whose cards, badges and scores are shown. @param {string} name */
export function showGame(name) {
  state.game = state.games.find((game) => game.name === name) ?? NO_GAME;
}

/** Whether bots can think ahead here; a server without Numba offers no such level. */
export const thinksAhead = () => state.levels.some((level) => level.name === "hard");

/** @type {(state: State) => void} */
let draw = () => {};
let waiting = false;

/** Set the function that draws the state. @param {(state: State) => void} render */
export function drawWith(render) {
  draw = render;
}

/** Schedule a redraw of the state; several changes in a row cause only one redraw. */
export function changed() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    draw(state);
  });
}

/** @param {keyof Settings} name @param {string} value */
export function set(name, value) {
  state.settings[name] = value;
  keep("settings", state.settings);
  applySettings();
  changed();
}

/** Apply the settings to the whole page. */
export function applySettings() {
  const { theme, suits, size, side, index, back, motion } = state.settings;
  const root = document.documentElement;
  const light = theme === "light" || (theme === "auto" && byDay.matches);
  root.dataset.theme = light ? "light" : "dark";
  root.dataset.suits = suits;
  root.dataset.size = size;
  root.dataset.side = side;
  root.dataset.index = index;
  root.dataset.back = back;
  root.dataset.motion = still() ? "none" : motion;
  for (const listener of listeners) listener();
}

/** @type {(() => void)[]} */
const listeners = [];

/** Call a function now and whenever a setting changes. @param {() => void} listener */
export function onSettings(listener) {
  listeners.push(listener);
  listener();
}

/** Whether animations are off. */
export function still() {
  const { motion } = state.settings;
  return motion === "none" || (motion === "auto" && inCalm.matches);
}

// --- seats taken with this browser

/**
 * @typedef {object} OwnSeat
 * @property {string} table
 * @property {string} token
 * @property {number} seat
 * @property {string} game
 * @property {string} name
 * @property {string | null} [invite]
 * @property {number} when
 * @property {boolean} [over]
 */

/** @returns {OwnSeat[]} */
export const ownSeats = () => kept("seats", []);

/**
 * Find your seat at a table, the first of those that this browser keeps there; null if there is none.
 * @param {string} table
 */
export const ownSeat = (table) => ownSeats().find((seat) => seat.table === table) ?? null;

/** @param {OwnSeat} one @param {OwnSeat} other */
const isSame = (one, other) => one.table === other.table && one.token === other.token;

/** @param {OwnSeat[]} seats */
const keepSeats = (seats) => keep("seats", seats.slice(0, 30));

/** Make a seat the player's own; this browser may also keep other seats at the same table. @param {OwnSeat} seat */
export function keepSeat(seat) {
  keepSeats([seat, ...ownSeats().filter((one) => !isSame(one, seat))]);
  keep("last", seat.game); // The first page offers this game next.
}

/** Keep or update a seat; if the player has another seat at the table, that stays their own. @param {OwnSeat} seat */
export function keepBeside(seat) {
  const seats = ownSeats();
  const own = seats.find((one) => isSame(one, seat)) ?? seats.find((one) => one.table === seat.table);
  if (!own) keepSeat(seat);
  else keepSeats(seats.flatMap((one) => (one !== own ? one : isSame(one, seat) ? seat : [one, seat])));
}

/** Forget all seats at a table, or only the one with this token. @param {string} table @param {string} [token] */
export const forgetSeat = (table, token) =>
  keepSeats(ownSeats().filter((one) => one.table !== table || (token && one.token !== token)));

/** Make an unguessable token. */
export const newToken = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(33))))
    .replaceAll("+", "-")
    .replaceAll("/", "_");

/** The secret that identifies this browser: made once and stored here; the server stores only its hash. */
export function secret() {
  const own = kept("person", "") || newToken();
  keep("person", own);
  return own;
}

// --- secrets of a requested seat, kept until the server has answered

const NOT_JOINING = { table: "", token: "", salt: "" };

/** @param {string} table */
export const isJoining = (table) => kept("joining", NOT_JOINING).table === table;

/**
 * Make a token and a salt for a seat, and keep them: a repeated request with the same secrets gets the same seat.
 * @param {string} table @param {() => string} newSalt
 */
export function joiningSecrets(table, newSalt) {
  if (isJoining(table)) return kept("joining", NOT_JOINING);
  const secrets = { table, token: newToken(), salt: newSalt() };
  keep("joining", secrets);
  return secrets;
}

/** Forget the secrets once the server has answered. */
export const endJoining = () => keep("joining", NOT_JOINING);
