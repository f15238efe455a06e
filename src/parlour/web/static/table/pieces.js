// Keeps an element for every card on the table, so that the picture stays the same while the card moves.
import { drawCard } from "../cards/cards.js";
import { decorate, h } from "../core/dom.js";
import { goal, origin } from "./journeys.js";
import { poseOf } from "./poses.js";
import { matched } from "./slots.js";
import { pressed } from "./touch.js";
import { spoken } from "../core/deck.js";

/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {import("./layout.js").Table} Table */
/**
 * @typedef {object} Piece
 * @property {Slot} slot
 * @property {HTMLElement} element
 * @property {HTMLElement} inner
 * @property {Pose} start
 * @property {Pose} pose
 * @property {string} kind
 * @property {string} laid
 * @property {Animation | null} moving
 * @property {Animation | null} turning
 */
/** @typedef {import("./touch.js").Touch} Touch */
/**
 * @typedef {{hand: HTMLElement, trick: HTMLElement, row: HTMLElement, middle: HTMLElement, backs: HTMLElement}} Homes
 * @typedef {object} Scene
 * @property {Table} table
 * @property {View} view
 * @property {View | null} before The view that was drawn last.
 * @property {Slot[]} slots
 * @property {import("./journeys.js").Stacks} stacks
 * @property {(slot: Slot) => Touch} touch
 * @property {boolean} still Whether cards jump to their positions without animation.
 */

const MOVE = 300,
  DEAL_GAP = 32,
  EASE = "cubic-bezier(.22,.8,.28,1)";

/** @param {Pose} pose */
const css = (pose) =>
  `translate(${pose.x.toFixed(1)}px, ${pose.y.toFixed(1)}px) translate(-50%, -50%) ` +
  `rotate(${pose.turn.toFixed(2)}deg) scale(${pose.scale.toFixed(3)})`;

/**
 * Whether two poses look the same; cards in front of other seats move with the plate, so less precision will do.
 * @param {Pose} a @param {Pose} b @param {Slot} slot
 */
const near = (a, b, slot) =>
  Math.hypot(a.x - b.x, a.y - b.y) < (slot.zone === "other" ? 8 : 2) &&
  Math.abs(a.turn - b.turn) < 0.6 &&
  Math.abs(a.scale - b.scale) < 0.02;

export class Pieces {
  /** @param {Homes} homes */
  constructor(homes) {
    this.homes = homes;
    /** @type {Piece[]} */
    this.pieces = [];
  }

  /**
   * Move every card to its new position. A moving card's current position is calculated here, because asking the
   * browser would force it to lay out the page.
   * @param {Scene} scene
   */
  place(scene) {
    const { table, view, before, stacks } = scene;
    const found = matched(this.pieces, scene.slots);
    const kept = new Set(found);
    const leaving = this.pieces.filter((piece) => !kept.has(piece));
    const starts = scene.slots.map((slot, n) =>
      found[n]
        ? whereNow(/** @type {Piece} */ (found[n]))
        : scene.still
          ? poseOf(table, slot)
          : origin(slot, before, view, table, stacks),
    );
    const ends = leaving.map((piece) => (scene.still ? null : goal(piece.slot, view, table, stacks)));
    let fresh = 0;
    const next = scene.slots.map((slot, n) => {
      const piece = found[n],
        start = starts[n];
      return piece ? this.move(piece, slot, scene, 0, start) : this.appear(slot, scene, fresh++, start);
    });
    leaving.forEach((piece, n) => this.leave(piece, scene, ends[n]));
    this.pieces = next;
    this.arrange(scene);
  }

  /** @param {Slot} slot @param {Scene} scene @param {number} order @param {Pose} pose @returns {Piece} */
  appear(slot, scene, order, pose) {
    const inner = h("span", { class: "inner" }, drawCard(slot.card));
    const piece = {
      slot,
      inner,
      element: h("span"),
      start: pose,
      pose,
      kind: "",
      laid: "",
      moving: null,
      turning: null,
    };
    return this.move(piece, slot, scene, order * DEAL_GAP, pose);
  }

  /** @param {Piece} piece @param {Slot} slot @param {Scene} scene @param {number} delay @param {Pose} start */
  move(piece, slot, scene, delay, start) {
    const pose = poseOf(scene.table, slot);
    if (piece.slot.card !== slot.card) this.turnOver(piece, slot, scene);
    this.settle(piece, slot, scene);
    const was = piece.pose;
    piece.slot = slot;
    piece.pose = pose;
    const before = css(start),
      after = css(pose);
    const moved = before !== after && piece.laid !== after && !near(was, pose, slot);
    if (piece.laid !== after) piece.element.style.transform = piece.laid = after;
    if (!moved || scene.still) return piece;
    piece.start = start;
    const wait = delay + waiting(piece.moving);
    piece.moving = animated(piece.element, piece.moving, [{ transform: before }, { transform: after }], {
      duration: MOVE,
      delay: wait,
      easing: EASE,
      fill: "backwards",
    });
    return piece;
  }

  /** @param {Piece} piece @param {Slot} slot @param {Scene} scene */
  turnOver(piece, slot, scene) {
    piece.inner.replaceChildren(drawCard(slot.card));
    if (scene.still) return;
    piece.turning = animated(
      piece.inner,
      piece.turning,
      [{ transform: "rotateY(88deg)" }, { transform: "rotateY(0)" }],
      { duration: 240, easing: "ease-out" },
    );
  }

  /**
   * Give a card the kind of element that its slot needs: a button, a list item or a plain picture.
   * @param {Piece} piece @param {Slot} slot @param {Scene} scene
   */
  settle(piece, slot, scene) {
    const touch = scene.touch(slot);
    const kind = touch.button ? "button" : slot.zone === "trick" || slot.zone === "row" ? "li" : "span";
    if (piece.kind !== kind) {
      const old = piece.element;
      piece.element = kind === "button" ? this.button(piece) : h(kind === "li" ? "li" : "span");
      piece.element.append(piece.inner);
      old.remove();
      Object.assign(piece, { kind, laid: "" });
    }
    dress(piece.element, slot, touch);
  }

  /** @param {Piece} piece */
  button(piece) {
    const button = h("button", { type: "button", tabindex: "-1" });
    button.addEventListener("click", () => piece.slot.card && pressed(piece.slot.card, button));
    return button;
  }

  /**
   * Remove a card that has left the table, moving it to its target if it has one.
   * @param {Piece} piece @param {Scene} scene @param {Pose | null} target
   */
  leave(piece, scene, target) {
    piece.element.removeAttribute("id");
    if (scene.still || !piece.element.isConnected) return void piece.element.remove();
    const ghost = h(
      "span",
      { class: "card leaving", "aria-hidden": "true", style: { transform: css(piece.pose), zIndex: "40" } },
      piece.inner,
    );
    this.homes.backs.append(ghost);
    piece.element.remove();
    const end = target ?? { ...piece.pose, scale: piece.pose.scale * 0.9 };
    const moves = [
      { transform: css(piece.pose), opacity: 1 },
      { opacity: 1, offset: 0.7 },
      { transform: css(end), opacity: 0 },
    ];
    animated(ghost, null, moves, { duration: target ? 420 : 200, easing: "cubic-bezier(.4,0,.6,1)" }).finished.then(
      () => ghost.remove(),
      () => ghost.remove(),
    );
  }

  /**
   * Put the elements into the order of their slots, without touching those already in position.
   * @param {Scene} scene
   */
  arrange(scene) {
    /** @type {Map<HTMLElement, number>} */
    const used = new Map();
    for (const { slot, element } of this.pieces) {
      const home = this.homeOf(slot, scene);
      const place = used.get(home) ?? 0;
      if (home.children[place] !== element) home.insertBefore(element, home.children[place] ?? null);
      used.set(home, place + 1);
      const height = String(
        slot.zone === "trick" ? 30 + slot.place : slot.zone === "hand" ? 10 + slot.place : 1 + slot.place,
      );
      if (element.style.zIndex !== height) element.style.zIndex = height;
    }
  }

  /** @param {Slot} slot @param {Scene} scene */
  homeOf(slot, scene) {
    if (slot.zone === "hand") return this.homes.hand;
    if (slot.zone === "trick") return this.homes.trick;
    if (slot.zone === "row") return this.homes.row;
    return slot.zone === "pile" && (slot.seat === null || slot.seat === scene.table.near)
      ? this.homes.middle
      : this.homes.backs;
  }

  /** Return the cards in your hand, in order. */
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
    const pressed = typeof touch.pressed === "boolean" ? String(touch.pressed) : null;
    decorate(element, { "aria-disabled": String(touch.disabled), "aria-pressed": pressed, "data-card": slot.card });
    label(element, name);
  } else if (slot.card && slot.zone !== "other") {
    label(element, name);
  } else {
    decorate(element, { "aria-hidden": "true" });
  }
}

/**
 * Give a card's element a name for screen readers.
 * @param {HTMLElement} element @param {string} name
 */
function label(element, name) {
  element.removeAttribute("aria-hidden");
  let words = element.querySelector(":scope > .unseen");
  if (!words) element.append((words = h("span", { class: "unseen" })));
  if (words.textContent !== name) words.textContent = name;
}

/** Counts card movements for tests and measurements. */
export const motion = { moves: 0 };

/** Calculate where a card is now, even if it is moving. @param {Piece} piece @returns {Pose} */
function whereNow({ start, pose, moving }) {
  const done = moving?.effect?.getComputedTiming().progress ?? 1;
  const between = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * done;
  return {
    x: between(start.x, pose.x),
    y: between(start.y, pose.y),
    turn: between(start.turn, pose.turn),
    scale: between(start.scale, pose.scale),
  };
}

/** Return how many milliseconds remain until a dealt card starts to move. @param {Animation | null} moving */
const waiting = (moving) =>
  Math.max(0, Number(moving?.effect?.getTiming().delay ?? 0) - Number(moving?.currentTime ?? Infinity));

/**
 * Start an animation after ending the element's previous animation.
 * @param {HTMLElement} element @param {Animation | null} before @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
function animated(element, before, frames, options) {
  motion.moves += 1;
  before?.cancel();
  return element.animate(frames, options);
}
