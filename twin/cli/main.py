"""The `twin` command: finds the command asked for and imports only that one.

`twin --help` must answer at once, so nothing here imports more than click. Exit codes: 0 nothing at
or above the threshold, 1 findings, 2 could not judge (product contract).
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any, NoReturn

import click

from twin import __version__

CANNOT_JUDGE = 2

# Command → first line of its help; each is the object `command` of its module.
COMMANDS = {
    "compile": "Compile an intent into a snapshot of configurations.",
    "check": "Judge a snapshot folder or an intent file.",
    "show": "What was read of each device, with the line of every fact.",
    "headroom": "Headroom that a lossless port needs: the calculator alone.",
    "capacity": "Oversubscription per switch and tier.",
    "export": "The fabric in the formats of other tools.",
    "import": "A snapshot of what other tools and people have.",
    "rules": "The catalogue of rules, or one rule explained.",
    "schema": "JSON Schema of the input files, for editors.",
    "serve": "Run the gRPC service.",
}


def module_of(command: str) -> str:
    """`twin.cli.<name>`; with an underscore where Python keeps the word for itself."""
    return f"twin.cli.{command}_" if iskeyword(command) else f"twin.cli.{command}"


class LazyGroup(click.Group):
    """A group whose commands are imported on use, and whose errors are one clear line each."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of a day's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of one command; None when there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(module_of(cmd_name)).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the table above: nothing is imported for it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one is answered with the names near it."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=2)
            hint = f"did you mean {' or '.join(near)}?" if near else "`twin --help` lists them."
            ctx.fail(f"no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command and end the process with its exit code; never with a traceback."""
        extra["standalone_mode"] = False
        try:
            code = super().main(args, prog_name or "twin", **extra)
        except Exception as error:  # noqa: BLE001 - the last place where a defect can be worded
            code = _report(error)
        sys.exit(code if isinstance(code, int) else 0)


def _report(error: Exception) -> int:
    """Say on stderr what went wrong, and answer with the exit code."""
    from twin.core.errors import InputError, TwinError

    if isinstance(error, click.ClickException):
        error.show()
    elif isinstance(error, click.Abort):
        _say("interrupted")
    elif isinstance(error, InputError):
        for problem in error.problems:
            click.echo(str(problem), err=True)
        if len(error.problems) > 1:
            _say(f"{len(error.problems)} problems")
    elif isinstance(error, TwinError):
        _say(str(error))
    elif isinstance(error, OSError):
        from twin.cli.output import leave_stdout

        leave_stdout()  # it may be standard output that is full
        place = f"{error.filename}: " if error.filename else ""
        _say(f"{place}{(error.strerror or str(error)).lower()}")
    elif isinstance(error, MemoryError):
        _say("out of memory")
    elif os.environ.get("TWIN_TRACEBACK"):
        raise error
    else:
        words = " ".join(str(error).split())
        _say(f"{type(error).__name__}: {words}; this is a defect: rerun with TWIN_TRACEBACK=1")
    return CANNOT_JUDGE


def _say(text: str) -> None:
    click.echo(f"twin: {text}", err=True)


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 in order, 1 findings, 2 could not judge. "
    "`twin COMMAND --help` has examples.",
)
@click.version_option(__version__, prog_name="twin")
def cli() -> None:
    """Fabric Twin: judge a change to an AI-cluster fabric before it is deployed.

    A twin of the fabric is built from configuration text alone. SNAP is a snapshot folder
    (topology.yaml and configs/<device>/...) or an intent file, which is compiled first.
    """


def main() -> NoReturn:
    """Entry point of the console script.

    A process of one command ends before the cyclic collector is worth its time: what is loaded
    lives to the end, and at the end nothing is looked through once more. Together they are a
    quarter of a small compile. `twin serve`, which stays, turns the collector on.
    """
    gc.disable()
    try:
        cli.main()
    finally:
        gc.freeze()
