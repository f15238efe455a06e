"""Sentences for people; a catalogue finds a sentence's translation by its English text.

A sentence keeps its template and its values apart until it is shown, so the same view can be drawn in any language and
with the players' names.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from parlour.errors import ParlourError
from parlour.game.cards import DECLARED, Suit, UnknownCardError, pretty, sign_of
from parlour.game.catalogues import Catalogue


class Who(Struct, frozen=True):
    """A player in a sentence, given by seat; a game can have more seats than players."""

    seat: int


class Card(Struct, frozen=True):
    """A card or a suit in a sentence, given by its name in records."""

    card: str


Gap = str | int | Who | Card


class Text(Struct, frozen=True):
    """A sentence: a template, and the values that fill its gaps."""

    template: str
    values: dict[str, "Gap | Text"] = field(default_factory=dict)

    def __str__(self) -> str:
        """Format the sentence in English, with seat numbers instead of names."""
        return self.format(())

    def format(self, names: Sequence[str], catalogue: Catalogue | None = None) -> str:
        """Format the sentence with names (from `Game.seat_names`), in English or in a catalogue's language.

        Without a catalogue, words don't change with numbers: "1 cards".
        """
        template = self.template if catalogue is None else catalogue.translated(self.template, self.values)
        return template.format(**{name: _formatted(value, names, catalogue) for name, value in self.values.items()})


def _formatted(value: "Gap | Text", names: Sequence[str], catalogue: Catalogue | None) -> str:
    if isinstance(value, Text):
        return value.format(names, catalogue)
    if isinstance(value, Who):
        return names[value.seat] if value.seat < len(names) else f"seat {value.seat}"
    if isinstance(value, Card):
        return written(value.card, catalogue)
    return str(value)


def written(card: str, catalogue: Catalogue | None) -> str:
    """Write a card or a suit in English or in a catalogue's language (J♠, V♠); a suit without a glyph is a word."""
    sign = pretty(card)
    if catalogue is None:
        return sign
    if len(card) == 1:
        return catalogue.translated(sign, {})
    has_letter = len(card) == 2 and card[0].isalpha() and isinstance(sign_of(card, DECLARED), Suit)
    return catalogue.translated(card[0], {}) + sign[1:] if has_letter else sign


def say(template: str, **values: "Gap | Text") -> Text:
    """Make a sentence with gaps such as {card}."""
    return Text(template, values)


def sentence_of(error: Exception) -> Text:
    """Return an error's translatable sentence; if it has none, make one from the message."""
    if isinstance(error, UnknownCardError):
        return say("there is no card {card!r} in this deck; expected a card such as {first} to {last}",
                   card=error.card, first=error.first, last=error.last)  # fmt: skip
    reason = error.args[0] if error.args else ""
    return reason if isinstance(reason, Text) else say("{error}", error=str(error))


class Refusal(ParlourError):  # noqa: N818 - the word that players use
    """An action that the rules do not allow; nothing has changed (ruling C2)."""

    def __init__(self, text: Text) -> None:
        """Keep the reason; `str` formats it in English, with seat numbers instead of names."""
        super().__init__(str(text))
        self.text = text
