// Lets the person who opened a table give another player's seat to a bot.
import { h } from "../core/dom.js";
import { post } from "../core/http.js";
import { changed } from "../core/state.js";
import { t } from "../core/words.js";

/**
 * For the person who opened the table, draw the button that removes a player; a second press confirms.
 * @param {Sitting} at @param {PublicSeat} seat
 */
export function removeButton(at, seat) {
  const seats = at.facts?.seats ?? [];
  const host = seats.find((one) => one.kind === "person" && one.taken);
  if (host?.seat !== at.seat || seat.seat === at.seat || seat.kind !== "person" || !seat.taken)
    return null;
  if (at.facts?.over || at.facts?.evening) return null;
  const asked = at.removing === seat.seat;
  const button = h(
    "button",
    {
      type: "button",
      class: asked ? "chip remove sure" : "chip remove",
      "data-remove": seat.seat,
      "data-focus": `remove-${seat.seat}`,
      onclick: async () => {
        if (!asked) {
          at.removing = seat.seat;
          changed();
          return;
        }
        await post(`/tables/${at.table}/remove`, { seat: seat.seat }, at.token).catch((error) => {
          button.textContent = error.message;
        });
      },
    },
    asked
      ? t("Give {name}'s seat to a bot?", { name: seat.name })
      : [t("Remove"), h("span", { class: "unseen" }, `: ${seat.name}`)],
  );
  return button;
}
