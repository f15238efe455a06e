"""An address that sends many requests at once has to wait, but does not make other addresses wait."""

import asyncio

from parlour.web.wire._turns import Turns


def test_requests_of_a_flood_start_one_by_one_while_requests_from_another_address_start_at_once() -> None:
    async def inside() -> list[str]:
        turns, order = Turns(1000.0, 1000.0), list[str]()

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


def test_a_waiting_request_whose_client_has_left_is_skipped() -> None:
    async def inside() -> None:
        turns = Turns(1000.0, 1000.0)
        first, gone, stays = (asyncio.create_task(turns.take("a")) for _ in range(3))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(first, stays)
        assert gone.cancelled()
        assert not turns._waiting

    asyncio.run(inside())


def test_an_address_that_sends_requests_too_fast_has_to_wait_and_other_addresses_do_not() -> None:
    async def inside() -> tuple[int, bool]:
        turns = Turns(pace=0.001, at_once=3.0)
        flood = [asyncio.create_task(turns.take("flood")) for _ in range(10)]
        for _ in range(30):
            await asyncio.sleep(0)
        honest = asyncio.create_task(turns.take("honest"))
        await asyncio.wait_for(honest, 60)
        started = sum(one.done() for one in flood)
        for one in flood:
            one.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        return started, honest.done()

    assert asyncio.run(inside()) == (3, True)


def test_an_address_that_sends_requests_one_by_one_is_limited_to_its_rate() -> None:
    async def inside() -> float:
        turns = Turns(pace=100.0, at_once=2.0)
        start = asyncio.get_running_loop().time()
        for _ in range(12):
            await turns.take("a")
        return asyncio.get_running_loop().time() - start

    assert asyncio.run(inside()) >= 0.09  # Ten of the requests had to wait ten milliseconds each.
