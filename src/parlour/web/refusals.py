"""Typed refusals: why the server does not carry out a client's request."""

from collections.abc import Sequence

from parlour.errors import ParlourError
from parlour.game.texts import Text

STATUS = {  # every kind of refusal, with its HTTP status
    "bad_request": 400,
    "wrong_token": 401,
    "wrong_origin": 403,
    "not_host": 403,
    "unknown_game": 404,
    "unknown_table": 404,
    "unknown_seat": 404,
    "unknown_page": 404,
    "unknown_person": 404,
    "unknown_code": 404,
    "unknown_evening": 404,
    "seat_taken": 409,
    "table_full": 409,
    "not_started": 409,
    "not_your_turn": 409,
    "not_allowed": 409,
    "stale": 409,
    "late": 409,
    "over": 409,
    "not_over": 409,
    "sealed": 409,
    "cannot_undo": 409,
    "not_absent": 409,
    "cannot_claim": 409,
    "set_aside": 410,
    "too_large": 413,
    "wrong_host": 421,
    "too_fast": 429,
    "too_many": 429,
    "failed": 500,
    "missing": 501,
    "preparing": 503,
    "unavailable": 503,
}


class TableRefusal(ParlourError):  # noqa: N818 - the word of the table
    """A refused request: its kind for programs, its reason for people."""

    def __init__(self, kind: str, reason: str | Text, names: Sequence[str] = ()) -> None:
        """`kind` is a key of STATUS; `names` are the players' names, which the reason may need."""
        self.text = reason if isinstance(reason, Text) else None
        self.kind, self.reason = kind, reason.format(names) if isinstance(reason, Text) else reason
        super().__init__(self.reason)
        self.status = STATUS[kind]
