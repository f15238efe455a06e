"""What an onlooker was shown last, as encoded pieces: the whole view, or only what has changed since."""

from dataclasses import fields

import msgspec

from parlour.view import Centre, View

encode = msgspec.json.Encoder().encode
PLAIN_FIELDS = tuple(field.name for field in fields(View) if field.name not in ("seats", "centre"))
CENTRE_FIELDS = tuple(field.name for field in fields(Centre))
Pieces = dict[str, bytes]


class Sight:
    """One view, field by field as JSON: small to keep, quick to compare."""

    __slots__ = ("centre", "plain", "seats")

    def __init__(self, view: View) -> None:
        """Take the view apart."""
        self.plain: Pieces = {name: encode(getattr(view, name)) for name in PLAIN_FIELDS}
        self.centre: Pieces = {name: encode(getattr(view.centre, name)) for name in CENTRE_FIELDS}
        self.seats = [encode(seat) for seat in view.seats]

    def whole(self) -> bytes:
        """The whole view."""
        parts = _members(self.plain)
        parts.append(b'"seats":[' + b",".join(self.seats) + b"]")
        parts.append(b'"centre":' + _object(self.centre))
        return b"{" + b",".join(parts) + b"}"

    def patch(self, before: "Sight") -> bytes:
        """What turns the sight before into this one: only the fields, seats and parts of the centre that changed."""
        parts = _members(_changed(self.plain, before.plain))
        if len(self.seats) != len(before.seats):
            parts.append(b'"seats":[' + b",".join(self.seats) + b"]")
        elif seats := [(n, seat) for n, seat in enumerate(self.seats) if seat != before.seats[n]]:
            parts.append(b'"seats":{' + b",".join(b'"%d":%b' % place for place in seats) + b"}")
        if centre := _changed(self.centre, before.centre):
            parts.append(b'"centre":' + _object(centre))
        return b"{" + b",".join(parts) + b"}"

    def share(self, other: "Sight") -> None:
        """Keep what is equal to the other sight only once."""
        for mine, theirs in ((self.plain, other.plain), (self.centre, other.centre)):
            for name, piece in theirs.items():
                if mine[name] == piece:
                    mine[name] = piece


def _changed(now: Pieces, before: Pieces) -> Pieces:
    return {name: piece for name, piece in now.items() if piece != before[name]}


def _members(pieces: Pieces) -> list[bytes]:
    return [b'"%b":%b' % (name.encode(), piece) for name, piece in pieces.items()]


def _object(pieces: Pieces) -> bytes:
    return b"{" + b",".join(_members(pieces)) + b"}"
