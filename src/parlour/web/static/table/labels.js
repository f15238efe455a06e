// Draws the words around the cards: plates, stacks, markers, who is winning the trick.
import { drawCard, drawEmpty, drawSuit } from "../cards/cards.js";
import { spoken } from "../core/deck.js";
import { drawIfChanged, h } from "../core/dom.js";
import { RATIO } from "./frame.js";
import { marksAt } from "./moments.js";
import { poseOf } from "./poses.js";
import { isPartner, nameAt, plate, stacks } from "./seats.js";
import { spreadBefore } from "./slots.js";
import { formatted } from "../core/sentences.js";
import { t } from "../core/words.js";

/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {import("./layout.js").Table} Table */
/**
 * What is drawn besides the view: facts about the table, the moment being shown, and the visit (null in a replay).
 * @typedef {{facts: Facts | null, at: Sitting | null, staged: Staged | null}} Setting
 */

/** Return the players' names. @param {Setting} setting */
export const namesIn = (setting) => setting.facts?.seats.map((one) => one.name) ?? [];

/**
 * Draw a seat's plate and the stacks in front of it. `fanned` says whether the seat's cards are spread below the plate.
 * @param {HTMLElement} section @param {Seat} seat @param {View} view @param {Setting} setting
 * @param {boolean} fanned
 */
export function drawSeat(section, seat, view, setting, fanned) {
  const { facts, at } = setting,
    names = namesIn(setting);
  const piles = view.centre.piles.filter((pile) => pile.owner === seat.seat);
  const who = facts?.seats[seat.seat],
    phrase = at?.phrases.find((one) => one.seat === seat.seat);
  const marks = [view.to_act.includes(seat.seat), view.winners.includes(seat.seat), facts?.started];
  const words_ = marksAt(setting.staged, seat.seat, names);
  const written_ = words_.map((mark) => mark.outerHTML);
  drawIfChanged(section, [seat, piles, who, phrase, written_, ...marks], () => {
    const known = seat.seat !== view.seat && seat.hand.length > 0;
    const held = stacks(view, seat.seat, names);
    return [
      plate(seat, view, at, facts, words_),
      held.length > 0 && h("div", { class: "stacks" }, held),
      known &&
        h("span", { class: "unseen" }, t("shows {cards}", { cards: seat.hand.map((card) => spoken(card)).join(", ") })),
      fanned && h("div", { class: "fan" }),
      h("span", { class: "unseen" }, t("{n} cards in hand", { n: seat.cards })),
    ];
  });
  const words = { name: nameAt(seat.seat, facts), n: seat.seat + 1 };
  section.setAttribute(
    "aria-label",
    isPartner(seat, view) ? t("{name}, your partner, seat {n}", words) : t("{name}, seat {n}", words),
  );
}

/**
 * Draw the markers, the stacks in the middle, and the line that says who is winning the trick.
 * @param {{markers: HTMLElement, piles: HTMLElement, lead: HTMLElement, middle: HTMLElement}} parts
 * @param {View} view @param {Setting} setting
 */
export function drawMiddle(parts, view, setting) {
  const names = namesIn(setting),
    { markers, piles, trick, winning, tricks } = view.centre;
  drawIfChanged(parts.markers, markers, () => markers.map((marker) => markerOf(marker, names)));
  const loose = piles.filter((pile) => pile.owner === null);
  drawIfChanged(parts.piles, loose, () => stacks(view, null, names));
  const said = [trick, winning, trick === view.centre.last_trick, tricks?.length, names];
  drawIfChanged(parts.lead, said, () => leadWords(view, setting.facts));
  const open = loose.find((pile) => pile.open.length);
  parts.middle.setAttribute("aria-label", open ? formatted(open.name, names) : t("The middle of the table"));
}

/** @param {Marker} marker @param {string[]} names */
const markerOf = (marker, names) =>
  h(
    "li",
    { class: marker.pile ? "marker piled" : "marker" },
    marker.pile ? topOf(marker) : h("span", { class: "suitcard" }, drawSuit(marker.suit)),
    h("span", { class: "label" }, formatted(marker.name, names)),
    h("span", { class: "unseen" }, `: ${marker.suit ? spoken(marker.card || marker.suit) : t("not yet known")}`),
  );

/**
 * Draw a marker's pile with the card that shows the suit on top, and also the suit alone, which small tables show.
 * @param {Marker} marker
 */
const topOf = ({ pile, card, suit }) =>
  h(
    "span",
    { class: `suitcard${pile > 1 ? " many" : ""}${suit ? " known" : ""}` },
    card === "" ? drawEmpty() : drawCard(card),
    suit && drawSuit(suit),
  );

/** Whether the match's first trick has just been finished, so that its losing cards lie sideways. @param {View} view */
const firstLost = ({ round, centre }) =>
  round === 1 && centre.tricks?.filter((trick) => trick.winner !== null && trick.plays.length > 1).length === 1;

/**
 * Say who is winning the trick, or who won it if it is complete.
 * @param {View} view @param {Facts | null} facts
 */
function leadWords(view, facts) {
  const { trick, winning, last_trick: last } = view.centre;
  if (!trick.length) return firstLost(view) ? [t("A sideways card has lost its trick.")] : [];
  const complete = trick === last; // sitting/pace.js holds a complete trick for a while.
  if (winning === null) return complete ? [t("A drawn trick.")] : [];
  if (winning === view.seat) return [complete ? t("You win the trick") : t("You are winning this trick")];
  const who = nameAt(winning, facts);
  return [complete ? t("{who} wins the trick", { who }) : t("{who} is winning this trick", { who })];
}

/**
 * If several piles are spread out at the near side, draw their names.
 * @param {HTMLElement} home @param {View} view @param {Table} table @param {string[]} names
 */
export function drawGroupLabels(home, view, table, names) {
  const piles = spreadBefore(view, table.near);
  const source = [piles.map((pile) => pile.name), table.hand, table.card];
  drawIfChanged(home, source, () =>
    piles.length < 2 ? [] : piles.map((pile, group) => groupLabel(pile, group, piles.length, table, names)),
  );
}

/** @param {Pile} pile @param {number} group @param {number} groups @param {Table} table @param {string[]} names */
function groupLabel(pile, group, groups, table, names) {
  const middle = { place: (pile.cards - 1) / 2, of: pile.cards, group, groups };
  const pose = poseOf(table, { zone: "pile", seat: table.near, card: null, ...middle });
  const top = pose.y - table.card * RATIO * 0.4 - 24;
  const transform = `translate(${pose.x}px, ${top}px) translateX(-50%)`;
  return h("span", { class: "grouplabel", style: { transform } }, formatted(pile.name, names));
}
