// Lists your devices, adds and removes them, makes recovery codes, and deletes everything stored about you.
import { fill, h } from "../core/dom.js";
import { get, post } from "../core/http.js";
import { joins, whois } from "../core/marks.js";
import { go } from "../core/paths.js";
import { formerPlayers, playAs } from "../core/players.js";
import { qrPicture } from "../core/qr.js";
import { keep, secret } from "../core/state.js";
import { linkField } from "../table/invite.js";
import { language, t } from "../core/words.js";
import { recoverForm } from "./joining.js";
import { button, open, or, until } from "./steps.js";

const DAY = 86400e3; // milliseconds

/** @param {Me} me */
export function devicesPart(me) {
  const box = h("div", { class: "devicebox" });
  return h(
    "section",
    { class: "devices", "aria-labelledby": "devices-title" },
    h("h2", { id: "devices-title" }, t("Your devices")),
    h("p", {}, t("No account, no password: your browser keeps a secret that says who you are.")),
    me.id && h("ul", { class: "devicelist" }, me.devices.map((one) => deviceLine(one, me.devices.length > 1))),
    h(
      "div",
      { class: "buttons" },
      me.id && button(t("Play on another device"), () => offerLink(box, me)),
      me.id && button(me.recovery ? t("New recovery code") : t("Recovery code"), () => writeDown(box)),
      me.recovery && button(t("Remove the recovery code"), () => removeCode(box)),
      button(t("I have a recovery code"), () => recoverForm(box, me)),
      me.id && button(t("Forget me"), () => forgetMe(box)),
    ),
    box,
    formerPart(),
  );
}

// --- the list

/** @param {number} seconds */
function day(seconds) {
  const days = Math.floor(Date.now() / DAY) - Math.floor((seconds * 1000) / DAY);
  if (days < 1) return t("today");
  if (days < 2) return t("yesterday");
  return new Date(seconds * 1000).toLocaleDateString(language(), { dateStyle: "medium" });
}

/** @param {Device} one @param {boolean} removable A person always keeps one device. */
function deviceLine(one, removable) {
  const box = h("div", { role: "status" });
  const ask = () =>
    open(
      box,
      h(
        "p",
        {},
        one.own
          ? t("You'll be a new player in this browser. Bots take over the seats that you took here.")
          : t("It can't play as you any more. Bots take over the seats that you took there."),
      ),
      h(
        "div",
        { class: "buttons" },
        button(t("Remove this device"), () => remove(one, box), "action danger"),
        button(t("Cancel"), () => fill(box)),
      ),
    );
  const when = t("Joined {joined}, last used {used}", { joined: day(one.joined), used: day(one.used) });
  return h(
    "li",
    { class: one.own ? "mine" : "" },
    h("div", {}, h("b", {}, one.own ? t("This device") : t("Another device")), h("span", { class: "quiet" }, when)),
    removable && button(t("Remove device"), ask),
    box,
  );
}

/** @param {Device} one @param {HTMLElement} box */
const remove = (one, box) =>
  post("/me/devices/remove", { device: one.id }, secret())
    .then(() => {
      if (one.own) keep("person", ""); // This browser is a new player from now on.
      go("/me");
    })
    .catch(or(box));

/** List the other players as whom this browser can play; a player who no longer exists isn't shown. */
function formerPart() {
  const list = h("ul", { class: "devicelist" });
  const part = h("div", { hidden: true }, h("h3", {}, t("Other players in this browser")), list);
  for (const one of formerPlayers())
    get("/me", one)
      .then((/** @type {Me} */ me) => {
        if (!me.id) return;
        const change = () => {
          playAs(one);
          go("/me");
        };
        list.append(h("li", {}, whois(me.id, me.name), button(t("Play as this player"), change)));
        part.hidden = false;
      })
      .catch(() => null); // Without an answer the player isn't offered now.
  return part;
}

// --- another device

/** @param {HTMLElement} box @param {Me} me */
async function offerLink(box, me) {
  const made = await post("/me/link", {}, secret()).catch(or(box));
  if (!made) return;
  const asked = h("div", { role: "status" }, h("p", {}, t("Waiting for the other device …")));
  open(
    box,
    linkField(made.link, t("Open this link on the other device within ten minutes."), "device-link"),
    h("p", { class: "quiet" }, t("Keep this link to yourself: a device that you accept can play as you.")),
    qrPicture(made.link, t("QR code of the link")),
    asked,
  );
  until(asked, async () => {
    const { asking } = /** @type {Me} */ (await get("/me", secret()));
    if (asking) confirmDevice(asked, asking, me);
    return Boolean(asking);
  });
}

/**
 * Show who asks and what will happen, and let the player accept or refuse it.
 * @param {HTMLElement} place @param {Asking} asking @param {Me} me
 */
function confirmDevice(place, asking, me) {
  const answer = (/** @type {boolean} */ accept) => () =>
    post("/me/answer", { check: asking.check, accept }, secret())
      .then(() => fill(place, h("p", {}, accept ? t("The other device can now play as you.") : t("You refused it."))))
      .catch(or(place));
  const own = whois(me.id, me.name),
    name = asking.name ?? "";
  open(
    place,
    joins(asking.move ? whois(asking.person, asking.name) : t("Another device"), own),
    h(
      "p",
      {},
      asking.move
        ? t("History, running matches and all devices of {name} become yours, and {name} no longer exists.", { name })
        : t("A new device asks to play as you. Your matches and those of others stay as they are."),
    ),
    h("p", {}, t("Accept only a device of your own: it will see your history and can move for you.")),
    h("p", {}, t("The other device shows these letters:")),
    h("p", { class: "letters" }, asking.check),
    h(
      "div",
      { class: "buttons" },
      button(t("They match: accept"), answer(true), "action main"),
      button(t("Refuse"), answer(false)),
    ),
  );
}

// --- a recovery code

/** @param {HTMLElement} box */
async function writeDown(box) {
  const made = await post("/me/recovery", {}, secret()).catch(or(box));
  if (!made) return;
  open(
    box,
    h("p", {}, t("Write this code down. The code is shown only once; with it you can play as yourself on any device.")),
    h("p", { class: "recovery" }, made.code),
    h("p", { class: "quiet" }, t("An earlier code isn't valid any more.")),
  );
}

/** @param {HTMLElement} box */
const removeCode = (box) =>
  post("/me/recovery/remove", {}, secret())
    .then(() => go("/me"))
    .catch(or(box));

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
    h("p", {}, t("Bots play your running matches to the end; you can't come back to them.")),
    h(
      "div",
      { class: "buttons" },
      button(t("Forget me for good"), forget, "action danger"),
      button(t("Cancel"), () => fill(box)),
    ),
  );
}
