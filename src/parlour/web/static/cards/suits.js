// The shapes of suits, birds, crowns and backs, drawn once as SVG symbols and used by every card.

const rays = (/** @type {number} */ count, /** @type {(angle: number) => string} */ one) =>
  Array.from({ length: count }, (_, place) => one((place * 360) / count)).join("");

const petals = rays(5, (angle) => `<circle cx="50" cy="25" r="20.5" transform="rotate(${angle} 50 52)"/>`);
const sunRays = rays(10, (angle) => `<path d="M43 17 50 1 57 17Z" transform="rotate(${angle} 50 50)"/>`);
const starPath = rays(5, (angle) => `<path d="M50 3 64 52 50 60 36 52Z" transform="rotate(${angle} 50 52)"/>`);

/** @type {Record<string, string>} */
const SHAPES = {
  S: `<path d="M50 5C60 26 92 42 92 64 92 80 78 86 66 82 60 80 56 76 54 71 55 83 59 90 67 95H33C41 90 45 83 46 71 44 76 40 80 34 82 22 86 8 80 8 64 8 42 40 26 50 5Z"/>`,
  H: `<path d="M50 94C30 73 5 57 5 34 5 18 17 8 29 8 39 8 47 14 50 23 53 14 61 8 71 8 83 8 95 18 95 34 95 57 70 73 50 94Z"/>`,
  C: `<circle cx="50" cy="27" r="22"/><circle cx="27" cy="60" r="22"/><circle cx="73" cy="60" r="22"/><path d="M41 42H59L55 68C56 82 60 90 69 95H31C40 90 44 82 45 68Z"/>`,
  D: `<path d="M50 3C60 24 75 40 89 50 75 60 60 76 50 97 40 76 25 60 11 50 25 40 40 24 50 3Z"/>`,
  F: `${petals}<circle cx="50" cy="52" r="11" fill="#ffe9a8" stroke="currentColor" stroke-width="4"/>`,
  W: starPath,
  R: `<path d="M52 3C57 24 84 37 84 65 84 85 69 97 50 97 31 97 16 85 16 65 16 50 25 42 30 29 36 38 39 43 45 45 49 32 45 17 52 3Z"/><path d="M50 52C53 63 65 68 65 80 65 88 58 93 50 93 42 93 35 88 35 80 35 70 47 64 50 52Z" fill="#fff6" />`,
  G: `<path d="M91 7C52 6 13 22 11 62 11 68 12 73 14 78L4 93 12 98 22 85C62 92 95 62 91 7Z"/><path d="M20 80C34 58 52 42 72 28" fill="none" stroke="#fff8" stroke-width="5" stroke-linecap="round"/>`,
  Y: `<circle cx="50" cy="50" r="27"/>${sunRays}`,
  B: `<path d="M60 4A47 47 0 1 0 95 70 39 39 0 0 1 60 4Z"/><circle cx="77" cy="30" r="7"/>`,
  bang: `<path d="M24 33C22 8 78 4 76 33 75 52 50 49 50 70" fill="none" stroke="currentColor" stroke-width="12" stroke-linecap="round"/><path d="M50 14V66" fill="none" stroke="currentColor" stroke-width="11" stroke-linecap="round"/><circle cx="50" cy="90" r="8.5"/>`,
  bird: `<path d="M5 95 33 61C29 43 41 29 53 25 54 14 63 8 73 10 79 11 83 15 85 20L99 27 84 30C86 50 77 69 59 75L44 78Z"/><path d="M33 67C35 49 46 38 61 39 66 54 57 66 40 71Z" fill="#ffffff26"/><path d="M37 67C41 55 48 48 58 45M42 70C48 63 54 57 61 54" fill="none" stroke="#ffffff3a" stroke-width="1.6"/><circle cx="74" cy="19.5" r="2.6" fill="#f3c65a"/><path d="M54 76V91M62 73V91M46 93 54 90 61 94M55 93 62 90 70 94" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>`,
};

// --- courts: one half each, in the frame from 25 to 75 and 14 to 70; the other half is the same turned round

const SKIN = "#f7e0c3", HAIR = "#4a3424", GOLD = "#e0aa3e", INK = "#2b2018";
const face = (/** @type {string} */ hair) => `${hair}<ellipse cx="50" cy="38" rx="8.6" ry="10.2" fill="${SKIN}" stroke="${INK}" stroke-width=".7"/>
<path d="M45.2 35.4Q46.8 34 48.2 35.2M51.8 35.2Q53.2 34 54.8 35.4" fill="none" stroke="${INK}" stroke-width=".8" stroke-linecap="round"/>
<circle cx="46.8" cy="37.2" r=".95" fill="${INK}"/><circle cx="53.2" cy="37.2" r=".95" fill="${INK}"/>
<path d="M50 37.4 49 41H50.6" fill="none" stroke="${INK}" stroke-width=".6"/>`;
const mouth = `<path d="M47.6 43.6Q50 45 52.4 43.6" fill="none" stroke="#a33" stroke-width="1" stroke-linecap="round"/>`;
const robe = `<path d="M25.6 70V60C29 50 39 46.5 50 46.5 61 46.5 71 50 74.4 60V70Z" fill="currentColor"/>`;

/** @type {Record<string, string>} */
const COURTS = {
  K: `${robe}<path d="M35 49C41 58 59 58 65 49L69 54C60 66 40 66 31 54Z" fill="#fffaf0" stroke="${INK}" stroke-width=".5"/>
<path d="M38 56.5v2M44 59.3v2M50 60v2.2M56 59.3v2M62 56.5v2" stroke="${INK}" stroke-width="1.1"/><path d="M46 64V70M54 64V70" stroke="${GOLD}" stroke-width="2"/>
${face(`<path d="M39.4 42C36.5 26 63.5 26 60.6 42L62 47H38Z" fill="${HAIR}"/>`)}
<path d="M41.4 39C40.5 50 45 55.5 50 55.5 55 55.5 59.5 50 58.6 39 57 43 54 42 50 42.2 46 42 43 43 41.4 39Z" fill="${HAIR}"/><path d="M47.7 45.2Q50 46.4 52.3 45.2" fill="none" stroke="${SKIN}" stroke-width="1"/>
<path d="M38.6 30 36.6 17.6 43.6 23.4 50 15.2 56.4 23.4 63.4 17.6 61.4 30Z" fill="${GOLD}" stroke="${INK}" stroke-width=".7" stroke-linejoin="round"/><path d="M38.8 27.6H61.2V31H38.8Z" fill="currentColor" stroke="${INK}" stroke-width=".5"/>
<g fill="#fff8e0" stroke="${INK}" stroke-width=".4"><circle cx="36.6" cy="17.6" r="1.5"/><circle cx="50" cy="15.4" r="1.7"/><circle cx="63.4" cy="17.6" r="1.5"/></g>
<path d="M68.6 34V70" stroke="${GOLD}" stroke-width="1.8"/><circle cx="68.6" cy="31" r="3.6" fill="${GOLD}" stroke="${INK}" stroke-width=".5"/><path d="M68.6 24.6v5M66.1 27h5" stroke="${INK}" stroke-width="1.1"/>`,
  Q: `<path d="M38 38C34 21 66 21 62 38 62 48 67 52 66 61L34 61C33 52 38 48 38 38Z" fill="#6d4526"/>
<path d="M25.6 70V63C29 54 38 50.5 43 49.5L50 57 57 49.5C62 50.5 71 54 74.4 63V70Z" fill="currentColor"/><path d="M43 49.5 50 57 57 49.5 54 47H46Z" fill="${SKIN}"/>
<path d="M43 50.5 50 58 57 50.5" fill="none" stroke="${GOLD}" stroke-width="1.7"/><circle cx="50" cy="61.5" r="1.8" fill="${GOLD}"/><circle cx="50" cy="66.5" r="1.3" fill="${GOLD}"/><path d="M34 62Q42 66 43 70M66 62Q58 66 57 70" fill="none" stroke="#fff7" stroke-width="1"/>
${face(`<path d="M39.8 40C38 27.5 62 27.5 60.2 40 57 33 52 31 50 31 48 31 43 33 39.8 40Z" fill="#6d4526"/>`)}${mouth}<path d="M41.2 38.2C41.6 31.5 46 29.6 50 29.6 54 29.6 58.4 31.5 58.8 38.2 56.4 33.6 53 32.4 50 32.4 47 32.4 43.6 33.6 41.2 38.2Z" fill="#6d4526"/>
<path d="M39.6 29.8C39 24 40 21 39 19 42 20 43.6 22.4 44.4 24.6 45.4 20.6 47.4 18 50 15.8 52.6 18 54.6 20.6 55.6 24.6 56.4 22.4 58 20 61 19 60 21 61 24 60.4 29.8 54 27.4 46 27.4 39.6 29.8Z" fill="${GOLD}" stroke="${INK}" stroke-width=".7" stroke-linejoin="round"/><circle cx="50" cy="23" r="1.8" fill="currentColor"/><circle cx="44.4" cy="26" r="1.1" fill="#fff8e0"/><circle cx="55.6" cy="26" r="1.1" fill="#fff8e0"/>
<path d="M31.5 70C32.5 60 31.5 54 31 47" fill="none" stroke="#4d7a3e" stroke-width="1.5"/><path d="M31.8 58Q27.6 57 26.8 53.4 30.6 54 31.8 58Z" fill="#4d7a3e"/>
<g fill="#d8506b" stroke="${INK}" stroke-width=".4"><circle cx="31" cy="40.6" r="3"/><circle cx="27.8" cy="43.4" r="3"/><circle cx="34.2" cy="43.4" r="3"/><circle cx="29.2" cy="46.6" r="3"/><circle cx="32.8" cy="46.6" r="3"/></g><circle cx="31" cy="44" r="1.8" fill="${GOLD}"/>`,
  J: `${robe}<path d="M50 46.5V70" stroke="#fff6" stroke-width="1"/><path d="M30.5 52.5 57 70H64L36.5 49.6Z" fill="${GOLD}"/><path d="M42 48.5C45 52.5 55 52.5 58 48.5L57 53.5C53 56 47 56 43 53.5Z" fill="#fffaf0" stroke="${INK}" stroke-width=".4"/>
${face(`<path d="M39.6 34C39 30 61 30 60.4 34L62 46.5C59 49 57.4 47 57.6 44H42.4C42.6 47 41 49 38 46.5Z" fill="#8a5a2c"/>`)}${mouth}
<path d="M41.4 36C43 31.4 57 31.4 58.6 36 55 34 45 34 41.4 36Z" fill="#8a5a2c"/>
<path d="M37.4 31.5C35.6 21 52 16.4 60 20.4 65 23 64.4 28.6 62.6 31.8 54 28.6 46 28.6 37.4 31.5Z" fill="currentColor" stroke="${INK}" stroke-width=".7"/><path d="M37.4 31.5C46 28.6 54 28.6 62.6 31.8L62.2 34.2C54 31.2 46 31.2 37.8 34Z" fill="${GOLD}" stroke="${INK}" stroke-width=".5"/>
<path d="M57 23.5C60 15.6 67.4 13.6 73 17.6 69.6 18 67.6 20 66 22.6 64 25.6 61 26.8 57 23.5Z" fill="#fffaf0" stroke="${INK}" stroke-width=".6"/><path d="M58.4 23.4C62 20.4 66 18 70.6 17.6" fill="none" stroke="${INK}" stroke-width=".5"/>
<path d="M30.6 34V70" stroke="#7a5a34" stroke-width="1.9"/><path d="M30.6 22 33.4 34H27.8Z" fill="#dfe5ea" stroke="${INK}" stroke-width=".5"/><path d="M30.6 34C36 33.6 37.4 38.4 37 42 34.6 40 32.6 39.6 30.6 40Z" fill="#dfe5ea" stroke="${INK}" stroke-width=".5"/>`,
};

const backPattern = `<pattern id="lattice" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="10" height="10" fill="var(--back)"/><path d="M0 0H10V10" fill="none" stroke="var(--back-line)" stroke-width="1.3"/><circle cx="5" cy="5" r="1.3" fill="var(--back-line)"/></pattern>`;
const back = `<rect width="100" height="140" rx="9" fill="#fdf8ec"/><rect x="6" y="6" width="88" height="128" rx="5" fill="url(#lattice)"/><rect x="10" y="10" width="80" height="120" rx="3" fill="none" stroke="#fdf8ec" stroke-opacity=".55" stroke-width="1"/><path d="M50 42C62 52 69 61 69 70 69 79 62 88 50 98 38 88 31 79 31 70 31 61 38 52 50 42Z" fill="var(--back)" stroke="#fdf8ec" stroke-opacity=".7" stroke-width="1.4"/><path d="M44.5 85V57H52.5C63 57 63 73.5 52.5 73.5H47" fill="none" stroke="#f0d79a" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`;

/** @param {string} id @param {string} viewBox @param {string} markup */
const symbol = (id, viewBox, markup) => `<symbol id="${id}" viewBox="${viewBox}" overflow="visible">${markup}</symbol>`;

/** All symbols as the markup of one hidden picture. */
export function sprite() {
  const shapes = Object.entries(SHAPES).map(([suit, markup]) => symbol(`suit-${suit}`, "0 0 100 100", `<g fill="currentColor">${markup}</g>`));
  const courts = Object.entries(COURTS).map(([rank, markup]) => symbol(`court-${rank}`, "25 14 50 56", markup));
  return `<defs>${backPattern}</defs>${shapes.join("")}${courts.join("")}${symbol("card-back", "0 0 100 140", back)}`;
}

