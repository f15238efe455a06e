"""Random numbers for the rules: a 256-bit generator that is always an argument, never part of a state.

The generator is xoshiro256**. The generator also holds the pack of cards to draw from and working memory for dealing,
so dealing allocates nothing and leaves nothing behind in a state.
"""

from typing import TypeAlias

import numpy as np

from parlour.engine.memory import Record, record_type
from parlour.engine.rule import PLAIN, hot_rule, rule
from parlour.engine.sets import bit, count, first, lowest, nth, rest

Rng: TypeAlias = Record

GENERATOR = record_type(
    [
        ("words", np.uint64, (4,)),  # the 256 bits of the generator's state
        ("groups", np.int64, (8,)),  # for games/kit/fitting.py: groups of cards that only some hands can hold
        ("takers", np.int64, (8,)),  # for each group, the hands that can hold its cards
        ("rooms", np.int64, (8,)),  # how many cards each hand needs
        ("free", np.int64, (8,)),  # how many cards each hand still needs
        ("given", np.int64, (8,)),  # the cards that each hand has received
        ("left", np.int64),  # number of cards in the pack that have not been drawn
        ("pack", np.int8, (64,)),  # the cards that have not been drawn; their order means nothing
    ]
)
SEED_BYTES = 32


def generator(seed: bytes) -> Rng:
    """Make a generator from 32 bytes: four 64-bit words, little-endian."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a generator needs {SEED_BYTES} bytes, not {len(seed)}")
    rng: Rng = np.zeros(1, GENERATOR)[0]
    rng.words[:] = np.frombuffer(seed, dtype="<u8")
    if not rng.words.any():
        rng.words[0] = 1  # with only zeros as its state, xoshiro would produce only zeros
    return rng


_ALL_BITS = (1 << 64) - 1


def random_bits(rng: Rng) -> int:
    """Return the next 32 random bits."""
    a, b, c, d = (int(word) for word in rng.words)
    product = (b * 5) & _ALL_BITS
    product = (((product << 7) | (product >> 57)) * 9) & _ALL_BITS
    c, d = c ^ a, d ^ b
    b, a = b ^ c, a ^ d
    c ^= (int(rng.words[1]) << 17) & _ALL_BITS
    d = ((d << 45) | (d >> 19)) & _ALL_BITS
    rng.words[:] = np.array((a, b, c, d), dtype=np.uint64)
    return product >> 32


if not PLAIN:
    _5, _7, _9, _17, _19, _32, _45, _57 = (np.uint64(n) for n in (5, 7, 9, 17, 19, 32, 45, 57))

    def _random_bits(rng: Rng) -> int:
        a, b, c, d = rng.words[0], rng.words[1], rng.words[2], rng.words[3]
        product = b * _5
        product = ((product << _7) | (product >> _57)) * _9
        c ^= a
        d ^= b
        rng.words[1] = b ^ c
        rng.words[0] = a ^ d
        rng.words[2] = c ^ (b << _17)
        rng.words[3] = (d << _45) | (d >> _19)
        return np.int64(product >> _32)  # type: ignore[return-value]

    random_bits = hot_rule(_random_bits, random_bits)


@hot_rule
def below(rng: Rng, limit: int) -> int:
    """Return an integer from 0 to limit - 1, each equally likely."""
    product = random_bits(rng) * limit
    if product & 0xFFFFFFFF < limit:
        too_low = 0x100000000 % limit  # rejecting the draws below this limit makes all results equally likely
        while product & 0xFFFFFFFF < too_low:
            product = random_bits(rng) * limit
    return product >> 32


@rule
def shuffle(rng: Rng, cards: int) -> None:
    """Make these cards the pack to draw from."""
    left = 0
    if cards == first(count(cards)):  # fast path for a whole deck
        for card in range(count(cards)):
            rng.pack[card] = card
        left, cards = count(cards), 0
    while cards:
        rng.pack[left] = lowest(cards)
        left += 1
        cards = rest(cards)
    rng.left = left


@hot_rule
def draw(rng: Rng) -> int:
    """Draw the next card of the shuffled pack."""
    position = below(rng, rng.left)
    card = int(rng.pack[position])
    rng.left -= 1
    rng.pack[position] = rng.pack[rng.left]
    return card


@hot_rule
def draw_cards(rng: Rng, number: int) -> int:
    """Draw the next cards of the shuffled pack, as a set."""
    cards = 0
    for _ in range(number):
        cards |= bit(draw(rng))
    return cards


@hot_rule
def pick(rng: Rng, cards: int) -> int:
    """Pick a card (or seat, or action) from a set, each equally likely."""
    return nth(cards, below(rng, count(cards)))
