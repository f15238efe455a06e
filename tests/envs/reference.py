"""Make observations from the declared fields in a simple, slow way, to compare with the generated code's output."""

from typing import Any

from parlour.game.fields import Computed, Field, Kind
from parlour.game.game import Game, State

ONE_HOT_VALUES = range(3, 9)  # A number with 3 to 8 values is observed as one byte per value.


def observed(game: Game, computed: tuple[Computed, ...], state: State, seat: int) -> dict[str, list[int]]:
    """Return the bytes of every part of an observation by the part's name."""
    rules = {one.field.name: one.rule for one in computed}
    fields = [field for field in game.fields if field.observed != "none"] + [one.field for one in computed]
    players = int(state.players)
    return {
        field.name: _bytes(game, field, rules.get(field.name), state, seat)
        for field in fields
        if not field.players or players in field.players
    }


def _bytes(game: Game, field: Field, rule: Any, state: State, seat: int) -> list[int]:
    players = int(state.players)
    if rule is not None:
        seats = [(seat + place) % players for place in range(players)] if field.each else [seat]
        values: list[Any] = [int(rule(state, other)) for other in seats]
    else:
        values = _chosen(field, state[field.name].tolist(), seat, players, 0)
    return [number for value in values for number in _entry(game, field, value, seat, players)]


def _chosen(field: Field, values: Any, seat: int, players: int, depth: int) -> list[Any]:
    """List the observed entries of a field in order; a list of cards is one entry."""
    if depth == len(field.each):
        return [values]
    dimension = field.each[depth]
    if dimension.of == "list":
        if field.kind == Kind.CARD:
            return [values]
        order = list(range(dimension.size))
    elif dimension.of == "team":
        order = [(seat + place) % dimension.size for place in range(dimension.size)]
    elif depth == 0 and field.observed == "own":
        order = [seat]
    else:
        order = [(seat + place) % players for place in range(players)]
    return [entry for index in order for entry in _chosen(field, values[index], seat, players, depth + 1)]


def _entry(game: Game, field: Field, value: Any, seat: int, players: int) -> list[int]:
    cards, around = range(len(game.deck.names)), [(seat + place) % players for place in range(players)]
    if field.kind == Kind.CARD_SET:
        return [value >> card & 1 for card in cards]
    if field.kind == Kind.CARD:
        held = value if isinstance(value, list) else [value]
        return [int(card in held) for card in cards]
    if field.kind == Kind.SEAT:
        return [int(other == value) for other in around]
    if field.kind == Kind.SEAT_SET:
        return [value >> other & 1 for other in around]
    if field.kind == Kind.CHOICE_SET:
        return [value >> place & 1 for place in range(len(field.words))]
    if field.kind == Kind.CHOICE:
        return [int(place == value) for place in range(len(field.words))]
    low, high = field.least // field.unit, field.most // field.unit
    if high - low + 1 in ONE_HOT_VALUES:
        return [int(number == value // field.unit) for number in range(low, high + 1)]
    return [min(max(value // field.unit, -128), 127)]
