"""A snapshot read into a twin."""

from __future__ import annotations

from collections.abc import Callable

from twin.assemble.defaults import effective
from twin.assemble.intended import read_intended
from twin.assemble.merge import blind_spots, freeze
from twin.assemble.twin import Device, Twin
from twin.core.collector import paused_gc
from twin.core.errors import Problem
from twin.core.facts import Path
from twin.core.layout import INTENT_FILE, LOCK_FILE, TOPOLOGY_FILE
from twin.dialects.base import FACETS, Context, Reading, Source, Unread
from twin.dialects.registry import reader_of
from twin.dialects.topology import read_topology
from twin.model.platforms import platform_named
from twin.model.topology import Node, Topology
from twin.snapshot.folder import Snapshot

Progress = Callable[[int, int], None]

# Files of a snapshot's top that have a reader or a documented meaning in this release.
_KNOWN_TOP = (TOPOLOGY_FILE, INTENT_FILE, LOCK_FILE, ".twin-manifest.json")
# What a file that no dialect reads may touch, by its path on the device.
_FILE_FACETS = {
    "etc/frr/": ("bgp", "ospf", "policy", "vxlan", "evpn", "routing"),
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


def _read_file(source: Source, context: Context) -> Reading:
    dialect = reader_of(source.path)
    if dialect is not None:
        return dialect.read(source, context)
    reading = Reading("none", source.file, lines=1)
    text = "no reader for this file"
    reading.unread.append(Unread(source.file, 0, 0, text, _file_facets(source.path)))
    return reading


# Files that only a server has: they tell a host from a switch where no topology does.
_HOST_FILES = ("etc/netplan/", "etc/mlxconfig/", "etc/spectrum-x/", "etc/nccl.conf")
_SWITCH_FILES = ("etc/nvue.d/", "etc/cumulus/", "etc/frr/", "etc/mlx/")


def _unlisted(name: str, paths: list[str]) -> Node:
    """The node of a device that no topology lists; its files may tell that it is a host."""
    is_switch = any(path.startswith(_SWITCH_FILES) for path in paths)
    if not is_switch and any(path.startswith(_HOST_FILES) for path in paths):
        return Node(name, role="host", os="linux")
    return Node(name)


def _missing(node: Node, device: Device) -> None:
    """Say what a device without some of its files leaves unknown."""
    if not device.readings:
        for facet in FACETS:
            device.blind.setdefault(facet, []).append(f"{node.name} has no configuration files")
        return
    if device.is_host:
        if not device.declared.nics and not device.declared.rdma:
            reason = f"{node.name} has no NIC files (boot script, mlxconfig)"
            device.blind.setdefault("nic", []).append(reason)
        if not device.declared.interfaces:
            for facet in ("address", "mtu"):
                device.blind.setdefault(facet, []).append(f"{node.name} has no address files")


def read_device(snapshot: Snapshot, node: Node, files: list[tuple[str, str]]) -> Device:
    """Read, merge and complete one device."""
    context = Context(node.name, node, node.release)
    readings = [
        _read_file(Source(file, path, snapshot.read(file)), context) for file, path in files
    ]
    release = node.release or next((r.release for r in readings if r.release), None)
    platform = platform_named(node.model) if node.model else None
    declared = freeze(readings)
    device = Device(
        node=node,
        declared=declared,
        effective=effective(declared, node=node, platform=platform, release=release),
        platform=platform,
        release=release,
        readings=readings,
        blind=blind_spots(readings),
    )
    _missing(node, device)
    return device


def assemble(snapshot: Snapshot, progress: Progress | None = None) -> Twin:
    """Build the twin of a snapshot; what is wrong with its files becomes problems, not errors."""
    with paused_gc():
        return _assemble(snapshot, progress)


def _assemble(snapshot: Snapshot, progress: Progress | None) -> Twin:
    problems: list[Problem] = []
    topology, topology_file = Topology(), None
    marks: dict[Path, tuple[int, int]] = {}
    if TOPOLOGY_FILE in snapshot.files:
        topology_file = TOPOLOGY_FILE
        topology, marks, found = read_topology(snapshot.read(TOPOLOGY_FILE), TOPOLOGY_FILE)
        problems += found
    files = snapshot.device_files()
    nodes = dict(topology.nodes)
    for name in sorted(files):
        if name not in nodes:
            nodes[name] = _unlisted(name, [path for _, path in files[name]])
            if topology_file and (topology.nodes or not problems):
                problems.append(
                    Problem(f"configs/{name}", 0, 0, "PAR001", name, "no node of that name in "
                            f"{topology_file}", "a node, or the folder gone", path=("nodes", name))
                )  # fmt: skip
    devices = {}
    for done, (name, node) in enumerate(sorted(nodes.items()), 1):
        devices[name] = read_device(snapshot, node, files.get(name, []))
        if progress:
            progress(done, len(nodes))
    for file in snapshot.files:
        if file in _KNOWN_TOP or file.startswith("configs/"):
            continue
        problems.append(
            Problem(file, 0, 0, "PAR001", "", "no reader for this file", "", severity="warning")
        )
    intended, found = read_intended(snapshot)
    return Twin(
        name=snapshot.name,
        digest=snapshot.digest,
        devices=devices,
        topology=Topology(nodes, topology.links),
        topology_file=topology_file,
        topology_marks=marks,
        intended=intended,
        problems=problems + found,
        files=len(snapshot.files),
    )
