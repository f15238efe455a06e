// Draws the player's own page: matches by game, statistics, rating and other devices.
import { decorate, fill, h } from "../core/dom.js";
import { get } from "../core/http.js";
import { brand } from "../core/paths.js";
import { markPicture } from "../core/marks.js";
import { secret, state } from "../core/state.js";
import { loadStyle } from "../core/style.js";
import { formatted } from "../core/sentences.js";
import { counted, decimal, language, minus, percent, t } from "../core/words.js";
import { chartOf, shown } from "./chart.js";
import { devicesPart } from "./devices.js";
import { joiningPart } from "./joining.js";

/** Create the page after loading its style and the player's data. @param {string | null} code */
export async function mePage(code) {
  const [me, today] = /** @type {[Me, TodaysDeals | null, void]} */ (
    await Promise.all([get("/me", secret()), todaysDeals(), loadStyle("me")])
  );
  self = me.id;
  document.title = `${t("Your matches")} · Parlour`;
  const parts = code ? [await joiningPart(code, me)] : [...greeting(me, today), devicesPart(me)];
  return h("div", { class: "plain" }, brand(), h("main", { class: "me", id: "main" }, parts));
}

/**
 * Draw the player's name and mark, today's results and the matches.
 * @param {Me} me @param {TodaysDeals | null} today
 */
function greeting({ id, name }, today) {
  if (!id)
    return [
      h("h1", {}, t("Your matches")),
      h("p", {}, t("Play a match, and you'll find it here with its replay.")),
      h("p", {}, h("a", { class: "action main", href: "/", "data-link": true }, t("Back to the games"))),
    ];
  return [
    h("h1", {}, name, markPicture(id)),
    h("p", { class: "quiet" }, t("The mark beside your name sets you apart from others with the same name.")),
    ...todaysPart(today),
    history(),
  ];
}

/** Fetch today's deals; null if the server has none, because its clock shows a day outside its chain of deals. */
const todaysDeals = () => get("/today", secret()).catch(() => null);

/** Draw your results of today's deals, each of which opens everybody's results. @param {TodaysDeals | null} today */
function todaysPart(today) {
  if (!today) return [];
  const { day, games } = today;
  const results = games.flatMap(({ game, result }) => {
    const found = state.games.find(({ name }) => name === game);
    return found && result ? [{ game: found, result }] : [];
  });
  if (!results.length) return [];
  const show = (/** @type {string} */ game) =>
    import("../table/dayresult.js").then(({ openDay }) => openDay(game, day));
  return [
    h("h2", {}, t("Today's deal")),
    h(
      "ul",
      { class: "matches past days" },
      results.map(({ game, result }) => h("li", {}, dayButton(game, result, () => show(game.name)))),
    ),
  ];
}

/** @param {GameFacts} game @param {DayResult} result @param {() => void} show */
const dayButton = ({ title, scoring }, { score, place, sides, signs }, show) =>
  h(
    "button",
    { type: "button", class: "match", onclick: show },
    h("strong", {}, title),
    h("b", {}, t("Place {n} of {all}", { n: place, all: sides })),
    h("span", {}, counted(score, scoring), " ", h("span", { class: "signs", "aria-hidden": "true" }, signs)),
    h("em", {}, t("Result")),
  );

function history() {
  const box = h("div", {});
  const choose = (/** @type {string} */ game) => {
    for (const chip of chips.children) decorate(chip, { "aria-pressed": `${chip.getAttribute("data-game") === game}` });
    // Create new elements, because an answer may arrive after the player has chosen another game.
    const figures = h("div", { class: "statistics" }),
      list = h("div", {});
    fill(box, figures, list);
    if (game) fillStatistics(figures, game).catch(failed(figures));
    fillMatches(list, game, null).catch(failed(list));
  };
  const chips = h(
    "div",
    { class: "chips", role: "group", "aria-label": t("Games") },
    [{ name: "", title: t("All games") }, ...state.games].map(({ name, title }) =>
      h("button", { type: "button", class: "chip", "data-game": name, onclick: () => choose(name) }, title),
    ),
  );
  choose("");
  return h(
    "section",
    { "aria-labelledby": "matches-title" },
    h("h2", { id: "matches-title" }, t("Your matches")),
    chips,
    box,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "action", onclick: downloadRecords }, t("Download all records")),
    ),
  );
}

/** Make an error handler that shows in an element why its content is missing. @param {HTMLElement} place */
const failed = (place) => (/** @type {Error} */ error) => place.append(h("p", { role: "alert" }, error.message));

// --- statistics

/** @param {HTMLElement} place @param {string} game */
async function fillStatistics(place, game) {
  const [own, house] = await Promise.all([
    get(`/me/statistics?game=${game}`, secret()),
    get(`/house/ratings?game=${game}`),
  ]);
  const { matches, wins, mean_place, streak, longest, rating, figures } = /** @type {Statistics} */ (own);
  fill(
    place,
    h(
      "dl",
      { class: "numbers" },
      rating
        ? number(t("Rating"), decimal(rating.rating, 1), between(rating))
        : number(t("Rating"), "–", t("no rated matches yet")),
      number(t("Matches"), String(matches)),
      number(t("Won"), String(wins), matches ? percent(wins / matches) : ""),
      mean_place !== null && number(t("Average place"), decimal(mean_place, 1)),
      streak > 0 && number(t("Wins in a row"), String(streak)),
      streak < 0 && number(t("Matches since the last win"), String(-streak)),
      longest > 0 && number(t("Longest winning streak"), String(longest)),
    ),
    h("div", { class: "figures" }, figures.map(figure)),
    houseTable(/** @type {HouseRatings} */ (house), matches),
  );
}

/** @param {RatingFacts} rating */
const between = ({ low, high }) =>
  t("likely {low} to {high}", { low: minus(Math.round(low)), high: minus(Math.round(high)) });

/** @param {string} words @param {string} value @param {string} [more] */
const number = (words, value, more) => h("div", {}, h("dt", {}, words), h("dd", {}, value, " ", h("small", {}, more)));

/** @param {FigureFacts} one */
function figure(one) {
  const name = formatted(one.text, []);
  const known = one.points.map((point) => shown(point.value, one.share)).join(", ");
  return h(
    "figure",
    {},
    h("figcaption", {}, name, h("b", {}, shown(one.value, one.share))),
    one.points.some((point) => point.value !== null) &&
      chartOf(one, `${t("{figure} over time", { figure: name })}: ${known}`),
  );
}

const heads = () => [t("Player"), t("Rating"), t("Likely between"), t("Matches")];

/** List the server's ratings, expanded while you have no matches of your own. @param {HouseRatings} house */
const houseTable = ({ players }, /** @type {number} */ matches) =>
  h(
    "details",
    { class: "house", open: !matches },
    h("summary", {}, t("Ratings on this server")),
    h(
      "p",
      { class: "quiet" },
      t("Matches with the standard rules are rated."),
      " ",
      t("If nobody finishes a match that you left or in which it's your turn, it counts as a loss after a day."),
      " ",
      t("Matches against new players (fewer than 10 rated matches) change only the ratings of new players."),
      " ",
      t("Bots have fixed ratings for comparison."),
    ),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, heads().map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, players.map(ratedLine)),
    ),
  );

/** Your public id. @type {string | null} */
let self = null;

/** @param {RatedPlayer} player */
const ratedLine = ({ name, person, level, rating }) =>
  h(
    "tr",
    { class: level ? "bots" : person === self ? "mine" : "" },
    h("td", {}, level ? t("Bots, {level}", { level: t(level) }) : name, markPicture(person)),
    h("td", {}, decimal(rating.rating, 1)),
    h("td", {}, `${minus(Math.round(rating.low))} – ${minus(Math.round(rating.high))}`),
    h("td", {}, level ? "" : rating.matches),
  );

// --- matches

/** @param {HTMLElement} place @param {string} game @param {string | null} before */
async function fillMatches(place, game, before) {
  const query = new URLSearchParams({ ...(game && { game }), ...(before && { before }) });
  const answer = /** @type {OwnMatches} */ (await get(`/me/matches?${query}`, secret()));
  const more = h("button", { type: "button", class: "action", onclick: () => follow() }, t("Earlier matches"));
  const follow = () => {
    more.remove();
    fillMatches(place, game, answer.before).catch(failed(place));
  };
  place.append(
    answer.matches.length || before
      ? h("ul", { class: "matches past" }, answer.matches.map(match))
      : h("p", { class: "quiet" }, t("You haven't finished a match yet. Today's deals don't count as matches.")),
    ...(answer.before ? [more] : []),
  );
}

/** @param {OwnMatch} one */
function match(one) {
  const minutes = one.seconds === null ? "" : t("{n} minutes", { n: Math.max(1, Math.round(one.seconds / 60)) });
  const { scoring, teams } = state.games.find((game) => game.name === one.game) ?? state.game;
  const place = t("Place {n} of {all}", { n: one.place, all: teams || one.players });
  return h(
    "li",
    {},
    h(
      "a",
      { class: `match ${one.won ? "won" : ""}`, href: `/replay/${one.table}?by=${one.seat}`, "data-link": true },
      h("strong", {}, one.title),
      h("b", {}, one.won ? t("Won") : place),
      h("span", {}, counted(one.score, scoring), " · ", opponents(one)),
      h("em", {}, new Date(one.finished * 1000).toLocaleDateString(language()), minutes && ` · ${minutes}`),
    ),
  );
}

/** List your opponents: people by name, bots by number and level. @param {OwnMatch} one */
function opponents({ others }) {
  const levels = [...new Set(others.flatMap((other) => other.level ?? []))];
  const bots = levels.map((level) =>
    t("{n} bots ({level})", { n: others.filter((other) => other.level === level).length, level: t(level) }),
  );
  const people = others.filter((other) => !other.level).map(({ name, person }) => [name, markPicture(person)]);
  return [...people, ...bots].flatMap((other, place) => (place ? [", ", other] : [other]));
}

/**
 * Save all your records as a file. A plain link wouldn't do, since the request must carry your secret.
 * @param {Event} event
 */
async function downloadRecords(event) {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  const answer = await fetch("/api/me/records", { headers: { authorization: `Bearer ${secret()}` } });
  if (!answer.ok) {
    button.textContent = (await answer.json()).reason;
    return;
  }
  const link = h("a", { href: URL.createObjectURL(await answer.blob()), download: "parlour.jsonl" });
  link.click();
  URL.revokeObjectURL(link.href);
}
