"""Sets of cards and small numbers spread out into bytes, many at a time: what makes observations as quick as the rules.

An observation is written from its beginning to its end, and every part writes a few bytes more than it needs: the next
part writes over them. A *word* is eight bytes as one number, the first one lowest: one for every seat.
"""

from typing import Any

from parlour.rule import PLAIN, hot_rule

WIDE = 64  # how many bytes one spread writes
BYTES = 8  # of a word
SEAT_NUMBERS = 0x0706050403020100  # a word: the seats in their order
LEAST, MOST = -128, 127  # what a byte can hold, and so every number of an observation

if PLAIN:

    def spread(row: Any, at: int, cards: int) -> None:
        """Write 64 bytes from `at` on: 1 for every card of the set, 0 for all others."""
        for card in range(WIDE):
            row[at + card] = (int(cards) >> card) & 1

    def put(row: Any, at: int, value: int) -> None:
        """Write one byte."""
        row[at] = value

    def put_word(row: Any, at: int, word: int) -> None:
        """Write the eight bytes of a word."""
        for place in range(BYTES):
            row[at + place] = (((word >> 8 * place) & 255) ^ 128) - 128

    def mark(row: Any, at: int, value: int) -> None:
        """Write 64 bytes from `at` on: 1 at the place that the lowest byte of the value names, 0 at all others."""
        spread(row, at, 1 << (value & 255))

    def word_of(numbers: Any) -> int:
        """A word of the first numbers of a field, each cut off at -128 and 127."""
        cut = (min(max(int(number), LEAST), MOST) & 255 for number in numbers[:BYTES])
        return sum(number << 8 * place for place, number in enumerate(cut))

    def equals(word: int, value: int) -> int:
        """A word with 1 for every byte that is the value, and 0 for all others."""
        return sum(((word >> 8 * place) & 255 == value & 255) << 8 * place for place in range(BYTES))

    def mark_each(row: Any, at: int, word: int, size: int) -> None:
        """Write 5 or 8 bytes for every byte of a word: 1 at the place of its value, 0 at all others."""
        for place in range(BYTES):
            for value in range(size):
                row[at + place * size + value] = (word >> 8 * place) & 255 == value

    def spread_each(row: Any, at: int, word: int) -> None:
        """Write 5 bytes for every byte of a word: its lowest bits."""
        for place in range(BYTES):
            for number in range(5):
                row[at + 5 * place + number] = (word >> (8 * place + number)) & 1

else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    _BYTE, _INDEX, _WORD = ir.IntType(8), ir.IntType(32), ir.IntType(64)
    _EIGHT, _MANY = ir.VectorType(_BYTE, BYTES), ir.VectorType(_BYTE, WIDE)

    def _constant(numbers: Any, kind: Any = _BYTE) -> Any:
        values = list(numbers)
        return ir.Constant(ir.VectorType(kind, len(values)), values)

    def _repeated(builder: Any, number: Any, kind: Any) -> Any:
        """The lowest byte of a number in all places of a vector."""
        byte = builder.trunc(number, _BYTE)
        one = builder.insert_element(ir.Constant(kind, ir.Undefined), byte, ir.Constant(_INDEX, 0))
        return builder.shuffle_vector(one, one, _constant([0] * kind.count, _INDEX))

    def _each_byte(builder: Any, word: Any, size: int) -> Any:
        """The bytes of a word, each so many times, 64 in all."""
        eight = builder.bitcast(word, _EIGHT)
        places = (min(place // size, BYTES - 1) for place in range(WIDE))
        return builder.shuffle_vector(eight, eight, _constant(places, _INDEX))

    def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
        return cgutils.create_struct_proxy(kind)(context, builder, array).data

    def _writer(kind: Any, made: Any) -> Any:
        """An intrinsic that makes something of this kind from a number and writes it into a row."""

        @intrinsic  # type: ignore[untyped-decorator]
        def write(context: Any, row: Any, at: Any, number: Any) -> Any:
            def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                row, at, number = arguments
                place = builder.gep(_data(context, builder, signature.args[0], row), [at])
                place = builder.bitcast(place, kind.as_pointer())
                builder.store(made(builder, number), place, align=1)
                return context.get_dummy_value()

            return types.void(row, types.int64, types.int64), code

        return write

    def _spread_bits(builder: Any, cards: Any) -> Any:
        return builder.zext(builder.bitcast(cards, ir.VectorType(ir.IntType(1), WIDE)), _MANY)

    def _marked_byte(builder: Any, value: Any) -> Any:
        return builder.zext(builder.icmp_signed("==", _repeated(builder, value, _MANY), _constant(range(WIDE))), _MANY)

    def _marked_bytes(size: int) -> Any:
        def made(builder: Any, word: Any) -> Any:
            values = _constant(place % size for place in range(WIDE))
            return builder.zext(builder.icmp_signed("==", _each_byte(builder, word, size), values), _MANY)

        return made

    def _spread_bytes(size: int) -> Any:
        def made(builder: Any, word: Any) -> Any:
            bits = _constant(1 << place % size for place in range(WIDE))
            found = builder.and_(_each_byte(builder, word, size), bits)
            return builder.zext(builder.icmp_signed("==", found, bits), _MANY)

        return made

    _spread, _mark = _writer(_MANY, _spread_bits), _writer(_MANY, _marked_byte)
    _put = _writer(_BYTE, lambda builder, value: builder.trunc(value, _BYTE))
    _put_word = _writer(_WORD, lambda builder, word: word)
    _mark_5, _mark_8 = _writer(_MANY, _marked_bytes(5)), _writer(_MANY, _marked_bytes(8))
    _spread_5 = _writer(_MANY, _spread_bytes(5))

    @intrinsic  # type: ignore[untyped-decorator]
    def _word_of(context: Any, numbers: Any) -> Any:
        bits = numbers.dtype.bitwidth
        kind = ir.VectorType(ir.IntType(bits), BYTES)

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = _data(context, builder, signature.args[0], arguments[0])
            found = builder.load(builder.bitcast(data, kind.as_pointer()), align=1)
            if bits > 8:
                for sign, bound in ((">", MOST), ("<", LEAST)):
                    bounds = _constant([bound] * BYTES, ir.IntType(bits))
                    found = builder.select(builder.icmp_signed(sign, found, bounds), bounds, found)
                found = builder.trunc(found, _EIGHT)
            return builder.bitcast(found, _WORD)

        return types.int64(numbers), code

    @intrinsic  # type: ignore[untyped-decorator]
    def _equals(context: Any, word: Any, value: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word, value = builder.bitcast(arguments[0], _EIGHT), _repeated(builder, arguments[1], _EIGHT)
            return builder.bitcast(builder.zext(builder.icmp_signed("==", word, value), _EIGHT), _WORD)

        return types.int64(types.int64, types.int64), code

    @hot_rule
    def spread(row: Any, at: int, cards: int) -> None:
        """Write 64 bytes from `at` on: 1 for every card of the set, 0 for all others."""
        _spread(row, at, cards)

    @hot_rule
    def put(row: Any, at: int, value: int) -> None:
        """Write one byte; Numba's own way would look at every place whether it counts from the end."""
        _put(row, at, value)

    @hot_rule
    def put_word(row: Any, at: int, word: int) -> None:
        """Write the eight bytes of a word."""
        _put_word(row, at, word)

    @hot_rule
    def mark(row: Any, at: int, value: int) -> None:
        """Write 64 bytes from `at` on: 1 at the place that the lowest byte of the value names, 0 at all others."""
        _mark(row, at, value)

    @hot_rule
    def word_of(numbers: Any) -> int:
        """A word of the first numbers of a field, each cut off at -128 and 127; behind a short field, of the next."""
        return _word_of(numbers)  # type: ignore[no-any-return]

    @hot_rule
    def equals(word: int, value: int) -> int:
        """A word with 1 for every byte that is the value, and 0 for all others."""
        return _equals(word, value)  # type: ignore[no-any-return]

    @hot_rule
    def mark_each(row: Any, at: int, word: int, size: int) -> None:
        """Write 5 or 8 bytes for every byte of a word: 1 at the place of its value, 0 at all others."""
        if size == BYTES:
            _mark_8(row, at, word)
        else:
            _mark_5(row, at, word)

    @hot_rule
    def spread_each(row: Any, at: int, word: int) -> None:
        """Write 5 bytes for every byte of a word: its lowest bits."""
        _spread_5(row, at, word)


@hot_rule
def put_cards(row: Any, at: int, cards: int, size: int) -> int:
    """Write a set of cards as so many bytes, each 0 or 1; where to go on writing."""
    spread(row, at, cards)
    return at + size


@hot_rule
def put_one(row: Any, at: int, value: int, size: int) -> int:
    """Write a 1 at the place of the value, if it is one of 0 to size - 1, and 0 elsewhere; where to go on writing."""
    if size > BYTES:
        mark(row, at, value)
    else:
        put_word(row, at, equals(SEAT_NUMBERS, value))
    return at + size


@hot_rule
def put_number(row: Any, at: int, value: int) -> int:
    """Write a number in one byte, cut off at -128 and 127; where to go on writing."""
    put(row, at, min(max(value, LEAST), MOST))
    return at + 1


@hot_rule
def seat_at(seat: int, place: int, players: int) -> int:
    """The seat that sits so many places to the left."""
    other = seat + place
    return other - players if other >= players else other


@hot_rule
def put_by_seat(row: Any, at: int, sets: Any, seat: int, players: int, size: int) -> int:
    """Write a set of cards of every seat, the own one first and then to the left; where to go on writing."""
    for place in range(players):
        spread(row, at + place * size, sets[seat_at(seat, place, players)])
    return at + players * size


@hot_rule
def turned(word: int, seat: int, players: int) -> int:
    """A word with a byte for every seat, the own one first and then to the left."""
    own = word & ((1 << BYTES * players) - 1)
    return (own >> BYTES * seat) | (own << BYTES * (players - seat))


@hot_rule
def put_turned(row: Any, at: int, word: int, seat: int, players: int) -> int:
    """Write a byte for every seat, the own one first and then to the left; where to go on writing."""
    put_word(row, at, turned(word, seat, players))
    return at + players


@hot_rule
def put_seats(row: Any, at: int, seats: int, seat: int, players: int) -> int:
    """Write a set of seats, the own one first and then to the left; where to go on writing."""
    return put_cards(row, at, ((seats & ((1 << players) - 1)) * ((1 << players) + 1)) >> seat, players)


@hot_rule
def put_seat(row: Any, at: int, other: int, seat: int, players: int) -> int:
    """Write a 1 at the place of a seat, the own one first, if there is such a seat; where to go on writing."""
    return put_turned(row, at, equals(SEAT_NUMBERS, other), seat, players)


@hot_rule
def clear(row: Any, at: int, size: int) -> None:
    """Write so many zeros, and up to 63 more."""
    for place in range(at, at + size, WIDE):
        spread(row, place, 0)
