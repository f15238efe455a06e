// Draws an evening's waiting room: participants, free seats, your name and the invitation link.
import { h } from "../core/dom.js";
import { post } from "../core/http.js";
import { qrPicture } from "../core/qr.js";
import { secret } from "../core/state.js";
import { linkField } from "../table/invite.js";
import { t } from "../core/words.js";
import { named } from "./boards.js";
import { nameField } from "./opening.js";

/**
 * @param {EveningView} view @param {() => Promise<void>} again
 * @param {(evening: string, place: number | null) => Promise<unknown>} takePart
 */
export function waitingRoom(view, again, takePart) {
  const status = h("p", { role: "alert" });
  const doing = (/** @type {() => Promise<unknown>} */ action) => () =>
    action()
      .then(again)
      .catch((error) => (status.textContent = error.message));
  const tell = (/** @type {string} */ what) => doing(() => post(`/evenings/${view.evening}/${what}`, {}, secret()));
  const sit = (/** @type {number | null} */ place) => doing(() => takePart(view.evening, place));
  const joined = view.own !== null;
  const link = `${location.origin}/evening/${view.evening}`;
  return [
    h("p", {}, planWords(view)),
    !joined && h("div", { class: "nameform" }, nameField({ "data-focus": "name" })),
    view.size > 1 ? pairs(view, sit) : h("ul", { class: "guests" }, view.entries.map((one) => guest(view, one))),
    h(
      "div",
      { class: "buttons" },
      !joined && button(view.size > 1 ? t("Take a random seat") : t("Take part"), "main", sit(null)),
      view.host && view.entries.length > 0 && button(t("Start the evening"), "main", tell("start")),
      joined && button(t("Leave"), "", tell("leave")),
    ),
    joined && !view.host && h("p", {}, t("The evening begins when the host starts it. Keep this page open.")),
    status,
    h("h2", {}, t("Invite others")),
    linkField(link, t("Anyone with this link can take part."), "evening-link"),
    qrPicture(link, t("QR code of the link")),
  ];
}

/** Describe the evening: the number of boards, the time for each, and what bots do. @param {EveningView} view */
const planWords = (view) =>
  [
    t("{n} boards: every table plays the same cards.", { n: view.boards }),
    t("At most {n} minutes each; bots fill empty seats and finish late boards.", {
      n: Math.round(view.seconds / 60),
    }),
    t("Small groups sit at several tables with bots, so that someone else plays your cards, too."),
  ].join(" ");

/** @param {string} words @param {string} looks @param {() => unknown} onclick */
export const button = (words, looks, onclick) =>
  h("button", { type: "button", class: `action ${looks}`, onclick }, words);

/** @param {EveningView} view @param {EveningEntry} one */
const guest = (view, one) => h("li", {}, named(one, one.entry === view.own));

/**
 * Draw the pairs with their free seats, and list the players who wait for a random seat.
 * @param {EveningView} view @param {(place: number) => () => void} sit
 */
function pairs(view, sit) {
  const at = (/** @type {number} */ place) => view.entries.find((one) => one.place === place);
  const last = Math.max(-1, ...view.entries.map((one) => one.place ?? -1));
  const units = Array.from({ length: Math.floor(last / view.size) + 2 }, (_, unit) => unit);
  const seated = view.entries.find((one) => one.entry === view.own)?.place ?? null;
  const place = (/** @type {number} */ number) => {
    const there = at(number);
    if (there) return named(there, there.entry === view.own);
    const words = seated === null ? t("Sit here") : t("Move here");
    const where = t("pair {n}", { n: Math.floor(number / view.size) + 1 });
    return h(
      "button",
      { type: "button", class: "action small", "data-place": number, onclick: sit(number) },
      words,
      h("span", { class: "unseen" }, ` (${where}, ${(number % view.size) + 1})`),
    );
  };
  const row = (/** @type {number} */ unit) =>
    Array.from({ length: view.size }, (_, one) => place(unit * view.size + one));
  const drawn = view.entries.filter((one) => one.place === null);
  return [
    h(
      "ol",
      { class: "pairs" },
      units.map((unit) => h("li", {}, h("small", {}, t("Pair {n}", { n: unit + 1 })), row(unit))),
    ),
    drawn.length > 0 &&
      h(
        "p",
        {},
        t("Waiting for a random seat:"),
        " ",
        drawn.map((one) => [named(one, one.entry === view.own), " "]),
      ),
  ];
}
