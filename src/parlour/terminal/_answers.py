"""Parse what players type: a command, the number of an action, its name, or just a card."""

import re
from collections.abc import Sequence

from parlour.game.cards import DECLARED, Suit
from parlour.game.texts import Text, say
from parlour.game.view import Action, View
from parlour.terminal._cards import letters
from parlour.terminal.words import said

COMMANDS = {
    "q": "quit", "quit": "quit", "exit": "quit",
    "s": "scores", "score": "scores", "scores": "scores",
    "l": "log", "last": "log", "log": "log",
    "h": "hint", "hint": "hint",
    "p": "piles", "piles": "piles",
    "t": "table", "table": "table",
    "?": "rules", "rules": "rules", "help": "rules", "??": "all rules",
}  # fmt: skip
MOST_SEATS = 64  # An upper bound on the seats of a table.


def command(line: str) -> tuple[str, str] | None:
    """Parse a command and its argument, such as `? scoring`."""
    word, _, rest = line.strip().partition(" ")
    known = COMMANDS.get(word.casefold())
    if known is None and word.startswith("?") and word[1:2].isalpha():
        return "rules", line.strip()[1:]
    if known is None or (rest and known != "rules"):
        return None
    return known, rest.strip()


def spelled(line: str) -> str:
    """Rewrite a typed line in the spelling of action names: 3♠ and ♠3 become 3S, the French V♠ becomes JS."""
    for name, sign in DECLARED.items():
        if isinstance(sign, Suit) and not name.isalnum():
            line = re.sub(rf"{re.escape(name)}(\d+)", rf"\1{name}", line)
        if isinstance(sign, Suit) and sign.glyph:
            line = re.sub(rf"(?<!\w){re.escape(sign.glyph)}(\d+)", rf"\1{name}", line)
        line = line.replace(sign.glyph or name, name)
    return " ".join(_in_records(word) for word in line.split())


def _in_records(word: str) -> str:
    """Translate a card's letter from the player's language to the letter in records: the French VH becomes JH."""
    value, suit = word[:-1], word[-1:]
    if not isinstance(DECLARED.get(suit.upper()), Suit):
        return word
    known = {letter.casefold(): rank for letter, rank in letters().items()}
    return known.get(value.casefold(), value) + suit


def offered(view: View) -> tuple[Action, ...]:
    """List the actions in the order in which they're numbered; the actions of a multi-card choice come first."""
    if view.selection is None:
        return view.actions
    together = {action.id for action in view.selection.actions}
    return (*view.selection.actions, *(action for action in view.actions if action.id not in together))


def keys(view: View) -> tuple[str, ...]:
    """Return what players type for each action, in the order of `offered`.

    Usually players type an action's number in the list. If these numbers would contradict the numbers in labels such
    as "Bid 4", players type the number in the label or, for a label without a number, the card or a word of the
    label.
    """
    actions = offered(view)
    positions = tuple(str(index) for index in range(1, len(actions) + 1))
    own = own_numbers(view)
    if not any(number in positions and positions.index(number) != index for index, number in own.items()):
        return positions
    words = [_word(action) for action in actions]
    return tuple(
        own.get(index) or (words[index] if words.count(words[index]) == 1 else action.name)
        for index, action in enumerate(actions)
    )


def own_numbers(view: View) -> dict[int, str]:
    """Map each action's index to the number in its label; return {} if two numbers are equal or cards are picked."""
    if view.selection is not None:
        return {}
    found = {index: number for index, action in enumerate(view.actions) if (number := _own_number(action))}
    return found if len(set(found.values())) == len(found) else {}


def _own_number(action: Action) -> str:
    """Return the number in a label such as Bid 4 tricks; "" without exactly one number, or if the action has cards."""
    found = [word for word in _label(action).split() if word.isdecimal()]
    return str(int(found[0])) if len(found) == 1 and not action.cards else ""


def _label(action: Action) -> str:
    """Return the label in lower case and without players' names, because a name may be a number."""
    return said(action.label, ("",) * MOST_SEATS).casefold()


def _word(action: Action) -> str:
    """Return an action's card, or its label's last word, such as nil; if neither can be typed, its full name."""
    if len(action.cards) == 1:
        return action.cards[0]
    word = (_label(action).split() or [""])[-1].strip(".!?")
    return word if word.isalpha() and command(word) is None else action.name


def meant(view: View, line: str) -> Action | None:
    """Find the action that a typed line means: by its key, its name, or its name without the verb."""
    text = spelled(line).casefold()
    if not text:
        return view.actions[0] if len(view.actions) == 1 else None
    number, own = str(int(text)) if text.isdecimal() else text, own_numbers(view)
    for key, action in zip(keys(view), offered(view), strict=True):
        if number == key.casefold():
            return action
    for index, action in enumerate(view.actions):
        if text in (action.name.casefold(), choice(action), _label(action)) or number == own.get(index):
            return action
    return None


def choice(action: Action) -> str:
    """Return the name of an action without its verb."""
    return action.name.casefold().partition(" ")[2]


def example(view: View) -> str:
    """Return an example of what to type instead of a number, such as 3S or stay; "" if no label explains it."""
    words = [key for key in keys(view) if not key.isdecimal()]
    if words:
        return words[0]
    action = view.actions[-1]
    if len(action.cards) == 1:
        return _as_typed(action.name.partition(" ")[2])
    return action.name if action.cards or choice(action) in said(action.label).casefold() else ""


def _as_typed(name: str) -> str:
    """Spell a card with the letters of the player's language."""
    own = {rank: letter for letter, rank in letters().items()}
    return own.get(name[:-1], name[:-1]) + name[-1:]


def numbers(view: View) -> Text:
    """List the numbers and words that can be typed."""
    shown = keys(view)
    if len(view.actions) == 1:
        return say("{first}", first=1)
    if all(key == str(index) for index, key in enumerate(shown, 1)):
        return say("{first} to {last}", first=1, last=len(view.actions))
    runs = _runs(shown)
    return (
        say("{some} or {last}", some=", ".join(runs[:-1]), last=runs[-1])
        if len(runs) > 1
        else say("{first}", first=runs[0])
    )


def _runs(shown: Sequence[str]) -> list[str]:
    """List the words, then the numbers, with consecutive numbers as one range: nil, 1 to 13."""
    numerals = sorted(int(key) for key in shown if key.isdecimal())
    runs: list[list[int]] = []
    for number in numerals:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [key for key in shown if not key.isdecimal()]
    return words + [_run(run) for run in runs]


def _run(run: Sequence[int]) -> str:
    """Write consecutive numbers as a range: 1 to 13."""
    return said(say("{first} to {last}", first=run[0], last=run[-1])) if len(run) > 1 else str(run[0])


def why_not(view: View, line: str) -> Text | str:
    """Explain why a typed line isn't an action, or return an action name for the game itself to refuse."""
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
