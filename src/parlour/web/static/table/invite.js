// Draws the invitation to a table: the link to copy or share, its QR code, and the link to your own seat.
import { h, nodes } from "../core/dom.js";
import { qrPicture } from "../core/qr.js";
import { sitDown } from "../sitting/net.js";
import { keepSeat, ownSeats } from "../core/state.js";
import { t } from "../core/words.js";

/** @param {Sitting} at */
export const inviteLink = (at) =>
  `${location.origin}/t/${at.table}${at.invite ? `?invite=${encodeURIComponent(at.invite)}` : ""}`;

/**
 * Draw a field with a link, and buttons to copy and share it.
 * @param {string} link @param {string} label @param {string} id
 */
export function linkField(link, label, id) {
  const field = h("input", { type: "text", id, readonly: true, value: link, onfocus: () => field.select() });
  const copy = h("button", { type: "button", class: "action small", onclick: () => copyFrom(field, copy) }, t("Copy"));
  const share =
    "share" in navigator &&
    h(
      "button",
      {
        type: "button",
        class: "action small",
        onclick: () => navigator.share({ title: "Parlour", url: link }).catch(() => {}),
      },
      t("Share"),
    );
  return h(
    "div",
    { class: "linkfield" },
    h("label", { for: id }, label),
    h("div", { class: "linkrow" }, field, copy, share),
  );
}

/** @param {HTMLInputElement} field @param {HTMLButtonElement} button */
async function copyFrom(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = t("Copied");
  } catch {
    field.select(); // If the browser forbids copying, the link stays selected.
    button.textContent = t("Press Ctrl+C");
  }
}

/** @param {Sitting} at @returns {HTMLElement} */
export function inviteBox(at) {
  const free = at.facts?.seats.some((seat) => seat.kind === "person" && !seat.taken) ?? false;
  const box = h("div", { class: "invite" });
  if (at.invite && free) {
    const invited = [
      h("h2", {}, t("Invite friends")),
      linkField(inviteLink(at), t("Anyone with this link can sit down."), "invite-link"),
      qrPicture(inviteLink(at), t("QR code of the invitation link")),
    ];
    box.append(...nodes(invited));
  } else {
    box.append(
      h("h2", {}, t("Let others watch")),
      linkField(
        `${location.origin}/t/${at.table}`,
        t("Anyone with this link can watch, but can't see any hands."),
        "watch-link",
      ),
    );
  }
  if (at.token)
    box.append(
      linkField(
        `${location.origin}/t/${at.table}#${at.token}`,
        t("Your seat, for another device. Keep this link to yourself."),
        "seat-link",
      ),
    );
  box.append(...otherSeats(at));
  return box;
}

/** Draw a button for each other seat that this browser has at the table. @param {Sitting} at */
const otherSeats = (at) =>
  ownSeats()
    .filter((one) => at.token && one.table === at.table && one.token !== at.token)
    .map((one) =>
      h(
        "button",
        {
          type: "button",
          class: "action small otherseat",
          onclick: () => {
            keepSeat(one);
            sitDown(one.table, one.token);
          },
        },
        t("Switch to {name}'s seat", { name: at.facts?.seats[one.seat]?.name ?? "" }),
      ),
    );
