// The page: finds out where it is, fetches what it needs, and draws the one state.
import { addDrawings, drawSprite } from "./cards/sprite.js";
import { byId, fill, h } from "./core/dom.js";
import { get } from "./core/http.js";
import { keyboard } from "./table/keyboard.js";
import { landingPage } from "./pages/landing.js";
import { brand, onArrival, placeOf, tidyAddress } from "./core/paths.js";
import { problemPage } from "./pages/problem.js";
import { motion } from "./table/pieces.js";
import { sitDown, standUp } from "./sitting/net.js";
import { changed, drawWith, isJoining, keepBeside, ownSeat, showGame, state, wear } from "./core/state.js";
import { drawTable, forgetTable, tablePage } from "./table/table.js";
import { said, speak, t } from "./core/words.js";

let shown = "";

/** Put another page on. @param {string} name @param {() => Node} page */
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

/** The guide of a first hand is a module that no other table loads. @param {Sitting} at */
function drawGuided(at) {
  if (guiding) return guiding.drawGuide(at);
  import("./table/guide.js").then((module) => {
    guiding = module;
    changed();
  });
}

/** @type {typeof import("./pages/lobby.js") | null} */
let lobby = null;

/** The waiting room is a module that a table of bots does not load. @param {Sitting} at */
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
const shuffling = () => waiting(t("Everybody is here: the cards are being shuffled …"));

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
  const place = placeOf(location);
  standUp();
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.switch"))?.close();
  document.title = "Parlour";
  try {
    await PAGES[place.page](place);
  } catch (error) {
    refuse(error);
  }
  scrollTo(0, 0);
}

/** Show what the server refused; anything else is an error of the page. @param {any} error */
function refuse(error) {
  if (!error.refused) throw error;
  standUp();
  const problem = { refused: error.refused, reason: error.message };
  show(`problem ${location.href}`, () => problemPage(problem, placeOf(location).name));
}

/** @type {Record<string, (place: import("./core/paths.js").Place) => void | Promise<void>>} */
const PAGES = {
  async landing() {
    await catalogue();
    show(`landing ${Date.now()}`, landingPage);
  },
  async table(place) {
    const table = place.name;
    const linked = place.token ? await takeOver(table, place.token) : null;
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
    if (isJoining(table)) return join(facts, place.invite, refused);
    const free = facts.seats.some((/** @type {PublicSeat} */ seat) => seat.kind === "person" && !seat.taken);
    if (place.invite && !free) throw Object.assign(new Error(""), { refused: "table_full" });
    if (free && !facts.started && (place.invite || facts.listed))
      return show(`door ${table}`, () => doorPage(facts, place.invite, refused));
    sitDown(table, null);
  },
  async replay(place) {
    const [{ replayPage }] = await Promise.all([import("./pages/replay.js"), catalogue()]);
    const page = await replayPage(place.name, place);
    show(`replay ${place.name} ${place.at} ${place.by}`, () => page);
  },
  async rules(place) {
    const { rulesPage } = await import("./pages/rules.js");
    const page = await rulesPage(place.name);
    show(`rules ${place.name}`, () => page);
  },
  async me(place) {
    const [{ mePage }] = await Promise.all([import("./pages/me.js"), catalogue()]);
    const page = await mePage(place.code);
    show(`me ${Date.now()}`, () => page);
  },
  async evening(place) {
    const [{ eveningPage }] = await Promise.all([import("./pages/evening.js"), catalogue()]);
    const page = await eveningPage(place.name);
    if (placeOf(location).page === "evening") show(`evening ${place.name} ${Date.now()}`, () => page);
  },
  nowhere: () => show(`nowhere ${location.href}`, () => problemPage({ refused: "nowhere", reason: "" })),
};

/** @type {Promise<void> | null} */
let fetching = null;

/**
 * Keep the seat of a link, if the server accepts it; a link never changes the own seat that is kept already.
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

/** The games, levels and phrases, fetched once; after a failure the next page tries again. */
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
  wear();
  const early = catalogue().catch(() => null); // beside the sentences; a page that needs it tells what went wrong
  await Promise.all([speak(), early]);
  drawSprite();
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", wear);
  drawWith(render);
  onArrival(arrive);
  keyboard();
  await arrive();
  performance.mark("ready");
}

/** For tests and measurements. */
Object.assign(globalThis, { parlour: { state, said, motion } });
begin();
