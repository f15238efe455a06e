// Lets suit symbols rain over the page for a few seconds when you win.
import { drawSuit } from "../cards/cards.js";
import { h } from "../core/dom.js";
import { state, still } from "../core/state.js";

const PIECES = 46;

export function celebrate() {
  if (still() || !state.game.deck.suits.length) return;
  const rain = h("div", { class: "rain", "aria-hidden": "true" });
  for (let n = 0; n < PIECES; n += 1) rain.append(drop(n));
  document.body.append(rain);
  // The score sheet is a modal dialog, so only a popover can be drawn in front of it.
  rain.popover = "manual";
  requestAnimationFrame(() => rain.isConnected && rain.showPopover());
  setTimeout(() => rain.remove(), 4200);
}

/** @param {number} n */
function drop(n) {
  const { suits } = state.game.deck;
  const piece = h(
    "span",
    { style: { left: `${(n * 37) % 100}%`, fontSize: `${14 + ((n * 7) % 20)}px` } },
    drawSuit(suits[n % suits.length].letter),
  );
  const sway = ((n * 53) % 120) - 60;
  piece.animate(
    [
      { transform: "translate(0, -10vh) rotate(0)", opacity: 1 },
      { opacity: 1, offset: 0.8 },
      { transform: `translate(${sway}px, 105vh) rotate(${sway * 6}deg)`, opacity: 0 },
    ],
    { duration: 2200 + ((n * 131) % 1600), delay: (n * 41) % 500, easing: "cubic-bezier(.3,.1,.6,1)", fill: "both" },
  );
  return piece;
}
