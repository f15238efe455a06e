// Loads the style sheets of rarely opened pages together with the page.
import { h } from "./dom.js";

/** Load a style sheet from `style/`. @param {string} name @returns {Promise<void>} settles when it loaded or failed */
export function loadStyle(name) {
  const href = `/static/style/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
  });
}
