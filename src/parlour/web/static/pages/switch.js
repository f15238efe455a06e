// Offers a second seat at a table where this browser already has one.
import { h } from "../core/dom.js";
import { sitDown } from "../sitting/net.js";
import { keepSeat, ownSeat } from "../core/state.js";
import { t } from "../core/words.js";

/**
 * Ask whether to take the seat that a link has opened; app.js closes the dialog when the player leaves the page.
 * @param {import("../core/state.js").OwnSeat} other @param {Facts} facts
 */
export function offerSeat(other, facts) {
  const nameOf = (/** @type {number | undefined} */ seat) => facts.seats[seat ?? -1]?.name ?? "";
  const dialog = h(
    "dialog",
    { class: "overlay switch", "aria-labelledby": "switch-title" },
    h("h2", { id: "switch-title" }, t("This link opens another seat")),
    h(
      "p",
      {},
      t("You're already at this table as {own}. The link opens {other}'s seat.", {
        own: nameOf(ownSeat(other.table)?.seat),
        other: nameOf(other.seat),
      }),
    ),
    h("p", { class: "quiet" }, t("This browser keeps both seats, whichever you choose.")),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        { type: "button", class: "action main", autofocus: true, onclick: () => dialog.close() },
        t("Stay in my seat"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "action",
          onclick: () => {
            dialog.close();
            keepSeat(other);
            sitDown(other.table, other.token);
          },
        },
        t("Switch to the other seat"),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
