// The sentences of the page in its language: the English sentence is the key of the catalogue, and stands for itself
// where the catalogue has no other words.

/**
 * A sentence, or its forms and the gap with the number that chooses one.
 * @typedef {string | {number: string, forms: string[]}} Entry
 */

/** What the server sends. @type {{languages: string[], plural: string, sentences: Record<string, Entry>}} */
let catalogue = { languages: [], plural: "", sentences: {} };
/** Sentences that were shown, for tests: all of them have to stand in the catalogues. @type {Set<string>} */
export const said = new Set();

/** The languages that there are. */
export const languages = () => catalogue.languages;

/** The language of the page, which the server has chosen by the browser's wish. */
export const language = () => document.documentElement.lang;

/** Fetch the sentences of the language of the page. */
export async function speak() {
  const answer = await fetch(`/texts/${language()}.json`);
  if (!answer.ok) throw new Error(`the sentences in ${language()} cannot be fetched: ${answer.status}`);
  catalogue = await answer.json();
}

/** Which form stands with a number, or with a text such as +3. @param {any} value */
function formFor(value) {
  const n = Math.abs(parseInt(String(value).replace("−", "-"))) || 0;
  return Number(catalogue.plural[n < 200 ? n : 100 + (n % 100)]);
}

/**
 * A template in the language of the page, its gaps still open.
 * @param {string} template @param {Record<string, any>} values
 */
export function translated(template, values) {
  said.add(template);
  const entry = catalogue.sentences[template] ?? template;
  return typeof entry === "string" ? entry : entry.forms[formFor(values[entry.number])];
}

/** A gap of a template: {card}, or {text!r} as Python writes it. */
export const GAP = /\{(\w+)(?:![rs])?\}/g;

/** A sentence of the page. @param {string} template @param {Record<string, string | number>} [values] */
export function t(template, values = {}) {
  return translated(template, values).replace(GAP, (_, name) => String(values[name] ?? ""));
}

/** A number with a minus sign of a digit's width. @param {number} number */
export const minus = (number) => String(number).replace("-", "−");

/**
 * A number of points, or of lives, with its word; the words of a game without a catalogue are chosen as in English.
 * @param {number} number @param {{one: string, many: string}} words
 */
export function counted(number, { one, many }) {
  const template = `{n} ${many}`;
  if (Math.abs(number) === 1 && !(template in catalogue.sentences)) return `${minus(number)} ${one}`;
  return t(template, { n: minus(number) });
}

/** A number as the language writes it, with so many decimals. @param {number} number @param {number} decimals */
export const decimal = (number, decimals) =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .format(number)
    .replace("-", "−");

/** A share as the language writes it: 42 %. @param {number} share */
export const percent = (share) => new Intl.NumberFormat(language(), { style: "percent" }).format(share);

/** Names in a sentence: Ann and Ben. @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(language()).format(names);

/** A day such as 2026-11-16 as the language writes it. @param {string} day */
export const dayWords = (day) => new Date(day).toLocaleDateString(language(), { dateStyle: "long", timeZone: "UTC" });
