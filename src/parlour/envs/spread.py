"""Sets of cards spread out into bytes, 64 at a time: what makes observations as quick as the rules."""

from typing import Any

from parlour.rule import PLAIN, hot_rule

WIDE = 64  # how many bytes one spread writes

if PLAIN:

    def spread(row: Any, at: int, cards: int) -> None:
        """Write 64 bytes from `at` on: 1 for every card of the set, 0 for all others."""
        for card in range(WIDE):
            row[at + card] = (int(cards) >> card) & 1

    def put(row: Any, at: int, value: int) -> None:
        """Write one byte."""
        row[at] = value

else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def _spread(context: Any, row: Any, at: Any, cards: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
            bits = builder.bitcast(arguments[2], ir.VectorType(ir.IntType(1), WIDE))
            many = ir.VectorType(ir.IntType(8), WIDE)
            place = builder.bitcast(builder.gep(array.data, [arguments[1]]), many.as_pointer())
            builder.store(builder.zext(bits, many), place, align=1)
            return context.get_dummy_value()

        return types.void(row, types.int64, types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def _put(context: Any, row: Any, at: Any, value: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
            byte = builder.trunc(arguments[2], ir.IntType(8))
            builder.store(byte, builder.gep(array.data, [arguments[1]]), align=1)
            return context.get_dummy_value()

        return types.void(row, types.int64, types.int64), code

    @hot_rule
    def spread(row: Any, at: int, cards: int) -> None:
        """Write 64 bytes from `at` on: 1 for every card of the set, 0 for all others."""
        _spread(row, at, cards)

    @hot_rule
    def put(row: Any, at: int, value: int) -> None:
        """Write one byte; Numba's own way would look at every place whether it counts from the end."""
        _put(row, at, value)


@hot_rule
def put_cards(row: Any, at: int, cards: int, size: int) -> int:
    """Write a set of cards as so many bytes, each 0 or 1; where to go on writing. All bytes behind are 0 yet."""
    spread(row, at, cards)  # what is written too much is written over by what follows
    return at + size


@hot_rule
def marked(value: int, size: int) -> int:
    """The set that holds just the value, if it is one of 0 to size - 1; without a jump that nobody can predict."""
    there = 1 if 0 <= value < size else 0
    return there << (value if there else 0)


@hot_rule
def put_one(row: Any, at: int, value: int, size: int) -> int:
    """Write a 1 at the place of the value, if it is one of 0 to size - 1; where to go on writing."""
    return put_cards(row, at, marked(value, size), size)


@hot_rule
def put_number(row: Any, at: int, value: int) -> int:
    """Write a number in one byte, cut off at -128 and 127; where to go on writing."""
    put(row, at, min(max(value, -128), 127))
    return at + 1


@hot_rule
def put_seats(row: Any, at: int, seats: int, seat: int, players: int) -> int:
    """Write a set of seats, the own one first and then to the left; where to go on writing."""
    turned = (seats >> seat) | (seats << (players - seat))
    return put_cards(row, at, turned & ((1 << players) - 1), players)


@hot_rule
def put_seat(row: Any, at: int, other: int, seat: int, players: int) -> int:
    """Write a 1 at the place of a seat, the own one first, if there is such a seat; where to go on writing."""
    return put_seats(row, at, marked(other, players), seat, players)


@hot_rule
def seat_at(seat: int, place: int, players: int) -> int:
    """The seat that sits so many places to the left."""
    other = seat + place
    return other - players if other >= players else other


@hot_rule
def clear(row: Any, at: int, size: int) -> None:
    """Write so many zeros, and up to 63 more."""
    for place in range(at, at + size, WIDE):
        spread(row, place, 0)
