"""Simulate a blind player, who knows only what the browser tells a screen reader."""

import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

PATIENCE = 60.0  # seconds
PRESS = "function() { this.click(); }"  # A screen reader presses buttons with `click`.


@dataclass
class Heard:
    """A node of the accessibility tree: its role, its name, whether it's disabled, and its children."""

    role: str
    name: str
    disabled: bool
    element: int
    inside: list["Heard"] = field(default_factory=list)

    def all(self, role: str, name: str = "") -> list["Heard"]:
        """Find all nodes in this subtree with the given role and a name that begins with `name`."""
        found = [self] if self.role == role and self.name.startswith(name) else []
        return found + [one for child in self.inside for one in child.all(role, name)]

    def words(self) -> str:
        """Return the text of the node as a screen reader says it."""
        if self.role == "StaticText":
            return self.name
        return " ".join(filter(None, (child.words() for child in self.inside)))

    def buttons(self) -> list["Heard"]:
        """Return the enabled buttons in this subtree."""
        return [one for one in self.all("button") if not one.disabled]


class Listener:
    """A player who reads the accessibility tree repeatedly and presses buttons by their names."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")

    def listen(self) -> Heard:
        """Return the current accessibility tree of the whole page."""
        nodes = {node["nodeId"]: node for node in self.session.send("Accessibility.getFullAXTree")["nodes"]}
        root = next(node for node in nodes.values() if "parentId" not in node)
        return self._heard(root, nodes)

    def _heard(self, node: dict[str, Any], nodes: dict[str, dict[str, Any]]) -> Heard:
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        inside = [self._heard(nodes[child], nodes) for child in node.get("childIds", []) if child in nodes]
        role, name = node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")
        return Heard(role, name, bool(states.get("disabled")), node.get("backendDOMNodeId", 0), inside)

    def press(self, button: Heard) -> None:
        """Press a button."""
        found = self.session.send("DOM.resolveNode", {"backendNodeId": button.element})
        self.session.send(
            "Runtime.callFunctionOn", {"objectId": found["object"]["objectId"], "functionDeclaration": PRESS}
        )

    # --- at a table

    def prompt(self, page: Heard) -> str:
        """Return the prompt: the text of the first status element on the page that has any text."""
        prompts = [status.words() for status in page.all("status")]
        return next((words for words in prompts if words), "")

    def play_round(self) -> list[str]:
        """Play until the score sheet after a round or the match appears; return all prompts that were read out."""
        prompts: list[str] = []
        before, turn = "", 0
        end = time.monotonic() + PATIENCE * 3
        while time.monotonic() < end:
            page = self.listen()
            if page.all("dialog"):
                return prompts
            prompt = self.prompt(page)
            choices = self.choices(page, prompt, turn)
            heard = prompt + page.words()
            if not choices or heard == before:
                time.sleep(0.02)  # Another player is acting.
                continue
            before = heard
            prompts.append(prompt)
            self.press(choices[turn % len(choices)])
            turn += 1
        raise AssertionError(f"no round was finished; last heard: {prompts[-3:]}")

    def choices(self, page: Heard, prompt: str, turn: int) -> list[Heard]:
        """Return the buttons that the player can choose from now: the hand, options, or cards in the middle."""
        hand = [one for bar in page.all("toolbar", "Your hand") for one in bar.buttons()]
        options = [one for group in page.all("group", "Your options") for one in group.buttons()]
        offered = [one for one in options if one.name not in ("less", "more", "Go on")]
        if prompt.startswith("Now choose the other card"):
            return [one for one in page.all("button") if not one.disabled and one not in hand and _is_card(one, page)]
        return hand if hand and (turn % 2 == 0 or not offered) else offered


def _is_card(button: Heard, page: Heard) -> bool:
    """Check whether a button is a card in the middle of the table, rather than an option, a stack or a tool."""
    beside = [one for group in (*page.all("banner"), *page.all("complementary"), *page.all("group", "Stacks"))
              for one in group.all("button")]  # fmt: skip
    places = [one for place in page.all("region") for one in place.all("button")]
    options = [one for group in page.all("group", "Your options") for one in group.all("button")]
    return not any(one.element == button.element for one in (*beside, *places, *options))
