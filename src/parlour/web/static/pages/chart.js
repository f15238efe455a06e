// A small chart of one figure over time, with what bots of each level do at the same as lines.
import { svg } from "../core/dom.js";
import { decimal, percent, t } from "../core/words.js";

const WIDTH = 300,
  HEIGHT = 104,
  LEFT = 8,
  RIGHT = 84,
  EDGE = 14,
  LINE = 13; // the least distance of two labels

/** A figure as a number: a part of something in per cent. @param {number | null} value @param {boolean} share */
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
  const across = (/** @type {number} */ place) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (place + 0.5)) / Math.max(1, values.length);
  const down = (/** @type {number} */ value) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (value - least)) / span;
  const dots = values.flatMap((value, place) => (value === null ? [] : [[across(place), down(value)]]));
  const last = dots[dots.length - 1];
  const own =
    `<path class="line" d="M${dots.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}"/>` +
    (last ? `<circle r="4" cx="${last[0].toFixed(1)}" cy="${last[1].toFixed(1)}"/>` : "");
  const picture = svg(`0 0 ${WIDTH} ${HEIGHT}`, levelLines(figure, down) + own, name);
  picture.classList.add("figurechart");
  return picture;
}

/**
 * What bots do, as lines with their level and value; labels are moved apart where lines lie close together.
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
