"""A worker process: `python -m twin.service.worker MEMORY_BYTES`, frames on stdin and stdout.

It dies with the server, whatever it is doing.
"""

from __future__ import annotations

import base64
import io
import json
import os
import queue
import resource
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from twin.service.errors import ServiceError, from_any
from twin.service.frames import Kind, pack, read
from twin.service.rpc import Code

Send = Callable[[Kind, bytes], None]


def check(job: dict[str, Any], send: Send) -> None:
    """Judge the snapshot in `folder`; sends every finding, then the run's verdict."""
    from dataclasses import replace

    from twin.app.check import CheckOptions, check_snapshot
    from twin.assemble.sources import State
    from twin.core.finding import Severity
    from twin.report.json import ordered
    from twin.service.convert import finding_message, verdict_message
    from twin.snapshot.folder import Snapshot

    options = CheckOptions(
        tuple(job["select"]), tuple(job["ignore"]), Severity[job["fail_on"].upper()],
        State(job["state"]),
    )  # fmt: skip
    snapshot = replace(Snapshot.open(job["folder"]), name=job["name"])
    verdict = check_snapshot(snapshot, options)
    if len(verdict.findings) > job["findings"]:
        found = f"{len(verdict.findings)} findings, need at most {job['findings']}"
        raise ServiceError(Code.RESOURCE_EXHAUSTED, "TOO_MANY_FINDINGS", found)
    for finding in ordered(verdict.findings):
        send(Kind.FINDING, finding_message(finding).SerializeToString())
    message = verdict_message(verdict, options.fail_on, allow_unknown=job["allow_unknown"])
    send(Kind.RESULT, message.SerializeToString())


def compile_(job: dict[str, Any], send: Send) -> None:
    """Compile an intent into the folder `out`; sends what it is (a Snapshot)."""
    from twin.app.compile import compile_files
    from twin.intent import load_intent
    from twin.service.files import write_files
    from twin.service.generated import snapshot_pb2 as pb
    from twin.snapshot import Snapshot

    lock = base64.b64decode(job["lock"]) or None
    options = {key: job[key] for key in ("dialect", "release") if job[key]}
    intent = base64.b64decode(job["intent"])
    texts = compile_files(intent, lock, file=job["file"], **options)
    name = job["name"] or load_intent(intent, job["file"]).name
    files = {path: text.encode() for path, text in texts.items()}
    snapshot = Snapshot.from_files(name, files)
    write_files(Path(job["out"]), files)
    message = pb.Snapshot(
        display_name=snapshot.name,
        digest=snapshot.digest,
        file_count=len(snapshot.files),
        size_bytes=sum(len(files[file]) for file in snapshot.files),
    )
    send(Kind.RESULT, message.SerializeToString())


JOBS: dict[str, Callable[[dict[str, Any], Send], None]] = {"check": check, "compile": compile_}


def _import_engines() -> None:
    """Before the first job, while nobody waits."""
    from twin.app import check, compile  # noqa: F401, A004
    from twin.checks.registry import load_rules

    load_rules()


def serve(jobs: IO[bytes], results: IO[bytes]) -> None:
    """Do jobs until the server closes the pipe; then leave at once, even in the middle of one."""
    waiting: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def listen() -> None:
        while frame := read(jobs):
            waiting.put(json.loads(frame[1]))
        os._exit(0)

    def send(kind: Kind, payload: bytes) -> None:
        results.write(pack(kind, payload))
        if kind is not Kind.FINDING:
            results.flush()

    threading.Thread(target=listen, daemon=True).start()
    _import_engines()
    while True:
        job = waiting.get()
        try:
            JOBS[job["do"]](job, send)
        except MemoryError:
            error = ServiceError(Code.RESOURCE_EXHAUSTED, "OUT_OF_MEMORY", "beyond its memory")
            send(Kind.ERROR, error.status().SerializeToString())
        except Exception as error:  # noqa: BLE001 - the front words it for the client
            send(Kind.ERROR, from_any(error).status().SerializeToString())


def main() -> None:
    """Keep the pipe to the server apart, so that nothing else can write into it."""
    limit = int(sys.argv[1])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, hard))
    results = os.fdopen(os.dup(1), "wb", io.DEFAULT_BUFFER_SIZE)
    os.dup2(2, 1)
    try:
        serve(sys.stdin.buffer, results)
    except BaseException:  # noqa: BLE001 - said, then out: the listening thread holds stdin
        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    main()
