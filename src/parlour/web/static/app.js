// The page's entry point: reads the address, fetches what that page needs, and draws the state.
import { addDrawings, drawSprite } from "./cards/sprite.js";
import { byId, fill, h } from "./core/dom.js";
import { get } from "./core/http.js";
import { keyboard } from "./table/keyboard.js";
import { landingPage } from "./pages/landing.js";
import { brand, onArrival, addressOf, tidyAddress } from "./core/paths.js";
import { problemPage } from "./pages/problem.js";
import { motion } from "./table/pieces.js";
import { sitDown, standUp } from "./sitting/net.js";
import { applySettings, changed, drawWith, isJoining, keepBeside, ownSeat, showGame, state } from "./core/state.js";
import { drawTable, forgetTable, tablePage } from "./table/table.js";
import { said, speak, t } from "./core/words.js";

let shown = "";

/** Replace the page shown if its name has changed. @param {string} name @param {() => Node} page */
function show(name, page) {
  if (shown === name) return;
  shown = name;
  forgetTable();
  fill(byId("page"), page());
}

/** @param {State} now */
function render(now) {
  const at = now.sitting;
  if (!at) return;
  if (at.error)
    return show(`problem ${at.error.refused}`, () => problemPage(/** @type {Problem} */ (at.error), at.table));
  if (!at.facts || state.game.name !== at.facts.game) return show(`wait ${at.table}`, looking);
  if (!at.shown && at.facts.revealing) return show(`shuffle ${at.table}`, shuffling);
  if (!at.shown) return drawWaiting(at);
  show(`table ${at.table}`, tablePage);
  drawTable(now);
  if (at.facts.guide && at.seat >= 0) drawGuided(at);
}

/** @type {typeof import("./table/guide.js") | null} */
let guiding = null;

/** Draw the guide of a first hand, loading its module on first use. @param {Sitting} at */
function drawGuided(at) {
  if (guiding) return guiding.drawGuide(at);
  import("./table/guide.js").then((module) => {
    guiding = module;
    changed();
  });
}

/** @type {typeof import("./pages/lobby.js") | null} */
let lobby = null;

/** Draw the waiting room, loading its module on first use, because tables of bots never need it. @param {Sitting} at */
function drawWaiting(at) {
  if (lobby) {
    show(`lobby ${at.table}`, lobby.lobbyPage);
    return lobby.drawLobby(at);
  }
  import("./pages/lobby.js").then((module) => {
    lobby = module;
    changed();
  });
}

const looking = () => waiting(t("Looking for the table …"));
const shuffling = () => waiting(t("Everyone's here. Shuffling the cards …"));

/** @param {string} words */
const waiting = (words) =>
  h(
    "div",
    { class: "plain" },
    brand(),
    h("main", { class: "lobby", id: "main" }, h("p", { role: "status" }, words)),
  );

// --- addresses

async function arrive() {
  const address = addressOf(location);
  standUp();
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.switch"))?.close();
  document.title = "Parlour";
  try {
    await PAGES[address.page](address);
  } catch (error) {
    refuse(error);
  }
  scrollTo(0, 0);
}

/** Show a problem page for a refusal by the server; rethrow any other error. @param {any} error */
function refuse(error) {
  if (!error.refused) throw error;
  standUp();
  const problem = { refused: error.refused, reason: error.message };
  show(`problem ${location.href}`, () => problemPage(problem, addressOf(location).name));
}

/** @type {Record<string, (address: import("./core/paths.js").Address) => void | Promise<void>>} */
const PAGES = {
  async landing() {
    await catalogue();
    show(`landing ${Date.now()}`, landingPage);
  },
  async table(address) {
    const table = address.name;
    const linked = address.token ? await takeOver(table, address.token) : null;
    catalogue().catch(refuse);
    const own = ownSeat(table);
    if (own) sitDown(table, own.token);
    if (linked && linked.seat.token !== own?.token)
      (await import("./pages/switch.js")).offerSeat(linked.seat, linked.facts);
    if (own) return;
    const [facts, { doorPage, join }] = await Promise.all([
      get(`/tables/${encodeURIComponent(table)}`),
      import("./pages/lobby.js"),
    ]);
    const refused = (/** @type {Node} */ page) => show("refused", () => page);
    if (isJoining(table)) return join(facts, address.invite, refused);
    const free = facts.seats.some((/** @type {PublicSeat} */ seat) => seat.kind === "person" && !seat.taken);
    if (address.invite && !free) throw Object.assign(new Error(""), { refused: "table_full" });
    if (free && !facts.started && (address.invite || facts.listed))
      return show(`door ${table}`, () => doorPage(facts, address.invite, refused));
    sitDown(table, null);
  },
  async replay(address) {
    const [{ replayPage }] = await Promise.all([import("./pages/replay.js"), catalogue()]);
    const page = await replayPage(address.name, address);
    show(`replay ${address.name} ${address.at} ${address.by}`, () => page);
  },
  async rules(address) {
    const { rulesPage } = await import("./pages/rules.js");
    const page = await rulesPage(address.name);
    show(`rules ${address.name}`, () => page);
  },
  async me(address) {
    const [{ mePage }] = await Promise.all([import("./pages/me.js"), catalogue()]);
    const page = await mePage(address.code);
    show(`me ${Date.now()}`, () => page);
  },
  async evening(address) {
    const [{ eveningPage }] = await Promise.all([import("./pages/evening.js"), catalogue()]);
    const page = await eveningPage(address.name);
    if (addressOf(location).page === "evening") show(`evening ${address.name} ${Date.now()}`, () => page);
  },
  nowhere: () => show(`nowhere ${location.href}`, () => problemPage({ refused: "nowhere", reason: "" })),
};

/** @type {Promise<void> | null} */
let fetching = null;

/**
 * Keep the seat that a link opens, if the server accepts its token. If this browser already has a seat at the table,
 * that seat remains the player's own.
 * @param {string} table @param {string} token
 */
async function takeOver(table, token) {
  try {
    const look = await get(`/tables/${encodeURIComponent(table)}/view`, token);
    const seat = { table, token, seat: look.seat, game: look.table.game, name: state.name, when: Date.now() };
    if (ownSeat(table)?.token !== token) keepBeside(seat);
    tidyAddress();
    return { seat, facts: /** @type {Facts} */ (look.table) };
  } catch (error) {
    const { refused } = /** @type {import("./core/http.js").Refusal} */ (error);
    if (refused !== "wrong_token" || !ownSeat(table)) throw error;
    tidyAddress();
    return null;
  }
}

/** Fetch the games, bot levels and phrases once; after a failure, the next page tries again. */
function catalogue() {
  fetching ??= fetchCatalogue().catch((error) => {
    fetching = null;
    throw error;
  });
  return fetching;
}

async function fetchCatalogue() {
  const [games, levels, phrases] = await Promise.all([get("/games"), get("/levels"), get("/phrases")]);
  Object.assign(state, { games, levels, phrases });
  addDrawings(games);
  showGame(state.sitting?.facts?.game ?? "");
  changed();
}

async function begin() {
  applySettings();
  // The catalogue loads at the same time as the page's sentences; a page that needs it reports errors itself.
  const early = catalogue().catch(() => null);
  await Promise.all([speak(), early]);
  drawSprite();
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", applySettings);
  drawWith(render);
  onArrival(arrive);
  keyboard();
  await arrive();
  performance.mark("ready");
}

/** Tests and measurements use these globals. */
Object.assign(globalThis, { parlour: { state, said, motion } });
begin();
