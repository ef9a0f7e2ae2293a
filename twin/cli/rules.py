"""`twin rules`: the catalogue."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from twin.cli.output import emit, format_option, output_option


@click.command(
    short_help="The catalogue of rules, or one rule explained.",
    epilog="""\b
Examples:
  twin rules
  twin rules PFC001
  twin rules headroom-too-small --format json""",
)
@click.argument("rule", required=False, metavar="[RULE]")
@format_option("text", "json")
@output_option
def command(rule: str | None, format_: str, output: Path | None) -> None:
    """List the rules, or explain RULE (an id or a name): what, why, how to fix, source."""
    from twin.app.catalogue import all_rules, rule_named
    from twin.report.catalogue import render_rule, render_rules
    from twin.report.json import dump, rules_document
    from twin.report.screen import Screen, screen_for

    rules = [rule_named(rule)] if rule else all_rules()
    if format_ == "json":
        emit(dump(rules_document(rules)), output)
        return
    screen = Screen() if output else screen_for(sys.stdout)
    emit(render_rule(rules[0], screen) if rule else render_rules(rules, screen), output)
