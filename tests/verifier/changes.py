"""Change a record in one random place, as a forger or a faulty disk might."""

import copy
import random
from collections.abc import Iterator
from typing import Any

Place = tuple[Any, Any]  # A place in a JSON value: a list and an index, or an object and a name.


def places(inside: Any) -> Iterator[Place]:
    """Yield every place in a JSON value where a change can be made."""
    for at in list(inside) if isinstance(inside, dict) else range(len(inside)):
        yield inside, at
        if isinstance(inside[at], dict | list):
            yield from places(inside[at])


def changed(record: Any, chance: random.Random) -> Any:
    """Return a copy of the record that differs in one place."""
    forged = copy.deepcopy(record)
    field = chance.choice([*forged, "events", "events", "events", "result"])
    found = [(forged, field), *places(forged[field])] if isinstance(forged[field], dict | list) else [(forged, field)]
    inside, at = chance.choice(found)
    if isinstance(inside, list) and chance.random() < 0.4:
        _rearrange(inside, at, chance)
    elif isinstance(inside, dict) and chance.random() < 0.1:
        inside["other" if chance.random() < 0.5 else at] = inside.pop(at)
    else:
        inside[at] = _another(inside[at], record, chance)
    return forged


def _rearrange(inside: list[Any], at: int, chance: random.Random) -> None:
    """Remove an element, repeat it, or swap it with another element."""
    way = chance.randrange(3)
    if way == 0:
        del inside[at]
    elif way == 1:
        inside.insert(at, copy.deepcopy(inside[at]))
    else:
        other = chance.randrange(len(inside))
        inside[at], inside[other] = inside[other], inside[at]


def _another(value: Any, record: Any, chance: random.Random) -> Any:
    """Return a replacement for a value, often of the same kind, such as another card for a card."""
    same_kind = [inside[at] for inside, at in places(record) if type(inside[at]) is type(value)]
    choices = [chance.choice(same_kind), None, True, 0, 1.0, [], {}, "", [value]]
    if isinstance(value, int):
        choices += [value + 1, value - 1, -value, float(value), bool(value), str(value)] * 2
    if isinstance(value, str):
        alike = [text for text in same_kind if text.split(" ")[0] == value.split(" ")[0]]
        choices += [chance.choice(alike), chance.choice(alike), value[::-1], value.casefold(), value + " "] * 2
    return chance.choice([*choices, *[chance.choice(same_kind)] * 8])
