// The sentences of the page in a language: the English sentence is the key of the catalogue, and stands for itself
// where the catalogue has no other words.

/**
 * A text, or forms that are chosen by a number.
 * @typedef {string | {number: string, one?: string, other?: string}} Entry
 */

export const LANGUAGES = ["en"];
/** @type {Record<string, Entry>} */
let catalogue = {};
let plurals = new Intl.PluralRules("en");
/** Sentences that were shown, for tests: all of them have to stand in the catalogues. @type {Set<string>} */
export const said = new Set();

/** @param {string} language */
export async function speak(language) {
  const answer = await fetch(`/texts/${language}.json`);
  if (!answer.ok) throw new Error(`the sentences in ${language} cannot be fetched: ${answer.status}`);
  catalogue = await answer.json();
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/**
 * A template in the language of the page, its gaps still open.
 * @param {string} template @param {Record<string, any>} values
 */
export function translated(template, values) {
  said.add(template);
  const entry = catalogue[template] ?? "";
  if (typeof entry === "string") return entry || template;
  const form = /** @type {"one" | "other"} */ (plurals.select(Number(values[entry.number])));
  return entry[form] ?? entry.other ?? template;
}

/** A gap of a template: {card}, or {text!r} as Python writes it. */
export const GAP = /\{(\w+)(?:![rs])?\}/g;

/** A sentence of the page. @param {string} template @param {Record<string, string | number>} [values] */
export function t(template, values = {}) {
  return translated(template, values).replace(GAP, (_, name) => String(values[name] ?? ""));
}

/** A number with a minus sign of a digit's width. @param {number} number */
export const minus = (number) => String(number).replace("-", "−");
