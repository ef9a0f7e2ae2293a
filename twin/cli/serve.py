"""`twin serve`: the gRPC service."""

from __future__ import annotations

from pathlib import Path

import click

from twin.cli.values import GivenPath

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    short_help="Run the gRPC service.",
    epilog="""\b
Examples:
  twin serve
  twin serve --listen 0.0.0.0:50051 --tls-cert s.pem --tls-key s.key --client-ca ca.pem
  buf curl --protocol grpc --http2-prior-knowledge \\
      http://127.0.0.1:50051/twin.api.v1.RuleService/ListRules""",
)
@click.option(
    "--listen", default="127.0.0.1:50051", show_default=True, metavar="ADDRESS",
    help="HOST:PORT, [IPV6]:PORT or unix:PATH. Port 0 takes a free one.",
)  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Processes that judge.  [default: CPUs]"
)
@click.option(
    "--data", type=GivenPath(file_okay=False, path_type=Path), metavar="DIR",
    help="Keep snapshots and runs here. [default: a temporary folder]",
)  # fmt: skip
@click.option("--tls-cert", type=_FILE, help="The server's certificate chain (PEM).")
@click.option("--tls-key", type=_FILE, help="Its private key (PEM).")
@click.option("--client-ca", type=_FILE, help="Only clients with a certificate of this CA (PEM).")
@click.option("--insecure", is_flag=True, help="Plain text on an address that others can reach.")
@click.option(
    "--max-upload", type=click.IntRange(1, 4096), default=512, show_default=True, metavar="MIB",
    help="Bytes of one uploaded snapshot.",
)  # fmt: skip
@click.option(
    "--run-seconds", type=click.IntRange(1, 86_400), default=900, show_default=True,
    help="Longest that one check may take.",
)  # fmt: skip
@click.option(
    "--grace-seconds", type=click.IntRange(0, 3600), default=20, show_default=True,
    help="What work under way gets to end in after SIGTERM.",
)  # fmt: skip
def command(
    *,
    listen: str,
    workers: int | None,
    data: Path | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    client_ca: Path | None,
    insecure: bool,
    max_upload: int,
    run_seconds: int,
    grace_seconds: int,
) -> None:
    """Run the gRPC service `twin.api.v1` until SIGTERM or Ctrl-C.

    Plain text is for loopback and unix sockets; elsewhere give a certificate, and --client-ca to
    let only your own clients in. Health and reflection are on.
    """
    import gc
    import logging
    import os
    from dataclasses import replace

    from twin.service.address import Tls, parse_address, refuse_plaintext
    from twin.service.limits import MIB, ServiceLimits
    from twin.service.server import ServerOptions, serve

    gc.enable()  # see twin.cli.main.main: this process stays
    if (tls_cert is None) != (tls_key is None) or (client_ca and not tls_cert):
        raise click.UsageError("--tls-cert and --tls-key go together; --client-ca needs both")
    tls = Tls(tls_cert, tls_key, client_ca) if tls_cert and tls_key else None
    address = parse_address(listen)
    refuse_plaintext(address, tls, insecure=insecure)
    limits = ServiceLimits()
    upload = replace(limits.upload, total_bytes=max_upload * MIB)
    limits = replace(limits, upload=upload, run_s=run_seconds)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")

    def ready(port: int) -> None:
        bound = listen if not listen.endswith(":0") else f"{listen[:-1]}{port}"
        click.echo(f"twin: listening on {bound}", err=True)

    count = workers or len(os.sched_getaffinity(0))
    serve(ServerOptions(address, count, tls, data, grace_seconds, limits), ready)
