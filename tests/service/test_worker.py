"""The real worker, driven through its pipe."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.service.calls import broken_copy
from tests.service.conftest import INTENT, ROOT
from twin.service.frames import Kind, pack, read
from twin.service.generated import check_pb2, snapshot_pb2
from twin.service.rpc import Code, Status

GIB = 1024**3
CHECK = {
    "do": "check", "name": "su1", "select": [], "ignore": [], "fail_on": "error",
    "state": "running", "allow_unknown": False, "findings": 1000,
}  # fmt: skip


class Worker:
    def __init__(self) -> None:
        command = [sys.executable, "-m", "twin.service.worker", str(8 * GIB)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def pipe(self, stream: IO[bytes] | None) -> IO[bytes]:
        assert stream is not None
        return stream

    def ask(self, job: dict[str, object]) -> list[tuple[Kind, bytes]]:
        """All frames of one job; the last is its result or error."""
        jobs = self.pipe(self.process.stdin)
        jobs.write(pack(Kind.JOB, json.dumps(job).encode()))
        jobs.flush()
        frames: list[tuple[Kind, bytes]] = []
        while not frames or frames[-1][0] is Kind.FINDING:
            frame = read(self.pipe(self.process.stdout))
            assert frame is not None
            frames.append(frame)
        return frames


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    started = Worker()
    yield started
    started.pipe(started.process.stdin).close()
    assert started.process.wait(10) == 0  # it leaves when the server is gone
    started.pipe(started.process.stdout).close()


def test_compile_then_check(worker: Worker, tmp_path: Path) -> None:
    job = {
        "do": "compile", "intent": base64.b64encode(INTENT.read_bytes()).decode(), "lock": "",
        "file": "intent.yaml", "name": "", "dialect": "", "release": "5.9",
        "out": str(tmp_path / "made"),
    }  # fmt: skip
    ((kind, body),) = worker.ask(job)
    assert kind is Kind.RESULT
    made = snapshot_pb2.Snapshot.FromString(body)
    files = 6 + 16 * 6 + 3  # one of each switch, six of each host, intent, lock and topology
    assert (made.display_name, made.file_count) == ("two-tier", files)
    ((kind, body),) = worker.ask({**CHECK, "folder": str(tmp_path / "made")})
    assert kind is Kind.RESULT
    run = check_pb2.CheckRun.FromString(body)
    assert run.verdict == check_pb2.VERDICT_PASS
    assert list(run.summary.not_judged) == ["isolate (blue from red)", "reach (tenant blue)"]


def test_findings_come_before_the_verdict(worker: Worker, snapshot: Path, tmp_path: Path) -> None:
    job = {**CHECK, "folder": str(broken_copy(snapshot, tmp_path / "broken"))}
    *findings, (kind, body) = worker.ask(job)
    assert kind is Kind.RESULT
    assert check_pb2.CheckRun.FromString(body).finding_count == len(findings) > 1
    ((kind, body),) = worker.ask({**job, "findings": 1})
    assert kind is Kind.ERROR
    assert "findings, need at most 1" in Status.FromString(body).message


@pytest.mark.parametrize(
    ("job", "code"),
    [
        ({**CHECK, "folder": "/nowhere"}, Code.INVALID_ARGUMENT),
        ({"do": "check"}, Code.INTERNAL),
        ({"do": "dance"}, Code.INTERNAL),
    ],
)
def test_a_job_that_cannot_be_done_is_reported_and_the_worker_lives(
    worker: Worker, job: dict[str, object], code: int
) -> None:
    ((kind, body),) = worker.ask(job)
    assert (kind, Status.FromString(body).code) == (Kind.ERROR, code)
