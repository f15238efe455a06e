"""Random numbers as described in docs/records.md: keys, salts, the generator, drawing from a pack."""

import hashlib
import hmac
from collections.abc import Sequence

WORD = 2**64
HALF = 2**32


def commitment(key: bytes) -> str:
    """Return the commitment to a key, which is published before the first card."""
    return hashlib.sha256(key).hexdigest()


def match_key(key: bytes, salts: Sequence[str | None]) -> bytes:
    """Return the key that determines all random events of a match."""
    if not any(salts):
        return key
    text = " ".join(["salts", *(salt or "-" for salt in salts)])
    return hmac.digest(key, text.encode("ascii"), "sha256")


class Generator:
    """The random numbers of one chance event: the upper 32 bits of each output of xoshiro256**."""

    def __init__(self, key: bytes, event: int) -> None:
        """Seed the generator of chance event number `event`."""
        seed = hmac.digest(key, str(event).encode("ascii"), "sha256")
        self.words = [int.from_bytes(seed[at : at + 8], "little") for at in range(0, 32, 8)]
        if not any(self.words):
            self.words = [1, 0, 0, 0]

    def bits(self) -> int:
        """Return the next 32 bits."""
        a, b, c, d = self.words
        product = _rotated(b * 5 % WORD, 7) * 9 % WORD
        c, d = c ^ a, d ^ b
        self.words = [a ^ d, b ^ c, c ^ (b << 17) % WORD, _rotated(d, 45)]
        return product >> 32

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to limit - 1."""
        while True:
            product = self.bits() * limit
            if product % HALF >= HALF % limit:
                return product // HALF

    def draw(self, pack: list[str]) -> str:
        """Take a random card out of the pack and return it; the last card of the pack moves to its place."""
        place = self.below(len(pack))
        card, pack[place] = pack[place], pack[-1]
        pack.pop()
        return card

    def draw_many(self, pack: list[str], number: int) -> list[str]:
        """Draw this many cards, and return them in the order in which they are drawn."""
        return [self.draw(pack) for _ in range(number)]


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) % WORD
