// King, Queen and Jack: only the upper half is drawn (x 25 to 75, y 14 to 70); the lower half is a rotated copy.

const SKIN = "#f7e0c3", HAIR = "#4a3424", GOLD = "#e0aa3e", INK = "#2b2018";
const face = (/** @type {string} */ hair) => `${hair}<ellipse cx="50" cy="38" rx="8.6" ry="10.2" fill="${SKIN}"
stroke="${INK}" stroke-width=".7"/>
<path d="M45.2 35.4Q46.8 34 48.2 35.2M51.8 35.2Q53.2 34 54.8 35.4" fill="none" stroke="${INK}" stroke-width=".8"
stroke-linecap="round"/>
<circle cx="46.8" cy="37.2" r=".95" fill="${INK}"/><circle cx="53.2" cy="37.2" r=".95" fill="${INK}"/>
<path d="M50 37.4 49 41H50.6" fill="none" stroke="${INK}" stroke-width=".6"/>`;
const mouth = `<path d="M47.6 43.6Q50 45 52.4 43.6" fill="none" stroke="#a33" stroke-width="1"
stroke-linecap="round"/>`;
const robe = `<path d="M25.6 70V60C29 50 39 46.5 50 46.5 61 46.5 71 50 74.4 60V70Z" fill="currentColor"/>`;

/** @type {Record<string, string>} */
export const COURTS = {
  K: `${robe}<path d="M35 49C41 58 59 58 65 49L69 54C60 66 40 66 31 54Z" fill="#fffaf0" stroke="${INK}"
stroke-width=".5"/>
<path d="M38 56.5v2M44 59.3v2M50 60v2.2M56 59.3v2M62 56.5v2" stroke="${INK}" stroke-width="1.1"/>
<path d="M46 64V70M54 64V70" stroke="${GOLD}" stroke-width="2"/>
${face(`<path d="M39.4 42C36.5 26 63.5 26 60.6 42L62 47H38Z" fill="${HAIR}"/>`)}
<path d="M41.4 39C40.5 50 45 55.5 50 55.5 55 55.5 59.5 50 58.6 39 57 43 54 42 50 42.2 46 42 43 43 41.4 39Z"
fill="${HAIR}"/><path d="M47.7 45.2Q50 46.4 52.3 45.2" fill="none" stroke="${SKIN}" stroke-width="1"/>
<path d="M38.6 30 36.6 17.6 43.6 23.4 50 15.2 56.4 23.4 63.4 17.6 61.4 30Z" fill="${GOLD}" stroke="${INK}"
stroke-width=".7" stroke-linejoin="round"/><path d="M38.8 27.6H61.2V31H38.8Z" fill="currentColor" stroke="${INK}"
stroke-width=".5"/>
<g fill="#fff8e0" stroke="${INK}" stroke-width=".4"><circle cx="36.6" cy="17.6" r="1.5"/>
<circle cx="50" cy="15.4" r="1.7"/><circle cx="63.4" cy="17.6" r="1.5"/></g>
<path d="M68.6 34V70" stroke="${GOLD}" stroke-width="1.8"/>
<circle cx="68.6" cy="31" r="3.6" fill="${GOLD}" stroke="${INK}" stroke-width=".5"/>
<path d="M68.6 24.6v5M66.1 27h5" stroke="${INK}" stroke-width="1.1"/>`,
  Q: `<path d="M38 38C34 21 66 21 62 38 62 48 67 52 66 61L34 61C33 52 38 48 38 38Z" fill="#6d4526"/>
<path d="M25.6 70V63C29 54 38 50.5 43 49.5L50 57 57 49.5C62 50.5 71 54 74.4 63V70Z" fill="currentColor"/>
<path d="M43 49.5 50 57 57 49.5 54 47H46Z" fill="${SKIN}"/>
<path d="M43 50.5 50 58 57 50.5" fill="none" stroke="${GOLD}" stroke-width="1.7"/>
<circle cx="50" cy="61.5" r="1.8" fill="${GOLD}"/><circle cx="50" cy="66.5" r="1.3" fill="${GOLD}"/>
<path d="M34 62Q42 66 43 70M66 62Q58 66 57 70" fill="none" stroke="#fff7" stroke-width="1"/>
${face(`<path d="M39.8 40C38 27.5 62 27.5 60.2 40 57 33 52 31 50 31 48 31 43 33 39.8 40Z" fill="#6d4526"/>`)}${mouth}
<path d="M41.2 38.2C41.6 31.5 46 29.6 50 29.6 54 29.6 58.4 31.5 58.8 38.2 56.4 33.6 53 32.4 50 32.4 47 32.4 43.6 33.6
41.2 38.2Z" fill="#6d4526"/>
<path d="M39.6 29.8C39 24 40 21 39 19 42 20 43.6 22.4 44.4 24.6 45.4 20.6 47.4 18 50 15.8 52.6 18 54.6 20.6 55.6
24.6 56.4 22.4 58 20 61 19 60 21 61 24 60.4 29.8 54 27.4 46 27.4 39.6 29.8Z" fill="${GOLD}" stroke="${INK}"
stroke-width=".7" stroke-linejoin="round"/><circle cx="50" cy="23" r="1.8" fill="currentColor"/>
<circle cx="44.4" cy="26" r="1.1" fill="#fff8e0"/><circle cx="55.6" cy="26" r="1.1" fill="#fff8e0"/>
<path d="M31.5 70C32.5 60 31.5 54 31 47" fill="none" stroke="#4d7a3e" stroke-width="1.5"/>
<path d="M31.8 58Q27.6 57 26.8 53.4 30.6 54 31.8 58Z" fill="#4d7a3e"/>
<g fill="#d8506b" stroke="${INK}" stroke-width=".4"><circle cx="31" cy="40.6" r="3"/>
<circle cx="27.8" cy="43.4" r="3"/><circle cx="34.2" cy="43.4" r="3"/><circle cx="29.2" cy="46.6" r="3"/>
<circle cx="32.8" cy="46.6" r="3"/></g><circle cx="31" cy="44" r="1.8" fill="${GOLD}"/>`,
  J: `${robe}<path d="M50 46.5V70" stroke="#fff6" stroke-width="1"/>
<path d="M30.5 52.5 57 70H64L36.5 49.6Z" fill="${GOLD}"/>
<path d="M42 48.5C45 52.5 55 52.5 58 48.5L57 53.5C53 56 47 56 43 53.5Z" fill="#fffaf0" stroke="${INK}"
stroke-width=".4"/>
${face(`<path d="M39.6 34C39 30 61 30 60.4 34L62 46.5C59 49 57.4 47 57.6 44H42.4C42.6 47 41 49 38 46.5Z"
fill="#8a5a2c"/>`)}${mouth}
<path d="M41.4 36C43 31.4 57 31.4 58.6 36 55 34 45 34 41.4 36Z" fill="#8a5a2c"/>
<path d="M37.4 31.5C35.6 21 52 16.4 60 20.4 65 23 64.4 28.6 62.6 31.8 54 28.6 46 28.6 37.4 31.5Z"
fill="currentColor" stroke="${INK}" stroke-width=".7"/>
<path d="M37.4 31.5C46 28.6 54 28.6 62.6 31.8L62.2 34.2C54 31.2 46 31.2 37.8 34Z" fill="${GOLD}" stroke="${INK}"
stroke-width=".5"/>
<path d="M57 23.5C60 15.6 67.4 13.6 73 17.6 69.6 18 67.6 20 66 22.6 64 25.6 61 26.8 57 23.5Z" fill="#fffaf0"
stroke="${INK}" stroke-width=".6"/><path d="M58.4 23.4C62 20.4 66 18 70.6 17.6" fill="none" stroke="${INK}"
stroke-width=".5"/>
<path d="M30.6 34V70" stroke="#7a5a34" stroke-width="1.9"/>
<path d="M30.6 22 33.4 34H27.8Z" fill="#dfe5ea" stroke="${INK}" stroke-width=".5"/>
<path d="M30.6 34C36 33.6 37.4 38.4 37 42 34.6 40 32.6 39.6 30.6 40Z" fill="#dfe5ea" stroke="${INK}"
stroke-width=".5"/>`,
};
