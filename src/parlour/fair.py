"""Fair deals: all chance of a match comes from a key that is committed to before the first card.

The SHA-256 of the key is published when the match starts, the key itself when it ends. Chance event n (from 0) takes
its generator from HMAC-SHA-256(key, n as decimal digits): without the key nothing about the next deal can be
learned from the deals seen, and with it anybody can deal every card again.
"""

import hashlib
import hmac
import secrets

from parlour.rng import Rng, generator

KEY_BYTES = 32


def new_key() -> bytes:
    """A secret key for a match between people."""
    return secrets.token_bytes(KEY_BYTES)


def seeded_key(seed: int, match: int) -> bytes:
    """The key of a simulated match: the same for the same seed and number."""
    return hashlib.sha256(f"parlour match {match} of seed {seed}".encode()).digest()


def commitment(key: bytes) -> str:
    """What is published of the key before the match."""
    return hashlib.sha256(key).hexdigest()


def chance_seed(key: bytes, number: int) -> bytes:
    """The 32 bytes from which chance event `number` takes its generator."""
    return hmac.digest(key, str(number).encode(), "sha256")


def bots_seed(key: bytes) -> bytes:
    """The 32 bytes from which the bots of a simulated match take theirs."""
    return hmac.digest(key, b"bots", "sha256")


def chance_generator(key: bytes, number: int) -> Rng:
    """The generator of chance event `number`."""
    return generator(chance_seed(key, number))
