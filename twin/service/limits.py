"""What the service accepts, in one place; `docs` and `twin serve --help` quote it."""

from __future__ import annotations

from dataclasses import dataclass

from twin.snapshot.limits import UPLOAD, Limits

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """Bounds of one server. Times are seconds, sizes bytes.

    upload: one snapshot. uploads: at the same time (each holds its bytes in memory). message_bytes:
    one gRPC message, either way; gRPC's own default. snapshots, snapshot_bytes, runs: what the
    store keeps; beyond it the oldest that no unfinished run needs goes. queued: runs without an
    end, waiting or under way. findings: of one run. rpcs: calls at the same time. run_s, compile_s,
    upload_s: the longest that one may take, whatever deadline a client sets. worker_bytes: address
    space of one worker process.
    """

    upload: Limits = UPLOAD
    uploads: int = 4
    upload_s: float = 600
    message_bytes: int = 4 * MIB
    intent_bytes: int = 2 * MIB
    compile_s: float = 120
    snapshots: int = 500
    snapshot_bytes: int = 8192 * MIB
    runs: int = 2000
    queued: int = 64
    run_s: float = 900
    findings: int = 500_000
    rpcs: int = 256
    worker_bytes: int = 8192 * MIB


DISPLAY_NAME = 100  # characters
NAME_BYTES = 255  # of one file or folder: NAME_MAX of Linux
REQUEST_ID = 64  # characters
PAGE_DEFAULT = 100
PAGE_MAX = 1000
PAGE_BYTES = 3 * MIB  # leaves room below `message_bytes` for the frame around a page
