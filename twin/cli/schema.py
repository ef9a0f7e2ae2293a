"""`twin schema`: JSON Schema for editors."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from twin.cli.output import emit, format_option, output_option


@click.command(
    short_help="JSON Schema of the input files, for editors.",
    epilog="""\b
Examples:
  twin schema                                   what there is
  twin schema intent -o fabric.schema.json
  twin schema intent --format text              an outline for people""",
)
@click.argument("name", required=False, metavar="[intent|topology]")
@format_option("json", "text")
@output_option
def command(name: str | None, format_: str, output: Path | None) -> None:
    """The JSON Schema of NAME, or the list of schemas.

    A first line `# yaml-language-server: $schema=FILE` in a YAML file makes editors use it.
    """
    import json

    from twin.app.schema import SCHEMAS, schema_text
    from twin.report.json import dump
    from twin.report.schema import render_outline
    from twin.report.screen import Screen, screen_for

    screen = Screen() if output else screen_for(sys.stdout)
    if name is None:
        listing = "".join(f"{key}  {file}\n" for key, file in SCHEMAS.items())
        document = {"schema": "twin.schemas/v1", "schemas": dict(SCHEMAS)}
        emit(dump(document) if format_ == "json" else listing, output)
    elif name not in SCHEMAS:
        raise click.BadParameter(f"no schema {name!r}, need one of {', '.join(SCHEMAS)}")
    elif format_ == "json":
        emit(schema_text(name), output)
    else:
        emit(render_outline(json.loads(schema_text(name)), screen), output)
