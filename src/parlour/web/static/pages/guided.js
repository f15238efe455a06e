// The offer of a guided first hand: on the first page for games not played yet, and always on the rules page.
import { h } from "../core/dom.js";
import { openTable, playerName } from "./opening.js";
import { go } from "../core/paths.js";
import { keep, kept } from "../core/state.js";
import { t } from "../core/words.js";

/** List the games whose guide the player has started or declined. @returns {string[]} */
const answered = () => kept("guided", []);

/** @param {GameFacts} game */
const answer = (game) => keep("guided", [...new Set([...answered(), game.name])]);

/**
 * Whether to offer the guide: it exists, the game is new to this browser, and nobody has declined.
 * @param {GameFacts} game
 */
const isNew = (game) => game.guide && ![...answered(), ...kept("known", [])].includes(game.name);

/**
 * Draw the button that starts the guided hand; if that fails, `status` shows why.
 * @param {GameFacts} game @param {HTMLElement} status
 */
export function guideButton(game, status) {
  if (!game.guide) return null;
  const button = h(
    "button",
    { type: "button", class: "action", "data-guide": game.name, onclick: () => begin(game, button, status) },
    t("Guided first hand"),
    h("span", { class: "unseen" }, `: ${game.title}`),
  );
  return button;
}

/**
 * Draw the first page's offer of a guided hand; null if the player has already accepted or declined it.
 * @param {GameFacts} game @param {HTMLElement} status
 */
export function guideOffer(game, status) {
  if (!isNew(game)) return null;
  const offer = h(
    "p",
    { class: "guideoffer" },
    h("span", {}, t("New to this game? Learn to play in a minute.")),
    guideButton(game, status),
    h(
      "button",
      {
        type: "button",
        class: "close",
        "aria-label": t("No thanks, skip the guide for {game}", { game: game.title }),
        onclick: () => {
          answer(game);
          offer.remove();
        },
      },
      "×",
    ),
  );
  return offer;
}

/** @param {GameFacts} game @param {HTMLButtonElement} button @param {HTMLElement} status */
async function begin(game, button, status) {
  button.disabled = true;
  try {
    const table = await openTable({ game: game.name, name: playerName(), guide: true });
    answer(game);
    go(`/t/${table}`);
  } catch (error) {
    status.textContent = /** @type {Error} */ (error).message;
    button.disabled = false;
  }
}
