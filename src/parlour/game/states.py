"""Read states through their declared fields: a dump for the debugger, range checks, and where each card lies."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from parlour.engine.memory import Record, record_type
from parlour.engine.sets import each, first
from parlour.errors import ParlourError
from parlour.game.cards import HIDDEN, NO_CARD, Deck
from parlour.game.fields import Field, Kind
from parlour.game.options import Option

NONE = "-"  # the dump's sign for an empty set, no card or nobody
INDENT = 2


def state_type(options: Iterable[Option], fields: Sequence[Field]) -> Any:
    """Make the record type of a state: the declared fields, and a field for each option that isn't declared as one."""
    names = [field.name for field in fields]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ParlourError(f"the field {twice[0]} is declared twice")
    wide = [(option.name, "i8") for option in options if option.name not in names]
    return record_type((*(field.described for field in fields), *wide))


@dataclass(frozen=True)
class Reader:
    """A reader that dumps and checks the states of one game."""

    fields: tuple[Field, ...]
    options: tuple[Option, ...]
    deck: Deck
    other_seats: int  # number of seats without a player, such as the Dummy's

    # --- in words

    def dump(self, state: Record) -> str:
        """Write the state as text: one line for each field, then one for each option."""
        lines = {field.name: self._written(field, state) for field in self.fields}
        lines |= {option.name: _chosen(option, int(state[option.name])) for option in self.options}
        width = max(map(len, lines)) + INDENT
        return "\n".join(f"{name:{width}}{text}".rstrip() for name, text in lines.items())

    def _written(self, field: Field, state: Record) -> str:
        return self._entries(field, state[field.name], self._seats(state))

    def _seats(self, state: Record) -> int:
        return int(state.players) + self.other_seats

    def _entries(self, field: Field, values: Any, seats: int, depth: int = 0) -> str:
        """Write the entries of a field, one dimension after another; leave out seats that aren't at the table."""
        if depth == len(field.each):
            return self.word(field, int(values))
        kind = field.each[depth].of
        texts = [self._entries(field, value, seats, depth + 1) for value in values]
        if kind != "list":
            shown = texts[:seats] if kind == "seat" else texts
            return "  ".join(f"{number}: {text}" for number, text in enumerate(shown))
        while texts and texts[-1] == NONE:
            texts.pop()
        return (" " if field.kind == Kind.CARD else ", ").join(texts) or NONE

    def word(self, field: Field, value: int) -> str:
        """Write a field's value for people; write a value that is out of range as a number."""
        if field.kind == Kind.CARD_SET:
            return " ".join(self.deck.listed(value)) or NONE if self._holds(value) else f"{value:#x}"
        if field.kind == Kind.CARD and value < len(self.deck.names):
            return {NO_CARD: NONE, HIDDEN: "hidden"}.get(value) or (self.deck.name(value) if value >= 0 else str(value))
        if field.kind == Kind.SEAT:
            return NONE if value == -1 else str(value)
        if field.kind == Kind.SEAT_SET:
            return " ".join(map(str, each(value))) or NONE
        if field.kind == Kind.CHOICE:
            return field.words[value] if 0 <= value < len(field.words) else NONE
        if field.kind == Kind.CHOICE_SET and value < 1 << len(field.words):
            return " ".join(field.words[position] for position in each(value)) or NONE
        return str(value)

    def _holds(self, cards: int) -> bool:
        return 0 <= cards <= first(len(self.deck.names))

    # --- checks

    def problems(self, state: Record) -> list[str]:
        """List what is wrong with a state: values out of range, and cards that lie in two places."""
        found = [problem for field in self.fields for problem in self._out_of_range(field, state)]
        found += [problem for option in self.options for problem in _wrong_option(option, state)]
        return found + list(self._cards_twice(state))

    def _out_of_range(self, field: Field, state: Record) -> Iterator[str]:
        for where, value in entries(field, state):
            expected = self._expected(field, value, self._seats(state))
            if expected:
                shown = f"{value:#x}" if field.kind == Kind.CARD_SET else value
                yield f"{_named(field, where)} is {shown}; expected {expected}"

    def _expected(self, field: Field, value: int, seats: int) -> str:
        """Say which values were expected; return an empty text if the value is in range."""
        cards, words = len(self.deck.names), len(field.words)
        fits, expected = {
            Kind.CARD_SET: (self._holds(value), f"a set of cards 0 to {cards - 1}"),
            Kind.CARD: (HIDDEN <= value < cards, f"a card 0 to {cards - 1}, {NO_CARD} or {HIDDEN}"),
            Kind.SEAT_SET: (0 <= value <= first(seats), f"a set of seats 0 to {seats - 1}"),
            Kind.SEAT: (-1 <= value < seats, f"a seat 0 to {seats - 1}, or -1"),
            Kind.NUMBER: (field.has(value), field.range),
            Kind.CHOICE: (field.has(value), field.range),
            Kind.CHOICE_SET: (0 <= value <= first(words), f"a set of choices 0 to {words - 1}"),
        }[field.kind]
        return "" if fits else expected

    def _cards_twice(self, state: Record) -> Iterator[str]:
        lies: dict[int, str] = {}
        for where, card in self._placed(state):
            if card in lies:
                yield f"{self.deck.name(card % len(self.deck.names))} lies in {lies[card]} and in {where}"
            lies[card] = where

    def all_cards(self, state: Record) -> list[int]:
        """List all cards that lie in declared places; with separate decks, seat n's cards count from n × deck size."""
        return [card for _, card in self._placed(state)]

    def _placed(self, state: Record) -> Iterator[tuple[str, int]]:
        for field in self.fields:
            if field.place:
                for where, value in entries(field, state):
                    deck = where[0] * len(self.deck.names) if field.place == "separate" else 0
                    cards = each(value) if field.kind == Kind.CARD_SET else [value] if value >= 0 else []
                    yield from ((_named(field, where), deck + card) for card in cards)


def entries(field: Field, state: Record) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each value in a field's array, with its indices."""
    values = state[field.name]
    for where in product(*(range(size) for size in field.shape)):
        yield where, int(values[where])


def _named(field: Field, where: tuple[int, ...]) -> str:
    return field.name + "".join(f"[{index}]" for index in where)


def _chosen(option: Option, value: int) -> str:
    return option.words[value] if 0 <= value < len(option.words) else str(value)


def _wrong_option(option: Option, state: Record) -> Iterator[str]:
    value = int(state[option.name])
    least, most = (0, len(option.words) - 1) if option.words else (option.least, option.most)
    if not least <= value <= most:
        yield f"{option.name} is {value}; expected {least} to {most}"
