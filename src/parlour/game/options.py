"""The options of a game, which a designer may change (ruling C4); each is declared once and used everywhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from parlour.errors import ParlourError
from parlour.game.texts import Text, say

Value = int | str


class OptionError(ParlourError):
    """An error for an unknown option, or for a value outside its range."""


@dataclass(frozen=True)
class Option:
    """One option: a whole number in a range, or one of a few words."""

    name: str
    default: Value
    meaning: str  # one sentence that explains the option
    least: int = 0
    most: int = 100
    words: tuple[str, ...] = ()
    step: int = 1  # the value is a multiple of this number
    not_below: str = ""  # name of another option, whose value must not exceed the value of this option
    slack: int = 0  # amount by which the option named in `not_below` may still exceed this option

    @property
    def expected(self) -> Text:
        """The values that the option can have, in words."""
        if self.words:
            *some, last = self.words
            return say("{some} or {last}", some=", ".join(some), last=last) if some else say("{last}", last=last)
        if self.step == 1:
            return say("a whole number from {least} to {most}", least=self.least, most=self.most)
        return say("a multiple of {step} from {least} to {most}", step=self.step, least=self.least, most=self.most)

    def checked(self, value: object) -> Value:
        """Return the value if the option can have it."""
        if self.words:
            if value in self.words:
                return str(value)
        else:
            number = _whole_number(value)
            if number is not None and self.least <= number <= self.most and number % self.step == 0:
                return number
        raise OptionError(
            say("option {name} cannot be {value}; expected {expected}", name=self.name, value=repr(value),
                expected=self.expected)
        )  # fmt: skip

    def stored(self, value: object) -> int:
        """Convert an option's value to the number that a state holds."""
        checked = self.checked(value)
        return self.words.index(str(checked)) if self.words else int(checked)

    def shown(self, stored: int) -> Value:
        """Convert the number that a state holds to the value that people write."""
        return self.words[stored] if self.words else int(stored)


def _whole_number(value: object) -> int | None:
    """Convert a whole number or its text to an int; return None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        return int(value)
    except ValueError:
        return None


def complete(options: Iterable[Option], chosen: Mapping[str, object]) -> dict[str, Value]:
    """Return the value of every option: check the chosen values, and use defaults for the other options."""
    by_name = {option.name: option for option in options}
    for name in chosen:
        if name not in by_name:
            raise OptionError(_unknown(name, by_name))
    values = {name: option.checked(chosen.get(name, option.default)) for name, option in by_name.items()}
    for name, option in by_name.items():
        if option.not_below and int(values[name]) + option.slack < int(values[option.not_below]):
            bound, limit = (
                f"{option.not_below} ({values[option.not_below]})",
                f"{name} ({values[name]}){_more(option.slack)}",
            )
            raise OptionError(say("option {option} cannot be higher than option {limit}", option=bound, limit=limit))
    return values


def _more(slack: int) -> str:
    """Say by how much one option may exceed another; return an empty text for 0."""
    return f" + {slack}" if slack else ""


def _unknown(name: str, names: Iterable[str]) -> Text:
    listed = ", ".join(names)
    if not listed:
        return say("there is no option {name!r}; expected none: this game has no options", name=name)
    return say("there is no option {name!r}; expected one of {names}", name=name, names=listed)


def parse_options(texts: Iterable[str]) -> dict[str, str]:
    """Read options from texts such as "min_rounds=7"."""
    chosen: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise OptionError(say("option {text!r} has no value; expected name=value, such as min_rounds=7", text=text))
        chosen[name.strip()] = value.strip()
    return chosen
