"""Rules that only other rules call are linked into their callers, and compiled fully when Python calls them."""

from typing import Any

import pytest

from parlour.rule import PLAIN, hot_rule, rule

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")


def test_an_inner_rule_has_no_machine_code_of_its_own_until_python_calls_it() -> None:
    from parlour.inner_code import InnerLibrary

    @rule
    def inner(number: int) -> int:
        return number + 1

    @rule
    def outer(number: int) -> int:
        return 2 * inner(number)

    def library() -> object:
        (found,) = inner.overloads.values()  # type: ignore[attr-defined]
        return found.library

    assert outer(20) == 42
    assert isinstance(library(), InnerLibrary)
    assert inner(20) == 21
    assert not isinstance(library(), InnerLibrary)
    assert outer(1) == 4


def test_inner_rules_of_inner_rules_and_hot_ones_give_the_same_numbers() -> None:
    @hot_rule
    def low(number: int) -> int:
        return number & -number

    @rule
    def middle(number: int) -> int:
        return low(number) + low(number >> 4)

    @rule
    def outer(number: int) -> int:
        return middle(number) * 3

    for number in (1, 2, 40, 1 << 40, -8):
        expected = 3 * ((number & -number) + ((number >> 4) & -(number >> 4)))
        assert outer(number) == expected
        assert middle(number) * 3 == expected


def test_an_inner_rule_is_compiled_for_every_type_it_is_called_with() -> None:
    import numpy as np

    @rule
    def double(number: int) -> int:
        return number + number

    @rule
    def outer(small: int, large: int) -> int:
        return double(small) + double(large)

    small: Any = np.int8(3)
    assert outer(small, 1 << 40) == 6 + (1 << 41)
    assert double(7) == 14
