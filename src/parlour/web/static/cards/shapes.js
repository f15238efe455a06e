// The shapes of suits, each 100 units wide and high; they take the card's colour.

const rays = (/** @type {number} */ count, /** @type {(angle: number) => string} */ one) =>
  Array.from({ length: count }, (_, n) => one((n * 360) / count)).join("");

const petals = rays(5, (angle) => `<circle cx="50" cy="25" r="20.5" transform="rotate(${angle} 50 52)"/>`);
const sunRays = rays(10, (angle) => `<path d="M43 17 50 1 57 17Z" transform="rotate(${angle} 50 50)"/>`);
const starPath = rays(5, (angle) => `<path d="M50 3 64 52 50 60 36 52Z" transform="rotate(${angle} 50 52)"/>`);

/** The shapes, by the names that decks use for them. @type {Record<string, string>} */
export const SHAPES = {
  spade: `<path d="M50 5C60 26 92 42 92 64 92 80 78 86 66 82 60 80 56 76 54 71 55 83 59 90 67 95H33C41 90 45 83 46
71 44 76 40 80 34 82 22 86 8 80 8 64 8 42 40 26 50 5Z"/>`,
  heart: `<path d="M50 94C30 73 5 57 5 34 5 18 17 8 29 8 39 8 47 14 50 23 53 14 61 8 71 8 83 8 95 18 95 34 95 57 70
73 50 94Z"/>`,
  club: `<circle cx="50" cy="27" r="22"/><circle cx="27" cy="60" r="22"/><circle cx="73" cy="60" r="22"/>
<path d="M41 42H59L55 68C56 82 60 90 69 95H31C40 90 44 82 45 68Z"/>`,
  diamond: `<path d="M50 3C60 24 75 40 89 50 75 60 60 76 50 97 40 76 25 60 11 50 25 40 40 24 50 3Z"/>`,
  flower: `${petals}<circle cx="50" cy="52" r="11" fill="#ffe9a8" stroke="currentColor" stroke-width="4"/>`,
  star: starPath,
  drop: `<path d="M52 3C57 24 84 37 84 65 84 85 69 97 50 97 31 97 16 85 16 65 16 50 25 42 30 29 36 38 39 43 45 45
49 32 45 17 52 3Z"/><path d="M50 52C53 63 65 68 65 80 65 88 58 93 50 93 42 93 35 88 35 80 35 70 47 64 50 52Z"
fill="#fff6" />`,
  leaf: `<path d="M91 7C52 6 13 22 11 62 11 68 12 73 14 78L4 93 12 98 22 85C62 92 95 62 91 7Z"/>
<path d="M20 80C34 58 52 42 72 28" fill="none" stroke="#fff8" stroke-width="5" stroke-linecap="round"/>`,
  sun: `<circle cx="50" cy="50" r="27"/>${sunRays}`,
  moon: `<path d="M60 4A47 47 0 1 0 95 70 39 39 0 0 1 60 4Z"/><circle cx="77" cy="30" r="7"/>`,
};
