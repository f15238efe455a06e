"""Answers about finished matches are computed once, kept in limited memory, and limited per address."""

import asyncio
import gzip
import json
import threading
from collections.abc import Awaitable, Callable

import pytest

from parlour.web.refusals import TableRefusal
from parlour.web.table import answers
from parlour.web.table.answers import ANSWERS_AT_ONCE, MOST_WAITING_EACH, FinishedAnswers, Pace
from tests.samples import some_game
from tests.web.servers import Client, Server
from tests.web.test_play import play_out


def run(work: Callable[[FinishedAnswers], Awaitable[None]]) -> None:
    async def inside() -> None:
        made = FinishedAnswers()
        try:
            await work(made)
        finally:
            made.close()

    asyncio.run(inside())


def test_an_answer_is_computed_only_once_even_if_several_clients_ask_at_the_same_time() -> None:
    times, go = [], threading.Event()

    def make(_: Pace) -> list[bytes]:
        go.wait()
        times.append(1)
        return [b'{"steps":', b"%d}" % len(times)]

    async def work(made: FinishedAnswers) -> None:
        asking = [asyncio.create_task(made.answer(("replay", 1), f"address {n}", make)) for n in range(5)]
        await asyncio.sleep(0)
        go.set()
        found = {await one for one in asking} | {await made.answer(("replay", 1), "later", make)}
        assert [json.loads(gzip.decompress(one)) for one in found] == [{"steps": 1}]

    run(work)


def test_one_address_can_wait_for_only_a_few_answers_at_a_time_and_does_not_hold_up_other_addresses() -> None:
    go = threading.Event()

    async def work(made: FinishedAnswers) -> None:
        asking = [
            asyncio.create_task(made.answer((n,), "flood", lambda _: [b"x"] * go.wait()))
            for n in range(MOST_WAITING_EACH)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TableRefusal) as refused:
            await made.answer(("more",), "flood", lambda _: [])
        assert refused.value.kind == "too_many"
        other = asyncio.create_task(made.answer(("other",), "honest", lambda _: [b"fine"]))
        await asyncio.sleep(0)
        go.set()
        assert gzip.decompress(await other) == b"fine"
        await asyncio.gather(*asking)
        assert gzip.decompress(await made.answer(("more",), "flood", lambda _: [])) == b""

    run(work)


def test_an_address_that_asks_too_often_is_asked_to_slow_down() -> None:
    async def work(made: FinishedAnswers) -> None:
        for _ in range(int(ANSWERS_AT_ONCE)):
            assert await made.answer((1,), "flood", lambda _: [])
        with pytest.raises(TableRefusal) as refused:
            await asyncio.gather(*(made.answer((1,), "flood", lambda _: []) for _ in range(100)))
        assert refused.value.kind == "too_fast"
        assert await made.answer((1,), "honest", lambda _: [])

    run(work)


def test_the_memory_for_answers_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_BYTES", 2000)

    async def work(made: FinishedAnswers) -> None:
        for number in range(100):
            await made.answer((number,), str(number), lambda _: [b"answer"])
        assert made._bytes == sum(map(len, made._made.values())) <= 2000
        assert (99,) in made._made
        assert (0,) not in made._made

    run(work)


def test_an_answer_that_failed_is_computed_again_on_the_next_request() -> None:
    def fail(_: Pace) -> list[bytes]:
        raise TableRefusal("not_over", "The match is not over.")

    async def work(made: FinishedAnswers) -> None:
        with pytest.raises(TableRefusal):
            await made.answer((1,), "a", fail)
        assert gzip.decompress(await made.answer((1,), "a", lambda _: [b"1"])) == b"1"

    run(work)


def test_a_thread_that_computes_answers_rests_for_as_long_as_it_has_worked(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    times = iter([0.0, 0.001, 0.5, 0.5])
    monkeypatch.setattr(answers, "perf_counter", lambda: next(times))
    monkeypatch.setattr(answers, "sleep", rests.append)
    pace = Pace()
    pace()
    pace()
    assert rests == [0.5]


def test_a_real_server_sends_the_same_replay_compressed_and_plain(server: Server) -> None:
    game = some_game(2)
    table = server.open_table(game, players=2, options=dict(game.short_options))
    with Client(server, table["table"], table["token"]) as ann:
        ann.until("welcome")
        play_out(ann)
    for part in ("replay", "replay?seat=0", "record", "verify"):
        path = f"/api/tables/{table['table']}/{part}"
        packed = server.http.get(path, headers={"accept-encoding": "gzip"})
        plain = server.http.get(path, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.json() == plain.json()
        assert packed.headers["content-type"] == plain.headers["content-type"] == "application/json"
