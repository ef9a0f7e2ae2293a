"""The life of a check run: queued, running, and one of three ends."""

from __future__ import annotations

import asyncio
import logging
import uuid

from google.protobuf.timestamp_pb2 import Timestamp

from twin.app.catalogue import rule_prefixes
from twin.core.errors import InputError
from twin.service.errors import ServiceError, from_any, invalid
from twin.service.generated import check_pb2 as pb
from twin.service.generated import finding_pb2
from twin.service.limits import REQUEST_ID, ServiceLimits
from twin.service.names import digest_of, run_name
from twin.service.pool import Pool
from twin.service.rpc import Code
from twin.service.store import UNFINISHED, Store

LOG = logging.getLogger("twin.service")
BATCH = 500  # findings written at a time
FAIL_ON = {
    finding_pb2.SEVERITY_UNSPECIFIED: "error",
    finding_pb2.SEVERITY_ERROR: "error",
    finding_pb2.SEVERITY_WARNING: "warning",
    finding_pb2.SEVERITY_NOTE: "note",
}
STATES = {
    pb.DEVICE_STATE_UNSPECIFIED: "running",
    pb.DEVICE_STATE_RUNNING: "running",
    pb.DEVICE_STATE_NEXT: "next",
}


def now() -> Timestamp:
    """This moment."""
    stamp = Timestamp()
    stamp.GetCurrentTime()
    return stamp


def set_condition(
    run: pb.CheckRun, kind: str, status: pb.ConditionStatus, reason: str, message: str
) -> None:
    """State something about a run; the time of an unchanged status stays."""
    for condition in run.conditions:
        if condition.type == kind:
            break
    else:
        condition = run.conditions.add(type=kind)
    if condition.status != status:
        condition.last_transition_time.CopyFrom(now())
    condition.status, condition.reason, condition.message = status, reason, message


def check_spec(spec: pb.CheckSpec, limit_s: float) -> None:
    """ServiceError when a run could not be made of this."""
    for field in ("select", "ignore"):
        try:
            rule_prefixes(getattr(spec, field))
        except InputError as error:
            raise invalid("RULE_UNKNOWN", f"spec.{field}", str(error)) from None
    if spec.fail_on not in FAIL_ON:
        raise invalid("SEVERITY_UNKNOWN", "spec.fail_on", f"{spec.fail_on}, need a Severity")
    if spec.device_state not in STATES:
        found = f"{spec.device_state}, need a DeviceState"
        raise invalid("DEVICE_STATE_UNKNOWN", "spec.device_state", found)
    if spec.HasField("time_limit") and spec.time_limit.ToNanoseconds() <= 0:
        need = f"need more than 0 s, at most {limit_s:g} s"
        raise invalid("TIME_LIMIT_INVALID", "spec.time_limit", need)


class Runs:
    """Makes runs, brings them to workers and keeps what they say."""

    def __init__(self, store: Store, pool: Pool, limits: ServiceLimits) -> None:
        self._store = store
        self._pool = pool
        self._limits = limits
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopping = False
        for run in store.unfinished_runs():
            why = ("SERVER_RESTARTED", "the server was restarted")
            self._end(run, pb.CHECK_RUN_STATE_FAILED, *why)

    def create(self, snapshot: str, spec: pb.CheckSpec, request_id: str) -> pb.CheckRun:
        """Queue a run of a snapshot that is held; ServiceError when that cannot be."""
        if self._stopping:
            raise ServiceError(Code.UNAVAILABLE, "STOPPING", "the server stops: ask another")
        held = self._store.snapshot(snapshot, "snapshot")
        check_spec(spec, self._limits.run_s)
        if len(request_id) > REQUEST_ID:
            need = f"{len(request_id)} characters, need at most {REQUEST_ID}"
            raise invalid("REQUEST_ID_INVALID", "request_id", need)
        run = pb.CheckRun(
            name=run_name(uuid.uuid4().hex),
            snapshot=held.name,
            spec=spec,
            state=pb.CHECK_RUN_STATE_QUEUED,
            create_time=now(),
        )
        set_condition(run, "Accepted", pb.CONDITION_STATUS_TRUE, "QUEUED", "waits for a worker")
        for kind in ("Judged", "Deployable"):
            set_condition(run, kind, pb.CONDITION_STATUS_UNKNOWN, "PENDING", "not judged yet")
        kept = self._store.add_run(run, request_id)
        if kept is run:
            task = asyncio.create_task(self._execute(run, held.display_name), name=run.name)
            self._tasks[run.name] = task
            task.add_done_callback(lambda _: self._tasks.pop(run.name, None))
        return kept

    async def cancel(self, name: str) -> pb.CheckRun:
        """Stop a run; one that has ended stays as it is."""
        run = self._store.run(name)
        task = self._tasks.get(name)
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
            run = self._store.run(name)
        if run.state in UNFINISHED:  # cancelled before its task ran for the first time
            self._end(run, pb.CHECK_RUN_STATE_CANCELLED, "CANCELLED", "cancelled on request")
        return run

    async def drain(self, grace_s: float, linger_s: float = 0) -> None:
        """Let what runs come to an end within `grace_s`; what is left has failed.

        After the last end, clients that poll get `linger_s` to fetch it.
        """
        self._stopping = True
        running = list(self._tasks.values())
        if running:
            await asyncio.wait(running, timeout=grace_s)
            await asyncio.sleep(linger_s)
        for task in list(self._tasks.values()):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()))
        for run in self._store.unfinished_runs():
            self._end(run, pb.CHECK_RUN_STATE_FAILED, "SERVER_STOPPED", "the server was stopped")

    async def _execute(self, run: pb.CheckRun, title: str) -> None:
        spec = run.spec
        asked = spec.time_limit.ToNanoseconds() / 1e9
        limit = min(asked, self._limits.run_s) if asked else self._limits.run_s
        job = {
            "do": "check",
            "folder": str(self._store.files.folder_of(digest_of(run.snapshot))),
            "name": title,
            "select": rule_prefixes(spec.select),
            "ignore": rule_prefixes(spec.ignore),
            "fail_on": FAIL_ON[spec.fail_on],
            "allow_unknown": spec.allow_unknown,
            "state": STATES[spec.device_state],
            "findings": self._limits.findings,
        }
        findings = _Findings(self._store, run.name)
        try:
            body = await self._pool.run(
                job, limit, on_start=lambda: self._started(run), on_finding=findings.add
            )
            findings.flush()
            self._succeed(run, pb.CheckRun.FromString(body))
        except asyncio.CancelledError:
            findings.forget()
            if self._stopping:
                end = (pb.CHECK_RUN_STATE_FAILED, "SERVER_STOPPED", "the server was stopped")
            else:
                end = (pb.CHECK_RUN_STATE_CANCELLED, "CANCELLED", "cancelled on request")
            self._end(run, *end)
            raise
        except Exception as error:  # noqa: BLE001 - a run must not stay without an end
            findings.forget()
            why = from_any(error)
            self._end(run, pb.CHECK_RUN_STATE_FAILED, why.reason, _told(why))

    def _started(self, run: pb.CheckRun) -> None:
        run.state = pb.CHECK_RUN_STATE_RUNNING
        run.start_time.CopyFrom(now())
        self._store.save_run(run)

    def _succeed(self, run: pb.CheckRun, judged: pb.CheckRun) -> None:
        for condition in judged.conditions:
            set_condition(
                run, condition.type, condition.status, condition.reason, condition.message
            )
        del judged.conditions[:]
        run.MergeFrom(judged)
        self._end(run, pb.CHECK_RUN_STATE_SUCCEEDED, "JUDGED", "there is a verdict")

    def _end(self, run: pb.CheckRun, state: pb.CheckRunState, reason: str, message: str) -> None:
        judged = state == pb.CHECK_RUN_STATE_SUCCEEDED
        status = pb.CONDITION_STATUS_TRUE if judged else pb.CONDITION_STATUS_FALSE
        set_condition(run, "Judged", status, reason, message)
        if not judged:
            set_condition(run, "Deployable", pb.CONDITION_STATUS_FALSE, "NOT_JUDGED", message)
        run.state = state
        run.end_time.CopyFrom(now())
        self._store.save_run(run)
        LOG.info("%s ended: %s", run.name, reason)


def _told(error: ServiceError) -> str:
    """The message with every problem, as far as it is short enough to be read."""
    lines = [f"{place}: {text}" for place, text in error.violations[:20]]
    return "\n".join(lines) if len(lines) > 1 else error.message


class _Findings:
    """Collects the findings of one run and writes them in batches."""

    def __init__(self, store: Store, run: str) -> None:
        self._store = store
        self._run = run
        self._written = 0
        self._batch: list[bytes] = []

    def add(self, body: bytes) -> None:
        self._batch.append(body)
        if len(self._batch) >= BATCH:
            self.flush()

    def flush(self) -> None:
        self._store.add_findings(self._run, self._written, self._batch)
        self._written += len(self._batch)
        self._batch = []

    def forget(self) -> None:
        self._store.drop_findings(self._run)
