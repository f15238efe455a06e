// Questions to the server; a refusal is an error with its kind.

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
    throw new Refusal("offline", "The server cannot be reached.");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok)
    throw new Refusal(answer?.refused ?? "bad_request", answer?.reason ?? `The server answered ${response.status}.`);
  return answer;
}

/** @param {string} path @param {string | null} [token] */
export const get = (path, token) => ask("GET", path, undefined, token);

/** @param {string} path @param {unknown} [body] @param {string | null} [token] */
export const post = (path, body = {}, token) => ask("POST", path, body, token);
