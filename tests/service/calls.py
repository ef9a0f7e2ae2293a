"""Calls that several tests make, and what they must come to."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import pytest
from grpc_status import rpc_status

from twin.service.generated import check_pb2, check_pb2_grpc, snapshot_pb2, snapshot_pb2_grpc
from twin.service.rpc import BadRequest, ErrorInfo

Message = snapshot_pb2.UploadSnapshotRequest


def refused(call: Callable[[], object]) -> tuple[grpc.StatusCode, str, list[str]]:
    """(status, reason, fields) of a call that must not be answered."""
    with pytest.raises(grpc.RpcError) as caught:
        call()
    status = rpc_status.from_call(caught.value)
    assert status is not None, caught.value
    info, request = ErrorInfo(), BadRequest()
    for detail in status.details:
        for message in (info, request):
            if detail.Is(message.DESCRIPTOR):
                detail.Unpack(message)
    assert info.domain == "twin.api.v1"
    fields = [violation.field for violation in request.field_violations]
    return caught.value.code(), info.reason, fields


def broken_copy(snapshot: Path, target: Path) -> Path:
    """The snapshot with the MTU of one port of leaf02 changed."""
    shutil.copytree(snapshot, target)
    file = target / "configs" / "leaf02" / "etc" / "nvue.d" / "startup.yaml"
    file.write_text(file.read_text().replace("mtu: 9216", "mtu: 1500", 1))
    return target


def messages(files: dict[str, bytes], announced: int | None = None) -> Iterator[Message]:
    count = len(files) if announced is None else announced
    yield Message(header=snapshot_pb2.UploadHeader(display_name="x", file_count=count))
    for path, data in files.items():
        yield Message(file=snapshot_pb2.UploadFile(path=path, size_bytes=len(data)))
        yield Message(data=data)


def upload(channel: grpc.Channel, files: dict[str, bytes]) -> snapshot_pb2.Snapshot:
    stub = snapshot_pb2_grpc.SnapshotServiceStub(channel)
    return stub.UploadSnapshot(messages(files), timeout=20).snapshot


def judged(
    channel: grpc.Channel, snapshot: str, spec: check_pb2.CheckSpec | None = None
) -> check_pb2.CheckRun:
    """A run that has ended, one way or another."""
    stub = check_pb2_grpc.CheckServiceStub(channel)
    request = check_pb2.CreateCheckRunRequest(snapshot=snapshot, spec=spec)
    run = stub.CreateCheckRun(request, timeout=10).check_run
    for _ in range(600):
        run = stub.GetCheckRun(check_pb2.GetCheckRunRequest(name=run.name), timeout=10).check_run
        if run.end_time.seconds:
            return run
        time.sleep(0.05)
    raise AssertionError(f"no end of {run}")


def until(is_true: Callable[[], bool]) -> None:
    for _ in range(400):
        if is_true():
            return
        time.sleep(0.05)
    raise AssertionError("still not so")
