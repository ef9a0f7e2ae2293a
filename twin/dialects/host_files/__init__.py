"""Addresses of hosts that are told by other means than netplan.

systemd-networkd (`etc/systemd/network`), Red Hat's `ifcfg-*`, `route-*` and `rule-*`
(`etc/sysconfig/network-scripts`), NetworkManager's keyfiles, and modprobe's options. They fill the
same parts of the model as netplan does. Nothing is rendered: hosts are written as netplan.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.host_files.ifcfg import read_ifcfg, read_routes
from twin.dialects.host_files.ini import Sheet
from twin.dialects.host_files.keyfile import read_keyfile
from twin.dialects.host_files.modules import read_modules
from twin.dialects.host_files.netdev import read_link, read_netdev
from twin.dialects.host_files.networkd import read_network
from twin.dialects.lines import named_after
from twin.model.config import Config
from twin.model.topology import NicSlot

Reader = Callable[[Sheet, str, tuple[NicSlot, ...]], None]
PART: Path = ("interfaces",)


def _unnamed(read: Callable[[Sheet, tuple[NicSlot, ...]], None]) -> Reader:
    return lambda sheet, _, slots: read(sheet, slots)


# Path on the host → its reader, which is given what the group `name` is.
READERS: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (re.compile(r"etc/systemd/network/(?P<name>[^/]+)\.network\Z"), _unnamed(read_network)),
    (re.compile(r"etc/systemd/network/(?P<name>[^/]+)\.netdev\Z"), _unnamed(read_netdev)),
    (re.compile(r"etc/systemd/network/(?P<name>[^/]+)\.link\Z"), _unnamed(read_link)),
    (re.compile(r"etc/sysconfig/network(?:-scripts)?/ifcfg-(?P<name>[^/]+)\Z"), read_ifcfg),
    (
        re.compile(r"etc/sysconfig/network-scripts/(?P<name>(?:route|rule)6?-[^/]+)\Z"),
        read_routes,
    ),
    (
        re.compile(r"etc/NetworkManager/system-connections/(?P<name>[^/]+)\.nmconnection\Z"),
        _unnamed(read_keyfile),
    ),
    (re.compile(r"etc/modprobe\.d/(?P<name>[^/]+)\.conf\Z"), _unnamed(read_modules)),
)


def _reader(path: str) -> tuple[Reader, str] | None:
    for pattern, reader in READERS:
        if match := pattern.match(path):
            return reader, match["name"]
    return None


@lru_cache(maxsize=1024)
def _read(data: bytes, path: str, slots: tuple[NicSlot, ...]) -> Reading:
    found = _reader(path)
    sheet = Sheet(data, PART)
    if found is not None:
        reader, name = found
        reader(sheet, name, slots)
    return sheet.claims.finish()


class HostFiles:
    """The files of a host's own network managers."""

    name = "host_files"

    def handles(self, path: str) -> bool:
        """One of the kinds above."""
        return _reader(path) is not None

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file; equal texts of hosts with equal NICs are read once."""
        slots = context.node.nics if context.node else ()
        return named_after(_read(source.data, source.path, slots), source.file)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """Nothing: what these files say, netplan says."""
        return {}


DIALECT = HostFiles()
