"""Sentences for people. The English sentence is the key under which another language would stand.

A sentence keeps its template and its values apart until it is shown, so that a table can be
drawn in another language, and with the names of its players, from the same view.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from parlour.cards import pretty
from parlour.errors import ParlourError


class Who(Struct, frozen=True):
    """A player, by seat; a game may have other seats beyond the players."""

    seat: int


class Card(Struct, frozen=True):
    """A card or a suit, by its name in records."""

    card: str


Gap = str | int | Who | Card


class Text(Struct, frozen=True):
    """A sentence: a template and what stands in its gaps."""

    template: str
    values: dict[str, "Gap | Text"] = field(default_factory=dict)

    def __str__(self) -> str:
        """The sentence in English, with seats for names."""
        return self.told(())

    def told(self, names: Sequence[str]) -> str:
        """The sentence in English, with the names of all seats, as `Game.seat_names` gives them."""
        return self.template.format(**{name: _told(value, names) for name, value in self.values.items()})


def _told(value: "Gap | Text", names: Sequence[str]) -> str:
    if isinstance(value, Text):
        return value.told(names)
    if isinstance(value, Who):
        return names[value.seat] if value.seat < len(names) else f"seat {value.seat}"
    if isinstance(value, Card):
        return pretty(value.card)
    return str(value)


def say(template: str, **values: "Gap | Text") -> Text:
    """A sentence with gaps such as {card}."""
    return Text(template, values)


class Refusal(ParlourError):  # noqa: N818 - the word of the table
    """An action that the rules do not allow; nothing has changed (ruling C2)."""

    def __init__(self, text: Text) -> None:
        """The text says why; `str` gives it in English, with seats for names."""
        super().__init__(str(text))
        self.text = text
