"""Worker processes: the front answers, they compute.

One job at a time per worker. A worker that a job has killed (memory, a defect in C code) is that
job's failure alone; one whose job was cancelled or ran out of time is killed, and the next job gets
a new one. Workers live for some jobs, so that the import of the engines is paid once.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from twin.service.errors import ServiceError
from twin.service.frames import Kind, pack, receive
from twin.service.rpc import Code, ErrorInfo, Status

JOBS_PER_WORKER = 100  # then a new one: bounds what leaks


@dataclass(slots=True, eq=False)
class _Worker:
    process: asyncio.subprocess.Process
    jobs_in: asyncio.StreamWriter
    results: asyncio.StreamReader
    jobs: int = 0

    async def kill(self) -> None:
        """End it at once."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


class Pool:
    """At most `size` jobs at once; the others wait in order."""

    def __init__(self, size: int, memory_bytes: int, command: tuple[str, ...] = ()) -> None:
        self._size = size
        self._slots = asyncio.Semaphore(size)
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._command = command or (
            sys.executable, "-m", "twin.service.worker", str(memory_bytes)
        )  # fmt: skip

    async def warm(self) -> None:
        """Start the workers before the first job asks for one."""
        self._idle = [await self._start() for _ in range(self._size)]

    async def run(
        self,
        job: Mapping[str, object],
        limit_s: float,
        *,
        on_start: Callable[[], None] = lambda: None,
        on_finding: Callable[[bytes], None] = lambda body: None,
    ) -> bytes:
        """Do a job in a worker and answer with its result.

        on_start is called when a worker takes it, on_finding for each finding. `limit_s` counts
        from then on. Raises ServiceError for what the worker reports, for its death, and after
        `limit_s`.
        """
        async with self._slots, self._worker() as worker:
            on_start()
            try:
                async with asyncio.timeout(limit_s):
                    return await self._converse(worker, job, on_finding)
            except TimeoutError:
                message = f"not done after {limit_s:g} s"
                raise ServiceError(Code.DEADLINE_EXCEEDED, "TIME_LIMIT", message) from None

    async def close(self) -> None:
        """Kill all workers; jobs under way end with WORKER_CRASHED."""
        for worker in [*self._idle, *self._busy]:
            await worker.kill()
        self._idle.clear()

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[_Worker]:
        """A worker for one job; it goes back only if the job ended in order."""
        worker = self._idle.pop() if self._idle else await self._start()
        while worker.process.returncode is not None:
            worker = await self._start()
        self._busy.add(worker)
        try:
            yield worker
        except ServiceError as error:
            if error.reason in {"TIME_LIMIT", "WORKER_CRASHED"}:
                await worker.kill()
            raise
        except BaseException:
            await worker.kill()
            raise
        finally:
            self._busy.discard(worker)
            worker.jobs += 1
            if worker.process.returncode is None:
                if worker.jobs < JOBS_PER_WORKER:
                    self._idle.append(worker)
                else:
                    await worker.kill()

    async def _start(self) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the front alone
        )
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("a worker without its pipes")
        return _Worker(process, process.stdin, process.stdout)

    async def _converse(
        self, worker: _Worker, job: Mapping[str, object], on_finding: Callable[[bytes], None]
    ) -> bytes:
        try:
            worker.jobs_in.write(pack(Kind.JOB, json.dumps(job).encode()))
            await worker.jobs_in.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise await self._crash(worker) from None
        while frame := await receive(worker.results):
            kind, payload = frame
            if kind is Kind.FINDING:
                on_finding(payload)
            elif kind is Kind.ERROR:
                raise _reported(Status.FromString(payload))
            else:
                return payload
        raise await self._crash(worker)

    async def _crash(self, worker: _Worker) -> ServiceError:
        code = await worker.process.wait()
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return ServiceError(Code.INTERNAL, "WORKER_CRASHED", f"the worker died: {how}")


def _reported(status: Status) -> ServiceError:
    """What a worker reported, with its details untouched."""
    info = ErrorInfo()
    for detail in status.details:
        if detail.Is(ErrorInfo.DESCRIPTOR):
            detail.Unpack(info)
    return _ReportedError(status, info.reason)


class _ReportedError(ServiceError):
    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(status.code, reason, status.message)
        self._status = status

    def status(self) -> Status:
        return self._status
