"""An address with many requests at once waits for itself, not the others for it."""

import asyncio

from parlour.web.wire.turns import Turns


def test_a_flood_is_started_one_by_one_and_another_address_at_once() -> None:
    async def inside() -> list[str]:
        turns, order = Turns(), list[str]()

        async def ask(address: str) -> None:
            await turns.take(address)
            order.append(address)

        flood = [asyncio.create_task(ask("flood")) for _ in range(50)]
        await asyncio.sleep(0)
        await asyncio.create_task(ask("honest"))
        await asyncio.gather(*flood)
        assert not turns._waiting
        return order

    order = asyncio.run(inside())
    assert len(order) == 51
    assert order.index("honest") < 5


def test_a_request_whose_client_is_gone_takes_no_turn() -> None:
    async def inside() -> None:
        turns = Turns()
        first, gone, stays = (asyncio.create_task(turns.take("a")) for _ in range(3))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(first, stays)
        assert gone.cancelled()
        assert not turns._waiting

    asyncio.run(inside())
