"""What an onlooker sees, as bytes: the whole view, or only what has changed since the last one."""

from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import fields

from parlour.view import Centre, View

encode = msgspec.json.Encoder().encode


class _Fields:
    """Some fields of a class, all read at once."""

    def __init__(self, kind: type[msgspec.Struct], *others: str) -> None:
        names = [field.name for field in fields(kind) if field.name not in others]
        self.keys, self.read = [f'"{name}":'.encode() for name in names], attrgetter(*names)

    def changed(self, now: Any, before: Any) -> list[bytes]:
        """The members of an object with the fields that are not as before."""
        pieces = zip(self.keys, self.read(now), self.read(before), strict=True)
        return [key + encode(piece) for key, piece, old in pieces if piece is not old and piece != old]


PLAIN, CENTRE = _Fields(View, "seats", "centre"), _Fields(Centre)


def patch(view: View, before: View) -> bytes:
    """What turns the view before into this one: only the fields, seats and parts of the centre that changed."""
    parts = PLAIN.changed(view, before)
    if view.seats != before.seats:
        parts.append(b'"seats":' + _seats(view, before))
    if view.centre != before.centre:
        parts.append(b'"centre":{' + b",".join(CENTRE.changed(view.centre, before.centre)) + b"}")
    return b"{" + b",".join(parts) + b"}"


def _seats(view: View, before: View) -> bytes:
    """The seats that changed, by their number; all of them if there are more or fewer than before."""
    if len(view.seats) != len(before.seats):
        return encode(view.seats)
    changed = {str(place): seat for place, seat in enumerate(view.seats) if seat != before.seats[place]}
    return encode(changed)
