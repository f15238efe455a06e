// Translates the page's sentences. Each English sentence is its own key in the catalogue, and is shown unchanged if
// the catalogue has no translation.

/**
 * A translation, either one text or several plural forms; the named placeholder's number selects the form.
 * @typedef {string | {number: string, forms: string[]}} Entry
 */

/** The catalogue from the server. @type {{languages: string[], plural: string, sentences: Record<string, Entry>}} */
let catalogue = { languages: [], plural: "", sentences: {} };
/** The sentences shown so far; tests check that the catalogues have them all. @type {Set<string>} */
export const said = new Set();

/** Return the languages that the server offers. */
export const languages = () => catalogue.languages;

/** Return the page's language, which the server chose from the cookie or the browser's preferences. */
export const language = () => document.documentElement.lang;

/** Fetch the catalogue of the page's language. */
export async function speak() {
  const answer = await fetch(`/texts/${language()}.json`);
  if (!answer.ok) throw new Error(`cannot fetch the sentences in ${language()}: ${answer.status}`);
  catalogue = await answer.json();
}

/** Choose the plural form that fits a number, or a text such as "+3". @param {any} value */
function formFor(value) {
  const n = Math.abs(parseInt(String(value).replace("−", "-"))) || 0;
  return Number(catalogue.plural[n < 200 ? n : 100 + (n % 100)]);
}

/**
 * Translate a template, without filling in its placeholders.
 * @param {string} template @param {Record<string, any>} values
 */
export function translated(template, values) {
  said.add(template);
  const entry = catalogue.sentences[template] ?? template;
  return typeof entry === "string" ? entry : entry.forms[formFor(values[entry.number])];
}

/** A placeholder in a template: {card}, or {text!r} as in Python. */
export const GAP = /\{(\w+)(?:![rs])?\}/g;

/**
 * Translate a sentence and fill in its placeholders.
 * @param {string} template @param {Record<string, string | number>} [values]
 */
export function t(template, values = {}) {
  return translated(template, values).replace(GAP, (_, name) => String(values[name] ?? ""));
}

/** Write a number with a proper minus sign. @param {number} number */
export const minus = (number) => String(number).replace("-", "−");

/**
 * Write a number with its unit, which is points or lives. English plural rules apply if the game has no catalogue.
 * @param {number} number @param {{one: string, many: string}} words
 */
export function counted(number, { one, many }) {
  const template = `{n} ${many}`;
  if (Math.abs(number) === 1 && !(template in catalogue.sentences)) return `${minus(number)} ${one}`;
  return t(template, { n: minus(number) });
}

/** Format a number in the page's language with this many decimals. @param {number} number @param {number} decimals */
export const decimal = (number, decimals) =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .format(number)
    .replace("-", "−");

/** Format a fraction as a percentage in the page's language. @param {number} share */
export const percent = (share) => new Intl.NumberFormat(language(), { style: "percent" }).format(share);

/** Join names in the page's language, such as "Ann and Ben". @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(language()).format(names);

/** Format a day such as 2026-11-16 in the page's language. @param {string} day */
export const dayWords = (day) => new Date(day).toLocaleDateString(language(), { dateStyle: "long", timeZone: "UTC" });
