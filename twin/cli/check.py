"""`twin check`: the verdict."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from twin.cli.output import emit, format_option, output_option
from twin.cli.values import GivenPath

_RULES = "RULE[,RULE]"


@click.command(
    short_help="Judge a snapshot folder or an intent file.",
    epilog="""\b
Examples:
  twin check su1/                             a snapshot folder
  twin check intent.yaml                      compiled in memory first
  twin check su1/ --format json -o su1.json   for machines
  twin check su1/ --select BGP,EVP --fail-on warning""",
)
@click.argument("snapshot", metavar="SNAP", type=GivenPath(path_type=Path))
@format_option("text", "json")
@output_option
@click.option(
    "--fail-on", type=click.Choice(["error", "warning", "note"]), default="error",
    show_default=True, help="The least severity that makes the verdict `fail` and the exit code 1.",
)  # fmt: skip
@click.option(
    "--select", multiple=True, metavar=_RULES, help="Only these: ids (PFC001) or families (PFC)."
)
@click.option("--ignore", multiple=True, metavar=_RULES, help="Without these: ids or families.")
@click.option(
    "--state", type=click.Choice(["running", "next"]), default="running", show_default=True,
    help="Of a device with NVUE and the files that NVUE generates: judge those, or the next boot.",
)  # fmt: skip
@click.option("--allow-unknown", is_flag=True, help="A verdict of `unknown` exits with 0.")
@click.pass_context
def command(  # noqa: PLR0917 - an option each
    ctx: click.Context,
    snapshot: Path,
    format_: str,
    output: Path | None,
    fail_on: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    state: str,
    allow_unknown: bool,
) -> None:
    """Judge SNAP: a snapshot folder, or an intent file that is compiled in memory first.

    Exits with 0 when nothing is at or above --fail-on, with 1 when there are findings, with 2 when
    the twin could not judge: bad input, a rule that broke, nothing to judge, or a verdict of
    `unknown` without --allow-unknown.
    """
    from twin.app.catalogue import rule_prefixes
    from twin.app.check import CheckOptions, check_path
    from twin.assemble.sources import State
    from twin.cli.progress import Progress
    from twin.core.finding import Severity
    from twin.report.json import check_document, dump
    from twin.report.screen import Screen, screen_for
    from twin.report.summary import headline
    from twin.report.text import render_text

    threshold = Severity[fail_on.upper()]
    options = CheckOptions(
        rule_prefixes(select, "--select"), rule_prefixes(ignore, "--ignore"), threshold,
        State(state),
    )  # fmt: skip
    with Progress() as progress:
        verdict = check_path(snapshot, options, progress)
    if format_ == "json":
        emit(dump(check_document(verdict)), output)
    else:
        screen = Screen() if output else screen_for(sys.stdout)
        emit(render_text(verdict, screen), output)
    if output:
        click.echo(f"{headline(verdict)}; report in {output}", err=True)
    ctx.exit(verdict.exit_code(threshold, allow_unknown=allow_unknown))
