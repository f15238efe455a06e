// Shows which absent player the table is waiting for, how long it has waited, when a bot will take over, and the
// others' vote to bring the bot in now. Also draws the button that skips to the result, for a player who is out while
// only bots are left.
import { drawIfChanged, h } from "../core/dom.js";
import { letStandIn, skip } from "../sitting/wishes.js";
import { changed, state } from "../core/state.js";
import { t } from "../core/words.js";

const GRACE = 5; // After this many seconds the others may decide (the server uses the same number).

/** Find the absent player whose move the table waits for. @param {View} view @param {Sitting} at */
function waitedFor(view, at) {
  if (view.over || at.seat < 0) return null;
  return at.facts?.seats.find((seat) => view.to_act.includes(seat.seat) && seat.absent !== null && !seat.away) ?? null;
}

/** Whether you are out and only bots are still playing. @param {View} view @param {Sitting} at */
export function isLeftOut(view, at) {
  const isOut = (/** @type {number} */ seat) => view.seats[seat]?.badges.includes("out");
  return (
    !view.over &&
    !at.skipping &&
    at.seat >= 0 &&
    isOut(at.seat) &&
    (at.facts?.seats ?? []).every((one) => one.kind === "bot" || one.away || isOut(one.seat))
  );
}

/** Format a duration in seconds or minutes. @param {number} seconds */
const lasting = (seconds) =>
  seconds < 60 ? t("{n} s", { n: Math.floor(seconds) }) : t("{n} min", { n: Math.floor(seconds / 60) });

/**
 * Draw the times, which change every second and are therefore hidden from screen readers.
 * @param {PublicSeat} seat @param {Sitting} at
 */
function figures(seat, at) {
  const since = (Date.now() - at.factsAt) / 1000;
  const gone = t("away for {time}", { time: lasting((seat.absent ?? 0) + since) });
  if (seat.stand_in === null) return gone;
  return `${gone} · ${t("a bot takes over in {time}", { time: lasting(Math.max(0, seat.stand_in - since)) })}`;
}

/**
 * Whether the others may vote for a bot, which they never may on an evening's boards.
 * @param {PublicSeat} seat @param {Sitting} at
 */
const mayDecide = (seat, at) =>
  !at.facts?.evening && (seat.absent ?? 0) + (Date.now() - at.factsAt) / 1000 >= GRACE;

/** @param {HTMLElement} element @param {View} view @param {Sitting} at */
export function drawAbsence(element, view, at) {
  const seat = waitedFor(view, at);
  const out = !seat && isLeftOut(view, at);
  element.hidden = !seat && !out;
  if (seat) {
    const may = mayDecide(seat, at);
    drawIfChanged(element, [seat.seat, seat.name, seat.votes, seat.votes_needed, may], () => absentParts(seat, may));
    const small = element.querySelector(".figures"),
      words = figures(seat, at);
    if (small && small.textContent !== words) small.textContent = words;
  } else drawIfChanged(element, ["out", out], () => (out ? [skipButton()] : []));
}

/** @param {PublicSeat} seat @param {boolean} may */
const absentParts = (seat, may) => [
  h(
    "p",
    { role: "status" },
    t("{who} is away. A bot will take over unless {who} comes back.", { who: seat.name }),
    h("small", { class: "figures", "aria-hidden": "true" }),
  ),
  may &&
    h(
      "button",
      { type: "button", class: "action", "data-focus": "stand-in", onclick: () => letStandIn(seat.seat) },
      h("span", {}, t("Let a bot play for {who} now", { who: seat.name })),
      seat.votes > 0 &&
        h("b", { class: "count" }, t("{n} of {all} agree", { n: seat.votes, all: seat.votes_needed })),
    ),
];

/** Draw the button that skips to the result. */
export const skipButton = () =>
  h(
    "button",
    { type: "button", class: "action", "data-action": "skip", "data-focus": "skip", onclick: () => skip() },
    t("Skip to the result"),
  );

setInterval(() => state.sitting?.facts?.seats.some((seat) => seat.absent !== null) && changed(), 1000);
