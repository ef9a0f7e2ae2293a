"""A snapshot read into a twin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from twin.assemble.automatic import with_vnis
from twin.assemble.defaults import DEFAULT_VRF, effective
from twin.assemble.intended import read_intended
from twin.assemble.merge import blind_spots, freeze
from twin.assemble.opening import left_out_notes
from twin.assemble.reading import read_sources
from twin.assemble.sources import NVUE, Disagreement, State, disagreements, has_two_sources, judged
from twin.assemble.twin import Device, Twin
from twin.assemble.unsolved import unsolved
from twin.core.collector import paused_gc
from twin.core.errors import Problem
from twin.core.layout import INTENT_FILE, LOCK_FILE
from twin.dialects.base import FACETS, Context, Source
from twin.dialects.topology.source import is_topology_file, read_topology_files
from twin.model.config import Config
from twin.model.platforms import platform_named
from twin.model.topology import Node, Topology
from twin.snapshot.folder import Snapshot

Progress = Callable[[int, int], None]

# Files of a snapshot's top that have a reader or a documented meaning in this release.
_KNOWN_TOP = (INTENT_FILE, LOCK_FILE, ".twin-manifest.json")
_NOT_YET = ("external.yaml", "waivers.yaml", "kubernetes/")
# Files that only a server has: they tell a host from a switch where no topology does.
_HOST_FILES = (
    "etc/netplan/", "etc/mlxconfig/", "etc/spectrum-x/", "etc/nccl.conf", "etc/systemd/network/",
    "etc/sysconfig/network", "etc/NetworkManager/",
)  # fmt: skip
_SWITCH_FILES = ("etc/nvue.d/", "etc/cumulus/", "etc/frr/", "etc/mlx/")


def _is_for_people(file: str) -> bool:
    """A README or licence beside the snapshot's own files."""
    return "/" not in file and file.upper().startswith(("README", "LICENSE"))


def _stray(file: str) -> Problem:
    """A file that belongs to no device: a documented one that has no reader, or a bystander."""
    if file.startswith(_NOT_YET):
        return Problem(file, 0, 0, "PAR001", "", "not read in this release", "", "warning")
    found = "is no file of a snapshot, nothing reads it"
    return Problem(file, 0, 0, "PAR001", "", found, "", "note")


def _told_by_files(node: Node, files: list[tuple[str, str]]) -> Node:
    """A node of which no topology says what it is; its files may tell that it is a host."""
    paths = [path for _, path in files]
    is_switch = any(path.startswith(_SWITCH_FILES) for path in paths)
    if not is_switch and any(path.startswith(_HOST_FILES) for path in paths):
        return replace(node, role="host", os="linux")
    return node


def _missing(node: Node, device: Device) -> None:
    """Say what a device without some of its files leaves unknown."""
    if device.is_segment:
        return
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
        return
    if any(reading.dialect == "frr" for reading in device.readings) and not device.tells_interfaces:
        reason = f"{node.name} has no file of its interfaces beside frr.conf"
        for facet in _left_open(device.declared):
            device.blind.setdefault(facet, []).append(reason)


def _left_open(declared: Config) -> Iterator[str]:
    """What FRR's files alone do not tell: addresses where they give none, VRFs, bridges.

    FRR sets addresses; it makes no bridge, tunnel or VRF, and puts no port into one.
    """
    if not any(port.ipv4 or port.ipv6 for port in declared.interfaces.values()):
        yield from ("port", "mtu", "address", "vrf", "l2", "vxlan")
        return
    if declared.vrfs.keys() - {DEFAULT_VRF, "mgmt"}:
        yield "vrf"
    if declared.evpn is not None and declared.evpn.enabled:
        yield from ("l2", "vxlan")


def read_device(
    snapshot: Snapshot,
    node: Node,
    files: list[tuple[str, str]],
    state: State = State.RUNNING,
) -> Device:
    """Read, merge and complete one device."""
    context = Context(node.name, node, node.release)
    sources = [Source(file, path, snapshot.read(file)) for file, path in files]
    readings = read_sources(sources, context)
    nvue_files = {reading.file for reading in readings if reading.dialect == NVUE}
    release = node.release or next((r.release for r in readings if r.release), None)
    platform = platform_named(node.model) if node.model else None
    differing: tuple[Disagreement, ...] = ()
    chosen = readings
    is_double = has_two_sources(readings)
    if is_double:
        chosen = judged(readings, nvue_files, state)
        now = with_vnis(freeze([r for r in readings if r.file not in nvue_files]))
        then = with_vnis(freeze([r for r in readings if r.file in nvue_files]))
        differing = tuple(disagreements(now, then, readings, nvue_files))
    declared = freeze(chosen)
    flat = frozenset(r.dialect for r in chosen if r.file not in nvue_files)
    device = Device(
        node=node,
        declared=declared,
        effective=effective(declared, node=node, platform=platform, release=release, dialects=flat),
        platform=platform,
        release=release,
        readings=chosen,
        blind=blind_spots(chosen),
        has_two_sources=is_double,
        disagreements=differing,
    )
    for facet, sentences in unsolved(node.name, declared).items():
        device.blind.setdefault(facet, []).extend(sentences)
    _missing(node, device)
    return device


def assemble(
    snapshot: Snapshot, progress: Progress | None = None, *, state: State = State.RUNNING
) -> Twin:
    """Build the twin of a snapshot; what is wrong with its files becomes problems, not errors.

    state: which of two sources on one device is judged.
    """
    with paused_gc():
        return _assemble(snapshot, progress, state)


def _assemble(snapshot: Snapshot, progress: Progress | None, state: State) -> Twin:
    problems: list[Problem] = []
    cabling = read_topology_files(snapshot)
    topology, topology_file = cabling.topology, cabling.file
    problems += cabling.problems
    files = snapshot.device_files()
    nodes = dict(topology.nodes)
    for name in sorted(files):
        if name not in nodes:
            nodes[name] = _told_by_files(Node(name), files[name])
            if topology_file and cabling.complete and (topology.nodes or not problems):
                problems.append(
                    Problem(f"configs/{name}", 0, 0, "PAR001", name, "no node of that name in "
                            f"{topology_file}", "a node, or the folder gone", path=("nodes", name))
                )  # fmt: skip
        elif nodes[name].role is None and nodes[name].os is None:
            nodes[name] = _told_by_files(nodes[name], files[name])
    devices = {}
    for done, (name, node) in enumerate(sorted(nodes.items()), 1):
        devices[name] = read_device(snapshot, node, files.get(name, []), state)
        if progress:
            progress(done, len(nodes))
    for file in snapshot.files:
        if file in _KNOWN_TOP or file.startswith("configs/") or is_topology_file(file):
            continue
        if _is_for_people(file):
            continue
        problems.append(_stray(file))
    problems += left_out_notes(snapshot)
    intended, found = read_intended(snapshot)
    return Twin(
        name=snapshot.name,
        digest=snapshot.digest,
        devices=devices,
        topology=Topology(nodes, topology.links),
        topology_file=topology_file,
        topology_marks=cabling.marks,
        topology_sources=cabling.sources,
        intended=intended,
        problems=problems + found,
        files=len(snapshot.files),
    )
