// Draws a game's rules page.
import { h } from "../core/dom.js";
import { get } from "../core/http.js";
import { brand } from "../core/paths.js";
import { guideButton } from "./guided.js";
import { playButton } from "./landing.js";
import { state } from "../core/state.js";
import { sectionsOf } from "../table/panel.js";

/** @param {string} game */
export async function rulesPage(game) {
  const page = await get(`/games/${encodeURIComponent(game)}/rules?language=${document.documentElement.lang}`);
  document.title = `${page.title} · Parlour`;
  const facts = state.games.find((one) => one.name === game);
  const play = facts && playButton(facts);
  return h(
    "div",
    { class: "plain" },
    brand(),
    h(
      "main",
      { class: "lobby rulespage paper", id: "main" },
      h("h1", {}, page.title),
      play && h("div", { class: "buttons" }, play.start, guideButton(facts, play.status)),
      play?.status,
      sectionsOf(page.sections, "").map((section) => {
        section.setAttribute("open", "");
        return section;
      }),
    ),
  );
}
