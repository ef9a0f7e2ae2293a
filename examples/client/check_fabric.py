"""Ask a running `twin serve` about a fabric: upload (or compile), check, print every finding.

    twin serve &
    python examples/client/check_fabric.py examples/two-tier/intent.yaml
    python examples/client/check_fabric.py snapshot/ --address twin.example.org:50051 --ca ca.pem

Ends with 0 for a go, 1 for a fabric with faults, 2 when the service could not judge. Only the
contract is used (`proto/twin/api/v1`), through the stubs that the package brings.
"""

from __future__ import annotations

import argparse
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import grpc
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status

from twin.service.generated import (
    check_pb2,
    check_pb2_grpc,
    finding_pb2,
    snapshot_pb2,
    snapshot_pb2_grpc,
)

CHUNK = 1024 * 1024  # bytes of a file in one message; the server takes up to 4 MiB
POLL_S = 0.2
UNFINISHED = (check_pb2.CHECK_RUN_STATE_QUEUED, check_pb2.CHECK_RUN_STATE_RUNNING)


def upload_messages(folder: Path) -> Iterator[snapshot_pb2.UploadSnapshotRequest]:
    """The files of a snapshot folder as the messages of an upload; hidden ones at the top stay."""
    message = snapshot_pb2.UploadSnapshotRequest
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.relative_to(folder).parts[0].startswith(".")
    ]
    name = folder.resolve().name
    yield message(header=snapshot_pb2.UploadHeader(display_name=name, file_count=len(files)))
    for path in files:
        data = path.read_bytes()
        begin = snapshot_pb2.UploadFile(
            path=path.relative_to(folder).as_posix(), size_bytes=len(data)
        )
        yield message(file=begin)
        for start in range(0, len(data), CHUNK):
            yield message(data=data[start : start + CHUNK])


def make_snapshot(channel: grpc.Channel, path: Path, timeout_s: float) -> snapshot_pb2.Snapshot:
    """Upload a folder, or have an intent compiled."""
    service = snapshot_pb2_grpc.SnapshotServiceStub(channel)
    if path.is_dir():
        return service.UploadSnapshot(upload_messages(path), timeout=timeout_s).snapshot
    lock = path.with_name("allocations.lock.yaml")
    request = snapshot_pb2.CompileSnapshotRequest(
        intent=path.read_bytes(),
        file_name=path.name,
        allocations=lock.read_bytes() if lock.is_file() else b"",
    )
    return service.CompileSnapshot(request, timeout=timeout_s).snapshot


def check(
    channel: grpc.Channel, snapshot: str, spec: check_pb2.CheckSpec, timeout_s: float
) -> check_pb2.CheckRun:
    """Create a run and poll it until it has ended; a retry of the request makes no second run."""
    service = check_pb2_grpc.CheckServiceStub(channel)
    request = check_pb2.CreateCheckRunRequest(
        snapshot=snapshot, spec=spec, request_id=uuid.uuid4().hex
    )
    run = service.CreateCheckRun(request, timeout=timeout_s, wait_for_ready=True).check_run
    end = time.monotonic() + timeout_s
    while run.state in UNFINISHED:
        if time.monotonic() > end:
            service.CancelCheckRun(check_pb2.CancelCheckRunRequest(name=run.name), timeout=10)
            raise SystemExit(f"no verdict after {timeout_s:g} s; cancelled {run.name}")
        time.sleep(POLL_S)
        get = check_pb2.GetCheckRunRequest(name=run.name)
        run = service.GetCheckRun(get, timeout=10).check_run
    return run


def findings(channel: grpc.Channel, run: str, page_size: int) -> Iterator[finding_pb2.Finding]:
    """Every finding of a run, page by page."""
    service = check_pb2_grpc.CheckServiceStub(channel)
    token = ""
    while True:
        request = check_pb2.ListFindingsRequest(
            check_run=run, page_size=page_size, page_token=token
        )
        page = service.ListFindings(request, timeout=30)
        yield from page.findings
        token = page.next_page_token
        if not token:
            return


def report(run: check_pb2.CheckRun, found: Iterator[finding_pb2.Finding]) -> int:
    """Print what a run came to, and answer with the exit code."""
    conditions = {condition.type: condition for condition in run.conditions}
    if run.state != check_pb2.CHECK_RUN_STATE_SUCCEEDED:
        judged = conditions["Judged"]
        print(f"{run.name}: {judged.reason}: {judged.message}", file=sys.stderr)
        return 2
    for finding in found:
        place = finding.location
        severity = finding_pb2.Severity.Name(finding.severity).removeprefix("SEVERITY_").lower()
        print(f"{place.file}:{place.line}:{place.column}: {severity} {finding.rule} ", end="")
        print(finding.message + (" (a consequence)" if finding.caused_by else ""))
    go = conditions["Deployable"]
    word = check_pb2.Verdict.Name(run.verdict).removeprefix("VERDICT_")
    print(f"{word}: {run.finding_count} findings; {go.message}")
    if go.status == check_pb2.CONDITION_STATUS_TRUE:
        return 0
    return 1 if go.reason == "FINDINGS" else 2


def explain(error: grpc.RpcError) -> str:
    """An error status with its reason and every field it names."""
    status = rpc_status.from_call(error)
    if status is None:
        return f"{error.code().name}: {error.details()}"
    lines = [f"{error.code().name}: {status.message}"]
    for detail in status.details:
        for kind in (ErrorInfo, BadRequest):
            if detail.Is(kind.DESCRIPTOR):
                message = kind()
                detail.Unpack(message)
                if isinstance(message, ErrorInfo):
                    lines[0] = f"{message.reason}: {status.message}"
                else:
                    lines += [f"  {v.field}: {v.description}" for v in message.field_violations]
    return "\n".join(lines)


def open_channel(arguments: argparse.Namespace) -> grpc.Channel:
    """Plain text without --ca; with a client certificate when the server asks for one (mTLS)."""
    if arguments.ca is None:
        return grpc.insecure_channel(arguments.address)
    key = arguments.key.read_bytes() if arguments.key else None
    cert = arguments.cert.read_bytes() if arguments.cert else None
    credentials = grpc.ssl_channel_credentials(arguments.ca.read_bytes(), key, cert)
    return grpc.secure_channel(arguments.address, credentials)


def main() -> int:
    """Parse arguments, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("path", type=Path, help="snapshot folder or intent file")
    parser.add_argument("--address", default="127.0.0.1:50051")
    parser.add_argument("--ca", type=Path, help="CA of the server's certificate (PEM)")
    parser.add_argument("--cert", type=Path, help="own certificate (PEM)")
    parser.add_argument("--key", type=Path, help="own private key (PEM)")
    parser.add_argument("--select", action="append", default=[], metavar="RULE")
    parser.add_argument("--page-size", type=int, default=500)
    parser.add_argument("--timeout", type=float, default=300, metavar="SECONDS")
    arguments = parser.parse_args()
    try:
        with open_channel(arguments) as channel:
            snapshot = make_snapshot(channel, arguments.path, arguments.timeout)
            print(f"{snapshot.name} ({snapshot.display_name}, {snapshot.file_count} files)")
            spec = check_pb2.CheckSpec(select=arguments.select)
            run = check(channel, snapshot.name, spec, arguments.timeout)
            return report(run, findings(channel, run.name, arguments.page_size))
    except grpc.RpcError as error:
        print(explain(error), file=sys.stderr)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
