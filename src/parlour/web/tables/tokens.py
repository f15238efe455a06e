"""Tokens of seats, names of tables, invite codes: drawn at random; of a token only its hash is kept."""

import hashlib
import hmac
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
TABLE_LETTERS = 12
INVITE_LETTERS = 10
TOKEN_BYTES = 32


def new_token() -> str:
    """The secret to which a seat belongs."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """All that is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(token: str, stored: str | None) -> bool:
    """Whether the token is the one of that hash."""
    return stored is not None and hmac.compare_digest(token_hash(token), stored)


def new_table_name() -> str:
    """A name for a table that nobody guesses."""
    return _letters(TABLE_LETTERS)


def new_invite() -> str:
    """A code that lets a person take a free seat."""
    return _letters(INVITE_LETTERS)


def same_code(given: str, invite: str) -> bool:
    """Whether the code is the invitation, compared in constant time."""
    return hmac.compare_digest(given.encode(), invite.encode())


def _letters(number: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(number))
