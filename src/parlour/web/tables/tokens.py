"""Tokens of seats, names of tables, invite codes: all random; of a token only the hash is stored."""

import hashlib
import hmac
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
TABLE_LETTERS = 12
INVITE_LETTERS = 10
TOKEN_BYTES = 32


def new_token() -> str:
    """The secret that gives its holder a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """The hash of a token, which is all that is stored of it."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_table_name() -> str:
    """A name for a table that cannot be guessed."""
    return _letters(TABLE_LETTERS)


def new_invite() -> str:
    """A code that lets a person take a free seat."""
    return _letters(INVITE_LETTERS)


def same_code(given: str, invite: str) -> bool:
    """Whether the code is the invitation, compared in constant time."""
    return hmac.compare_digest(given.encode(), invite.encode())


def _letters(number: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(number))
