// The card backs: a pattern with a symbol in the middle. Their colours are in style/cards.css.

const paper = `<rect width="100" height="140" rx="9" fill="#fdf8ec"/>`;
const frame = `<rect x="10" y="10" width="80" height="120" rx="3" fill="none" stroke="#fdf8ec" stroke-opacity=".55"
stroke-width="1"/>`;
const letter = `<path d="M44.5 85V57H52.5C63 57 63 73.5 52.5 73.5H47" fill="none" stroke="#f0d79a" stroke-width="3.4"
stroke-linecap="round" stroke-linejoin="round"/>`;

/** Draw a rectangle filled with the pattern of this name. @param {string} pattern */
const field = (pattern) => `<rect x="6" y="6" width="88" height="128" rx="5" fill="url(#${pattern})"/>${frame}`;

/** The SVG patterns that fill the card backs. */
export const PATTERNS = `<pattern id="lattice" width="10" height="10" patternUnits="userSpaceOnUse"
patternTransform="rotate(45)"><rect width="10" height="10" fill="var(--back)"/>
<path d="M0 0H10V10" fill="none" stroke="var(--back-line)" stroke-width="1.3"/>
<circle cx="5" cy="5" r="1.3" fill="var(--back-line)"/></pattern>
<pattern id="waves" width="20" height="10" patternUnits="userSpaceOnUse"><rect width="20" height="10"
fill="var(--back)"/><path d="M0 10A10 10 0 0 1 20 10M4 10A6 6 0 0 1 16 10M8 10A2 2 0 0 1 12 10M-10 5A10 10 0 0 1 10 5
M10 5A10 10 0 0 1 30 5" fill="none" stroke="var(--back-line)" stroke-width="1.1"/></pattern>
<pattern id="petals" width="22" height="22" patternUnits="userSpaceOnUse"><rect width="22" height="22"
fill="var(--back)"/><path d="M0 11C6 5 6 5 11 0 16 5 16 5 22 11 16 17 16 17 11 22 6 17 6 17 0 11Z" fill="none"
stroke="var(--back-line)" stroke-width="1.2"/><path d="M11 5C14 8 14 14 11 17 8 14 8 8 11 5ZM5 11C8 8 14 8 17 11 14 14 8
14 5 11Z" fill="var(--back-line)"/></pattern>`;

/** The card backs that a player can choose, by name. @type {Record<string, string>} */
export const BACKS = {
  lattice: `${paper}${field("lattice")}<path d="M50 42C62 52 69 61 69 70 69 79 62 88 50 98 38 88 31 79 31 70 31 61 38 52
50 42Z" fill="var(--back)" stroke="#fdf8ec" stroke-opacity=".7" stroke-width="1.4"/>${letter}`,
  waves: `${paper}${field("waves")}<circle cx="50" cy="70" r="25" fill="var(--back)" stroke="#fdf8ec"
stroke-opacity=".7" stroke-width="1.4"/>${letter}`,
  petals: `${paper}${field("petals")}<path d="M50 42L74 70 50 98 26 70Z" fill="var(--back)" stroke="#fdf8ec"
stroke-opacity=".7" stroke-width="1.4" stroke-linejoin="round"/>${letter}`,
};
