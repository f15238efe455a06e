// Draws what is above your hand: the prompt, and buttons for actions that aren't cards.
import { decorate, h } from "../core/dom.js";
import { counts, isComplete } from "../sitting/picks.js";
import { canGoAhead, isTelling, isWaiting, names } from "../sitting/sitting.js";
import { act, confirm } from "../sitting/wishes.js";
import { offersOf, split } from "./offers.js";
import { momentWords, onButton } from "./moments.js";
import { cardSign, inkedSentence } from "../cards/inked.js";
import { formattedFirst } from "../core/sentences.js";
import { state } from "../core/state.js";
import { counted, listed, t } from "../core/words.js";

/** @param {Action} action @param {boolean} pending @param {boolean} best @param {string} [looks] */
function button(action, pending, best, looks = "") {
  return h(
    "button",
    {
      type: "button",
      class: `action ${looks} ${best ? "best" : ""}`,
      "data-action": action.name,
      "data-focus": action.name,
      disabled: pending,
      onclick: () => act(action),
    },
    h("span", {}, inkedSentence(action.label, names())),
  );
}

/** What the number chooser shows: its value stays while the same numbers are offered, unless a new hint sets it. */
const dial = { key: "", index: 0, hint: /** @type {Hint | null} */ (null) };

/**
 * Draw a number chooser with minus, plus and a slider. The chooser's elements stay the same, so that the slider can be
 * dragged.
 * @param {Action[]} range @param {boolean} pending @param {Hint | null} hint
 */
function chooser(range, pending, hint) {
  const key = range.map((action) => action.id).join();
  const best = range.findIndex((action) => action.id === hint?.best);
  if (dial.key !== key) Object.assign(dial, { key, index: 0 });
  if (dial.hint !== hint && best >= 0) dial.index = best;
  dial.hint = hint;
  const last = range.length - 1;
  const less = h(
    "button",
    {
      type: "button",
      class: "action small",
      "data-focus": "less",
      "aria-label": t("less"),
      onclick: () => move(dial.index - 1),
    },
    "−",
  );
  const more = h(
    "button",
    {
      type: "button",
      class: "action small",
      "data-focus": "more",
      "aria-label": t("more"),
      onclick: () => move(dial.index + 1),
    },
    "+",
  );
  const chosen = h("button", {
    type: "button",
    class: "action main",
    "data-focus": "chosen",
    disabled: pending,
    onclick: () => act(range[dial.index]),
  });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: last,
    value: dial.index,
    "data-focus": "slider",
    "aria-label": t("How much"),
    oninput: () => move(Number(slider.value)),
  });
  const move = (/** @type {number} */ index) => {
    dial.index = Math.min(last, Math.max(0, index));
    const label = formattedFirst(range[dial.index].label, names());
    chosen.textContent = label;
    chosen.classList.toggle("best", dial.index === best);
    slider.value = String(dial.index);
    decorate(chosen, { "data-action": range[dial.index].name });
    decorate(slider, { "aria-valuetext": label });
    decorate(less, { "aria-disabled": String(dial.index === 0) });
    decorate(more, { "aria-disabled": String(dial.index === last) });
  };
  move(dial.index);
  return h("div", { class: "chooser" }, less, chosen, more, slider);
}

/**
 * Draw the button that sends the marked cards and shows how many there are.
 * @param {View} view @param {Selection} selection @param {Sitting} at
 */
const confirmation = (view, selection, at) =>
  h(
    "button",
    {
      type: "button",
      class: "action main confirm",
      "data-action": "confirm",
      "data-focus": "confirm",
      disabled: at.pending !== null || at.sending || !isComplete(view, at.picks),
      onclick: () => confirm(),
    },
    h("span", {}, inkedSentence(selection.label, names())),
    h("b", { class: "count" }, t("{n} of {all}", counts(selection, at.picks))),
  );

/** Tell screen readers how many cards are marked. @param {View} view @param {Sitting} at */
export const countWords = (view, at) =>
  view.selection && at.picks.length ? t("{n} of {all} chosen", counts(view.selection, at.picks)) : "";

/** Draw a view's buttons. @param {View} view @param {Sitting} at */
export function actionButtons(view, at) {
  const { buttons } = offersOf(view);
  const { plain, range } = split(buttons);
  const pending = at.pending !== null || at.sending;
  const best = at.hint?.best;
  return [
    canGoAhead(at) && !view.actions.length && onButton(),
    view.selection && confirmation(view, view.selection, at),
    ...plain.map((action) => button(action, pending, action.id === best, buttons.length === 1 ? "main" : "")),
    range.length > 0 && chooser(range, pending, at.hint),
  ];
}

const turnedUp = () => ({ looks: "prompt", words: [t("Turning up the cards …")] });

/**
 * Write the line above your hand: a notice, a moment, the prompt or the result.
 * @param {View} view @param {Sitting} at
 */
export function promptLine(view, at) {
  if (at.notice) {
    const words = typeof at.notice === "string" ? [at.notice] : inkedSentence(at.notice, names());
    return { looks: "prompt note", words };
  }
  if (at.coming) return turnedUp();
  if (at.moment) return { looks: `prompt moment ${at.moment.moment.kind}`, words: momentWords(at.moment, names()) };
  // The rules, not a player, are choosing among face-up cards.
  if (at.held && view.centre.trick !== view.centre.last_trick) return turnedUp();
  if (isWaiting(at)) return { looks: "prompt", words: [t("Your move waits for the connection …")] };
  if (at.pending || at.sending) return { looks: "prompt", words: [t("Sending your move …")] };
  if (view.actions.length && at.chosen) return { looks: "prompt mine", words: [t("Now choose the other card.")] };
  if (view.over) return { looks: "prompt", words: [won(view, at.facts)] };
  if (isTelling(at)) return { looks: "prompt", words: [t("Round {n} is over.", { n: view.sheet?.round ?? "" })] };
  const how = howTo(view);
  return {
    looks: view.actions.length ? "prompt mine" : "prompt",
    words: how ? [...inkedSentence(view.prompt, names()), how] : inkedSentence(view.prompt, names()),
  };
}

/** Explain how to choose cards when that isn't obvious. @param {View} view */
function howTo(view) {
  if (view.selection?.chosen.length) {
    const cards = view.selection.chosen.flatMap((card) => [" ", cardSign(card)]);
    return h("small", {}, t("Already chosen:"), ...cards);
  }
  if (view.round > 1) return null;
  if (view.selection) return h("small", {}, t("Select cards, then confirm. To put one back, select it again."));
  if (!offersOf(view).pairs.length) return null;
  return h("small", {}, t("Choose one of your cards, then one in the middle."));
}

/**
 * Say what a player made of an evening's board, because a board has results that are compared, but no winners.
 * @param {View} view @param {Facts} facts
 */
function boardWords(view, facts) {
  const own = view.seats[view.seat];
  if (!own) return t("The board is over.");
  const score = t("Your score on this board: {score}.", { score: counted(own.score, state.game.scoring) });
  return facts.sealed ? `${score} ${t("It's compared when all tables have finished.")}` : score;
}

/** @param {View} view @param {Facts | null} facts */
export function won(view, facts) {
  if (facts?.evening) return boardWords(view, facts);
  if (!view.winners.length) return facts?.day ? t("The deal is over.") : t("The match is over: nobody has won.");
  if (view.winners.length === 1 && view.winners[0] === view.seat) return t("You have won!");
  const winners = view.winners.map((seat) => names()[seat] ?? "?");
  return winners.length === 1
    ? t("{who} has won.", { who: winners[0] })
    : t("{who} have won.", { who: listed(winners) });
}
