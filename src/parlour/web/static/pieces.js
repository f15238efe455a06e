// One piece for every card on the table: its picture stays the same while it moves from place to place.
import { drawCard } from "./cards.js";
import { h } from "./dom.js";
import { poseOf } from "./layout.js";
import { matched } from "./slots.js";
import { spoken } from "./words.js";

/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {import("./layout.js").Table} Table */
/** @typedef {{slot: Slot, element: HTMLElement, inner: HTMLElement, pose: Pose, kind: string}} Piece */
/**
 * How a card may be touched: its name for screen readers and its looks.
 * @typedef {{button: boolean, looks: string, name: string, disabled: boolean}} Touch
 */
/**
 * @typedef {{hand: HTMLElement, trick: HTMLElement, middle: HTMLElement, backs: HTMLElement}} Homes
 * @typedef {{table: Table, slots: Slot[], touch: (slot: Slot) => Touch, from: (slot: Slot) => Pose, to: (slot: Slot) => Pose | null, still: boolean, pressed: (card: string, element: HTMLElement) => void}} Plan
 */

const MOVE = 300, DEAL_GAP = 32, EASE = "cubic-bezier(.22,.8,.28,1)";

/** @param {Pose} pose */
const css = (pose) => `translate(${pose.x.toFixed(1)}px, ${pose.y.toFixed(1)}px) translate(-50%, -50%) rotate(${pose.turn.toFixed(2)}deg) scale(${pose.scale.toFixed(3)})`;

/** Whether two poses differ by less than the eye sees. @param {Pose} a @param {Pose} b */
const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 2 && Math.abs(a.turn - b.turn) < 0.6 && Math.abs(a.scale - b.scale) < 0.02;

export class Pieces {
  /** @param {Homes} homes */
  constructor(homes) {
    this.homes = homes;
    /** @type {Piece[]} */
    this.pieces = [];
  }

  /** Move every card to its place in the plan. @param {Plan} plan */
  place(plan) {
    const found = matched(this.pieces, plan.slots);
    const leaving = this.pieces.filter((piece) => !found.includes(piece));
    let fresh = 0;
    const next = plan.slots.map((slot, n) => {
      const piece = found[n];
      return piece ? this.move(piece, slot, plan, 0) : this.appear(slot, plan, fresh++);
    });
    for (const piece of leaving) this.leave(piece, plan);
    this.pieces = next;
    this.arrange(plan);
  }

  /** @param {Slot} slot @param {Plan} plan @param {number} order @returns {Piece} */
  appear(slot, plan, order) {
    const inner = h("span", { class: "inner" }, drawCard(slot.card));
    const piece = { slot, inner, element: h("span"), pose: plan.from(slot), kind: "" };
    return this.move(piece, slot, plan, order * DEAL_GAP);
  }

  /** @param {Piece} piece @param {Slot} slot @param {Plan} plan @param {number} delay */
  move(piece, slot, plan, delay) {
    const before = piece.element.isConnected && piece.element.getAnimations().length ? getComputedStyle(piece.element).transform : css(piece.pose);
    const pose = poseOf(plan.table, slot);
    if (piece.slot.card !== slot.card) this.turnOver(piece, slot, plan);
    this.settle(piece, slot, plan);
    const was = piece.pose;
    piece.slot = slot;
    piece.pose = pose;
    const after = css(pose);
    const moved = before !== after && piece.element.style.transform !== after && !near(was, pose);
    piece.element.style.transform = after;
    if (moved && !plan.still) animated(piece.element, [{ transform: before }, { transform: after }], { duration: MOVE, delay, easing: EASE, fill: "backwards" });
    return piece;
  }

  /** @param {Piece} piece @param {Slot} slot @param {Plan} plan */
  turnOver(piece, slot, plan) {
    piece.inner.replaceChildren(drawCard(slot.card));
    if (plan.still) return;
    animated(piece.inner, [{ transform: "rotateY(88deg)" }, { transform: "rotateY(0)" }], { duration: 240, easing: "ease-out" });
  }

  /** Give the card the element that its place needs: a button to press, an item of the trick, or a picture. @param {Piece} piece @param {Slot} slot @param {Plan} plan */
  settle(piece, slot, plan) {
    const touch = plan.touch(slot);
    const kind = touch.button ? "button" : slot.zone === "trick" ? "li" : "span";
    if (piece.kind !== kind) {
      const old = piece.element;
      piece.element = kind === "button" ? this.button(piece, plan) : h(kind === "li" ? "li" : "span");
      piece.element.append(piece.inner);
      old.remove();
      piece.kind = kind;
    }
    dress(piece.element, slot, touch);
  }

  /** @param {Piece} piece @param {Plan} plan */
  button(piece, plan) {
    const button = h("button", { type: "button", tabindex: "-1" });
    button.addEventListener("click", () => piece.slot.card && plan.pressed(piece.slot.card, button));
    return button;
  }

  /** Let a card go that is no longer on the table. @param {Piece} piece @param {Plan} plan */
  leave(piece, plan) {
    const target = plan.to(piece.slot);
    piece.element.removeAttribute("id");
    if (plan.still || !piece.element.isConnected) return void piece.element.remove();
    const ghost = h("span", { class: "card leaving", "aria-hidden": "true", style: { transform: css(piece.pose), zIndex: "40" } }, piece.inner);
    this.homes.backs.append(ghost);
    piece.element.remove();
    const end = target ?? { ...piece.pose, scale: piece.pose.scale * 0.9 };
    const moves = [{ transform: css(piece.pose), opacity: 1 }, { opacity: 1, offset: 0.7 }, { transform: css(end), opacity: 0 }];
    animated(ghost, moves, { duration: target ? 420 : 200, easing: "cubic-bezier(.4,0,.6,1)" }).finished.then(() => ghost.remove(), () => ghost.remove());
  }

  /** Bring the elements into the order of the slots, without touching those that stand right. @param {Plan} plan */
  arrange(plan) {
    /** @type {Map<HTMLElement, number>} */
    const used = new Map();
    for (const { slot, element } of this.pieces) {
      const home = this.homeOf(slot, plan);
      const place = used.get(home) ?? 0;
      if (home.children[place] !== element) home.insertBefore(element, home.children[place] ?? null);
      used.set(home, place + 1);
      element.style.zIndex = String(slot.zone === "trick" ? 30 + slot.place : slot.zone === "hand" ? 10 + slot.place : 1 + slot.place);
    }
  }

  /** @param {Slot} slot @param {Plan} plan */
  homeOf(slot, plan) {
    if (slot.zone === "hand") return this.homes.hand;
    if (slot.zone === "trick") return this.homes.trick;
    return slot.zone === "pile" && (slot.seat === null || slot.seat === plan.table.near) ? this.homes.middle : this.homes.backs;
  }

  /** The elements of the own hand, in order. */
  hand() {
    return this.pieces.filter((piece) => piece.slot.zone === "hand");
  }

  clear() {
    for (const piece of this.pieces) piece.element.remove();
    this.pieces = [];
    this.homes.backs.replaceChildren();
  }
}

/** @param {HTMLElement} element @param {Slot} slot @param {Touch} touch */
function dress(element, slot, touch) {
  const looks = `card ${slot.zone} ${touch.looks}`.trim();
  if (element.className !== looks) element.className = looks;
  const name = touch.name || (slot.card ? spoken(slot.card) : "");
  if (touch.button) {
    element.setAttribute("aria-label", name);
    element.setAttribute("aria-disabled", String(touch.disabled));
    if (slot.card) element.dataset.card = slot.card;
  } else if (slot.card && slot.zone !== "other") {
    label(element, name);
  } else {
    element.setAttribute("aria-hidden", "true");
  }
}

/** A picture with a name inside an element that has a role of its own. @param {HTMLElement} element @param {string} name */
function label(element, name) {
  element.removeAttribute("aria-hidden");
  let words = element.querySelector(":scope > .unseen");
  if (!words) element.append((words = h("span", { class: "unseen" })));
  if (words.textContent !== name) words.textContent = name;
}

/** How many cards moved lately, for measurements. */
export const motion = { moves: 0 };

/** @param {HTMLElement} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function animated(element, frames, options) {
  motion.moves += 1;
  for (const running of element.getAnimations()) running.cancel();
  return element.animate(frames, options);
}
