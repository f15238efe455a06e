// Small helpers that build elements, used by every other module.

/** @typedef {Node | string | number | null | undefined | false | any[]} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an HTML element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes);
  element.append(...nodes(children));
  return element;
}

/**
 * Create an SVG element from trusted markup. Without a name, screen readers skip it as decoration.
 * @param {string} viewBox
 * @param {string} markup
 * @param {string} [name]
 */
export function svg(viewBox, markup, name = "") {
  const element = document.createElementNS(SVG, "svg");
  element.setAttribute("viewBox", viewBox);
  if (name) {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", name);
  } else {
    element.setAttribute("aria-hidden", "true");
  }
  element.innerHTML = markup;
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
export function decorate(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (name === "style") restyle(/** @type {HTMLElement} */ (element), value);
    else if (element.getAttribute(name) !== String(value))
      element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/**
 * The styles last set on each element: setting a style again, even to the same value, would make the browser restyle
 * the subtree.
 * @type {WeakMap<HTMLElement, Record<string, string>>}
 */
const given = new WeakMap();

/** @param {HTMLElement} element @param {Record<string, string>} style */
export function restyle(element, style) {
  const before = given.get(element) ?? {};
  for (const [name, value] of Object.entries(style)) {
    if (before[name] === value) continue;
    if (name.startsWith("--")) element.style.setProperty(name, value);
    else Object.assign(element.style, { [name]: value });
  }
  given.set(element, { ...before, ...style });
}

/** @param {Child[]} children @returns {(Node | string)[]} */
export function nodes(children) {
  return children
    .flat(9)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/** Replace the children of an element. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** Create an element whose content appears when the promise resolves. @param {Promise<Child>} coming */
export function eventually(coming) {
  const place = h("span");
  coming.then((child) => fill(place, child));
  return place;
}

const drawn = new WeakMap();

/**
 * Redraw an element only if the data that it shows have changed.
 * @param {Element} element @param {unknown} source @param {() => Child | Child[]} draw
 */
export function drawIfChanged(element, source, draw) {
  const key = JSON.stringify(source);
  if (drawn.get(element) === key) return false;
  drawn.set(element, key);
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-focus") : null;
  fill(element, draw());
  if (focused) /** @type {HTMLElement | null} */ (element.querySelector(`[data-focus="${focused}"]`))?.focus();
  return true;
}

/**
 * Create a visible sign together with the words that screen readers say instead.
 * @param {Child} sign @param {string} words
 */
export const signWith = (sign, words) => [
  h("span", { class: "sign", "aria-hidden": "true" }, sign),
  h("span", { class: "unseen" }, words),
];

/** Find an element that always exists by its id. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/**
 * Call a function after the next frame; in a hidden page, which draws no frames, call it at once.
 * @param {() => void} action
 */
export function afterFrame(action) {
  if (document.hidden) action();
  else requestAnimationFrame(() => setTimeout(action));
}

let serial = 0;

/** Make an id for a move or an element that is unique in this browser. */
export function fresh() {
  serial += 1;
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}-${serial}`;
}
