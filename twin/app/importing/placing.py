"""Where a file of a copied folder belongs: which device, and which path on it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from twin.dialects.registry import reader_of

# Files by the names that people keep when they copy them one by one.
_BY_NAME = {
    "frr.conf": "etc/frr/frr.conf",
    "bgpd.conf": "etc/frr/bgpd.conf",
    "zebra.conf": "etc/frr/zebra.conf",
    "ospfd.conf": "etc/frr/ospfd.conf",
    "daemons": "etc/frr/daemons",
    "vtysh.conf": "etc/frr/vtysh.conf",
    "interfaces": "etc/network/interfaces",
    "startup.yaml": "etc/nvue.d/startup.yaml",
    "nvue.yaml": "etc/nvue.d/startup.yaml",
    "ports.conf": "etc/cumulus/ports.conf",
    "switchd.conf": "etc/cumulus/switchd.conf",
    "qos_features.conf": "etc/cumulus/datapath/qos/qos_features.conf",
    "qos_infra.conf": "etc/mlx/datapath/qos/qos_infra.conf",
    "adaptive_routing.conf": "etc/cumulus/switchd.d/adaptive_routing.conf",
    "nccl.conf": "etc/nccl.conf",
}
# Parts of a device's tree that say something of its network; others are left where they are.
_NETWORK = (
    "etc/frr/", "etc/quagga/", "etc/network/", "etc/nvue.d/", "etc/cumulus/", "etc/mlx/",
    "etc/netplan/", "etc/systemd/network/",
)  # fmt: skip
_TREES = ("etc", "usr", "lib", "opt")
_SUPPORT = re.compile(r"cl_support_+(?P<host>.+?)(?:_\d{8}.*|_\d+)?\Z")
_SUFFIX = re.compile(
    r"\.(?:ya?ml|json|nv|txt|cfg|conf|sh|config|commands|cmd|intf|lldp)\Z", re.IGNORECASE
)
_STATE = re.compile(r"[-_.](?:config|startup|running|nvue|frr|lldp|nv|applied)\Z", re.IGNORECASE)
# Steps of netlab (netlab.tools) in the order in which it takes them (its modules' `config_after`):
# one file each, in a folder of the node or named after it.
STEPS = (
    "normalize", "initial", "lag", "vlan", "stp", "routing", "bfd", "ospf", "isis", "ripv2", "bgp",
    "sr", "srv6", "mpls", "vrf", "vxlan", "gateway", "evpn", "dhcp", "interfaces", "hosts",
    "daemons",
)  # fmt: skip
_NETLAB = (
    "host_vars/", "group_vars/", "ansible.cfg", "hosts.yml", "topology.yml", "netlab.snapshot",
    "netlab.lock",
)  # fmt: skip
_NO_CONFIG = (".md", ".rst", ".py", ".j2", ".png", ".svg", ".pickle", ".log", ".gz", ".pcap")
_NAME = re.compile(r"[^:/\s]+\Z")


class Placed(NamedTuple):
    """A file and its device; `path` is its place on the device, "" where its content must tell.

    step: what kind of piece the name says it is, for the order in which pieces are joined.
    """

    device: str
    path: str
    step: str = ""


def reason_to_leave(file: str) -> str | None:
    """Why a file is none of a device's, by its name alone."""
    if file.startswith(_NETLAB):
        return "a file of netlab about the laboratory"
    if file.lower().endswith(_NO_CONFIG):
        return "no configuration, by its name"
    return None


def told_nodes(files: Iterable[str], root: str) -> frozenset[str]:
    """Devices that have a step of netlab, so that their other files are theirs as well.

    A laboratory's own templates and plug-ins have names that no table knows: `r1.bgp.session.cfg`.
    """
    found: set[str] = set()
    for file in files:
        *folders, name = file.split("/")
        first, _, rest = stem_of(name).partition(".")
        if rest in STEPS:
            found.add(first)
        elif name in STEPS:
            found.add(_device(folders[-1] if folders else root))
    return frozenset(found)


def place(file: str, root: str, nodes: frozenset[str]) -> Placed | str:
    """The device and path of a file below a folder named `root`, or the reason to leave it.

    nodes: names of the topology, where one is known.
    """
    parts = file.split("/")
    for index, part in enumerate(parts[:-1]):
        if part in _TREES:
            device = _device(parts[index - 1] if index else root)
            path = "/".join(parts[index:])
            if path.startswith(_NETWORK) or reader_of(path) is not None:
                return _named(device, path)
            return "says nothing of the network that is read here"
    name = parts[-1]
    stem = stem_of(name)
    first, _, rest = stem.partition(".")
    parent = parts[-2] if len(parts) > 1 else root
    if name in _BY_NAME or name in STEPS or stem in STEPS:
        path = _BY_NAME.get(name, "")
        return _named(_device(parent), path, stem)
    if parent in nodes:
        return _named(parent, "", stem)
    if first in nodes and rest:
        return _named(first, _BY_NAME.get(rest, ""), rest)
    if rest in STEPS:
        return _named(first, _BY_NAME.get(rest, ""), rest)
    return _named(stem if stem in nodes else _STATE.sub("", stem), "", stem)


def _named(device: str, path: str, step: str = "") -> Placed | str:
    if not _NAME.match(device) or not device.isprintable():
        return f"{device!r} is no name of a device"
    return Placed(device, path, step)


def _device(folder: str) -> str:
    """A folder's name as a device's: that of a support archive holds it."""
    match = _SUPPORT.match(folder)
    return match["host"] if match else folder


def stem_of(name: str) -> str:
    """A file's name without what tells its kind."""
    return _SUFFIX.sub("", name)


def word_of(step: str) -> str:
    """A step by its name alone: netlab numbers those it binds, `04-ebgp@multihop`."""
    return re.sub(r"^\d+-", "", step).replace("@", ".")


def order_of(step: str) -> tuple[int, str]:
    """Where a piece comes among those of its device: steps in netlab's order, then by name."""
    word = word_of(step)
    return (STEPS.index(word) if word in STEPS else len(STEPS), step)
