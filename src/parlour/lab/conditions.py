"""Conditions on actions, such as `estimate>=3` or `play:7♥`, with which a study forbids actions to a player.

A condition looks at an action's phase and at its name in records, such as "estimate 3S", "play 7H" or "stay":

| condition | the actions that it forbids |
|---|---|
| `estimate>=3` | those of a phase, or with a first word, whose name has a number for which the comparison holds |
| `play:7♥` | the action with this name; instead of its first word, the phase can be named |
| `stay`, `switch` | the action with this name, or all actions with this first word |

With `each` instead of a number or a card, a text stands for several restrictions: `estimate=each` for one with each
number of the phase, `play:each` for one with each name; names of several cards count by their first word.
"""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from parlour.engine.rng import generator, pick
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.match.fair import seeded_key
from parlour.match.match import Match

Actions = Mapping[str, Sequence[str]]  # The names of the actions of each phase.

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, "<=": operator.le, "!=": operator.ne, "=": operator.eq, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
SIGNS = {"≥": ">=", "≤": "<=", "≠": "!=", "==": "="}
COMPARED = re.compile(r"([^\s:<>=!]+)\s*(>=|<=|!=|=|>|<)\s*(-?\d+|each)")
NUMBER = re.compile(r"-?\d+")
EACH = "each"
SAMPLED_MATCHES, SAMPLED_DECISIONS = 40, 4000  # How much random play is sampled to find the names of a game's actions.
SHOWN = 8  # The maximum number of names that an error lists for each phase.


@dataclass(frozen=True)
class Condition:
    """A condition on an action: its word (a phase or the first word of a name) and a number or the rest of a name."""

    text: str
    word: str
    compare: str = ""  # A key of COMPARISONS; empty if the condition is a name.
    number: int = 0
    rest: str = ""  # What follows the word in the name; empty for all names with this first word.

    def holds(self, phase: str, name: str) -> bool:
        """Say whether the condition holds for the action with this name in this phase."""
        name = name.casefold()
        first, _, rest = name.partition(" ")
        if self.compare:
            number = number_of(name)
            return (
                number is not None
                and self.word in (phase.casefold(), first)
                and COMPARISONS[self.compare](number, self.number)
            )
        if not self.rest:
            return self.word in (name, first)
        in_phase = phase.casefold() == self.word and self.rest in (name, first, rest)
        return in_phase or name == f"{self.word} {self.rest}"


@dataclass(frozen=True)
class Restriction:
    """What a player may not do: every action for which at least one condition holds."""

    conditions: tuple[Condition, ...]

    @property
    def text(self) -> str:
        """The conditions as they were written."""
        return ", ".join(condition.text for condition in self.conditions)

    def forbids(self, phase: str, name: str) -> bool:
        """Say whether the action with this name is forbidden in this phase."""
        return any(condition.holds(phase, name) for condition in self.conditions)


def number_of(name: str) -> int | None:
    """Return the number in an action's name: 3 for "estimate 3S", and None for "stay" or a name with several cards."""
    words = name.split()
    found = NUMBER.match(words[1]) if len(words) == 2 else None
    return int(found[0]) if found else None


# --- the actions of a game


def actions_of(game: Game, players: int, options: Mapping[str, object]) -> Actions:
    """Find the names of a game's actions in matches of random play, for each phase in the order of their numbers."""
    names: dict[str, dict[str, int]] = {}
    left = SAMPLED_DECISIONS
    for number in range(SAMPLED_MATCHES):
        key = seeded_key(0, number)
        match, rng = Match(game, players, options, key=key, telling=False), generator(key)
        for seat in match.turns():
            legal, known = int(game.legal(match.state, seat)), names.setdefault(game.phase(match.state), {})
            for action in each(legal):
                known.setdefault(game.action_name(match.state, seat, action), action)
            match.act(seat, pick(rng, legal))
            left -= 1
            if left <= 0:
                break
    return {phase: sorted(names[phase], key=names[phase].__getitem__) for phase in game.phases if phase in names}


# --- reading


def restrictions_of(game: Game, actions: Actions, texts: Sequence[str]) -> list[Restriction]:
    """Read conditions: all of them are one restriction, and a text with `each` is a list of restrictions."""
    parsed = [_written(game, text) for text in texts]
    for text, written in zip(texts, parsed, strict=True):
        if _is_each(written):
            if len(texts) > 1:
                raise ParlourError(f"forbid {text!r} is a list of restrictions; expected no other --forbid beside it")
            return [Restriction((one,)) for one in _each(actions, text, written)]
    conditions = (_condition(text, written) for text, written in zip(texts, parsed, strict=True))
    return [Restriction(tuple(_checked(game, actions, one) for one in conditions))]


def condition(game: Game, text: str) -> Condition:
    """Read a condition; whether the game has such an action isn't checked."""
    return _condition(text, _written(game, text))


def _written(game: Game, text: str) -> str:
    """Write a condition as records write names: letters for suits, one space, lower case."""
    for sign, plain in SIGNS.items():
        text = text.replace(sign, plain)
    for suit in game.deck.suits:
        text = text.replace(suit.glyph, suit.letter) if suit.glyph else text
    written = " ".join(text.replace(":", " ", 1).split()).casefold()
    if not written:
        raise ParlourError(f"forbid {text!r} is empty; expected a condition such as play>=5 or play:7H")
    return written


def _is_each(written: str) -> bool:
    found = COMPARED.fullmatch(written)
    return found[3] == EACH if found else written.partition(" ")[2] == EACH


def _condition(text: str, written: str) -> Condition:
    if found := COMPARED.fullmatch(written):
        return Condition(text, found[1], found[2], int(found[3]))
    if re.search(r"[<>=]", written):
        raise ParlourError(f"forbid {text!r} is no condition; expected a phase, a comparison and a number: play>=5")
    word, _, rest = written.partition(" ")
    return Condition(text, word, rest=rest)


def _each(actions: Actions, text: str, written: str) -> list[Condition]:
    """List the conditions that a text with `each` stands for."""
    found = COMPARED.fullmatch(written)
    word = found[1] if found else written.partition(" ")[0]
    names = [
        (phase, name)
        for phase in actions
        for name in actions[phase]
        if word in (phase.casefold(), name.casefold().partition(" ")[0])
    ]
    if found is None:
        short = dict.fromkeys((phase, name if name.count(" ") < 2 else name.split()[0]) for phase, name in names)
        listed = [Condition(name, phase.casefold(), rest=name.casefold()) for phase, name in short]
    elif found[2] != "=":
        raise ParlourError(f"forbid {text!r} compares with each; expected {found[1]}={EACH}")
    else:
        numbers = sorted({number for _, name in names if (number := number_of(name)) is not None})
        listed = [Condition(f"{word}={number}", word, "=", number) for number in numbers]
    if not listed:
        raise ParlourError(f"forbid {text!r} fits no action; {_expected(actions)}")
    return listed


def _checked(game: Game, actions: Actions, one: Condition) -> Condition:
    """Refuse a condition that holds for no action, unless it's about a phase that didn't occur in the sample."""
    unknown = {phase.casefold() for phase in game.phases if phase not in actions}
    if one.word not in unknown and not any(one.holds(phase, name) for phase in actions for name in actions[phase]):
        raise ParlourError(f"forbid {one.text!r} fits no action; {_expected(actions)}")
    return one


def _expected(actions: Actions) -> str:
    """List some actions of every phase for an error message, at least one with each first word."""
    phases = []
    for phase, names in actions.items():
        firsts = {name.split()[0]: name for name in reversed(names)}.values()
        shown = list(dict.fromkeys([*firsts, *names[:: max(1, len(names) // SHOWN)]]))[:SHOWN]
        phases.append(f"{phase} ({', '.join(shown)}{', …' if len(shown) < len(names) else ''})")
    return f"expected a condition on an action of these phases: {'; '.join(phases)}"
