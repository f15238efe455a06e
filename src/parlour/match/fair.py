"""Fair deals: all chance in a match follows from a key and salts, which are all fixed before any of them is revealed.

The server picks the key; it publishes the key's SHA-256 when the table opens, and the key when the match is over. Each
player's client can add a salt; docs/records.md describes the order in which salts are committed to and revealed. Key
and salts together give the match key, and chance event n (from 0) takes its generator from HMAC-SHA-256(match key, n as
decimal digits). Without the key, past deals reveal nothing about the next deal; with it, anybody can repeat all deals.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence

from parlour.engine.rng import Rng, generator

KEY_BYTES = 32
SALT_BYTES = 32
SEAL_DIGITS = 32  # hexadecimal

Salt = bytes | None  # a player's salt; None for a seat without one, such as a bot's


def new_key() -> bytes:
    """Pick a random secret key for a match between people."""
    return secrets.token_bytes(KEY_BYTES)


def seeded_key(seed: int, match: int) -> bytes:
    """Return the key of a simulated match; it depends only on the seed and the match's number."""
    return hashlib.sha256(f"parlour match {match} of seed {seed}".encode()).digest()


def commitment(secret: bytes) -> str:
    """Return the hash that is published before a key or a salt is revealed."""
    return hashlib.sha256(secret).hexdigest()


def match_key(key: bytes, salts: Sequence[Salt] = ()) -> bytes:
    """Return the match key, from which all chance in a match follows: the server's key, unless somebody adds a salt.

    With salts, the match key is HMAC-SHA-256(key, text). The text is `salts` and, for each seat in order, a space and
    the salt in hexadecimal digits, or `-` for a seat without one. No other use of a key hashes a text that begins like
    this.
    """
    if all(salt is None for salt in salts):
        return key
    text = " ".join(["salts", *("-" if salt is None else salt.hex() for salt in salts)])
    return hmac.digest(key, text.encode(), "sha256")


def chance_seed(key: bytes, number: int) -> bytes:
    """Return the 32 bytes from which chance event `number` takes its generator."""
    return hmac.digest(key, str(number).encode(), "sha256")


def bots_seed(key: bytes) -> bytes:
    """Return the 32 bytes from which the bots of a simulated match take their generator."""
    return hmac.digest(key, b"bots", "sha256")


def bot_seed(key: bytes, seat: int, number: int) -> bytes:
    """Return the 32 bytes from which a bot in today's deal takes its generator after `number` events."""
    return hmac.digest(key, f"bot {seat} {number}".encode(), "sha256")


def next_digest(digest: bytes, event: Mapping[str, object]) -> bytes:
    """Return the digest of a record's events up to this event, from the digest before it (b"" for the first event)."""
    return hashlib.sha256(digest + json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()).digest()


def seal(key: bytes, digest: bytes) -> str:
    """Return the seal that is shown while a match runs: it commits to the record's events without revealing them.

    When the match is over and its key is published, anybody can check the seal against the finished record.
    """
    return hmac.digest(key, f"seal {digest.hex()}".encode(), "sha256").hex()[:SEAL_DIGITS]


def chance_generator(key: bytes, number: int) -> Rng:
    """Make the random generator for chance event `number`."""
    return generator(chance_seed(key, number))
