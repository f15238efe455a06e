"""The commands of a seat, over HTTP and over a table's socket, and the client's other messages over the socket."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.web.table.protocol import Action, Do, Id, Number, Phrase, SeatNumber, Wait
from parlour.web.wire.values import Commitment, RevealedSalt


class Move(Struct, tag="move", forbid_unknown_fields=True):
    """An action, by its id or by its name."""

    id: Id
    number: Number
    action: Action | None = None
    do: Do | None = None
    wait: Wait = 0.0


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Take back your last action, which is the event of that number."""

    id: Id
    number: Number


class Reveal(Struct, tag="reveal", forbid_unknown_fields=True):
    """The salt to which the client is committed, and its commitment for the rematch."""

    salt: RevealedSalt
    next_commitment: Commitment | None = None
    id: Id | None = None


class Say(Struct, tag="phrase", forbid_unknown_fields=True):
    """A quick phrase for everybody at the table."""

    phrase: Phrase
    id: Id | None = None


class StandIn(Struct, tag="stand_in", forbid_unknown_fields=True):
    """Let a bot play now for an absent person: a vote of those who are here."""

    seat: SeatNumber
    id: Id | None = None


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ask for a hint."""

    id: Id | None = None


class Claim(Struct, tag="claim", forbid_unknown_fields=True):
    """Let a bot play the rest of the round for this seat, if the server has offered it."""

    id: Id | None = None


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """Let a bot play for this seat."""


class Return(Struct, tag="return", forbid_unknown_fields=True):
    """Take the seat back from the bot."""


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """Start the match; free seats get bots."""


# --- only over the socket


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: the client's token, and the last event that it has."""

    token: Annotated[str, Meta(max_length=128)] | None = None
    last: Number | None = None


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


ClientMessage = Hello | Move | Undo | Reveal | Say | StandIn | AskHint | Claim | Leave | Return | Start | Ping
