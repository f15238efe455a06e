"""A table limits how often a seat may take back an action."""

from pathlib import Path

import pytest

from parlour.web.refusals import TableRefusal
from parlour.web.table.house import House
from parlour.web.table.live import UNDOS_AT_ONCE, LiveTable
from parlour.web.wire import limits
from tests.web.table.test_driver import pair, run


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
