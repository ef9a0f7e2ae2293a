"""Two sources on one device: what NVUE will set at the next boot, and what its files say now.

A copy of a switch holds `startup.yaml` and the flat files that NVUE has generated from what was
applied last. The flat files are the running state; each of them speaks of one aspect of the model,
and of that aspect NVUE is not asked. The other way round, `next` takes NVUE's word and leaves the
generated files out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from twin.core.facts import Path
from twin.core.finding import Location
from twin.dialects.base import Reading
from twin.model.config import Config
from twin.model.records import Tree, flatten

NVUE = "nvue"


class State(Enum):
    """Which of two sources is judged: what runs, or what the next boot brings."""

    RUNNING = "running"
    NEXT = "next"


# Files that NVUE generates, and the aspect of the model that each speaks of.
_ASPECT_OF_FILE = {
    "etc/frr/frr.conf": "routing",
    "etc/network/": "interfaces",
    "etc/cumulus/ports.conf": "ports",
    "etc/cumulus/datapath/qos/": "qos",
    "etc/mlx/datapath/qos/": "qos",
    "etc/cumulus/switchd.d/adaptive_routing.conf": "adaptive",
}
_OF_INTERFACE = {
    "breakout": "ports", "qos": "qos", "adaptive_routing": "adaptive", "ospf": "routing",
    "ospf6": "routing", "segment": "routing", "vrrp": "routing", "acls": "acl",
}  # fmt: skip
_OF_VRF = {"table": "interfaces", "ipv4": "interfaces", "ipv6": "interfaces"}
_OF_ROOT = {
    "bgp": "routing", "evpn": "routing", "policy": "routing", "bfd": "routing", "frr": "routing",
    "bridges": "interfaces", "vxlan": "interfaces", "mlag": "interfaces",
    "vrr_enabled": "interfaces", "anycast_mac": "interfaces", "fabric_mac": "interfaces",
    "anycast_id": "interfaces", "fabric_id": "interfaces", "system_mac": "interfaces",
    "qos": "qos", "adaptive_routing": "adaptive",
}  # fmt: skip


def aspect_of(path: Path) -> str:
    """Which of NVUE's generated files would hold a fact; empty when none does."""
    root, field = str(path[0]), str(path[2]) if len(path) > 2 else ""
    if root == "interfaces":
        return _OF_INTERFACE.get(field, "interfaces")
    if root == "vrfs":
        return _OF_VRF.get(field, "routing")
    return _OF_ROOT.get(root, "")


def _aspect_of_file(reading: Reading) -> str:
    path = reading.file.split("/", 2)[-1]
    return next((a for start, a in _ASPECT_OF_FILE.items() if path.startswith(start)), "")


def nearest_first(readings: list[Reading], path: Path) -> list[Reading]:
    """Readings in the order in which a fact is looked for: the file of its aspect, then later ones.

    What no file says is missing in the file that would hold it.
    """
    if len(readings) == 1:
        return readings
    aspect = aspect_of(path)
    later = readings[::-1]
    return sorted(later, key=lambda reading: _aspect_of_file(reading) != aspect)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One thing that the two sources set differently; None: that source does not have it."""

    path: Path
    running: object
    next: object
    running_place: Location | None
    next_place: Location | None


def has_two_sources(readings: list[Reading]) -> bool:
    """NVUE beside files that NVUE generates."""
    nvue = any(r.dialect == NVUE and r.tree for r in readings)
    return nvue and any(_is_generated(r) for r in readings)


def _is_generated(reading: Reading) -> bool:
    return reading.dialect != NVUE and bool(reading.tree) and bool(_aspect_of_file(reading))


def judged(readings: list[Reading], nvue_files: set[str], state: State) -> list[Reading]:
    """The readings as the state has them, those that count most last.

    nvue_files: files of NVUE, whose embedded texts are NVUE's words too.
    """
    generated = [r for r in readings if r.file not in nvue_files and _is_generated(r)]
    others = [r for r in readings if r.file not in nvue_files and r not in generated]
    nvue = [r for r in readings if r.file in nvue_files]
    if state is State.NEXT:
        return [*others, *nvue]
    aspects = {_aspect_of_file(r) for r in generated}
    rest = [replace(r, tree=_without(r.tree, aspects), marks=_kept(r, aspects)) for r in nvue]
    return [*rest, *others, *generated]


def _kept(reading: Reading, aspects: set[str]) -> dict[Path, tuple[int, int]]:
    return {path: mark for path, mark in reading.marks.items() if not path or _stays(path, aspects)}


def _stays(path: Path, aspects: set[str]) -> bool:
    return aspect_of(path) not in aspects


def _without(tree: Tree, aspects: set[str], above: Path = ()) -> Tree:
    """A copy of a tree without the facts of some aspects, and without what that leaves empty."""
    kept: Tree = {}
    for key, value in tree.items():
        path = (*above, key)
        if type(value) is dict and value:
            below = _without(value, aspects, path)
            if below:
                kept[key] = below
        elif _stays(path, aspects):
            kept[key] = value
    return kept


# Sets and keyed records whose members both sources list one by one, so that one which only one of
# them has is a difference. Whatever else stands on one side only is a default, or generated.
_LISTED = (
    ("interfaces", "*", "ipv4", "*"), ("interfaces", "*", "ipv6", "*"),
    ("interfaces", "*", "bond", "members", "*"), ("vrfs", "*", "l3vnis", "*"),
    ("bridges", "*", "vlans", "*", "vnis", "*"), ("vrfs", "*", "bgp", "neighbors", "*"),
    ("vrfs", "*", "bgp", "families", "*", "networks", "*"), ("vrfs", "*", "routes", "*"),
)  # fmt: skip
# Facts that NVUE and its files hold at two different places, or in two spellings.
_NOT_COMPARED = (("frr", "*"), ("vrfs", "*", "table"), ("hostname",))
# The loopback's own addresses, which NVUE writes into the files of `lo` and of VRFs unasked.
_UNASKED = ("127.0.0.1/8", "::1/128")


def _fits(path: Path, pattern: tuple[str, ...]) -> bool:
    return len(path) >= len(pattern) and all(
        want in ("*", part) for part, want in zip(path, pattern, strict=False)
    )


def _listed(facts: dict[Path, object]) -> set[Path]:
    return {path[: len(pattern)] for path in facts for pattern in _LISTED if _fits(path, pattern)}


def disagreements(
    running: Config, following: Config, readings: list[Reading], nvue_files: set[str]
) -> Iterator[Disagreement]:
    """What the generated files and NVUE set differently.

    running, following: what the generated files alone, and what NVUE alone says.
    """
    generated = [r for r in readings if r.file not in nvue_files and _is_generated(r)]
    nvue = [r for r in readings if r.file in nvue_files]
    aspects = {_aspect_of_file(r) for r in generated}
    now, then = dict(flatten(running)), dict(flatten(following))
    bound = {
        vni for vrf in (*running.vrfs.values(), *following.vrfs.values()) for vni in vrf.l3vnis
    }
    differing: dict[Path, tuple[object, object]] = {}
    for path in now.keys() & then.keys():
        if now[path] != then[path] and not any(_fits(path, p) for p in _NOT_COMPARED):
            differing[path] = (now[path], then[path])
    for path in _listed(now) ^ _listed(then):
        if path[0] == "bridges" and path[-1] in bound:
            continue  # the VLAN of an L3VNI: NVUE makes it unasked
        if path[0] == "interfaces" and path[-1] in _UNASKED:
            continue
        there = path in _listed(now)
        differing[path] = (True, None) if there else (None, True)
    for path in sorted(differing, key=str):
        if aspect_of(path) in aspects:
            yield Disagreement(path, *differing[path], _place(generated, path), _place(nvue, path))


def _place(readings: list[Reading], path: Path) -> Location | None:
    dotted = ".".join(map(str, path))
    for length in range(len(path), 0, -1):
        for reading in reversed(readings):
            mark = reading.marks.get(path[:length])
            if mark:
                return Location(reading.file, *mark, dotted)
    return Location(readings[-1].file, 0, 0, dotted) if readings else None
