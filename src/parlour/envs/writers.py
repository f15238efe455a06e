"""Writing observations with vector instructions, many bytes at a time, so that observing is as fast as the rules.

An observation is written from start to end, and every part may write up to 64 bytes beyond its end, which the next
part overwrites. `_plain_writers.py` has the same functions as plain loops, and explains what each of them does.
"""

from typing import Any

from parlour.engine.rule import PLAIN, hot_rule
from parlour.envs import _plain_writers as plain

WIDE = 64  # Up to this many bytes are written beyond the end of a part.
BYTES, LEAST, MOST = plain.BYTES, plain.LEAST, plain.MOST

if PLAIN:
    spread, mark, put, put_word = plain.spread, plain.mark, plain.put, plain.put_word
    word_of, equals, mark_each, spread_each = plain.word_of, plain.equals, plain.mark_each, plain.spread_each

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
        """Fill a vector with the lowest byte of a number."""
        byte = builder.trunc(number, _BYTE)
        one = builder.insert_element(ir.Constant(kind, ir.Undefined), byte, ir.Constant(_INDEX, 0))
        return builder.shuffle_vector(one, one, _constant([0] * kind.count, _INDEX))

    def _each_byte(builder: Any, word: Any, size: int) -> Any:
        """Fill 64 bytes by repeating each byte of a word `size` times."""
        eight = builder.bitcast(word, _EIGHT)
        indices = (min(index // size, BYTES - 1) for index in range(WIDE))
        return builder.shuffle_vector(eight, eight, _constant(indices, _INDEX))

    def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
        return cgutils.create_struct_proxy(kind)(context, builder, array).data

    def _writer(kind: Any, made: Any) -> Any:
        """Make a Numba intrinsic that converts a number to this type and writes the value into a row."""

        @intrinsic  # type: ignore[untyped-decorator]
        def write(context: Any, row: Any, at: Any, number: Any) -> Any:
            def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                row, at, number = arguments
                pointer = builder.gep(_data(context, builder, signature.args[0], row), [at])
                pointer = builder.bitcast(pointer, kind.as_pointer())
                builder.store(made(builder, number), pointer, align=1)
                return context.get_dummy_value()

            return types.void(row, types.int64, types.int64), code

        return write

    def _spread_bits(builder: Any, cards: Any) -> Any:
        return builder.zext(builder.bitcast(cards, ir.VectorType(ir.IntType(1), WIDE)), _MANY)

    def _marked_byte(builder: Any, value: Any) -> Any:
        return builder.zext(builder.icmp_signed("==", _repeated(builder, value, _MANY), _constant(range(WIDE))), _MANY)

    def _marked_bytes(size: int) -> Any:
        def made(builder: Any, word: Any) -> Any:
            values = _constant(index % size for index in range(WIDE))
            return builder.zext(builder.icmp_signed("==", _each_byte(builder, word, size), values), _MANY)

        return made

    def _spread_bytes(size: int) -> Any:
        def made(builder: Any, word: Any) -> Any:
            bits = _constant(1 << index % size for index in range(WIDE))
            found = builder.and_(_each_byte(builder, word, size), bits)
            return builder.zext(builder.icmp_signed("==", found, bits), _MANY)

        return made

    _spread, _mark = _writer(_MANY, _spread_bits), _writer(_MANY, _marked_byte)
    _put = _writer(_BYTE, lambda builder, value: builder.trunc(value, _BYTE))
    _put_word = _writer(_WORD, lambda builder, word: word)

    def _sized_writer(make: Any) -> Any:
        """Make a Numba intrinsic whose code is specialised for the `size` in the call, which must be a literal."""

        @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
        def write(context: Any, row: Any, at: Any, number: Any, size: Any) -> Any:
            def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                row, at, number, _ = arguments
                pointer = builder.gep(_data(context, builder, signature.args[0], row), [at])
                pointer = builder.bitcast(pointer, _MANY.as_pointer())
                builder.store(make(size.literal_value)(builder, number), pointer, align=1)
                return context.get_dummy_value()

            return types.void(row, types.int64, types.int64, size), code

        return write

    mark_each, spread_each = _sized_writer(_marked_bytes), _sized_writer(_spread_bytes)

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
    def spread(row: Any, at: int, bits: int, size: int) -> None:
        """Write the 64 bits of a number as 64 bytes."""
        _spread(row, at, bits)

    @hot_rule
    def mark(row: Any, at: int, value: int, size: int) -> None:
        """Write 64 bytes that are 1 at the index `value` and 0 elsewhere."""
        _mark(row, at, value)

    @hot_rule
    def put(row: Any, at: int, value: int) -> None:
        """Write one byte, without the check for a negative index that Numba would add."""
        _put(row, at, value)

    @hot_rule
    def put_word(row: Any, at: int, word: int, size: int) -> None:
        """Write the eight bytes of a word."""
        _put_word(row, at, word)

    @hot_rule
    def word_of(numbers: Any) -> int:
        """Make a word from eight numbers; if the field is shorter, the rest is whatever follows it in the state."""
        return _word_of(numbers)  # type: ignore[no-any-return]

    @hot_rule
    def equals(word: int, value: int) -> int:
        """Make a word whose bytes are 1 where the given word's bytes equal the value."""
        return _equals(word, value)  # type: ignore[no-any-return]


@hot_rule
def clear(row: Any, at: int, size: int) -> None:
    """Write at least `size` zeros, and up to 63 more."""
    for start in range(at, at + size, WIDE):
        spread(row, start, 0, min(WIDE, at + size - start))
