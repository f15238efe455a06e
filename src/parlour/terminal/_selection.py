"""Parse several cards that are chosen together and typed on one line: numbers, names or cards, in any order."""

from collections.abc import Sequence

from parlour.game.texts import Card, Text, say
from parlour.game.view import Action, Selection, View
from parlour.terminal._answers import choice, offered, spelled


def picks(view: View, line: str) -> tuple[Action, ...] | Text | None:
    """Parse the cards picked on a line, or explain why they can't be picked; None if the line names another action.

    Fewer cards than required are accepted if the rest can still be picked afterwards.
    """
    selection = view.selection
    words = spelled(line.replace(",", " ")).casefold().split()
    if selection is None or _is_other(view, words):
        return None
    if not words:
        forced = len(selection.actions) == selection.count
        return selection.actions if forced else say("Choose {how}.", how=how(selection))
    found: list[int] = []
    for word in _without_verb(selection, words):
        index = _index_of(view, selection, word, found)
        if isinstance(index, Text):
            return index
        found.append(index)
    return _in_order(selection, sorted(found))


def _in_order(selection: Selection, indices: Sequence[int]) -> tuple[Action, ...] | Text:
    """Return the actions at these indices, or explain why not: too many cards, or too few left to pick from."""
    missing = selection.count - len(indices)
    if missing < 0:
        return say("You named {number} cards: choose {how}.", number=len(indices), how=how(selection))
    if indices and missing > len(selection.actions) - 1 - indices[-1]:
        return say("Name all the cards on one line: {how}.", how=how(selection))
    return tuple(selection.actions[index] for index in indices)


def _index_of(view: View, selection: Selection, word: str, found: Sequence[int]) -> int | Text:
    """Return the index of the action that a word stands for, or the reason it matches none."""
    names = [(action.name.casefold(), choice(action)) for action in selection.actions]
    named = [index for index, known in enumerate(names) if word in known]
    if word.isdecimal() and 1 <= int(word) <= len(selection.actions):
        named = [int(word) - 1]
    free = [index for index in named if index not in found]
    if free:
        return free[0]
    if named:
        return say("{card} is named twice.", card=Card(selection.actions[named[0]].cards[0]))
    for refused in view.refused:
        if refused.card.casefold() == word:
            return refused.reason
    return say("{word} cannot be chosen: choose {how}.", word=word, how=how(selection))


def how(selection: Selection) -> Text:
    """Explain how to type the cards, as in "3 cards, for example: 1 4 9"."""
    last = len(selection.actions)
    steps = range(selection.count)
    numbers = [1 + step * (last - 1) // max(1, selection.count - 1) for step in steps]
    example = " ".join(str(number) for number in numbers)
    return say("{count} cards, for example: {example}", count=selection.count, example=example)


def _is_other(view: View, words: Sequence[str]) -> bool:
    """Check whether the words name an action outside the selection, by its number or its name."""
    names = [action.name.casefold() for action in offered(view)]
    own = len(view.selection.actions) if view.selection else 0
    text = " ".join(words)
    number = int(text) if text.isdecimal() else 0
    return text in names[own:] or own < number <= len(names)


def _without_verb(selection: Selection, words: Sequence[str]) -> Sequence[str]:
    """Remove the verb from a line such as pass 3S 5H."""
    verbs = {action.name.casefold().split()[0] for action in selection.actions if " " in action.name}
    return words[1:] if words[0] in verbs and len(words) > 1 else words
