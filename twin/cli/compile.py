"""`twin compile`: intent to configurations."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from twin.cli.output import emit, format_option
from twin.cli.values import GivenPath


@click.command(
    short_help="Compile an intent into a snapshot of configurations.",
    epilog="""\b
Examples:
  twin compile intent.yaml -o su1/
  twin compile intent.yaml -o su1/ --release 5.9    older names of NVUE
  twin compile intent.yaml -o su1/ --dialect linux  frr.conf, network/interfaces, …""",
)
@click.argument("intent", type=GivenPath(path_type=Path))
@click.option(
    "-o", "--output", required=True, metavar="DIR", type=GivenPath(path_type=Path),
    help="The snapshot folder: new, empty, or one that an earlier run wrote.",
)  # fmt: skip
@click.option(
    "--dialect", metavar="NAME", help="Of the switches: nvue or linux. [default: the intent's]"
)
@click.option("--release", metavar="X.Y", help="NOS release, as 5.16. [default: the intent's]")
@format_option("text", "json")
def command(
    intent: Path, output: Path, dialect: str | None, release: str | None, format_: str
) -> None:
    """Write the configuration of every switch and host that INTENT asks for, and say what changed.

    All or nothing: on an error the old folder stands. What was handed out (numbers, addresses) is
    kept in allocations.lock.yaml beside INTENT, so that a later compile does not renumber.
    """
    from twin.app.compile import compile_intent
    from twin.cli.progress import Progress
    from twin.report.compile import compile_document, render_compile
    from twin.report.json import dump
    from twin.report.screen import screen_for

    with Progress() as progress:
        report = compile_intent(intent, output, dialect=dialect, release=release, progress=progress)
    document = compile_document(report)
    screen = screen_for(sys.stdout)
    emit(dump(document) if format_ == "json" else render_compile(document, screen), None)
