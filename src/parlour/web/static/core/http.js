// HTTP requests to the server; a refusal is thrown as an error with its kind.
import { state } from "./state.js";
import { formatted } from "./sentences.js";
import { t } from "./words.js";

export class Refusal extends Error {
  /** @param {string} refused @param {string} reason */
  constructor(refused, reason) {
    super(reason);
    this.refused = refused;
  }
}

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {string | null} [token]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, token) {
  const headers = /** @type {Record<string, string>} */ ({});
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", t("Can't reach the server"));
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw refusalOf(answer, response.status);
  return answer;
}

/** Build a refusal in the page's language. @param {any} answer @param {number} status */
function refusalOf(answer, status) {
  const names = state.sitting?.facts?.seats.map((seat) => seat.name ?? "") ?? [];
  const reason = answer?.text ? formatted(answer.text, names) : answer?.reason;
  return new Refusal(answer?.refused ?? "bad_request", reason ?? t("The server answered {status}.", { status }));
}

/** @param {string} path @param {string | null} [token] */
export const get = (path, token) => ask("GET", path, undefined, token);

/** @param {string} path @param {unknown} [body] @param {string | null} [token] */
export const post = (path, body = {}, token) => ask("POST", path, body, token);
