# ruff: noqa: N802
# fmt: off
from typing import Any

import grpc

class RuleServiceServicer: ...

class RuleServiceStub:
    def __init__(self, channel: grpc.Channel | grpc.aio.Channel) -> None: ...
    GetRule: Any
    ListRules: Any

def add_RuleServiceServicer_to_server(
    servicer: RuleServiceServicer, server: grpc.Server | grpc.aio.Server
) -> None: ...
