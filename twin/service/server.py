"""The server: its parts put together, started, and stopped in order."""

from __future__ import annotations

import asyncio
import logging
import signal
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from twin.service.address import Address, Tls
from twin.service.checks import CheckService
from twin.service.decoding import Decoding
from twin.service.generated import (
    check_pb2,
    check_pb2_grpc,
    rule_pb2,
    rule_pb2_grpc,
    snapshot_pb2,
    snapshot_pb2_grpc,
)
from twin.service.limits import ServiceLimits
from twin.service.pool import Pool
from twin.service.probe import refuse_unusable, unusable
from twin.service.rules import RuleService
from twin.service.runs import Runs
from twin.service.snapshots import SnapshotService
from twin.service.store import Store

LINGER_S = 2.0  # what clients that poll get to fetch a result before a stop

LOG = logging.getLogger("twin.service")
SERVICES = tuple(
    service.full_name
    for module in (snapshot_pb2, check_pb2, rule_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
)


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How to serve.

    data: where to keep things; None = a temporary folder that goes with the server. grace_s: what
    runs and calls under way get to end in on a stop.
    """

    address: Address
    workers: int
    tls: Tls | None = None
    data: Path | None = None
    grace_s: float = 20
    limits: ServiceLimits = field(default_factory=ServiceLimits)


def _options(limits: ServiceLimits) -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", limits.message_bytes),
        ("grpc.max_send_message_length", limits.message_bytes),
        ("grpc.so_reuseport", 0),  # a port that another server has is an error, not a share of it
        ("grpc.keepalive_time_ms", 60_000),  # clients that vanished are noticed
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ]


class Server:
    """One gRPC server over one store and one pool of workers."""

    def __init__(self, options: ServerOptions, data: Path) -> None:
        limits = options.limits
        self._options = options
        self._store = Store(data, limits)
        self._pool = Pool(options.workers, limits.worker_bytes)
        self._runs = Runs(self._store, self._pool, limits)
        self._health = health.aio.HealthServicer()
        self._grpc = grpc.aio.server(
            interceptors=(Decoding(),),
            options=_options(limits),
            maximum_concurrent_rpcs=limits.rpcs,
        )
        snapshot_pb2_grpc.add_SnapshotServiceServicer_to_server(
            SnapshotService(self._store, self._pool, limits), self._grpc
        )
        check_pb2_grpc.add_CheckServiceServicer_to_server(
            CheckService(self._store, self._runs), self._grpc
        )
        rule_pb2_grpc.add_RuleServiceServicer_to_server(RuleService(), self._grpc)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._grpc)
        names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self._grpc)

    async def start(self) -> int:
        """Listen; answers with the port (0 for a unix socket). InputError when it is taken."""
        address, tls = self._options.address, self._options.tls
        refuse_unusable(address)
        try:
            if tls is None:
                port = self._grpc.add_insecure_port(address.text)
            else:
                port = self._grpc.add_secure_port(address.text, tls.credentials())
        except RuntimeError:  # taken in this very moment
            raise unusable(address, "refused by gRPC") from None
        await self._pool.warm()
        await self._grpc.start()
        for name in ("", *SERVICES):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        return port

    async def stop(self) -> None:
        """Say so in the health check, let runs end within the grace while answering, then leave."""
        await self._health.enter_graceful_shutdown()
        await self._runs.drain(self._options.grace_s, min(LINGER_S, self._options.grace_s))
        await self._grpc.stop(min(LINGER_S, self._options.grace_s))
        await self._pool.close()
        self._store.close()


async def _serve(options: ServerOptions, data: Path, ready: Callable[[int], None]) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    server = Server(options, data)
    try:
        ready(await server.start())
        await stop.wait()
        LOG.info("stopping")
    finally:
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(name)  # a second one ends it at once
        await server.stop()


def serve(options: ServerOptions, ready: Callable[[int], None]) -> None:
    """Serve until SIGTERM or SIGINT; `ready` is called with the port once calls are answered."""
    if options.data is not None:
        options.data.mkdir(parents=True, exist_ok=True)
        asyncio.run(_serve(options, options.data, ready))
        return
    with tempfile.TemporaryDirectory(prefix="twin-service-") as folder:
        asyncio.run(_serve(options, Path(folder), ready))
