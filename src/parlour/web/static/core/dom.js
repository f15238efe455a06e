// Small helpers to build elements; every other module builds its part of the page with them.

/** @typedef {Node | string | number | null | undefined | false | any[]} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element with attributes, listeners (`onclick`) and children.
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
 * An SVG element from markup that this page wrote itself.
 * @param {string} viewBox
 * @param {string} markup
 * @param {string} [name] what it shows; without it the picture is decoration
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
 * What elements were given last, by name: the browser would look at all below an element even if nothing has changed.
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

/** Put these children, and no others, into the element. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** A place for what a module draws that has yet to come. @param {Promise<Child>} coming */
export function eventually(coming) {
  const place = h("span");
  coming.then((child) => fill(place, child));
  return place;
}

const drawn = new WeakMap();

/**
 * Draw a part again only if what it is made from has changed.
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

/** A sign to look at and the words that screen readers say instead. @param {Child} sign @param {string} words */
export const signWith = (sign, words) => [
  h("span", { class: "sign", "aria-hidden": "true" }, sign),
  h("span", { class: "unseen" }, words),
];

/** The element with that id, which the page always has. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/**
 * Do something when the next frame has been painted; behind another window, where none is painted, at once.
 * @param {() => void} action
 */
export function afterFrame(action) {
  if (document.hidden) action();
  else requestAnimationFrame(() => setTimeout(action));
}

let serial = 0;

/** A name that is used once in this browser, for moves and elements. */
export function fresh() {
  serial += 1;
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}-${serial}`;
}
