// Loads a style sheet for a page that is rarely opened.
import { h } from "./dom.js";

/**
 * Load a style sheet from `style/` and wait until that succeeds or fails.
 * @param {string} name @returns {Promise<void>}
 */
export function loadStyle(name) {
  const href = `/static/style/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
  });
}
