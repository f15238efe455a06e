"""Random seat tokens, table names and invite codes; only hashes of tokens are stored."""

import hashlib
import hmac
import secrets

from parlour.web.refusals import TableRefusal

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # letters and digits that can't be mistaken for each other
TABLE_LETTERS = 12
INVITE_LETTERS = 10
PERSON_LETTERS = 12
LINK_LETTERS = 10
RECOVERY_GROUPS, GROUP_LETTERS = 5, 5  # the form of a recovery code: five groups of five letters
CHECK_LETTERS = 4
DEVICE_LETTERS = 16
TOKEN_BYTES = 32


def new_token() -> str:
    """Create a seat's token, the secret that gives its holder the seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Hash a token, because only the hash is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_in(authorization: str | None) -> str | None:
    """Return the token in a request's Authorization header; None without the header, as for a spectator."""
    if authorization is None:
        return None
    kind, _, token = authorization.partition(" ")
    if kind.casefold() != "bearer" or not token.strip():
        raise TableRefusal("wrong_token", "Expected the header Authorization: Bearer TOKEN.")
    return token.strip()


def new_table_name() -> str:
    """Create a table name that cannot be guessed."""
    return _letters(TABLE_LETTERS)


def new_invite() -> str:
    """Create a code that lets a person take a free seat."""
    return _letters(INVITE_LETTERS)


def new_person() -> str:
    """Create a person's public id."""
    return _letters(PERSON_LETTERS)


def new_link() -> str:
    """Create a code with which another device may ask to join a person."""
    return _letters(LINK_LETTERS)


def new_recovery() -> str:
    """Create a recovery code in groups of letters, such as abcde-fghjk."""
    return "-".join(_letters(GROUP_LETTERS) for _ in range(RECOVERY_GROUPS))


def code_hash(code: str) -> str:
    """Hash a code that a person may have typed, ignoring case, spaces and hyphens."""
    return token_hash("".join(letter for letter in code.casefold() if letter.isalnum()))


def check_of(secret_hash: str) -> str:
    """Return a few letters that both devices show for a request to join, so that a person can compare them."""
    number, letters = int(secret_hash, 16), ""
    for _ in range(CHECK_LETTERS):
        number, place = divmod(number, len(LETTERS))
        letters += LETTERS[place]
    return letters


def device_id(secret_hash: str) -> str:
    """Return the id by which a person's devices are told apart; nothing can be done with it without a secret."""
    return secret_hash[:DEVICE_LETTERS]


def same_code(given: str, invite: str) -> bool:
    """Compare a code with the invitation in constant time."""
    return hmac.compare_digest(given.encode(), invite.encode())


def _letters(number: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(number))
