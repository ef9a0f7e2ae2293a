"""Workers that die, hang and are cancelled; the pool and the other jobs go on."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from twin.service import pool as pool_module
from twin.service.errors import ServiceError
from twin.service.pool import Pool
from twin.service.rpc import BadRequest, Code

FAKE = (sys.executable, str(Path(__file__).with_name("fake_worker.py")))


def with_pool(size: int, test: Callable[[Pool], Awaitable[None]]) -> None:
    async def run() -> None:
        pool = Pool(size, 0, FAKE)
        try:
            await test(pool)
        finally:
            await pool.close()

    asyncio.run(asyncio.wait_for(run(), 30))


@pytest.fixture(autouse=True)
def _find_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


async def work(pool: Pool) -> int:
    return int(await pool.run({"do": "work"}, 10))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_does_many_jobs_and_then_retires(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "JOBS_PER_WORKER", 3)

    async def test(pool: Pool) -> None:
        pids = [await work(pool) for _ in range(4)]
        assert pids[0] == pids[1] == pids[2] != pids[3]
        assert not is_alive(pids[0])

    with_pool(1, test)


def test_findings_arrive_before_the_result() -> None:
    async def test(pool: Pool) -> None:
        heard: list[object] = []
        await pool.run(
            {"do": "work"}, 10, on_start=lambda: heard.append("start"), on_finding=heard.append
        )
        assert heard == ["start", b"\n\x06BGP001"]

    with_pool(1, test)


@pytest.mark.parametrize(("order", "said"), [("die", "signal SIGKILL"), ("exit", "exit code 3")])
def test_a_death_is_the_failure_of_its_job_alone(order: str, said: str) -> None:
    async def test(pool: Pool) -> None:
        dead, other = await asyncio.gather(
            pool.run({"do": order}, 10), work(pool), return_exceptions=True
        )
        assert isinstance(dead, ServiceError)
        assert (dead.reason, dead.code) == ("WORKER_CRASHED", Code.INTERNAL)
        assert said in dead.message
        assert isinstance(other, int)
        assert await work(pool)

    with_pool(2, test)


def test_time_is_up() -> None:
    async def test(pool: Pool) -> None:
        pid = await work(pool)
        with pytest.raises(ServiceError) as caught:
            await pool.run({"do": "hang"}, 0.2)
        assert (caught.value.reason, caught.value.code) == ("TIME_LIMIT", Code.DEADLINE_EXCEEDED)
        assert not is_alive(pid)
        assert await work(pool) != pid

    with_pool(1, test)


def test_a_cancelled_job_stops_and_frees_its_place() -> None:
    async def test(pool: Pool) -> None:
        pid = await work(pool)
        started = asyncio.Event()
        task = asyncio.create_task(pool.run({"do": "hang"}, 60, on_start=started.set))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not is_alive(pid)
        assert await work(pool)

    with_pool(1, test)


def test_a_reported_error_keeps_its_details_and_the_worker() -> None:
    async def test(pool: Pool) -> None:
        pid = await work(pool)
        with pytest.raises(ServiceError) as caught:
            await pool.run({"do": "error"}, 10)
        assert caught.value.reason == "WRONG"
        assert caught.value.status().details[1].Is(BadRequest.DESCRIPTOR)
        assert await work(pool) == pid

    with_pool(1, test)


def test_a_worker_that_died_idle_is_replaced() -> None:
    async def test(pool: Pool) -> None:
        pid = await work(pool)
        os.kill(pid, 9)
        await asyncio.sleep(0.2)  # until the loop has heard of it
        assert not is_alive(pid)
        assert await work(pool) != pid

    with_pool(1, test)


def test_jobs_beyond_the_size_wait_their_turn() -> None:
    async def test(pool: Pool) -> None:
        order: list[int] = []
        await asyncio.gather(
            *(pool.run({"do": "work"}, 10, on_start=lambda n=n: order.append(n)) for n in range(5))
        )
        assert order == [0, 1, 2, 3, 4]

    with_pool(1, test)
