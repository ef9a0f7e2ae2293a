"""`/etc/network/interfaces` and `interfaces.d`: ifupdown2 of Cumulus Linux, ifupdown of Debian."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twin.dialects.base import Context, Reading, Source
from twin.dialects.ifupdown2.places import MAIN, POLICIES
from twin.model.config import Config

FOLDER = f"{MAIN}.d/"
_LEFT = ("~", ".bak", ".dpkg-old", ".dpkg-dist", ".dpkg-new", ".swp", "/README")


class Ifupdown2:
    """Interfaces of a switch or host."""

    name = "ifupdown2"

    def handles(self, path: str) -> bool:
        """The main file, every file of its folder but editors' leftovers, and policies."""
        if path.startswith(POLICIES):
            return path.endswith(".json")
        return path == MAIN or (path.startswith(FOLDER) and not path.endswith(_LEFT))

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file; what another file may say stays open where this one names or is one."""
        from twin.dialects.ifupdown2.reader import read_files  # who only compiles need not wait

        is_whole = source.path == MAIN and b"source" not in source.data
        return read_files([source], context, is_whole=is_whole)[0]

    def read_device(self, sources: Sequence[Source], context: Context) -> list[Reading]:
        """Read all files of a device together: they are one text in several pieces."""
        from twin.dialects.ifupdown2.reader import read_files

        return read_files(sources, context)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """The main file with every interface of the model."""
        from twin.dialects.ifupdown2.render import render_interfaces

        return render_interfaces(config, context)


DIALECT = Ifupdown2()
