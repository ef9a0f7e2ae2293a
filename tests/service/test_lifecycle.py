"""Servers that start, stop, die and come back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import grpc
import pytest

from tests.service.calls import judged, until, upload
from tests.service.conftest import INTENT, ROOT, RunningServer, running
from twin.service.generated import check_pb2, check_pb2_grpc, snapshot_pb2, snapshot_pb2_grpc


def test_a_worker_that_is_killed_does_not_take_the_server_along() -> None:
    with running("--workers", "1") as own, grpc.insecure_channel(own.address) as channel:
        checks = check_pb2_grpc.CheckServiceStub(channel)
        (worker,) = own.children()
        os.kill(worker, signal.SIGSTOP)  # so that it is at work when it dies
        request = check_pb2.CreateCheckRunRequest(snapshot=upload(channel, {"a": b"1"}).name)
        name = checks.CreateCheckRun(request, timeout=10).check_run.name
        get = check_pb2.GetCheckRunRequest(name=name)

        def state() -> check_pb2.CheckRunState:
            return checks.GetCheckRun(get, timeout=10).check_run.state

        until(lambda: state() == check_pb2.CHECK_RUN_STATE_RUNNING)
        os.kill(worker, signal.SIGKILL)
        until(lambda: state() == check_pb2.CHECK_RUN_STATE_FAILED)
        told = [c.message for c in checks.GetCheckRun(get).check_run.conditions]
        assert "the worker died: signal SIGKILL" in told
        after = judged(channel, request.snapshot)
        assert after.state == check_pb2.CHECK_RUN_STATE_SUCCEEDED


def test_the_deadline_of_a_client_frees_the_worker() -> None:
    with running("--workers", "1") as own, grpc.insecure_channel(own.address) as channel:
        stub = snapshot_pb2_grpc.SnapshotServiceStub(channel)
        (worker,) = own.children()
        os.kill(worker, signal.SIGSTOP)  # a compile that would never end
        request = snapshot_pb2.CompileSnapshotRequest(intent=INTENT.read_bytes())
        with pytest.raises(grpc.RpcError) as caught:
            stub.CompileSnapshot(request, timeout=0.5)
        assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        until(lambda: worker not in own.children())
        assert stub.CompileSnapshot(request, timeout=30).snapshot.file_count > 80


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_in_order(how: signal.Signals) -> None:
    server = RunningServer("--workers", "2")
    workers = server.children()
    assert len(workers) == 2
    assert server.stop(how) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    assert "Traceback" not in "".join(server.log)


def test_workers_do_not_outlive_a_server_that_is_killed() -> None:
    server = RunningServer("--workers", "1")
    (worker,) = server.children()
    server.stop(signal.SIGKILL)
    status = Path(f"/proc/{worker}/stat")
    until(lambda: not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] == "Z")


def test_a_durable_store_is_there_after_a_restart(tmp_path: Path) -> None:
    options = ("--workers", "1", "--data", str(tmp_path))
    with running(*options) as first, grpc.insecure_channel(first.address) as channel:
        held = upload(channel, {"a": b"1"})
        run = judged(channel, held.name)
    with running(*options) as second, grpc.insecure_channel(second.address) as channel:
        stub = check_pb2_grpc.CheckServiceStub(channel)
        request = check_pb2.GetCheckRunRequest(name=run.name)
        assert stub.GetCheckRun(request, timeout=10).check_run == run


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--listen", "0.0.0.0:0"], "without TLS can be read on the way"),
        (["--listen", "nonsense"], "need HOST:PORT"),
        (["--tls-cert", str(INTENT)], "--tls-cert and --tls-key go together"),
        (["--listen", "203.0.113.7:50051", "--insecure"], "need an address of this machine"),
        (["--tls-cert", str(INTENT), "--tls-key", str(INTENT)], "need a certificate and its key"),
    ],
)
def test_a_server_that_cannot_start_says_why(options: list[str], said: str) -> None:
    command = [sys.executable, "-m", "twin.cli", "serve", "--listen", "127.0.0.1:0", *options]
    ended = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
