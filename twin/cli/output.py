"""Where results go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from twin.cli.values import GivenPath

F = TypeVar("F", bound=Callable[..., object])


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, the first of `formats` by default."""
    return click.option(
        "--format", "format_", type=click.Choice(formats), default=formats[0], show_default=True,
        help="How to write the result.",
    )  # fmt: skip


output_option: Callable[[F], F] = click.option(
    "-o", "--output", type=GivenPath(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write the result to FILE instead of standard output.",
)  # fmt: skip


def emit(text: str, output: Path | None) -> None:
    """Write a result. A reader of standard output that left early (`| head`) is no error."""
    if output is not None:
        write_whole(output, text)
        return
    try:
        click.echo(text, nl=False)
    except BrokenPipeError:
        leave_stdout()


def leave_stdout() -> None:
    """Drop what standard output refuses, or the interpreter complains of it again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_whole(path: Path, text: str) -> None:
    """Replace a file in one step: it has the old content or the new, also after a full disk.

    An OSError names `path`, whatever is written on the way there.
    """
    try:
        _replace(Path(os.path.realpath(path)), text.encode())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(target: Path, data: bytes) -> None:
    import tempfile

    if target.exists() and not target.is_file():  # /dev/stdout, a pipe
        target.write_bytes(data)
        return
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
