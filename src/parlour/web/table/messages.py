"""Messages from clients: a seat's commands over HTTP or the socket, and other messages over the socket."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.web.table.protocol import Action, Do, Id, Number, Phrase, SeatNumber, Wait
from parlour.web.wire.values import Commitment, RevealedSalt


class Move(Struct, tag="move", forbid_unknown_fields=True):
    """The command to perform an action, which is given by its id or by its name."""

    id: Id
    number: Number
    action: Action | None = None
    do: Do | None = None
    wait: Wait = 0.0


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """The command to take back your last action, which is the event of this number."""

    id: Id
    number: Number


class Reveal(Struct, tag="reveal", forbid_unknown_fields=True):
    """The salt to which the client is committed, and the commitment to its salt for the rematch."""

    salt: RevealedSalt
    next_commitment: Commitment | None = None
    id: Id | None = None


class Say(Struct, tag="phrase", forbid_unknown_fields=True):
    """The command to send a quick phrase to everybody at the table."""

    phrase: Phrase
    id: Id | None = None


class StandIn(Struct, tag="stand_in", forbid_unknown_fields=True):
    """A vote for a bot to play for an absent person from now on."""

    seat: SeatNumber
    id: Id | None = None


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    """The request for a hint."""

    id: Id | None = None


class Claim(Struct, tag="claim", forbid_unknown_fields=True):
    """The command to let a bot play the rest of the round for your seat, if the server has offered that."""

    id: Id | None = None


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """The command to let a bot play for your seat."""


class Return(Struct, tag="return", forbid_unknown_fields=True):
    """The command to take your seat back from the bot."""


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """The command to start the match; free seats get bots."""


# --- only over the socket


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message over a socket: the client's token, and the last event that the client has."""

    token: Annotated[str, Meta(max_length=128)] | None = None
    last: Number | None = None


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """A ping, which the server answers to show that it is still there."""


ClientMessage = Hello | Move | Undo | Reveal | Say | StandIn | AskHint | Claim | Leave | Return | Start | Ping
