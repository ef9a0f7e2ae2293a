"""Markdown of the command line, from click."""

from __future__ import annotations

import click

from twin.cli.main import cli

WIDTH = 96


def _help(command: click.Command, name: str) -> str:
    settings = {**cli.context_settings, **command.context_settings}
    context = click.Context(
        command, info_name=name, terminal_width=WIDTH, max_content_width=WIDTH, **settings
    )
    text = command.get_help(context)
    return "\n".join(line.rstrip() for line in text.splitlines())


def cli_page() -> str:
    """`docs/cli.md`: the help text of every command."""
    parts = [
        "# Command line\n",
        "<!-- written by `make docs` from the commands in twin/cli/: edit those -->\n",
        f"```text\n{_help(cli, 'twin')}\n```\n",
    ]
    context = click.Context(cli, info_name="twin")
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if command is not None:
            parts.append(f"## twin {name}\n\n```text\n{_help(command, f'twin {name}')}\n```\n")
    return "\n".join(parts)
