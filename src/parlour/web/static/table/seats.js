// Draws the name plates around the table, with promises, tricks and scores, and the stacks in front of them.
import { drawCard } from "../cards/cards.js";
import { eventually, h } from "../core/dom.js";
import { pileName, stacksOf } from "./slots.js";
import { spoken } from "../core/deck.js";
import { changed, state } from "../core/state.js";
import { cardSign, inkedWithin } from "../cards/inked.js";
import { capital, otherSeat, formatted } from "../core/sentences.js";
import { counted, minus, t } from "../core/words.js";

const COLOURS = ["#1d688a", "#ab461c", "#6a43a5", "#3c742d", "#9c3560", "#80600f"];
const SHORT_SCORE = 2, // On a phone, a score with more characters replaces the avatar.
  MOST_PEEKED = 6,
  MOST_PIPS = 7,
  MOST_LIVES = 6;

/** Return a seat's colour on plates and charts. @param {number} seat */
export const colourOf = (seat) => COLOURS[seat % COLOURS.length];

/** Whether a seat belongs to no player, such as a dummy's. @param {number} seat @param {Facts | null} facts */
export const isBeyond = (seat, facts) => facts !== null && seat >= facts.players;

/** @param {number} seat @param {Facts | null} facts */
export function nameAt(seat, facts) {
  if (facts && isBeyond(seat, facts)) return capital(otherSeat(seat - facts.players));
  return facts?.seats[seat]?.name || t("Seat {n}", { n: seat + 1 });
}

/** @type {typeof import("../core/marks.js") | null} */
let marks = null;

/**
 * Draw a person's mark if somebody else at the table has one too; otherwise it isn't needed to tell people apart.
 * @param {PublicSeat | undefined} seat @param {Facts | null} facts
 */
export function seatMark(seat, facts) {
  const person = seat?.person;
  if (!person || (facts?.seats.filter((one) => one.person).length ?? 0) < 2) return null;
  if (marks) return marks.markPicture(person);
  return eventually(
    import("../core/marks.js").then((module) => {
      marks = module;
      return module.markPicture(person);
    }),
  );
}

/** Whether another person sits at this seat. @param {Sitting} at @param {PublicSeat} seat */
export const isOther = (at, seat) => seat.kind === "person" && seat.taken && at.seat >= 0 && seat.seat !== at.seat;

/** @param {string} name */
const initial = (name) => [...name.trim()][0]?.toUpperCase() ?? "?";

/** @param {Seat} seat */
function promise(seat) {
  const { promised, tricks, bid_mark: mark } = seat;
  if (promised === null || tricks === null) return null;
  const words = t("promised {promised}, won {tricks}", { promised: `${promised}${mark}`, tricks });
  const many = Math.max(promised, tricks) > MOST_PIPS;
  const pips = Array.from({ length: Math.max(promised, tricks) }, (_, n) =>
    h("i", { class: n < tricks ? (n < promised ? "on" : "over") : "" }),
  );
  return h(
    "span",
    { class: `promise${many ? " many" : ""}`, title: words },
    h("span", { class: "pips", "aria-hidden": "true" }, pips.length ? pips : h("b", {}, t("promised 0"))),
    h("b", { class: "ratio", "aria-hidden": "true" }, `${tricks}/${promised}`),
    mark && h("b", { class: "bidmark", "aria-hidden": "true" }, mark),
    h("span", { class: "unseen" }, words),
  );
}

/** @param {Seat} seat @param {string[]} names */
function line(seat, names) {
  const words = [];
  if (seat.chosen) words.push(h("span", { class: "chosen" }, h("span", { class: "long" }, t("has chosen"))));
  if (seat.promised === null && seat.bid) words.push(h("b", { class: "bid" }, inkedWithin(seat.bid, names)));
  if (seat.promised === null && seat.tricks) {
    words.push(h("span", { class: "line" }, t("{n} tricks", { n: seat.tricks })));
  }
  return words;
}

/** Whether the player at a seat is your partner. @param {Seat} seat @param {View} view */
export function isPartner(seat, view) {
  const own = view.seats.find((one) => one.seat === view.seat);
  return own !== undefined && own !== seat && seat.team !== null && seat.team === own.team;
}

const partnerBadge = () => h("span", { class: "badge partner", title: t("your partner") }, t("partner"));

/** @param {Seat} seat */
function badges(seat) {
  return seat.badges
    .filter((name) => state.game.badges[name])
    .map((name) => {
      const { word, short, warning } = state.game.badges[name];
      return h(
        "span",
        { class: `badge ${name} ${warning ? "warning" : ""}`, title: t(word) },
        h("span", { class: "long" }, t(word)),
        h("span", { class: "short", "aria-hidden": "true" }, t(short)),
      );
    });
}

/** Draw lives as tokens, or as a number if there are too many; draw points as a number. @param {number} number */
export function tokens(number) {
  if (!state.game.scoring.lives || number < 0 || number > MOST_LIVES) return null;
  return h(
    "span",
    { class: "lives", title: counted(number, state.game.scoring) },
    Array.from({ length: number }, () => h("i")),
    h("span", { class: "unseen" }, counted(number, state.game.scoring)),
  );
}

/** @param {Seat} seat @param {Facts | null} facts */
function score(seat, facts) {
  if (isBeyond(seat.seat, facts)) return null;
  const words = counted(seat.score, state.game.scoring);
  const number = h("span", { class: "score", title: words }, h("span", { "aria-hidden": "true" }, minus(seat.score)));
  number.append(h("span", { class: "unseen" }, words));
  return tokens(seat.score) ?? number;
}

/** Draw the cards with which a player made a promise. @param {Seat} seat */
const shownCards = (seat) =>
  seat.bid_cards.map((card) =>
    h("span", { class: "bidcard", title: t("promised with {card}", { card: spoken(card) }) }, cardSign(card)),
  );

/** Draw the cards of refused promises, face up and crossed out. @param {Seat} seat */
function refusedCards({ refused_cards: cards }) {
  if (!cards.length) return null;
  const words = t("refused: {cards}", { cards: cards.map((card) => spoken(card)).join(", ") });
  return h(
    "span",
    { class: "struckout", title: words },
    h("span", { class: "unseen" }, words),
    cards.map((card) => h("span", { class: "bidcard", "aria-hidden": "true" }, cardSign(card))),
    h("span", { class: "long", "aria-hidden": "true" }, t("refused so far")),
  );
}

/**
 * @param {Seat} seat @param {View} view @param {Sitting | null} at @param {Facts | null} facts
 * @param {HTMLElement[]} [marks]
 */
export function plate(seat, view, at, facts, marks = []) {
  const name = nameAt(seat.seat, facts),
    who = facts?.seats[seat.seat];
  const turn = view.to_act.includes(seat.seat);
  const looks = [
    "plate",
    turn && "turn",
    view.winners.includes(seat.seat) && "winner",
    seat.badges.includes("out") && "gone",
    marks.length > 0 && "marked",
    String(seat.score).length > SHORT_SCORE && "much",
    who && who.kind === "person" && !who.present && facts?.started && "absent",
  ];
  const phrase = at?.phrases.find((one) => one.seat === seat.seat);
  return h(
    "div",
    { class: looks.filter(Boolean).join(" "), style: { "--av": colourOf(seat.seat) }, "data-team": seat.team },
    h("span", { class: "avatar", "aria-hidden": "true" }, initial(name), seatMark(who, facts)),
    h(
      "div",
      { class: "about" },
      h("strong", { title: name }, name),
      who?.kind === "bot" && h("small", { class: "kind" }, t("bot")),
      who?.away && h("small", { class: "kind" }, t("away")),
      who && who.absent !== null && !who.away && facts?.started && h("small", { class: "kind" }, t("absent")),
      h(
        "div",
        { class: "facts" },
        promise(seat),
        shownCards(seat),
        refusedCards(seat),
        line(seat, facts?.seats.map((one) => one.name) ?? []),
        h("span", { class: "badges" }, isPartner(seat, view) && partnerBadge(), badges(seat)),
      ),
    ),
    marks.length > 0 && h("div", { class: "marks" }, marks),
    score(seat, facts),
    turn && h("span", { class: "unseen" }, t("to move")),
    phrase && h("span", { class: "bubble" }, phraseText(phrase.phrase)),
  );
}

/** @param {string} phrase */
const phraseText = (phrase) => t(state.phrases.find((one) => one.name === phrase)?.text ?? phrase);

/**
 * Draw the stacks in front of a seat or in the middle, as buttons that open the list of their known cards.
 * @param {View} view @param {number | null} owner @param {string[]} names
 */
export const stacks = (view, owner, names) =>
  stacksOf(view, owner).map((pile) => stack(pile, liesOpen(view, pile), names));

/** Show the known cards of a stack; in a replay, do nothing. @param {string} name */
function openPile(name) {
  if (state.sitting) state.sitting.pile = name;
  changed();
}

/**
 * Whether a stack is drawn face up, because all cards in all stacks of its name are known.
 * @param {View} view @param {Pile} pile
 */
const liesOpen = (view, pile) =>
  !pile.face_down &&
  view.centre.piles.every((one) => one.name.template !== pile.name.template || one.open.length === one.cards);

/** Draw the face-down cards that you know, which appear while you point at the stack. @param {string[]} cards */
const peek = (cards) =>
  h(
    "span",
    { class: "peek", "aria-hidden": "true" },
    cards.slice(0, MOST_PEEKED).map((card) => drawCard(card)),
    cards.length > MOST_PEEKED && h("b", {}, `+${cards.length - MOST_PEEKED}`),
  );

/** @param {Pile} pile @param {boolean} faceUp @param {string[]} names */
function stack(pile, faceUp, names) {
  const name = formatted(pile.name, names);
  const shown = pile.cards ? drawCard(faceUp ? pile.open[pile.open.length - 1] : null) : h("span", { class: "empty" });
  const known = pile.face_down && pile.open.length > 0;
  const words = t("{pile}: {n} cards", { pile: name, n: pile.cards });
  const seen = { pile: words, cards: pile.open.map((card) => spoken(card)).join(", ") };
  return h(
    "button",
    {
      type: "button",
      class: `stack${pile.cards > 1 ? " many" : ""}${known ? " known" : ""}`,
      "data-pile": pileName(pile),
      "data-focus": pileName(pile),
      title: known ? null : name,
      onclick: () => openPile(pileName(pile)),
    },
    h("span", { class: "tiny", "aria-hidden": "true" }, shown, h("b", {}, pile.cards)),
    h("span", { class: "label", "aria-hidden": "true" }, name),
    h("span", { class: "unseen" }, known ? t("{pile}, face down; you know {cards}", seen) : words),
    known && peek(pile.open),
  );
}
