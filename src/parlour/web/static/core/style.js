// Styles of pages that are rarely opened: each is loaded with its page.
import { h } from "./dom.js";

/** Wear a style of the folder `style`. @param {string} name @returns {Promise<void>} when it is there, or cannot be */
export function wearStyle(name) {
  const href = `/static/style/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
  });
}
