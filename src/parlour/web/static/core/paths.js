// The page's addresses: /, /t/TABLE, /replay/TABLE, /rules/GAME, /evening/EVENING, /me. A link to one moment of a
// replay is /replay/TABLE?at=7&by=0.
import { h } from "./dom.js";

/**
 * @typedef {object} Address
 * @property {"landing" | "table" | "replay" | "rules" | "evening" | "me" | "nowhere"} page
 * @property {string} name
 * @property {string | null} invite
 * @property {string | null} token
 * @property {number | null} at The event at which a replay opens.
 * @property {string | null} by The seat from which a replay is seen.
 * @property {string | null} code The one-time code that links this device to another at /me.
 */

/** @param {Location | URL} location @returns {Address} */
export function addressOf(location) {
  const [first = "", name = "", ...more] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const invite = new URLSearchParams(location.search).get("invite");
  const token = location.hash.length > 20 ? location.hash.slice(1) : null;
  const pages = /** @type {Record<string, Address["page"]>} */ ({
    t: "table",
    replay: "replay",
    rules: "rules",
    evening: "evening",
  });
  const own = first === "me" && !name ? "me" : null;
  const page = first === "" ? "landing" : own ?? (name && !more.length ? (pages[first] ?? "nowhere") : "nowhere");
  const query = new URLSearchParams(location.search),
    at = query.get("at") ?? "",
    by = query.get("by") ?? "";
  const isNumber = (/** @type {string} */ text) => /^\d{1,9}$/.test(text);
  const code = query.get("code");
  return { page, name, invite, token, code, at: isNumber(at) ? Number(at) : null, by: isNumber(by) ? by : null };
}

/** @type {() => void} */
let arrived = () => {};

/** Set the listener for changes of the address. @param {() => void} listener */
export function onArrival(listener) {
  arrived = listener;
  // A link to another seat changes only the hash, but also fires `popstate`.
  addEventListener("popstate", () => arrived());
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest?.("a[data-link]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    go(/** @type {HTMLAnchorElement} */ (link).pathname + /** @type {HTMLAnchorElement} */ (link).search);
  });
}

/** Go to another address on this site. @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  arrived();
}

/** Remove secrets from the address bar once they are stored. */
export function tidyAddress() {
  history.replaceState(null, "", location.pathname);
}

/** Create the header with a link to the first page, which every other page has. */
export const brand = () =>
  h("header", { class: "bar" }, h("a", { href: "/", class: "brand", "data-link": true }, "Parlour"));
