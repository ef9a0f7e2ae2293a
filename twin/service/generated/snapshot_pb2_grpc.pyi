# ruff: noqa: N802
# fmt: off
from typing import Any

import grpc

class SnapshotServiceServicer: ...

class SnapshotServiceStub:
    def __init__(self, channel: grpc.Channel | grpc.aio.Channel) -> None: ...
    UploadSnapshot: Any
    CompileSnapshot: Any
    GetSnapshot: Any
    ListSnapshots: Any

def add_SnapshotServiceServicer_to_server(
    servicer: SnapshotServiceServicer, server: grpc.Server | grpc.aio.Server
) -> None: ...
