"""`twin export`: the fabric in the formats of other tools."""

from __future__ import annotations

from pathlib import Path

import click

from twin.cli.output import emit, format_option, output_option
from twin.cli.values import GivenPath

# The formats of twin.dialects.topology.exports, named here so that --help imports nothing.
FORMATS = ("air", "containerlab", "ptm", "dot", "graphml")


@click.command(
    short_help="The fabric in the formats of other tools.",
    epilog="""\b
Examples:
  twin export su1/ --to air -o su1.json          for NVIDIA Air
  twin export su1/ --to containerlab -o su1.clab.yml
  twin export intent.yaml --to ptm -o topology.dot""",
)
@click.argument("snapshot", metavar="SNAP", type=GivenPath(path_type=Path))
@click.option("--to", required=True, type=click.Choice(FORMATS), help="The format to write.")
@format_option("text", "json")
@output_option
def command(snapshot: Path, to: str, format_: str, output: Path | None) -> None:
    """Write the nodes and cables of SNAP in another tool's format.

    What the format cannot hold is named on standard error. With --format json the result is one
    document that holds the file as a text.
    """
    from twin.app.check import open_snapshot, read_twin
    from twin.app.export import export_twin
    from twin.cli.progress import Progress
    from twin.report.export import export_document, export_note
    from twin.report.json import dump

    with Progress() as progress:
        export = export_twin(read_twin(open_snapshot(snapshot), progress), to)
    emit(dump(export_document(export)) if format_ == "json" else export.text, output)
    note = export_note(export)
    if note and format_ == "text":
        click.echo(note, err=True)
