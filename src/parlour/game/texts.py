"""Sentences for people. The English sentence is the key under which other languages have theirs in a catalogue.

A sentence keeps its template and its values apart until it is shown, so that a table can be
drawn in another language, and with the names of its players, from the same view.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from parlour.errors import ParlourError
from parlour.game.cards import DECLARED, Suit, UnknownCardError, pretty, sign_of
from parlour.game.catalogues import Catalogue


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

    def told(self, names: Sequence[str], catalogue: Catalogue | None = None) -> str:
        """The sentence with the names of all seats, as `Game.seat_names` gives them, in English or as a catalogue says.

        Without a catalogue there are no plural forms: "1 cards".
        """
        template = self.template if catalogue is None else catalogue.translated(self.template, self.values)
        return template.format(**{name: _told(value, names, catalogue) for name, value in self.values.items()})


def _told(value: "Gap | Text", names: Sequence[str], catalogue: Catalogue | None) -> str:
    if isinstance(value, Text):
        return value.told(names, catalogue)
    if isinstance(value, Who):
        return names[value.seat] if value.seat < len(names) else f"seat {value.seat}"
    if isinstance(value, Card):
        return written(value.card, catalogue)
    return str(value)


def written(card: str, catalogue: Catalogue | None) -> str:
    """A card or a suit in a sentence, in English or as a catalogue says: 3♠, V♠; a suit without a glyph is its word."""
    sign = pretty(card)
    if catalogue is None:
        return sign
    if len(card) == 1:
        return catalogue.translated(sign, {})
    has_letter = len(card) == 2 and card[0].isalpha() and isinstance(sign_of(card, DECLARED), Suit)
    return catalogue.translated(card[0], {}) + sign[1:] if has_letter else sign


def say(template: str, **values: "Gap | Text") -> Text:
    """A sentence with gaps such as {card}."""
    return Text(template, values)


def sentence_of(error: Exception) -> Text:
    """An error as a sentence: the one that it was made of, which may stand in a catalogue, or else its text."""
    if isinstance(error, UnknownCardError):
        return say("there is no card {card!r} in this deck; expected a card such as {first} to {last}",
                   card=error.card, first=error.first, last=error.last)  # fmt: skip
    reason = error.args[0] if error.args else ""
    return reason if isinstance(reason, Text) else say("{error}", error=str(error))


class Refusal(ParlourError):  # noqa: N818 - the word of the table
    """An action that the rules do not allow; nothing has changed (ruling C2)."""

    def __init__(self, text: Text) -> None:
        """The text says why; `str` gives it in English, with seats for names."""
        super().__init__(str(text))
        self.text = text
