// The designer's tools beside the table: problems with the file, the name of the rules, and the match's whole state.
// Only `parlour dev` serves this file.

const RETRY = 100; // milliseconds before the page asks again while a new server starts
const REFRESH = 500; // milliseconds between updates of the match's state while it is shown
/** @typedef {{moment: string, reason: string, file: string, line: number | null, text: string}} Wrong */
/** @typedef {{name: string, value: string, detail: string}} Shown */
/** @typedef {{bots: string, matches: number, figures: Shown[]}} Measured */
/**
 * @typedef {object} News
 * @property {string} build
 * @property {string} stamp
 * @property {string} file
 * @property {Wrong[]} problems
 * @property {string} table
 * @property {string} anew
 * @property {Measured | null} measured
 */

const TITLES = /** @type {Record<string, string>} */ ({
  loading: "The file cannot be loaded. The last good rules are still on the table.",
  playing: "The rules have failed.",
  compiling: "The rules cannot be compiled. The match goes on with plain rules.",
});

/** @param {string} tag @param {string} name @param {...(Node | string)} children */
function element(tag, name, ...children) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...children);
  return made;
}

/** @param {string} label @param {() => void} action */
function button(label, action) {
  const made = /** @type {HTMLButtonElement} */ (element("button", "", label));
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

const own = document.querySelector('meta[name="build"]')?.getAttribute("content") ?? "";
const problems = element("div", "dev-problems");
const rules = element("span", "dev-rules");
const notice = element("p", "dev-notice");
const state = /** @type {HTMLPreElement} */ (element("pre", "dev-state"));
const look = button("All cards", toggle);
const figures = element("dl", "dev-figures");
const measured = element("p", "dev-measured", "Measuring …");
problems.setAttribute("role", "alert");
notice.setAttribute("role", "status");
notice.hidden = state.hidden = true;
look.setAttribute("aria-expanded", "false");
state.tabIndex = 0;
const bar = element("div", "dev-bar", rules, look, button("New match", anew));
const side = element("aside", "dev", problems, notice, state, figures, measured, bar);
side.setAttribute("aria-label", "Beside the rules");

/** The name of the table that the page shows. */
const table = () => location.pathname.match(/^\/t\/(\w+)/)?.[1] ?? "";

/** Start another match with the current rules. */
async function anew() {
  const answer = await fetch("/dev/anew", { method: "POST" });
  if (answer.ok) location.replace("/");
}

/** Show the whole state of the match, or hide it. */
function toggle() {
  state.hidden = !state.hidden;
  look.setAttribute("aria-expanded", String(!state.hidden));
  if (!state.hidden) refresh();
}

async function refresh() {
  while (!state.hidden) {
    const answer = await fetch(`/dev/state/${table()}`).catch(() => null);
    const dumped = await answer?.json().catch(() => null);
    if (dumped) state.textContent = dumped.text ?? dumped.reason;
    await new Promise((done) => setTimeout(done, REFRESH));
  }
}

/** @param {Wrong} problem */
function drawn({ moment, reason, file, line, text }) {
  const place = line ? `${file}, line ${line}` : file;
  const parts = [element("h2", "", TITLES[moment] ?? moment), element("p", "dev-place", place)];
  if (text.trim()) parts.push(element("pre", "dev-line", text.trim()));
  parts.push(element("p", "dev-reason", reason));
  return element("section", "dev-problem", ...parts);
}

/** @param {Shown} figure */
function figureOf({ name, value, detail }) {
  return element("div", "", element("dt", "", name), element("dd", "", element("b", "", value), ` ${detail}`));
}

/** @param {Measured | null} found */
function measure(found) {
  figures.hidden = !found;
  if (!found) return;
  figures.replaceChildren(...found.figures.map(figureOf));
  measured.textContent = `From ${found.matches} matches of ${found.bots} bots, with 95 % intervals`;
}

/** @param {News} news */
function show(news) {
  measure(news.measured);
  measured.hidden = !news.table;
  problems.replaceChildren(...news.problems.map(drawn));
  rules.textContent = news.file;
  notice.hidden = !news.anew || news.table !== table();
  notice.textContent = `The match was restarted because it does not fit the new rules: ${news.anew}`;
  side.dataset.build = news.build;
}

/** Reload the match with the new server's rules. What the page saw under the old rules no longer proves anything. */
function follow() {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith("parlour.witness.")) localStorage.removeItem(key);
  }
  if (location.pathname === "/" || table()) location.replace("/");
  else location.reload();
}

async function listen() {
  let known = "";
  for (;;) {
    try {
      const answer = await fetch(`/dev/news?known=${known}`);
      const news = /** @type {News} */ (await answer.json());
      if (news.build !== own && (own !== "none" || news.table)) return follow();
      known = news.stamp;
      show(news);
    } catch {
      await new Promise((done) => setTimeout(done, RETRY));
    }
  }
}

document.body.append(side);
listen();
