"""SnapshotService: uploads, compiles, and what is held."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterable
from typing import Any

from twin.service.errors import ServiceError, answers, exhausted, invalid
from twin.service.files import write_files
from twin.service.generated import snapshot_pb2 as pb
from twin.service.generated import snapshot_pb2_grpc
from twin.service.limits import ServiceLimits
from twin.service.names import page_position, page_size, page_token, snapshot_name
from twin.service.pool import Pool
from twin.service.rpc import Code
from twin.service.runs import now
from twin.service.store import Store
from twin.service.upload import Upload, display_name
from twin.snapshot import Snapshot

LISTING = "snapshots"


class SnapshotService(snapshot_pb2_grpc.SnapshotServiceServicer):
    """See proto/twin/api/v1/snapshot.proto."""

    def __init__(self, store: Store, pool: Pool, limits: ServiceLimits) -> None:
        self._store = store
        self._pool = pool
        self._limits = limits
        self._uploads = 0

    @answers
    async def UploadSnapshot(  # noqa: N802
        self, request: AsyncIterable[pb.UploadSnapshotRequest], context: Any
    ) -> pb.UploadSnapshotResponse:
        """Take a stream of files."""
        if self._uploads >= self._limits.uploads:
            raise exhausted("TOO_MANY_UPLOADS", f"{self._uploads} uploads are under way", 5)
        self._uploads += 1
        try:
            async with asyncio.timeout(self._limits.upload_s):
                upload = Upload(self._limits.upload)
                async for part in request:
                    upload.feed(part)
                snapshot = await asyncio.to_thread(upload.snapshot)
            kept = asyncio.create_task(self._keep(snapshot))
            # Shielded: a client that leaves now must not leave files behind that no index knows.
            return pb.UploadSnapshotResponse(snapshot=await asyncio.shield(kept))
        except TimeoutError:
            message = f"not complete after {self._limits.upload_s:g} s"
            raise ServiceError(Code.DEADLINE_EXCEEDED, "TIME_LIMIT", message) from None
        finally:
            self._uploads -= 1

    async def _keep(self, snapshot: Snapshot) -> pb.Snapshot:
        digest = await asyncio.to_thread(lambda: snapshot.digest)
        if self._store.find_snapshot(digest) is None:
            files = {file: snapshot.read(file) for file in snapshot.files}
            await asyncio.to_thread(write_files, self._store.files.folder_of(digest), files)
        return self._store.add_snapshot(
            pb.Snapshot(
                name=snapshot_name(digest),
                display_name=snapshot.name,
                digest=digest,
                origin=pb.SNAPSHOT_ORIGIN_UPLOADED,
                file_count=len(snapshot.files),
                size_bytes=sum(len(snapshot.read(file)) for file in snapshot.files),
                create_time=now(),
            )
        )

    @answers
    async def CompileSnapshot(  # noqa: N802
        self, request: pb.CompileSnapshotRequest, context: Any
    ) -> pb.CompileSnapshotResponse:
        """Compile in a worker; the client's deadline ends it."""
        if not request.intent:
            raise invalid("INTENT_MISSING", "intent", "empty, need the text of an intent")
        for field in ("intent", "allocations"):
            size = len(getattr(request, field))
            if size > self._limits.intent_bytes:
                found = f"{field}: {size} B, need at most {self._limits.intent_bytes}"
                raise exhausted("INTENT_TOO_LARGE", found)
        job = {
            "do": "compile",
            "intent": base64.b64encode(request.intent).decode(),
            "lock": base64.b64encode(request.allocations).decode(),
            "file": display_name(request.file_name, "intent.yaml"),
            "name": display_name(request.display_name, ""),
            "dialect": request.dialect,
            "release": request.release,
        }
        with self._store.files.scratch() as folder:
            out = folder / "snapshot"
            body = await self._pool.run({**job, "out": str(out)}, self._limits.compile_s)
            made = pb.Snapshot.FromString(body)
            self._store.files.adopt(out, made.digest)
        made.name = snapshot_name(made.digest)
        made.origin = pb.SNAPSHOT_ORIGIN_COMPILED
        made.create_time.CopyFrom(now())
        return pb.CompileSnapshotResponse(snapshot=self._store.add_snapshot(made))

    @answers
    async def GetSnapshot(  # noqa: N802
        self, request: pb.GetSnapshotRequest, context: Any
    ) -> pb.GetSnapshotResponse:
        """Answer with one snapshot."""
        return pb.GetSnapshotResponse(snapshot=self._store.snapshot(request.name))

    @answers
    async def ListSnapshots(  # noqa: N802
        self, request: pb.ListSnapshotsRequest, context: Any
    ) -> pb.ListSnapshotsResponse:
        """Answer with one page."""
        before = page_position(LISTING, request.page_token)
        page, rest = self._store.list_snapshots(page_size(request.page_size), before)
        token = page_token(LISTING, rest) if rest is not None else ""
        return pb.ListSnapshotsResponse(snapshots=page, next_page_token=token)
