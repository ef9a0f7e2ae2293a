"""Addresses of facts: which device, which field of its model.

A fact is one value at one path of one device's declared model. Findings, source maps, intent
deviations and causes all speak of facts, so that they can be joined without knowing each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Path = tuple[str | int, ...]

KEY = ""  # last part of a mark that is the place of an entry's key, where that is no fact itself
TOPOLOGY = ""  # the "device" whose facts are the nodes and links of the topology file


class FactRef(NamedTuple):
    """`path` of `device`'s model; `TOPOLOGY` for facts of nodes and links."""

    device: str
    path: Path

    def touches(self, other: FactRef) -> bool:
        """True when one is the other, or holds it: ("bgp",) touches ("bgp", "asn")."""
        if self.device != other.device:
            return False
        shared = min(len(self.path), len(other.path))
        return self.path[:shared] == other.path[:shared]

    def __str__(self) -> str:
        path = ".".join(str(part) for part in self.path)
        return f"{self.device}:{path}" if self.device else path


def ref(device: str, *path: str | int) -> FactRef:
    """Short spelling for rules: `ref("leaf01", "interfaces", "swp1", "mtu")`."""
    return FactRef(device, path)


def any_touch(left: Iterable[FactRef], right: Iterable[FactRef]) -> bool:
    """True when some fact of `left` touches some fact of `right`."""
    others = list(right)
    return any(a.touches(b) for a in left for b in others)
