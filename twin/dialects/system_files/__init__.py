"""What else a copy of a switch holds: its name, the kernel's settings, files known as a whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source, Unread
from twin.dialects.claims import Claims
from twin.dialects.lines import named_after, text_lines, told_lines
from twin.dialects.system_files.kernel import read_kernel
from twin.dialects.system_files.whole import facets_of
from twin.model.config import Config

HOSTNAME_FILE = "etc/hostname"
_KERNEL = re.compile(r"etc/sysctl(?:\.conf|\.d/[^/]+\.conf)\Z")
_NAME = re.compile(r"(?=.{1,253}\Z)[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z")
_HOSTNAME: Path = ("hostname",)


@lru_cache(maxsize=256)
def _name(data: bytes) -> Reading:
    """hostname(5): the first line that is neither blank nor a comment is the name."""
    reading = Reading("system_files", "")
    claims = Claims(reading)
    for number, line in told_lines(text_lines(data, reading, ("system",), _HOSTNAME)):
        claims.begin()
        text = line.strip()
        column = len(line) - len(line.lstrip()) + 1
        if number > 1 and claims.get(_HOSTNAME) is not None:
            claims.unread(number, column, text, ("system",), _HOSTNAME)
        elif _NAME.match(text):
            claims.put(_HOSTNAME, text, number, column)
        else:
            claims.problem(number, column, _HOSTNAME, text, "a host name of letters and digits")
    return claims.finish()


@lru_cache(maxsize=256)
def _settings(data: bytes) -> Reading:
    return read_kernel(data)


def _whole(source: Source, facets: tuple[str, ...]) -> Reading:
    """A file that is not looked into: every statement inert, or the file unread."""
    if facets:
        text = "known, but not read yet"
        unread = Unread(source.file, 0, 0, text, facets)
        return Reading("system_files", source.file, unread=[unread], lines=1)
    lines = (line.strip() for line in source.data.split(b"\n"))
    told = sum(1 for line in lines if line and not line.startswith(b"#"))
    return Reading("system_files", source.file, lines=told, inert=told)


class SystemFiles:
    """Files of the operating system below the network."""

    name = "system_files"

    def handles(self, path: str) -> bool:
        """`etc/hostname`, `etc/sysctl*`, and the files listed in `whole`."""
        is_own = path == HOSTNAME_FILE or _KERNEL.match(path) is not None
        return is_own or facets_of(path) is not None

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file; equal texts are read once."""
        if source.path == HOSTNAME_FILE:
            return named_after(_name(source.data), source.file)
        if _KERNEL.match(source.path):
            return named_after(_settings(source.data), source.file)
        return _whole(source, facets_of(source.path) or ())

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """The name of the switch, alone in its file."""
        return {} if config.hostname is None else {HOSTNAME_FILE: f"{config.hostname}\n"}


DIALECT = SystemFiles()
