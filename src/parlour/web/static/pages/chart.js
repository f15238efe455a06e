// Draws a small chart of one statistic over time, with a line for each bot level.
import { svg } from "../core/dom.js";
import { decimal, percent, t } from "../core/words.js";

const WIDTH = 300,
  HEIGHT = 104,
  LEFT = 8,
  RIGHT = 84,
  EDGE = 14,
  LINE = 13; // Pixels between two labels at least.

/** Format a value; a share becomes a percentage. @param {number | null} value @param {boolean} share */
export function shown(value, share) {
  if (value === null) return "–";
  return share ? percent(value) : decimal(value, Math.abs(value) < 20 ? 1 : 0);
}

/** @param {FigureFacts} figure @param {string} name */
export function chartOf(figure, name) {
  const values = figure.points.map((point) => point.value);
  const known = [...values, ...figure.levels.map((level) => level.value)].filter((value) => value !== null);
  const least = Math.min(...known, figure.share ? 0 : Infinity),
    most = Math.max(...known, figure.share ? 1 : -Infinity);
  const span = most - least || 1;
  const across = (/** @type {number} */ index) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (index + 0.5)) / Math.max(1, values.length);
  const down = (/** @type {number} */ value) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (value - least)) / span;
  const dots = values.flatMap((value, index) => (value === null ? [] : [[across(index), down(value)]]));
  const last = dots[dots.length - 1];
  const own =
    `<path class="line" d="M${dots.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}"/>` +
    (last ? `<circle r="4" cx="${last[0].toFixed(1)}" cy="${last[1].toFixed(1)}"/>` : "");
  const picture = svg(`0 0 ${WIDTH} ${HEIGHT}`, levelLines(figure, down) + own, name);
  picture.classList.add("figurechart");
  return picture;
}

/**
 * Draw a labelled line for each bot level, moving apart labels that are too close together.
 * @param {FigureFacts} figure @param {(value: number) => number} down
 */
function levelLines({ levels, share }, down) {
  let free = EDGE - LINE / 2;
  return [...levels]
    .sort((one, other) => other.value - one.value)
    .map(({ level, value }) => {
      const y = down(value);
      const label = Math.max(y, free);
      free = label + LINE;
      return (
        `<path class="level" d="M${LEFT} ${y.toFixed(1)}H${WIDTH - RIGHT}"/>` +
        `<text x="${WIDTH - RIGHT + 5}" y="${label.toFixed(1)}" dy="3.5">${t(level)} ${shown(value, share)}</text>`
      );
    })
    .join("");
}
