"""Sets of cards, seats or actions as 64-bit masks, with a bit for each member.

Only the functions in this module build masks and take them apart. Counting members and finding the lowest and highest
are single machine instructions.
"""

from collections.abc import Iterator
from typing import Any

from parlour.engine.rule import PLAIN, hot_rule

ALL_BITS = (1 << 64) - 1


def count(mask: int) -> int:
    """Count the bits that are set."""
    return (int(mask) & ALL_BITS).bit_count()


def lowest(mask: int) -> int:
    """Return the number of the lowest set bit; 64 if there is none."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1 if mask else 64


def highest(mask: int) -> int:
    """Return the number of the highest set bit; -1 if there is none."""
    return (int(mask) & ALL_BITS).bit_length() - 1


if not PLAIN:
    from numba import types
    from numba.extending import intrinsic

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


@hot_rule
def bit(one: int) -> int:
    """Return the set that contains only this member."""
    return 1 << int(one)  # without int(), shifting by a narrow NumPy number would overflow


@hot_rule
def first(size: int) -> int:
    """Return the set of the numbers 0 to size - 1."""
    return (1 << int(size)) - 1


@hot_rule
def has(members: int, one: int) -> bool:
    """Return whether the card, seat or action is in the set."""
    return (members >> int(one)) & 1 != 0


@hot_rule
def rest(members: int) -> int:
    """Return the set without its lowest member."""
    return members & (members - 1)


@hot_rule
def nth(members: int, n: int) -> int:
    """Return the member of a set at position n; the lowest member is at position 0."""
    while n >= 8:
        members = rest(rest(rest(rest(rest(rest(rest(rest(members))))))))
        n -= 8
    for step in range(7):  # always seven steps: a loop of unpredictable length would be slower
        members = rest(members) if step < n else members
    return lowest(members)


def each(members: int) -> Iterator[int]:
    """Yield the members of a set, lowest first."""
    members = int(members) & ALL_BITS  # stops the loop even for a negative mask, which isn't a valid set
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1
