"""`twin capacity`: oversubscription."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from twin.cli.output import emit, format_option, output_option
from twin.cli.values import GivenPath


@click.command(
    short_help="Oversubscription per switch and tier.",
    epilog="""\b
Examples:
  twin capacity su1/
  twin capacity intent.yaml --format json""",
)
@click.argument("snapshot", metavar="SNAP", type=GivenPath(path_type=Path))
@format_option("text", "json")
@output_option
def command(snapshot: Path, format_: str, output: Path | None) -> None:
    """Capacity down and up, and their ratio, per switch and tier of SNAP.

    Counts cabled ports that are up, at the speed that both ends are set to. A ratio above 1 means
    that a tier can be asked for more than it can pass on.
    """
    from twin.app.capacity import capacity_document
    from twin.app.check import open_snapshot, read_twin
    from twin.cli.progress import Progress
    from twin.report.capacity import render_capacity
    from twin.report.json import dump
    from twin.report.screen import Screen, screen_for

    with Progress() as progress:
        twin = read_twin(open_snapshot(snapshot), progress)
        document = capacity_document(twin)
    if format_ == "json":
        emit(dump(document), output)
    else:
        screen = Screen() if output else screen_for(sys.stdout)
        emit(render_capacity(document, twin.name, screen), output)
