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
  twin rules PFC                              a family
  twin rules PFC001
  twin rules headroom-too-small --format json""",
)
@click.argument("rule", required=False, metavar="[RULE|FAMILY]")
@format_option("text", "json")
@output_option
def command(rule: str | None, format_: str, output: Path | None) -> None:
    """List the rules, those of a family, or explain RULE (an id or a name).

    An explanation says what the rule checks, why it matters, how to fix it, and its source.
    """
    from twin.app.catalogue import all_rules, rules_named
    from twin.report.catalogue import render_rule, render_rules
    from twin.report.json import dump, rules_document
    from twin.report.screen import Screen, screen_for

    rules = all_rules() if rule is None else rules_named(rule)
    if format_ == "json":
        emit(dump(rules_document(rules)), output)
        return
    screen = Screen() if output else screen_for(sys.stdout)
    emit(render_rule(rules[0], screen) if len(rules) == 1 else render_rules(rules, screen), output)
