// The symbols that cards are drawn with: shapes, courts, the back, and what the games bring along.
import { COURTS } from "./courts.js";
import { svg } from "../core/dom.js";
import { SHAPES } from "./shapes.js";

const backPattern = `<pattern id="lattice" width="10" height="10" patternUnits="userSpaceOnUse"
patternTransform="rotate(45)"><rect width="10" height="10" fill="var(--back)"/>
<path d="M0 0H10V10" fill="none" stroke="var(--back-line)" stroke-width="1.3"/>
<circle cx="5" cy="5" r="1.3" fill="var(--back-line)"/></pattern>`;
const back = `<rect width="100" height="140" rx="9" fill="#fdf8ec"/>
<rect x="6" y="6" width="88" height="128" rx="5" fill="url(#lattice)"/>
<rect x="10" y="10" width="80" height="120" rx="3" fill="none" stroke="#fdf8ec" stroke-opacity=".55"
stroke-width="1"/><path d="M50 42C62 52 69 61 69 70 69 79 62 88 50 98 38 88 31 79 31 70 31 61 38 52 50 42Z"
fill="var(--back)" stroke="#fdf8ec" stroke-opacity=".7" stroke-width="1.4"/>
<path d="M44.5 85V57H52.5C63 57 63 73.5 52.5 73.5H47" fill="none" stroke="#f0d79a" stroke-width="3.4"
stroke-linecap="round" stroke-linejoin="round"/>`;

/** @param {string} id @param {string} viewBox @param {string} markup */
const symbol = (id, viewBox, markup) => `<symbol id="${id}" viewBox="${viewBox}" overflow="visible">${markup}</symbol>`;

const picture = svg("0 0 0 0", sprite());

function sprite() {
  const shapes = Object.entries(SHAPES).map(([name, markup]) =>
    symbol(`shape-${name}`, "0 0 100 100", `<g fill="currentColor">${markup}</g>`),
  );
  const courts = Object.entries(COURTS).map(([rank, markup]) => symbol(`court-${rank}`, "25 14 50 56", markup));
  return `<defs>${backPattern}</defs>${shapes.join("")}${courts.join("")}${symbol("card-back", "0 0 100 140", back)}`;
}

/** Put the symbols into the page, once. */
export function drawSprite() {
  picture.setAttribute("class", "sprite");
  document.body.prepend(picture);
}

/** @param {string} game @param {string} drawing */
const ownId = (game, drawing) => `drawing-${game}-${drawing}`;

/** Add the drawings that games bring along: SVG documents from our own server. @param {GameFacts[]} games */
export function addDrawings(games) {
  for (const { name, deck } of games) {
    for (const [drawing, source] of Object.entries(deck.drawings)) {
      const markup = source.replace("<svg", `<symbol id="${ownId(name, drawing)}"`).replace(/<\/svg>\s*$/, "</symbol>");
      picture.insertAdjacentHTML("beforeend", markup);
    }
  }
}

/**
 * The symbol of a drawing: of the game, or of the page; null if there is none.
 * @param {GameFacts} game @param {string} drawing
 */
export function symbolOf(game, drawing) {
  if (drawing in game.deck.drawings) return ownId(game.name, drawing);
  return drawing in SHAPES ? `shape-${drawing}` : null;
}
