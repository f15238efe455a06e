"""The changes of a viewer's view since the last one, as encoded JSON."""

from operator import attrgetter
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import fields

from parlour.game.view import Centre, Seat, View
from parlour.web.wire.frames import encode


class _Fields:
    """Some fields of a class, all read in one call."""

    def __init__(self, kind: type[msgspec.Struct], *others: str) -> None:
        names = [field.name for field in fields(kind) if field.name not in others]
        self.keys, self.read = [f'"{name}":'.encode() for name in names], attrgetter(*names)

    def changed(self, now: Any, before: Any) -> list[bytes]:
        """Encode the fields that differ from before as members of a JSON object."""
        pieces = zip(self.keys, self.read(now), self.read(before), strict=True)
        return [key + encode(piece) for key, piece, old in pieces if piece is not old and piece != old]


PLAIN, CENTRE = _Fields(View, "seats", "centre"), _Fields(Centre)
# Encoded parts, keyed by the identities of the current and previous part.
Shared: TypeAlias = dict[tuple[int, int], bytes]


def patch(view: View, before: View, shared: Shared) -> bytes:
    """Encode the difference of two views: only the fields, seats and parts of the centre that changed.

    `shared` keeps what was encoded for one viewer and is the same for others; the views must outlive it.
    """
    parts = PLAIN.changed(view, before)
    if seats := _seats(view, before, shared):
        parts.append(b'"seats":' + seats)
    if view.centre is not before.centre and (centre := _centre(view.centre, before.centre, shared)):
        parts.append(centre)
    return b"{" + b",".join(parts) + b"}"


def _seats(view: View, before: View, shared: Shared) -> bytes:
    """Encode the changed seats, by number, or nothing; all of them if their number has changed."""
    if len(view.seats) != len(before.seats):
        return encode(view.seats)
    pairs = zip(view.seats, before.seats, strict=True)
    changed = [_seat(seat, old, shared) for seat, old in pairs if seat is not old and seat != old]
    return b"{" + b",".join(changed) + b"}" if changed else b""


def _seat(seat: Seat, before: Seat, shared: Shared) -> bytes:
    key = id(seat), id(before)
    return shared.get(key) or shared.setdefault(key, b'"%d":%b' % (seat.seat, encode(seat)))


def _centre(centre: Centre, before: Centre, shared: Shared) -> bytes:
    """Encode the changes in the middle of the table, or nothing."""
    key = id(centre), id(before)
    if key not in shared:
        changed = CENTRE.changed(centre, before)
        shared[key] = b'"centre":{' + b",".join(changed) + b"}" if changed else b""
    return shared[key]
