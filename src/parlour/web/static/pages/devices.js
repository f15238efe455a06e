// Lets a player add another device, make a recovery code, or delete everything stored about them.
import { fill, h } from "../core/dom.js";
import { get, post } from "../core/http.js";
import { go } from "../core/paths.js";
import { qrPicture } from "../core/qr.js";
import { keep, secret } from "../core/state.js";
import { linkField } from "../table/invite.js";
import { t } from "../core/words.js";

const AGAIN = 2000; // Milliseconds between two requests.

/**
 * Repeat a request until it succeeds or the element has left the page.
 * @param {HTMLElement} element @param {() => Promise<boolean>} ask
 */
function until(element, ask) {
  const later = () =>
    setTimeout(async () => {
      if (element.isConnected && !(await ask().catch(() => false))) later();
    }, AGAIN);
  later();
}

/** @param {string} words @param {() => void} onclick @param {string} [looks] */
const button = (words, onclick, looks = "action") => h("button", { type: "button", class: looks, onclick }, words);

/**
 * Show these elements below the buttons, and scroll them into view.
 * @param {HTMLElement} box @param {...import("../core/dom.js").Child} children
 */
function open(box, ...children) {
  fill(box, ...children);
  box.scrollIntoView({ block: "nearest" });
}

/** Make an error handler that shows in an element why a request failed. @param {HTMLElement} place */
const or = (place) => (/** @type {Error} */ error) => fill(place, h("p", { role: "alert" }, error.message));

/** @param {Me} me */
export function devicesPart(me) {
  const box = h("div", { class: "devicebox" });
  return h(
    "section",
    { class: "devices", "aria-labelledby": "devices-title" },
    h("h2", { id: "devices-title" }, t("Your other devices")),
    h("p", {}, t("No account, no password: your browser keeps a secret that says who you are.")),
    h(
      "div",
      { class: "buttons" },
      me.id && button(t("Play on another device"), () => offerLink(box)),
      me.id && button(me.recovery ? t("New recovery code") : t("Recovery code"), () => writeDown(box)),
      button(t("I have a recovery code"), () => recoverForm(box)),
      me.id && button(t("Forget me"), () => forgetMe(box)),
    ),
    box,
  );
}

/** @param {HTMLElement} box */
async function offerLink(box) {
  const made = await post("/me/link", {}, secret()).catch(or(box));
  if (!made) return;
  const asked = h("div", { role: "status" }, h("p", {}, t("Waiting for the other device …")));
  open(
    box,
    linkField(made.link, t("Open this link on the other device within ten minutes."), "device-link"),
    qrPicture(made.link, t("QR code of the link")),
    asked,
  );
  until(asked, async () => {
    const me = /** @type {Me} */ (await get("/me", secret()));
    if (me.asking) confirmDevice(asked, me.asking);
    return Boolean(me.asking);
  });
}

/** @param {HTMLElement} place @param {string} check */
function confirmDevice(place, check) {
  const answer = (/** @type {boolean} */ accept) => () =>
    post("/me/answer", { check, accept }, secret())
      .then(() => fill(place, h("p", {}, accept ? t("The other device can now play as you.") : t("You refused it."))))
      .catch(or(place));
  open(
    place,
    h("p", {}, t("A device asks to play as you. The other device shows these letters:")),
    h("p", { class: "letters" }, check),
    h(
      "div",
      { class: "buttons" },
      button(t("They match: accept"), answer(true), "action main"),
      button(t("Refuse"), answer(false)),
    ),
  );
}

/** @param {HTMLElement} box */
async function writeDown(box) {
  const made = await post("/me/recovery", {}, secret()).catch(or(box));
  if (!made) return;
  open(
    box,
    h("p", {}, t("Write this code down. The code is shown only once; with it you can play as yourself on any device.")),
    h("p", { class: "recovery" }, made.code),
  );
}

/** @param {HTMLElement} box */
function recoverForm(box) {
  const field = h("input", { id: "recovery", type: "text", autocomplete: "off", maxlength: "64" });
  const status = h("div", {});
  const form = h(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        post("/me/recover", { code: field.value }, secret())
          .then(() => go("/me"))
          .catch(or(status));
      },
    },
    h("label", { for: "recovery" }, t("Your recovery code")),
    h("div", { class: "linkrow" }, field, h("button", { class: "action", type: "submit" }, t("Come back"))),
    status,
  );
  open(box, form);
  field.focus();
}

/** @param {HTMLElement} box */
function forgetMe(box) {
  const forget = () =>
    post("/me/forget", {}, secret())
      .then(() => {
        keep("person", ""); // This browser is a new person from now on.
        go("/");
      })
      .catch(or(box));
  open(
    box,
    h(
      "p",
      {},
      t("This deletes your history, rating and devices. At other people's tables you'll be called “somebody”."),
    ),
    h(
      "div",
      { class: "buttons" },
      button(t("Forget me for good"), forget, "action danger"),
      button(t("Cancel"), () => fill(box)),
    ),
  );
}

/** Draw the page that opens when a device follows another device's link. @param {string} code */
export function joiningPart(code) {
  const box = h("div", { class: "devicebox", role: "status" });
  const ask = async () => {
    const { joined, check } = await post("/me/join", { code }, secret());
    start.remove();
    if (joined) go("/me");
    else
      fill(
        box,
        h("p", {}, t("Accept this device on the other one. Both devices show these letters:")),
        h("p", { class: "letters" }, check),
      );
    return joined;
  };
  const begin = () =>
    ask()
      .then((joined) => joined || until(box, ask))
      .catch(or(box));
  const start = h("div", { class: "buttons" }, button(t("Ask the other device"), begin, "action main"));
  return h(
    "section",
    { class: "devices" },
    h("h1", {}, t("Play here as the same person")),
    h("p", {}, t("You'll be the same player here as on the device that shows this link.")),
    h("p", {}, t("Matches already played in this browser are added to your history.")),
    start,
    box,
  );
}
