"""Population count, lowest and highest bit of a 64-bit mask as single machine instructions."""

from typing import Any

from parlour.rule import PLAIN

ALL_BITS = (1 << 64) - 1


def count(mask: int) -> int:
    """How many bits are set."""
    return (int(mask) & ALL_BITS).bit_count()


def lowest(mask: int) -> int:
    """The number of the lowest bit set; 64 if there is none."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1 if mask else 64


def highest(mask: int) -> int:
    """The number of the highest bit set; -1 if there is none."""
    return (int(mask) & ALL_BITS).bit_length() - 1


if not PLAIN:
    from numba import types
    from numba.extending import intrinsic

    from parlour.rule import hot_rule

    _ONE_TO_ONE = types.int64(types.int64)

    @intrinsic  # type: ignore[untyped-decorator]
    def _population(context: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return _ONE_TO_ONE, code

    @intrinsic  # type: ignore[untyped-decorator]
    def _trailing_zeros(context: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

        return _ONE_TO_ONE, code

    @intrinsic  # type: ignore[untyped-decorator]
    def _leading_zeros(context: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

        return _ONE_TO_ONE, code

    def _count(mask: int) -> int:
        return _population(mask)  # type: ignore[no-any-return]

    def _lowest(mask: int) -> int:
        return _trailing_zeros(mask)  # type: ignore[no-any-return]

    def _highest(mask: int) -> int:
        return 63 - _leading_zeros(mask)  # type: ignore[no-any-return]

    count, lowest, highest = hot_rule(_count, count), hot_rule(_lowest, lowest), hot_rule(_highest, highest)
