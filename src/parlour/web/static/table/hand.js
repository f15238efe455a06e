// Lets players use their hand of cards with arrow keys, the Tab key and dragging.
import { decorate } from "../core/dom.js";
import { canDrag, dropped } from "./touch.js";

const DRAG_FROM = 9;

/** Let Tab reach only one card of the hand, if possible the card that had the focus last. @param {HTMLElement} hand */
export function oneTabStop(hand) {
  const cards = /** @type {HTMLElement[]} */ ([...hand.querySelectorAll("button")]);
  const wanted =
    cards.find((card) => card === document.activeElement) ??
    cards.find((card) => card.getAttribute("tabindex") === "0" && card.classList.contains("can")) ??
    cards.find((card) => card.classList.contains("can")) ??
    cards.find((card) => card.getAttribute("tabindex") === "0") ??
    cards[0];
  for (const card of cards) decorate(card, { tabindex: card === wanted ? 0 : -1 });
}

/** Let arrow keys, Home and End move through the hand. @param {HTMLElement} hand */
export function arrowKeys(hand) {
  hand.addEventListener("keydown", (event) => {
    const cards = /** @type {HTMLElement[]} */ ([...hand.querySelectorAll("button")]);
    const index = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: cards.length - 1 }[event.key];
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    cards[(next + cards.length) % cards.length].focus();
    oneTabStop(hand);
  });
}

/** Let the player drag cards out of the hand onto the felt or onto a card there. @param {HTMLElement} hand */
export function dragging(hand) {
  hand.addEventListener("pointerdown", (down) => {
    const card = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (down.target).closest("button.card"));
    if (!card?.dataset.card || down.button !== 0 || !canDrag(card.dataset.card)) return;
    drag(card, down, hand);
  });
}

/** @param {HTMLElement} card @param {PointerEvent} down @param {HTMLElement} hand */
function drag(card, down, hand) {
  let moving = false;
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (!moving && Math.hypot(x, y) < DRAG_FROM) return;
    if (!moving) card.setPointerCapture(down.pointerId);
    moving = true;
    card.classList.add("dragged");
    card.style.translate = `${x}px ${y}px`;
  };
  const end = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!moving) return;
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, true)); // A drag that ends outside the card makes no click.
    card.classList.remove("dragged");
    const away = event.type === "pointerup" && down.clientY - event.clientY > 60;
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((one) => one.closest("button.card"))
      .find((one) => one && one !== card && !hand.contains(one));
    const name = card.dataset.card ?? "";
    if (!away || !dropped(name, /** @type {HTMLElement | undefined} */ (under)?.dataset.card ?? null, card)) back(card);
    else card.style.translate = "";
  };
  const stop = (/** @type {Event} */ click) => click.stopPropagation();
  // The window listens, because a quick pointer may leave the card before it is captured.
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** @param {HTMLElement} card */
function back(card) {
  const from = card.style.translate;
  card.style.translate = "";
  card.animate([{ translate: from }, { translate: "0 0" }], { duration: 180, easing: "ease-out" });
}
