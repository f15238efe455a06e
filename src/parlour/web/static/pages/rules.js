// The rules of a game on a page of their own.
import { h } from "../core/dom.js";
import { get } from "../core/http.js";
import { brand } from "./lobby.js";
import { sectionsOf } from "../table/panel.js";

/** @param {string} game */
export async function rulesPage(game) {
  const page = await get(`/games/${encodeURIComponent(game)}/rules`);
  document.title = `${page.title} · Parlour`;
  return h(
    "div",
    { class: "plain" },
    brand(),
    h(
      "main",
      { class: "lobby rulespage paper", id: "main" },
      h("h1", {}, page.title),
      sectionsOf(page.sections, "").map((section) => {
        section.setAttribute("open", "");
        return section;
      }),
    ),
  );
}
