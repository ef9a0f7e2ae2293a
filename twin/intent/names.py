"""Names of devices: a prefix and a number (`leaf01`, `gpu001`); padding is no part of identity."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable

from twin.intent.designs import Clos, Custom, RailOptimized

HOST, LEAF, SPINE = "gpu", "leaf", "spine"
MIN_WIDTH = {HOST: 3, LEAF: 2, SPINE: 2}

_NUMBERED = re.compile(r"(?P<prefix>.*?)(?P<number>\d+)\Z")


def numbered(prefix: str, number: int, width: int) -> str:
    """("leaf", 7, 2) → leaf07."""
    return f"{prefix}{number:0{width}d}"


def split_number(name: str) -> tuple[str, int] | None:
    """leaf07 → ("leaf", 7), None for a name without a number."""
    match = _NUMBERED.match(name)
    return (match["prefix"], int(match["number"])) if match else None


def host_identity(name: str, design: Clos | RailOptimized | Custom) -> str | None:
    """The canonical spelling of a host's name (`gpu7` → `gpu007`), None when there is no such host.

    Canonical means at least three digits; the lock may ask for more when names are made.
    """
    if isinstance(design, Custom):
        node = design.nodes.get(name)
        return name if node is not None and node.role == "host" else None
    parts = split_number(name)
    if parts is None or parts[0] != HOST or not 1 <= parts[1] <= design.hosts:
        return None
    return numbered(HOST, parts[1], MIN_WIDTH[HOST])


def hosts_in_words(design: Clos | RailOptimized | Custom) -> str:
    """Which hosts there are, for a message."""
    if isinstance(design, Custom):
        names = [name for name, node in design.nodes.items() if node.role == "host"]
        return f"one of the {len(names)} hosts of the design"
    if design.hosts == 0:
        return "a host, the design has none"
    first = numbered(HOST, 1, MIN_WIDTH[HOST])
    return f"a host from {first} to {numbered(HOST, design.hosts, MIN_WIDTH[HOST])}"


def rails_of_hosts(design: Clos | RailOptimized | Custom) -> Callable[[str], int]:
    """How many rails a host has, by its canonical name; rails count from 0."""
    if isinstance(design, RailOptimized):
        return lambda host: design.gpus_per_host
    if isinstance(design, Clos):
        return lambda host: design.nics_per_host
    cabled = cabled_rails(design)
    return lambda host: cabled.get(host, 0)


def cabled_rails(design: Custom) -> dict[str, int]:
    """Rails of every node of an explicit design: as told, else as many as its links ask for."""
    count: dict[str, int] = defaultdict(int)
    highest: dict[str, int] = defaultdict(int)
    for link in design.links:
        for end in (link.a, link.b):
            node, _, port = end.partition(":")
            rail = link.rail if link.rail is not None else rail_of_port(port)
            count[node] += link.count
            highest[node] = max(highest[node], 0 if rail is None else rail + 1)
    return {
        name: node.nics or max(count[name], highest[name]) for name, node in design.nodes.items()
    }


def rail_of_port(port: str) -> int | None:
    """eth3 → 2; None for another name."""
    parts = split_number(port)
    return parts[1] - 1 if parts is not None and parts[0] == "eth" and parts[1] > 0 else None
