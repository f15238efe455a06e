"""What somebody types: a command, the number of an action, its name, or just a card."""

import re

from parlour.cards import DECLARED, Suit
from parlour.texts import Text, say
from parlour.view import Action, View

COMMANDS = {
    "q": "quit", "quit": "quit", "exit": "quit",
    "s": "scores", "score": "scores", "scores": "scores",
    "l": "log", "last": "log", "log": "log",
    "h": "hint", "hint": "hint",
    "p": "piles", "piles": "piles",
    "t": "table", "table": "table",
    "?": "rules", "rules": "rules", "help": "rules", "??": "all rules",
}  # fmt: skip


def command(line: str) -> tuple[str, str] | None:
    """The command in a line and what stands behind it: ? scoring."""
    word, _, rest = line.strip().partition(" ")
    known = COMMANDS.get(word.casefold())
    if known is None and word.startswith("?") and word[1:2].isalpha():
        return "rules", line.strip()[1:]
    if known is None or (rest and known != "rules"):
        return None
    return known, rest.strip()


def spelled(line: str) -> str:
    """The line as names of actions are written: 3♠ is 3S, and so is ♠3."""
    for name, sign in DECLARED.items():
        if isinstance(sign, Suit) and not name.isalnum():
            line = re.sub(rf"{re.escape(name)}(\d+)", rf"\1{name}", line)
        if isinstance(sign, Suit) and sign.glyph:
            line = re.sub(rf"(?<!\w){re.escape(sign.glyph)}(\d+)", rf"\1{name}", line)
        line = line.replace(sign.glyph or name, name)
    return " ".join(line.split())


def offered(view: View) -> tuple[Action, ...]:
    """The actions in the order of their numbers; of cards chosen together, all that can be among them come first."""
    if view.selection is None:
        return view.actions
    together = {action.id for action in view.selection.actions}
    return (*view.selection.actions, *(action for action in view.actions if action.id not in together))


def meant(view: View, line: str) -> Action | None:
    """The action that the line means: by its number, its name, or its name without the verb."""
    text = spelled(line).casefold()
    if not text:
        return view.actions[0] if len(view.actions) == 1 else None
    if text.isdecimal() and 1 <= int(text) <= len(offered(view)):
        return offered(view)[int(text) - 1]
    for action in view.actions:
        if text in (action.name.casefold(), choice(action)):
            return action
    return None


def choice(action: Action) -> str:
    """The name of an action without its verb."""
    return action.name.casefold().partition(" ")[2]


def example(view: View) -> str:
    """What could be typed instead of a number: 3S, or stay; nothing if the label does not explain it."""
    action = view.actions[-1]
    if len(action.cards) == 1:
        return action.name.partition(" ")[2]
    return action.name if action.cards or choice(action) in str(action.label).casefold() else ""


def numbers(view: View) -> Text:
    """The numbers that can be typed."""
    return say("1") if len(view.actions) == 1 else say("1 to {last}", last=len(view.actions))


def why_not(view: View, line: str) -> Text | str:
    """Why the line is no action: a reason that the table knows, or a name for the game to refuse."""
    text = spelled(line)
    if not text:
        return say("Type one of the numbers shown, {numbers}.", numbers=numbers(view))
    words = text.split()
    for refused in view.refused:
        if refused.card.casefold() == words[-1].casefold():
            return refused.reason
    if text.isdecimal() and not any(choice(action).isdecimal() for action in view.actions):
        return say("There is no number {number}: choose {numbers}.", number=text, numbers=numbers(view))
    alike = [action.name for action in view.actions if len(action.name.split()) == len(words) + 1]
    verbs = list(dict.fromkeys(name.split()[0] for name in alike))
    known = any(action.name.split()[0].casefold() == words[0].casefold() for action in view.actions)
    return f"{verbs[0]} {text}" if len(verbs) == 1 and not known else text
