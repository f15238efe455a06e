"""What taking back an action costs: the turn's time runs on, and a seat may do it only so often."""

from pathlib import Path

import pytest

from parlour.web.refusals import TableRefusal
from parlour.web.table.house import House
from parlour.web.table.live import UNDOS_AT_ONCE, LiveTable
from parlour.web.wire import limits
from tests.web.table.test_driver import pair, run, until


async def move_and_undo(house: House, live: LiveTable, number: int) -> None:
    """Make a move from seat 0, then take it back."""
    await house.move(live, 0, f"move {number}", live.table.number, live.table.playing.legal(0)[0])
    await house.undo(live, 0, f"undo {number}", live.table.number)


def test_a_seat_may_take_back_only_a_few_actions_in_a_row_and_other_seats_can_move_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def inside(house: House) -> None:
        live, _ = await pair(house)
        # The clock stands still, because the seat may take back more actions as time passes.
        monkeypatch.setattr(limits, "monotonic", lambda: 0.0)
        for number in range(int(UNDOS_AT_ONCE)):
            await move_and_undo(house, live, number)
        with pytest.raises(TableRefusal) as refused:
            await move_and_undo(house, live, 99)
        assert refused.value.kind == "too_fast"
        await house.move(live, 1, "other", live.table.number, live.table.playing.legal(1)[0])

    run(tmp_path, inside)


def test_a_seat_does_not_win_time_by_taking_its_actions_back(tmp_path: Path) -> None:
    async def inside(house: House) -> None:
        live, _ = await pair(house, timer=30)
        for number in range(9):
            live.turn_began -= 5  # five seconds later
            await move_and_undo(house, live, number)
        assert live.seconds_left() == 0
        last = live.table.number
        house.driver.watch(live)
        await until(lambda: live.table.number > last)
        assert live.seconds_left() != 0, "after an action that stands, the clock begins anew"

    run(tmp_path, inside)
