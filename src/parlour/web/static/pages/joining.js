// Lets this browser join another player, after another device's link or with a recovery code.
import { fill, h } from "../core/dom.js";
import { post } from "../core/http.js";
import { joins, whois } from "../core/marks.js";
import { go } from "../core/paths.js";
import { joiningSecret, playAs } from "../core/players.js";
import { secret } from "../core/state.js";
import { t } from "../core/words.js";
import { button, open, or, until } from "./steps.js";

/**
 * Ask what happens to the player that this browser has been so far; by default nothing.
 * @param {Me} me @returns {{ element: HTMLElement | null, moves: () => boolean }}
 */
function movingChoice(me) {
  if (!me.id) return { element: null, moves: () => false };
  const option = (/** @type {string} */ value, /** @type {string} */ title, /** @type {string} */ words) =>
    h(
      "label",
      { class: "movingchoice" },
      h("input", { type: "radio", name: "moving", value, checked: value === "stay" }),
      h("span", {}, h("b", {}, title), h("small", {}, words)),
    );
  const name = me.name ?? "";
  const element = h(
    "fieldset",
    { class: "moving" },
    h("legend", {}, t("What happens to {name}?", { name }), " ", whois(me.id, "")),
    option(
      "stay",
      t("Nothing: keep both players"),
      t("Matches and history of {name} stay as they are. In this browser you can switch back at any time.", { name }),
    ),
    option(
      "move",
      t("Move everything"),
      t("History, running matches and all devices of {name} move along, and {name} no longer exists.", { name }) +
        " " +
        t("This can't be undone."),
    ),
  );
  const moves = () => element.querySelector("input:checked")?.getAttribute("value") === "move";
  return { element, moves };
}

/**
 * Return the secret with which this browser joins another player: its own, if its player moves along or doesn't exist.
 * @param {Me} me @param {boolean} move @param {string} code
 */
const secretFor = (me, move, code) => (me.id && !move ? joiningSecret(code) : secret());

/** Draw the page that opens when a device follows another device's link. @param {string} code @param {Me} me */
export async function joiningPart(code, me) {
  let owner;
  try {
    owner = /** @type {LinkOwner} */ (await post("/me/link/owner", { code }));
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return h(
      "section",
      { class: "devices" },
      h("h1", {}, t("This link doesn't work")),
      h("p", { role: "alert" }, message),
    );
  }
  const { name } = owner;
  const title = h("h1", {}, t("Play as {name} on this device", { name }));
  const whose = whois(owner.person, owner.name);
  const back = h("a", { class: "action", href: "/me", "data-link": true }, t("Back to your page"));
  if (owner.person === me.id)
    return h("section", { class: "devices" }, title, h("p", {}, t("You already do.")), h("p", {}, whose), back);
  const choice = movingChoice(me);
  const box = h("div", { class: "devicebox", role: "status" });
  const ask = async () => {
    const move = choice.moves();
    const own = secretFor(me, move, code);
    const { joined, check } = await post("/me/join", { code, move }, own);
    question.remove();
    if (joined) {
      playAs(own);
      go("/me");
    } else
      fill(
        box,
        h("p", {}, t("Accept this device on the other one. Both devices show these letters:")),
        h("p", { class: "letters" }, check),
      );
    return joined;
  };
  const begin = () => {
    choice.element?.setAttribute("disabled", "");
    ask()
      .then((joined) => joined || until(box, ask))
      .catch((error) => {
        choice.element?.removeAttribute("disabled");
        or(box)(error);
      });
  };
  const question = h(
    "div",
    {},
    h("p", {}, t("Everything you play in this browser from now on counts for {name}.", { name })),
    h("p", {}, t("Go on only if you made this link yourself, on another device of yours.")),
    choice.element,
    h("div", { class: "buttons" }, button(t("Ask the other device"), begin, "action main"), back),
  );
  return h(
    "section",
    { class: "devices" },
    title,
    joins(me.id ? whois(me.id, me.name) : t("This device"), whose),
    question,
    box,
  );
}

/** @param {HTMLElement} box @param {Me} me */
export function recoverForm(box, me) {
  const field = h("input", { id: "recovery", type: "text", autocomplete: "off", maxlength: "64" });
  const status = h("div", {});
  const choice = movingChoice(me);
  const form = h(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const move = choice.moves();
        const own = secretFor(me, move, "recovery");
        post("/me/recover", { code: field.value, move }, own)
          .then(() => {
            playAs(own);
            go("/me");
          })
          .catch(or(status));
      },
    },
    choice.element,
    h("label", { for: "recovery" }, t("Your recovery code")),
    h("div", { class: "linkrow" }, field, h("button", { class: "action", type: "submit" }, t("Come back"))),
    status,
  );
  open(box, form);
  field.focus();
}
