"""A file that no dialect reads at its place: what it may touch, and where it would be read."""

from __future__ import annotations

import re

from twin.dialects.base import FACETS, Reading, Source, Unread
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
    "etc/cumulus/": ("port", "qos", "routing", "acl", "l2"),
    "etc/nvue.d/": FACETS,
    "etc/netplan/": ("address", "mtu"),
    "etc/systemd/network/": ("address", "mtu"),
}
NETWORK = tuple(_FILE_FACETS)  # files and folders of a device that say something of its network
_NVUE = "etc/nvue.d/"
# Files that people copy one by one, by the names that they have on the device.
_PLACES = {
    "frr.conf": "etc/frr/frr.conf",
    "interfaces": "etc/network/interfaces",
    "ports.conf": "etc/cumulus/ports.conf",
    "startup.yaml": "etc/nvue.d/startup.yaml",
}
_HEAD = 16_384  # bytes that tell what a file is
_SAYS_NVUE = re.compile(
    rb"^\s*(?:\S*[$#]\s+)?(?:sudo\s+)?nv\s+(?:set|unset)\s|^\s*(?:-\s+)?[\"']?set[\"']?\s*:\s*(?:\{|$)"
    rb"|[{\[]\s*\"set\"\s*:\s*\{",
    re.MULTILINE,
)


def unread_file(source: Source) -> Reading:
    """The reading of a file that has no reader where it is."""
    name = source.path.rpartition("/")[2]
    place = _PLACES.get(name, "")
    if not place and _SAYS_NVUE.search(source.data[:_HEAD]) and not _is_of_system(source.path):
        place = _NVUE + name
        if reader_of(place) is None:
            place += ".nv"
    if place in ("", source.path):
        told = Unread(source.file, 0, 0, "no reader for this file", _facets(source.path))
    else:
        remedy = (
            f"move the file to {source.file.removesuffix(source.path)}{place}, or remove it if "
            "nothing needs it (`twin import` finds the places of loose files); until then answers "
            "it may touch are unknown"
        )
        text, facets = "no reader for this file at this place", _facets(place)
        told = Unread(source.file, 0, 0, text, facets, near=(place,), remedy=remedy)
    return Reading("none", source.file, lines=1, unread=[told])


def _is_of_system(path: str) -> bool:
    """Below /etc, /usr or /opt a file stands where the device has it."""
    return path.startswith(("etc/", "usr/", "opt/", "lib/", "var/"))


def _facets(path: str) -> tuple[str, ...]:
    return next((f for prefix, f in _FILE_FACETS.items() if path.startswith(prefix)), ())
