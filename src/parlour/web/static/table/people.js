// Lists who sits at a table, and offers phrases to say, the invitation and an explanation of the badges.
import { h } from "../core/dom.js";
import { inviteBox } from "./invite.js";
import { removeButton } from "./removal.js";
import { say, stepAway } from "../sitting/wishes.js";
import { state } from "../core/state.js";
import { colourOf, isOther, nameAt, seatMark } from "./seats.js";
import { t } from "../core/words.js";

/** Explain the short badges. */
function legend() {
  const signs = Object.values(state.game.badges).filter((badge) => badge.short !== badge.word);
  if (!signs.length) return [];
  const rows = signs.map(({ short, word }) =>
    h("li", {}, h("span", { class: "badge", "aria-hidden": "true" }, t(short)), h("span", {}, t(word))),
  );
  return [h("h3", {}, t("What the badges mean")), h("ul", { class: "people" }, rows)];
}

/** @param {Sitting} at */
export function peopleAt(at) {
  const seats = at.facts?.seats ?? [];
  const own = seats[at.seat];
  const list = seats.map((seat) =>
    h(
      "li",
      {},
      h(
        "span",
        { class: "avatar", style: { "--av": colourOf(seat.seat) }, "aria-hidden": "true" },
        nameAt(seat.seat, at.facts)[0]?.toUpperCase(),
      ),
      h("span", {}, nameAt(seat.seat, at.facts), seatMark(seat, at.facts)),
      isOther(at, seat) && removeButton(at, seat),
      h(
        "small",
        {},
        seat.kind === "bot"
          ? t("bot, {level}", { level: t(seat.level ?? "") })
          : seat.away
            ? t("away; a bot is playing")
            : seat.present
              ? t("here")
              : t("not connected"),
      ),
    ),
  );
  const phrases = state.phrases.map((phrase) =>
    h("button", { type: "button", class: "chip", onclick: () => say(phrase.name) }, t(phrase.text)),
  );
  const away = own?.away
    ? h("button", { type: "button", class: "action", onclick: () => stepAway(false) }, t("Take my seat back"))
    : h("button", { type: "button", class: "action", onclick: () => stepAway(true) }, t("Let a bot play for me"));
  return [
    h("h2", {}, t("At the table")),
    h("ul", { class: "people" }, list),
    at.seat >= 0 && h("h3", {}, t("Say something")),
    at.seat >= 0 && h("div", { class: "phrases" }, phrases),
    at.seat >= 0 && !at.facts?.over && !at.facts?.day && h("div", { class: "buttons" }, away),
    h("div", { class: "buttons" }, h("a", { class: "action", href: "/", "data-link": true }, t("All games"))),
    !at.facts?.day && !at.facts?.evening && inviteBox(at), // Nobody may watch while others play the same cards.
    ...legend(),
    h(
      "p",
      { class: "quiet" },
      t("The deals of this match come from a secret key; its fingerprint is {commitment}.", {
        commitment: (at.facts?.commitment ?? "").slice(0, 16),
      }),
    ),
  ];
}
