// Analyses a finished match: what would the bot have done, could you have won, and were the deals fair?
import { fill, h } from "../core/dom.js";
import { get, post } from "../core/http.js";
import { whenPrepared } from "../core/preparing.js";
import { bars } from "../table/advice.js";
import { findings } from "./proof.js";
import { inkedSentence } from "../cards/inked.js";
import { thinksAhead } from "../core/state.js";
import { decimal, minus, t } from "../core/words.js";

const ASK_AGAIN = 600,
  WORST = 3;
/**
 * Functions of the replay: `jump` shows an event as a seat saw it, and `where` says when in the match it happened.
 * @typedef {{jump: (number: number, seat: number) => void, where: (number: number) => string}} Moments
 */

/** @param {string} table @param {string[]} names @param {number} seat @param {Moments} moments */
export function analysisParts(table, names, seat, moments) {
  const chosen = h(
    "select",
    { id: "analysed" },
    names.map((name, n) => h("option", { value: String(n), selected: n === seat }, name)),
  );
  const result = h("div", { role: "status" }),
    could = h("div", { role: "status" }),
    fair = h("div", { role: "status" });
  return [
    h("h2", {}, t("Analysis")),
    thinksAhead()
      ? [
          h("label", { class: "field", for: "analysed" }, t("Decisions by"), chosen),
          h(
            "div",
            { class: "buttons" },
            button(t("Analyse decisions"), () => weigh(table, Number(chosen.value), names, moments, result)),
            button(t("Could I have won?"), () => playAgain(table, Number(chosen.value), names, could)),
          ),
          result,
          could,
        ]
      : h("p", {}, t("Analysis needs Numba, which isn't installed here.")),
    h("h2", {}, t("Fair deals")),
    h(
      "div",
      { class: "buttons" },
      button(t("Verify the deals"), () => verify(table, fair)),
      h(
        "a",
        { class: "action", href: `/api/tables/${encodeURIComponent(table)}/record`, download: `parlour-${table}.json` },
        t("Download the record"),
      ),
    ),
    fair,
  ];
}

/** @param {string} words @param {() => Promise<void>} action */
function button(words, action) {
  const element = h(
    "button",
    {
      type: "button",
      class: "action",
      onclick: async () => {
        element.disabled = true;
        await action();
        element.disabled = false;
      },
    },
    words,
  );
  return element;
}

/**
 * Repeat a request, showing each answer, until the server's answer is complete.
 * @param {HTMLElement} place @param {() => Promise<any>} ask @param {(answer: any) => void} tell
 */
async function untilDone(place, ask, tell) {
  for (;;) {
    const answer = await whenPrepared(ask, place);
    tell(answer);
    if (answer.done) return;
    await new Promise((done) => setTimeout(done, ASK_AGAIN));
  }
}

/** @param {HTMLElement} place @param {() => Promise<void>} work */
async function telling(place, work) {
  try {
    await work();
  } catch (error) {
    fill(place, h("p", {}, /** @type {Error} */ (error).message));
  }
}

/**
 * @param {string} table @param {number} seat @param {string[]} names @param {Moments} moments
 * @param {HTMLElement} place
 */
const weigh = (table, seat, names, moments, place) =>
  telling(place, () =>
    untilDone(
      place,
      () => post(`/tables/${table}/analysis`, { seat }),
      (/** @type {Analysis} */ answer) => {
        const worst = [...answer.decisions].filter((one) => one.cost > 0).sort((a, b) => b.cost - a.cost);
        const agreed = answer.decisions.filter((one) => one.chosen === one.best).length;
        const summary = t("{agreed} of {n} decisions match the bot's choice.", {
          agreed,
          n: answer.decisions.length,
        });
        fill(
          place,
          !answer.done &&
            h(
              "p",
              {},
              t("Analysing: {percent} %", { percent: Math.round(answer.progress * 100) }),
              h("progress", { max: 1, value: answer.progress, "aria-label": t("Analysing") }),
            ),
          answer.decisions.length > 0 && h("p", {}, summary),
          answer.done && !worst.length && h("p", {}, t("Nothing to improve: well played.")),
          h(
            "ol",
            { class: "decisions" },
            worst.slice(0, answer.done ? 12 : WORST).map((one, n) => decision(one, n, seat, names, moments)),
          ),
        );
      },
    ),
  );

/** @param {Decision} one @param {number} index @param {number} seat @param {string[]} names @param {Moments} moments */
function decision(one, index, seat, names, { jump, where }) {
  const moment = where(one.number);
  const label = (/** @type {number} */ action) => {
    const found = one.actions.find((each) => each.action === action);
    return found ? inkedSentence(found.label, names) : "?";
  };
  const sure = one.cost > 3 * one.error ? t("surely") : one.cost > one.error ? t("probably") : t("hard to say");
  return h(
    "li",
    { class: index < WORST ? "worst" : "" },
    h("h3", {}, moment),
    h(
      "p",
      {},
      t("Chosen:"),
      " ",
      h("s", {}, label(one.chosen)),
      h("br"),
      t("Better:"),
      " ",
      h("b", {}, label(one.best)),
      h(
        "span",
        { class: "cost" },
        t("cost {cost} ± {error}, {sure}", {
          cost: decimal(one.cost, one.cost < 10 ? 2 : 0),
          error: decimal(2 * one.error, one.cost < 10 ? 2 : 0),
          sure,
        }),
      ),
    ),
    h(
      "button",
      { type: "button", class: "link", onclick: () => jump(one.number, seat) },
      t("Show it"),
      h("span", { class: "unseen" }, `: ${moment}`),
    ),
    h("details", {}, h("summary", {}, t("All choices")), bars(one, names)),
  );
}

/** @param {string} table @param {number} seat @param {string[]} names @param {HTMLElement} place */
const playAgain = (table, seat, names, place) =>
  telling(place, () =>
    untilDone(
      place,
      () => post(`/tables/${table}/could`, { seat, level: "hard" }),
      (answer) => {
        if (!answer.done)
          return fill(
            place,
            h(
              "p",
              {},
              t("The bot is playing the match: {percent} %", { percent: Math.round(answer.progress * 100) }),
              h("progress", { max: 1, value: answer.progress, "aria-label": t("The bot is playing") }),
            ),
          );
        const scores = /** @type {number[]} */ (Object.values(answer.scores ?? {})[0] ?? []);
        const winners = (answer.winners ?? []).map((/** @type {number} */ one) => names[one]).join(t(" and "));
        fill(
          place,
          h(
            "p",
            {},
            h(
              "b",
              {},
              answer.won
                ? t("Yes: with the same deals, and knowing only what {name} knew, the bot would have won.", {
                    name: names[seat],
                  })
                : t("No: with the same deals, the bot wouldn't have won either; {winners} would have.", { winners }),
            ),
          ),
          h(
            "p",
            { class: "quiet" },
            t(
              "Scores: {scores}. Bots ({level}) also played the other seats, so their choices differ from your match.",
              {
                scores: scores
                  .map((score, n) => `${scores.length === names.length ? `${names[n]} ` : ""}${minus(score)}`)
                  .join(", "),
                level: t(answer.others),
              },
            ),
          ),
        );
      },
    ),
  );

/** @param {string} table @param {HTMLElement} place */
const verify = (table, place) =>
  telling(place, async () => {
    const answer = await get(`/tables/${table}/verify`);
    fill(
      place,
      h("p", {}, h("b", {}, answer.verified ? t("Verified.") : t("Verification failed."))),
      h(
        "ul",
        { class: "checked" },
        answer.checked.map((/** @type {string} */ words) => h("li", {}, words)),
      ),
      await ownCheck(table),
    );
  });

/** List what this browser can check by itself, and what it can't. @param {string} table */
async function ownCheck(table) {
  const found = findings(await get(`/tables/${table}/record`), table);
  const sign = (/** @type {boolean | null} */ good) => (good === null ? "○ " : good ? "✓ " : "✗ ");
  return [
    h("p", {}, h("b", {}, t("Checked by your browser:"))),
    h(
      "ul",
      { class: "checked", id: "witnessed" },
      found.map(({ good, words }) => h("li", { "data-good": String(good) }, sign(good) + words)),
    ),
    h(
      "p",
      { class: "quiet" },
      t("This browser doesn't know the rules: only the server has checked deals, moves and scores."),
      " ",
      t("“parlour verify” checks the downloaded record on your own computer."),
    ),
  ];
}
