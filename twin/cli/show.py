"""`twin show`: what was read."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from twin.cli.output import emit, format_option, output_option
from twin.cli.values import GivenPath


@click.command(
    short_help="What was read of each device, with the line of every fact.",
    epilog="""\b
Examples:
  twin show su1/ --node leaf01
  twin show su1/ --node 'leaf*' --path 'vrfs.*.bgp.neighbors'
  twin show su1/ --node leaf01 --path interfaces.swp1 --effective""",
)
@click.argument("snapshot", metavar="SNAP", type=GivenPath(path_type=Path))
@click.option("--node", multiple=True, metavar="NAME", help="Only these devices; `*` for anything.")
@click.option("--path", default="", metavar="PATH", help="Only facts below this path; `*` too.")
@click.option("--effective", is_flag=True, help="With the defaults of the operating system.")
@click.option(
    "--state", type=click.Choice(["running", "next"]), default="running", show_default=True,
    help="Of a device with NVUE and the files that NVUE generates: those, or the next boot.",
)  # fmt: skip
@format_option("text", "json")
@output_option
def command(
    snapshot: Path,
    node: tuple[str, ...],
    path: str,
    effective: bool,
    state: str,
    format_: str,
    output: Path | None,
) -> None:
    """The model of SNAP's devices as their files say it, whatever the syntax.

    Each line is one fact: its path in the model, its value, and the file and line that say so.
    Statements that no reader understands follow.
    """
    from twin.app.check import open_snapshot, read_twin
    from twin.app.show import model_document
    from twin.assemble.sources import State
    from twin.cli.progress import Progress
    from twin.report.json import dump
    from twin.report.screen import Screen, screen_for
    from twin.report.show import render_model

    with Progress() as progress:
        twin = read_twin(open_snapshot(snapshot), progress, State(state))
        document = model_document(twin, nodes=node, path=path, effective=effective)
    if format_ == "json":
        emit(dump(document), output)
    else:
        screen = Screen() if output else screen_for(sys.stdout)
        emit(render_model(document, screen), output)
