"""The files of one device, read: each by its dialect, with the texts inside them."""

from __future__ import annotations

from dataclasses import replace

from twin.dialects.base import FACETS, Context, Embedded, Reading, Source, Unread
from twin.dialects.registry import reader_of

# What a file that no dialect reads may touch, by its path on the device.
_FILE_FACETS = {
    "etc/frr/": ("bgp", "ospf", "policy", "vxlan", "evpn", "routing"),
    "etc/quagga/": ("bgp", "ospf", "policy", "routing"),
    "etc/network/": ("port", "mtu", "address", "vrf", "l2", "vxlan"),
    "etc/cumulus/ports.conf": ("port",),
    "etc/cumulus/datapath/": ("qos",),
    "etc/mlx/": ("qos",),
    "etc/cumulus/switchd": ("qos", "routing"),
    "etc/cumulus/acl/": ("acl",),
    "etc/nvue.d/": FACETS,
    "etc/netplan/": ("address", "mtu"),
    "etc/systemd/network/": ("address", "mtu"),
}


def _file_facets(path: str) -> tuple[str, ...]:
    return next((f for prefix, f in _FILE_FACETS.items() if path.startswith(prefix)), ())


def read_source(source: Source, context: Context) -> list[Reading]:
    """One file: its reading, then those of the texts inside it, which lie over it."""
    dialect = reader_of(source.path)
    if dialect is None:
        reading = Reading("none", source.file, lines=1)
        text = "no reader for this file"
        reading.unread.append(Unread(source.file, 0, 0, text, _file_facets(source.path)))
        return [reading]
    reading = dialect.read(source, context)
    return [reading, *(_read_embedded(item, source.file, context) for item in reading.embedded)]


def _read_embedded(item: Embedded, file: str, context: Context) -> Reading:
    dialect = reader_of(item.path)
    if dialect is None:
        raise AssertionError(f"{item.path} is embedded, and no dialect reads it")
    reading = dialect.read(Source(file, item.path, item.text.encode()), context)

    def moved(line: int, column: int) -> tuple[int, int]:
        return (line + item.line - 1, column + item.column - 1) if line else (item.line, 1)

    def placed(found: Unread) -> Unread:
        line, column = moved(found.line, found.column)
        return replace(found, line=line, column=column)

    return replace(
        reading,
        marks={path: moved(*mark) for path, mark in reading.marks.items()},
        unread=[placed(found) for found in reading.unread],
        problems=[
            replace(found, line=moved(found.line, found.column)[0],
                    column=moved(found.line, found.column)[1])
            for found in reading.problems
        ],
    )  # fmt: skip
