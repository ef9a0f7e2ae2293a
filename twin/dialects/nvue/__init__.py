"""NVUE: patches and commands of Cumulus Linux 5, read and written in both generations of names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twin.dialects.base import Context, Reading, Source
from twin.model.config import Config

FOLDER = "etc/nvue.d/"
PATCHES = (".yaml", ".yml", ".json")
COMMANDS = (".txt", ".nv", ".commands", ".cmd", ".sh")
STARTUP = f"{FOLDER}startup.yaml"


class NvueDialect:
    """The plug-in; see `twin.dialects.base.Dialect`."""

    name = "nvue"

    def handles(self, path: str) -> bool:
        """`etc/nvue.d/startup.yaml`, and any other file of patches or commands beside it."""
        name = path.removeprefix(FOLDER)
        return path.startswith(FOLDER) and "/" not in name and name.endswith((*PATCHES, *COMMANDS))

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file; never raises for bad content."""
        return self.read_device([source], context)[0]

    def read_device(self, sources: Sequence[Source], context: Context) -> list[Reading]:
        """Read files one after another: an `unset` takes back what an earlier one has set."""
        from twin.dialects.nvue.files import read_files

        return read_files(sources, context)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """The startup file, in the names of the declared release."""
        from twin.dialects.nvue.render import render_startup

        text = render_startup(config, context)
        return {STARTUP: text} if text else {}


DIALECT = NvueDialect()
