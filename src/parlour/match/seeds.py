"""Compute the seeds of simulated matches in compiled loops, with the same SHA-256 and HMAC as `parlour.match.fair`.

The key of a simulated match follows from the seed of the simulation and the match's number. Each chance event
takes its generator from HMAC-SHA-256(key, number of the event), so a loop on a CPU or a GPU computes its own seeds.
"""

from typing import Any

import numpy as np

from parlour.engine.memory import record_type
from parlour.engine.rule import PLAIN, cache_on_disk, hot_rule, rule

ROUNDS = 64
BLOCK_WORDS = 16
BLOCK_BYTES = 64
LENGTH_BYTES = 8  # bytes at the end of the last block that hold the text's length
KEY_WORDS = 8
BITS = 0xFFFFFFFF  # mask with the 32 bits of a word
INNER, OUTER = 0x36363636, 0x5C5C5C5C  # constants that HMAC XORs with the key
END = 0x80  # SHA-256 puts this byte after a text
DIGIT_0 = 48
BOTS = (98, 111, 116, 115)  # the text "bots", from which the bots' random generator is seeded

HASHER = record_type(
    [
        ("words", np.uint32, (KEY_WORDS,)),  # the hash so far
        ("block", np.uint32, (BLOCK_WORDS,)),  # the part of the text that isn't hashed yet
        ("length", np.int64),  # number of bytes in the text
        ("inner", np.uint32, (KEY_WORDS,)),  # for HMAC: the hash of the key XORed with INNER
        ("outer", np.uint32, (KEY_WORDS,)),  # for HMAC: the hash of the key XORed with OUTER
        ("event", np.int64),  # number of the next chance event
    ]
)


def texts_around(seed: int) -> tuple[Any, Any]:
    """Return the bytes before and after the match number in the text that `fair.seeded_key` hashes.

    The bytes before it and the number fit in the first block.
    """
    texts = ("parlour match ", f" of seed {seed}")
    before, after = (np.array(list(text.encode()), np.uint8) for text in texts)
    return before, after


def key_words(keys: list[bytes]) -> Any:
    """Convert keys into rows of words for `set_key`."""
    return np.frombuffer(b"".join(keys), ">u4").astype(np.uint32).reshape(len(keys), KEY_WORDS)


def _roots(power: int, number: int) -> list[int]:
    """Compute the constants of SHA-256: the first 32 fractional bits of the roots of the first primes."""
    primes = [one for one in range(2, 400) if all(one % other for other in range(2, one))]
    return [_root(prime << (32 * power), power) & BITS for prime in primes[:number]]


def _root(number: int, power: int) -> int:
    """Return the square or cube root (`power`) of a number, rounded down."""
    root = 0
    for position in range(40, -1, -1):
        root |= (1 << position) if (root | 1 << position) ** power <= number else 0
    return root


START = np.array(_roots(2, KEY_WORDS), np.uint32)
CONSTANTS = np.array(_roots(3, ROUNDS), np.uint32)


def narrow(number: Any) -> Any:
    """Keep the lowest 32 bits of a number."""
    return int(number) & BITS


if not PLAIN:

    def _narrow(number: Any) -> Any:
        return np.uint32(number)  # so that processors and GPUs compute with numbers of 32 bits

    narrow = hot_rule(_narrow, narrow)


@hot_rule
def turned(word: Any, bits: int) -> Any:
    """Rotate a 32-bit word to the right."""
    return narrow((word >> bits) | (word << (32 - bits)))


@hot_rule
def _eight(words: Any, at: int) -> Any:
    """Read eight words."""
    return (
        narrow(words[at]), narrow(words[at + 1]), narrow(words[at + 2]), narrow(words[at + 3]),
        narrow(words[at + 4]), narrow(words[at + 5]), narrow(words[at + 6]), narrow(words[at + 7]),
    )  # fmt: skip


@hot_rule
def _mixed(state: Any, block: Any, number: int) -> Any:
    """Mix the first word of a block into the state, and replace it by the word to use sixteen rounds later."""
    a, b, c, d, e, f, g, h = state
    first = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    added = narrow(h + first + (g ^ (e & (f ^ g))) + narrow(CONSTANTS[number]) + block[0])
    second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) | (c & (a | b)))
    near = turned(block[1], 7) ^ turned(block[1], 18) ^ (block[1] >> 3)
    far = turned(block[14], 17) ^ turned(block[14], 19) ^ (block[14] >> 10)
    later = narrow(block[0] + near + block[9] + far)
    return (narrow(added + second), a, b, c, narrow(d + added), e, f, g), (*block[1:], later)


@hot_rule
def _mixed_four(state: Any, block: Any, number: int) -> Any:
    """Mix four words into the state."""
    state, block = _mixed(state, block, number)
    state, block = _mixed(state, block, number + 1)
    state, block = _mixed(state, block, number + 2)
    return _mixed(state, block, number + 3)


@rule
def compress(hasher: Any) -> None:
    """Mix the block of the text into the hash (SHA-256's compression)."""
    state, block = _eight(hasher.words, 0), _eight(hasher.block, 0) + _eight(hasher.block, 8)
    for number in range(0, ROUNDS, BLOCK_WORDS):  # after sixteen rounds, all words are back in their places
        state, block = _mixed_four(state, block, number)
        state, block = _mixed_four(state, block, number + 4)
        state, block = _mixed_four(state, block, number + 8)
        state, block = _mixed_four(state, block, number + 12)
    for word in range(KEY_WORDS):
        hasher.words[word] = narrow(narrow(hasher.words[word]) + state[word])


@rule
def begin(hasher: Any) -> None:
    """Start hashing a new text."""
    for word in range(KEY_WORDS):
        hasher.words[word] = START[word]
    clear(hasher)
    hasher.length = 0


@rule
def clear(hasher: Any) -> None:
    """Fill the block with zeros."""
    for word in range(BLOCK_WORDS):
        hasher.block[word] = 0


@rule
def put(hasher: Any, byte: int) -> None:
    """Add a byte to the block; the caller compresses the block when it is full."""
    position = hasher.length % BLOCK_BYTES
    hasher.block[position // 4] |= int(byte) << (24 - 8 * (position % 4))
    hasher.length += 1


@rule
def add(hasher: Any, byte: int) -> None:
    """Add a byte to the text that is being hashed."""
    put(hasher, byte)
    if hasher.length % BLOCK_BYTES == 0:
        compress(hasher)
        clear(hasher)


@rule
def add_number(hasher: Any, number: int) -> None:
    """Add the decimal digits of a non-negative number to the first block of the text that is being hashed."""
    power = 1
    while number // power >= 10:
        power *= 10
    while power > 0:
        put(hasher, DIGIT_0 + number // power % 10)
        power //= 10


@rule
def finish(hasher: Any) -> None:
    """Finish hashing: the hash of the text is now in `words`."""
    bits = 8 * hasher.length
    add(hasher, END)
    if hasher.length % BLOCK_BYTES > BLOCK_BYTES - LENGTH_BYTES:
        compress(hasher)
        clear(hasher)
    hasher.block[BLOCK_WORDS - 1] = bits
    compress(hasher)


@rule
def begin_key(hasher: Any, before: Any, match: int, after: Any) -> None:
    """Compute the key of a match from the text around its number, and make it the key of `seed_of_event`."""
    _hash_number(hasher, before, match, after)
    set_key(hasher, hasher.words)


@rule
def _hash_number(hasher: Any, before: Any, match: int, after: Any) -> None:
    """Hash the text of a match's key."""
    begin(hasher)
    for position in range(len(before)):
        put(hasher, before[position])
    add_number(hasher, match)
    for position in range(len(after)):
        add(hasher, after[position])
    finish(hasher)


@rule
def _fill_keys(hashers: Any, before: Any, first: int, after: Any, rows: Any) -> None:
    """Write the keys of matches from this number on."""
    hasher = hashers[0]
    for row in range(len(rows)):
        _hash_number(hasher, before, first + row, after)
        for word in range(KEY_WORDS):
            rows[row, word] = hasher.words[word]


cache_on_disk(_fill_keys)


def seeded_words(seed: int, numbers: range) -> Any:
    """Compute the keys of simulated matches for `set_key`: the same as `fair.seeded_key`, but quickly."""
    rows, (before, after) = np.zeros((len(numbers), KEY_WORDS), np.uint32), texts_around(seed)
    _fill_keys(np.zeros(1, HASHER), before, numbers.start, after, rows)
    return rows


@rule
def set_key(hasher: Any, key: Any) -> None:
    """Prepare `seed_of_event` with a key of eight words, and start counting events at 0."""
    hasher.event = 0
    for word in range(KEY_WORDS):
        hasher.inner[word] = key[word]
    _hash_key(hasher, OUTER)
    for word in range(KEY_WORDS):
        hasher.outer[word] = hasher.words[word]
    _hash_key(hasher, INNER)
    for word in range(KEY_WORDS):
        hasher.inner[word] = hasher.words[word]


@rule
def _hash_key(hasher: Any, added: int) -> None:
    """Hash the first block of HMAC: the key in `inner`, XORed with a constant."""
    begin(hasher)
    for word in range(BLOCK_WORDS):
        hasher.block[word] = added
    for word in range(KEY_WORDS):
        hasher.block[word] = np.int64(hasher.inner[word]) ^ added
    compress(hasher)


@rule
def _begin_seed(hasher: Any) -> None:
    """Start hashing a seed's text with HMAC, from the hash of the key computed before."""
    for word in range(KEY_WORDS):
        hasher.words[word] = hasher.inner[word]
    clear(hasher)
    hasher.length = BLOCK_BYTES


@rule
def _finish_seed(hasher: Any, words: Any) -> None:
    """Compute both hashes of HMAC, and read four numbers from the outer one; the text must fit in one block."""
    bits = 8 * hasher.length
    put(hasher, END)
    hasher.block[BLOCK_WORDS - 1] = bits
    compress(hasher)
    clear(hasher)
    for word in range(KEY_WORDS):
        hasher.block[word] = hasher.words[word]
        hasher.words[word] = hasher.outer[word]
    hasher.block[KEY_WORDS] = END << 24
    hasher.block[BLOCK_WORDS - 1] = 8 * (BLOCK_BYTES + 4 * KEY_WORDS)
    compress(hasher)
    _read_words(hasher, words)


@rule
def _read_words(hasher: Any, words: Any) -> None:
    """Read four little-endian numbers from the hash."""
    for word in range(4):
        words[word] = _number(np.int64(hasher.words[2 * word])) | _number(np.int64(hasher.words[2 * word + 1])) << 32


@rule
def _number(word: Any) -> Any:
    """Reverse the bytes of a word."""
    return (word >> 24) | ((word >> 8) & 0xFF00) | ((word << 8) & 0xFF0000) | ((word & 0xFF) << 24)


@rule
def seed_of_event(hasher: Any, number: int, words: Any) -> None:
    """Compute the random generator's words for chance event `number` from the key."""
    _begin_seed(hasher)
    add_number(hasher, number)
    _finish_seed(hasher, words)


@rule
def seed_of_bots(hasher: Any, words: Any) -> None:
    """Compute the bots' random generator's words from the key."""
    _begin_seed(hasher)
    for position in range(len(BOTS)):
        put(hasher, BOTS[position])
    _finish_seed(hasher, words)


@rule
def seed_after(hasher: Any, seed: Any, words: Any) -> None:
    """Compute a random generator's words from a seed: the SHA-256 of the text `bots` and the seed's 32 bytes."""
    begin(hasher)
    for position in range(len(BOTS)):
        add(hasher, BOTS[position])
    for word in range(4):
        for byte in range(8):
            add(hasher, int(np.int64(seed[word]) >> 8 * byte) & 0xFF)
    finish(hasher)
    _read_words(hasher, words)
