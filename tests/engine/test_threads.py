"""Work on several threads: results come in order, memory stays bounded, and a failure doesn't lose earlier results."""

import signal
import threading
from collections.abc import Iterator

import pytest

from parlour.engine.threads import in_order, uninterrupted


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(threads: int) -> None:
    assert list(in_order(lambda number: number * number, range(50), threads)) == [n * n for n in range(50)]


def test_items_are_taken_only_shortly_before_they_are_needed() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    results = in_order(lambda number: number, items(), 2)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    assert len(taken) <= 3 + 2 * 2 + 1
    results.close()  # type: ignore[attr-defined]
    assert len(taken) < 20


def test_two_items_are_processed_at_the_same_time() -> None:
    both = threading.Barrier(2, timeout=30)
    assert list(in_order(lambda number: both.wait() >= 0 and number, [1, 2], 2)) == [1, 2]


def test_results_of_earlier_items_come_before_an_error_raised_by_the_iterator() -> None:
    def items() -> Iterator[int]:
        yield from (1, 2, 3)
        raise ValueError("no more")

    seen: list[int] = []
    with pytest.raises(ValueError, match="no more"):
        seen.extend(in_order(lambda number: number, items(), 2))
    results = in_order(lambda number: number, items(), 2)
    assert [next(results) for _ in range(3)] == [1, 2, 3]


def test_if_several_items_fail_the_error_of_the_earliest_item_is_raised() -> None:
    def fail(number: int) -> int:
        if number >= 3:
            raise KeyError(number)
        return number

    with pytest.raises(KeyError, match="3"):
        list(in_order(fail, range(9), 3))


# --- Ctrl-C


def test_ctrl_c_in_an_uninterrupted_block_takes_effect_at_its_end() -> None:
    done: list[str] = []

    def work() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest of the block")
        done.append("what follows")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["the rest of the block"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_failure_in_an_uninterrupted_block_is_raised_and_ctrl_c_works_again() -> None:
    with pytest.raises(ValueError, match="wrong"), uninterrupted():
        raise ValueError("wrong")
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_an_uninterrupted_block_does_not_change_how_the_program_itself_handles_ctrl_c() -> None:
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            assert came == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_uninterrupted_block_works_in_any_thread() -> None:
    def block(number: int) -> int:
        with uninterrupted():
            return number

    assert list(in_order(block, [1, 2], 2)) == [1, 2]
