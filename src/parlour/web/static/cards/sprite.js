// The SVG symbols that make up cards: suit shapes, court cards, the card back, and drawings from games.
import { BACKS, PATTERNS } from "./backs.js";
import { COURTS } from "./courts.js";
import { svg } from "../core/dom.js";
import { SHAPES } from "./shapes.js";
import { onSettings, state } from "../core/state.js";

/** @param {string} id @param {string} viewBox @param {string} markup */
const symbol = (id, viewBox, markup) => `<symbol id="${id}" viewBox="${viewBox}" overflow="visible">${markup}</symbol>`;

const picture = svg("0 0 0 0", sprite());

function sprite() {
  const shapes = Object.entries(SHAPES).map(([name, markup]) =>
    symbol(`shape-${name}`, "0 0 100 100", `<g fill="currentColor">${markup}</g>`),
  );
  const courts = Object.entries(COURTS).map(([rank, markup]) => symbol(`court-${rank}`, "25 14 50 56", markup));
  const back = symbol("card-back", "0 0 100 140", BACKS.lattice);
  return `<defs>${PATTERNS}</defs>${shapes.join("")}${courts.join("")}${back}`;
}

/** Put the symbols into the page, once. The card back is the one chosen in the settings. */
export function drawSprite() {
  picture.setAttribute("class", "sprite");
  document.body.prepend(picture);
  const back = /** @type {Element} */ (picture.querySelector("#card-back"));
  onSettings(() => (back.innerHTML = BACKS[state.settings.back] ?? BACKS.lattice));
}

/** @param {string} game @param {string} drawing */
const ownId = (game, drawing) => `drawing-${game}-${drawing}`;

/** Add the games' own drawings, which our server sends as SVG documents. @param {GameFacts[]} games */
export function addDrawings(games) {
  for (const { name, deck } of games) {
    for (const [drawing, source] of Object.entries(deck.drawings)) {
      const markup = source.replace("<svg", `<symbol id="${ownId(name, drawing)}"`).replace(/<\/svg>\s*$/, "</symbol>");
      picture.insertAdjacentHTML("beforeend", markup);
    }
  }
}

/**
 * Return the id of a drawing's symbol, from the game or from the page; null if there is none.
 * @param {GameFacts} game @param {string} drawing
 */
export function symbolOf(game, drawing) {
  if (drawing in game.deck.drawings) return ownId(game.name, drawing);
  return drawing in SHAPES ? `shape-${drawing}` : null;
}
