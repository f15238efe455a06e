"""Patches: the differences between a viewer's last two views, as encoded JSON."""

from operator import attrgetter
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import fields

from parlour.game.view import Centre, Seat, View
from parlour.web.wire.frames import encode


class _Fields:
    """Some fields of a class, which are all read in one call."""

    def __init__(self, kind: type[msgspec.Struct], *others: str) -> None:
        names = [field.name for field in fields(kind) if field.name not in others]
        self.keys, self.read = [f'"{name}":'.encode() for name in names], attrgetter(*names)

    def changed(self, now: Any, before: Any) -> list[bytes]:
        """Encode the fields whose values have changed as members of a JSON object."""
        pieces = zip(self.keys, self.read(now), self.read(before), strict=True)
        return [key + encode(piece) for key, piece, old in pieces if piece is not old and piece != old]


PLAIN, CENTRE = _Fields(View, "seats", "centre"), _Fields(Centre)
# Encoded parts of views, keyed by the identities of the current part and the previous part.
Shared: TypeAlias = dict[tuple[int, int], bytes]


def patch(view: View, before: View, shared: Shared) -> bytes:
    """Encode the difference between two views: only fields, seats and parts of the centre that have changed.

    `shared` keeps parts that are encoded once and used for several viewers; all views must outlive it.
    """
    parts = PLAIN.changed(view, before)
    if seats := _seats(view, before, shared):
        parts.append(b'"seats":' + seats)
    if view.centre is not before.centre and (centre := _centre(view.centre, before.centre, shared)):
        parts.append(centre)
    return b"{" + b",".join(parts) + b"}"


def _seats(view: View, before: View, shared: Shared) -> bytes:
    """Encode the changed seats, keyed by seat; if the number of seats has changed, encode them all."""
    if len(view.seats) != len(before.seats):
        return encode(view.seats)
    pairs = zip(view.seats, before.seats, strict=True)
    changed = [_seat(seat, old, shared) for seat, old in pairs if seat is not old and seat != old]
    return b"{" + b",".join(changed) + b"}" if changed else b""


def _seat(seat: Seat, before: Seat, shared: Shared) -> bytes:
    key = id(seat), id(before)
    return shared.get(key) or shared.setdefault(key, b'"%d":%b' % (seat.seat, encode(seat)))


def _centre(centre: Centre, before: Centre, shared: Shared) -> bytes:
    """Encode the changes in the middle of the table; empty if nothing has changed there."""
    key = id(centre), id(before)
    if key not in shared:
        changed = CENTRE.changed(centre, before)
        shared[key] = b'"centre":{' + b",".join(changed) + b"}" if changed else b""
    return shared[key]
