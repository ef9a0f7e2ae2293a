"""`twin import`: a snapshot of what other tools and people have."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from twin.cli.output import emit, format_option
from twin.cli.values import GivenPath

# The sources of twin.app.importing, named here so that --help imports nothing.
SOURCES = (
    "air", "dot", "ptm", "containerlab", "topology", "nvue", "commands", "frr", "interfaces",
    "lldp",
)  # fmt: skip


@click.command(
    short_help="A snapshot of what other tools and people have.",
    epilog="""\b
Examples:
  twin import air.json -o su1/               a topology of NVIDIA Air
  twin import lab.clab.yml -o lab/           containerlab, with the files beside it
  twin import backup/ -o su1/                one file or folder per device
  twin import shows/ -o su1/ --from nvue     outputs of nv config show""",
)
@click.argument("source", type=GivenPath(path_type=Path))
@click.option(
    "-o", "--output", required=True, metavar="DIR", type=GivenPath(path_type=Path),
    help="The snapshot folder: new, empty, or one that an earlier run wrote.",
)  # fmt: skip
@click.option(
    "--from", "kind", type=click.Choice(SOURCES), help="What SOURCE is. [default: its files tell]"
)
@format_option("text", "json")
@click.pass_context
def command(ctx: click.Context, source: Path, output: Path, kind: str | None, format_: str) -> None:
    """Make a snapshot of SOURCE, a file or a folder, and say what was taken and what was left.

    Topologies (NVIDIA Air, DOT, PTM, containerlab) become topology.yaml. Files of devices go to
    their paths: trees such as leaf01/etc/..., support archives, single files named after their
    device, the output of netlab. What is not understood is named, and stays where it is.

    Exits with 0, with 1 when the topology has faults, and with 2 when nothing could be imported.
    """
    from twin.app.importing import import_source
    from twin.report.imported import import_document, render_import
    from twin.report.json import dump
    from twin.report.screen import screen_for

    report = import_source(source, output, kind)
    document = import_document(report)
    emit(
        dump(document) if format_ == "json" else render_import(document, screen_for(sys.stdout)),
        None,
    )
    ctx.exit(1 if any(p.severity == "error" for p in report.problems) else 0)
