"""The life of a run, with workers that do what the snapshot's name tells them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from twin.service.errors import ServiceError
from twin.service.generated import check_pb2 as pb
from twin.service.generated import finding_pb2, snapshot_pb2
from twin.service.limits import ServiceLimits
from twin.service.names import snapshot_name
from twin.service.pool import Pool
from twin.service.rpc import Code
from twin.service.runs import Runs
from twin.service.store import UNFINISHED, Store

FAKE = (sys.executable, str(Path(__file__).with_name("fake_worker.py")))
SPEC = pb.CheckSpec()


@dataclass
class House:
    store: Store
    pool: Pool
    runs: Runs

    def create(
        self, order: str = "work", spec: pb.CheckSpec = SPEC, request_id: str = ""
    ) -> pb.CheckRun:
        """A run whose worker follows `order`."""
        digest = order.encode().hex().rjust(64, "0")
        self.store.files.folder_of(digest).mkdir(exist_ok=True)
        self.store.add_snapshot(
            snapshot_pb2.Snapshot(name=snapshot_name(digest), digest=digest, display_name=order)
        )
        return self.runs.create(snapshot_name(digest), spec, request_id)

    async def until(self, run: pb.CheckRun, *states: pb.CheckRunState) -> pb.CheckRun:
        for _ in range(2000):
            now = self.store.run(run.name)
            if now.state in states:
                return now
            await asyncio.sleep(0.01)
        raise AssertionError(f"still {now.state}")

    async def end_of(self, run: pb.CheckRun) -> pb.CheckRun:
        return await self.until(run, *(s for s in pb.CheckRunState.values() if s not in UNFINISHED))

    async def running(self, run: pb.CheckRun) -> None:
        await self.until(run, pb.CHECK_RUN_STATE_RUNNING)


@pytest.fixture(autouse=True)
def _find_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


def in_house(
    folder: Path, test: Callable[[House], Awaitable[None]], limits: ServiceLimits | None = None
) -> None:
    async def run() -> None:
        store = Store(folder, limits or ServiceLimits())
        pool = Pool(1, 0, FAKE)
        house = House(store, pool, Runs(store, pool, limits or ServiceLimits()))
        try:
            await test(house)
        finally:
            await house.runs.drain(0)
            await pool.close()
            store.close()

    asyncio.run(asyncio.wait_for(run(), 30))


def conditions(run: pb.CheckRun) -> dict[str, tuple[str, str]]:
    return {
        c.type: (pb.ConditionStatus.Name(c.status).removeprefix("CONDITION_STATUS_"), c.reason)
        for c in run.conditions
    }


def test_from_queued_to_judged(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        run = house.create()
        assert run.state == pb.CHECK_RUN_STATE_QUEUED
        assert conditions(run) == {
            "Accepted": ("TRUE", "QUEUED"),
            "Judged": ("UNKNOWN", "PENDING"),
            "Deployable": ("UNKNOWN", "PENDING"),
        }
        done = await house.end_of(run)
        assert done.state == pb.CHECK_RUN_STATE_SUCCEEDED
        assert done.verdict == pb.VERDICT_FAIL
        assert conditions(done)["Judged"] == ("TRUE", "JUDGED")
        assert conditions(done)["Deployable"] == ("FALSE", "FINDINGS")
        assert house.store.findings(run.name, 0, 10) == [b"\n\x06BGP001"]
        times = [done.create_time, done.start_time, done.end_time]
        assert times == sorted(times, key=lambda stamp: stamp.ToNanoseconds())

    in_house(tmp_path, test)


@pytest.mark.parametrize(
    ("order", "reason"), [("die", "WORKER_CRASHED"), ("error", "WRONG"), ("hang", "TIME_LIMIT")]
)
def test_no_verdict_is_a_failed_run_and_a_no_go(tmp_path: Path, order: str, reason: str) -> None:
    async def test(house: House) -> None:
        spec = pb.CheckSpec()
        spec.time_limit.FromMilliseconds(500)
        run = await house.end_of(house.create(order, spec))
        assert run.state == pb.CHECK_RUN_STATE_FAILED
        assert conditions(run)["Judged"] == ("FALSE", reason)
        assert conditions(run)["Deployable"] == ("FALSE", "NOT_JUDGED")
        assert house.store.findings(run.name, 0, 10) == []
        after = await house.end_of(house.create("work"))
        assert after.state == pb.CHECK_RUN_STATE_SUCCEEDED

    in_house(tmp_path, test)


def test_cancelled_while_it_runs_and_while_it_waits(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        running, waiting = house.create("hang"), house.create("work")
        await house.running(running)
        for run in (waiting, running):
            ended = await house.runs.cancel(run.name)
            assert ended.state == pb.CHECK_RUN_STATE_CANCELLED
            assert conditions(ended)["Judged"] == ("FALSE", "CANCELLED")
        again = await house.runs.cancel(running.name)
        assert again == house.store.run(running.name)

    in_house(tmp_path, test)


def test_cancelled_before_its_first_step(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        run = house.create("work")
        assert (await house.runs.cancel(run.name)).state == pb.CHECK_RUN_STATE_CANCELLED

    in_house(tmp_path, test)


def test_a_stop_lets_work_end_and_fails_what_does_not(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        quick, stuck, waiting = house.create("work"), house.create("hang"), house.create("work")
        await house.runs.drain(2)
        assert house.store.run(quick.name).state == pb.CHECK_RUN_STATE_SUCCEEDED
        for run in (stuck, waiting):
            ended = house.store.run(run.name)
            assert conditions(ended)["Judged"] == ("FALSE", "SERVER_STOPPED")

    in_house(tmp_path, test)


def test_a_server_that_stops_takes_no_new_run(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        await house.runs.drain(0)
        with pytest.raises(ServiceError) as caught:
            house.create("work")
        assert (caught.value.code, caught.value.reason) == (Code.UNAVAILABLE, "STOPPING")

    in_house(tmp_path, test)


def test_a_restart_ends_what_the_last_server_left(tmp_path: Path) -> None:
    left: list[pb.CheckRun] = []

    async def test(house: House) -> None:
        left.append(house.create("hang"))
        await house.running(left[0])
        house.store.drop_findings(left[0].name)

        def fall_over(_: object) -> None:
            return

        house.store.save_run = fall_over  # type: ignore[method-assign]

    async def next_server(house: House) -> None:
        found = house.store.run(left[0].name)
        assert conditions(found)["Judged"] == ("FALSE", "SERVER_RESTARTED")

    in_house(tmp_path, test)
    in_house(tmp_path, next_server)


def test_one_request_id_is_one_run(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        first = house.create("work", request_id="r1")
        assert house.create("work", request_id="r1").name == first.name
        await house.end_of(first)
        assert len(house.store.list_runs("", 10, None)[0]) == 1

    in_house(tmp_path, test)


def _spec(**fields: object) -> pb.CheckSpec:
    spec = pb.CheckSpec(**{k: v for k, v in fields.items() if k != "seconds"})
    if "seconds" in fields:
        spec.time_limit.FromSeconds(fields["seconds"])
    return spec


@pytest.mark.parametrize(
    ("spec", "field", "reason"),
    [
        (_spec(select=["XYZ"]), "spec.select", "RULE_UNKNOWN"),
        (_spec(ignore=["PFC001", "PFC999"]), "spec.ignore", "RULE_UNKNOWN"),
        (_spec(fail_on=17), "spec.fail_on", "SEVERITY_UNKNOWN"),
        (_spec(device_state=9), "spec.device_state", "DEVICE_STATE_UNKNOWN"),
        (_spec(seconds=0), "spec.time_limit", "TIME_LIMIT_INVALID"),
        (_spec(seconds=-5), "spec.time_limit", "TIME_LIMIT_INVALID"),
    ],
)
def test_a_spec_that_no_run_can_be_made_of(
    tmp_path: Path, spec: pb.CheckSpec, field: str, reason: str
) -> None:
    async def test(house: House) -> None:
        with pytest.raises(ServiceError) as caught:
            house.create("work", spec)
        assert (caught.value.reason, caught.value.violations[0][0]) == (reason, field)

    in_house(tmp_path, test)


def test_thresholds_and_families_are_taken(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        spec = _spec(select=["pfc", "INT007"], fail_on=finding_pb2.SEVERITY_WARNING)
        assert (await house.end_of(house.create("work", spec))).state == (
            pb.CHECK_RUN_STATE_SUCCEEDED
        )

    in_house(tmp_path, test)


def test_a_full_queue_answers_at_once(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        house.create("hang")
        house.create("work")
        with pytest.raises(ServiceError) as caught:
            house.create("work")
        assert (caught.value.reason, caught.value.retry_s) == ("QUEUE_FULL", 10)

    in_house(tmp_path, test, ServiceLimits(queued=2))
