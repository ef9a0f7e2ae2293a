# ruff: noqa: N802
# fmt: off
from typing import Any

import grpc

class CheckServiceServicer: ...

class CheckServiceStub:
    def __init__(self, channel: grpc.Channel | grpc.aio.Channel) -> None: ...
    CreateCheckRun: Any
    GetCheckRun: Any
    CancelCheckRun: Any
    ListCheckRuns: Any
    ListFindings: Any

def add_CheckServiceServicer_to_server(
    servicer: CheckServiceServicer, server: grpc.Server | grpc.aio.Server
) -> None: ...
