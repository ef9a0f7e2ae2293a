"""All interfaces files of one device → readings, one per file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from twin.core.facts import Path
from twin.dialects.base import FACETS, Context, Reading, Source
from twin.dialects.ifupdown2 import (
    attributes,
    bonds,
    commands,
    interfaces,
    layer2,
    overlay,
    policy,
    values,
)
from twin.dialects.ifupdown2.collect import Collection, Port, in_order
from twin.dialects.ifupdown2.device import Fabric
from twin.dialects.ifupdown2.inert import INERT, INERT_VALUES, OPEN, open_facets
from twin.dialects.ifupdown2.ledger import Ledger, TooManyFactsError
from twin.dialects.ifupdown2.places import MAIN, POLICIES
from twin.dialects.ifupdown2.syntax import Statement, statements
from twin.dialects.lines import text_lines

NAME = "ifupdown2"
_Lines = dict[str, list[Statement]]

# Words that a function of its own reads, by what the interface is.
_LAYER3 = (
    "address", "gateway", "address-virtual", "vrrp", "vrrp-id", "vrrp-priority", "vrrp-virtual-ip",
    "disable-ipv6", "disable-ip6", "ipv6-addrgen", "link-down",
)  # fmt: skip
_LAYER2 = (*layer2.PORT_WORDS, "bond-slaves", "bond-ports", "bond-master", "clag-id")
_MLAG = frozenset((*attributes.MLAG, "clagd-peer-ip", "clagd-backup-ip", "clagd-args"))
_VXLAN = (*attributes.VXLAN, *overlay.VNI_MAPS, "vxlan-id", "vxlan-remoteip", "vxlan-mcastgrp",
          "bridge-vlan-vni-map")  # fmt: skip
_BRIDGE = (
    "bridge-ports", "mstpctl-ports", "bridge-vlan-aware", "bridge-vids", "bridge-trunk",
    "bridge-learning", "bridge-arp-nd-suppress", "bridge-port-pvids", "bridge-port-vids",
    "mstpctl-vlan-priority",
)  # fmt: skip
_COMMON = frozenset((*_LAYER3, *_LAYER2, *_MLAG, *attributes.TREE))
_HANDLED: dict[str, frozenset[str]] = {
    "plain": _COMMON,
    "bond": _COMMON,
    "vlan": _COMMON | {"vlan-id", "vlan-raw-device"},
    "vxlan": _COMMON | set(_VXLAN),
    "single": frozenset((*_VXLAN, "mtu", "link-down", *_MLAG)) - {"vxlan-id"},
    "bridge": frozenset((*_LAYER3, *_MLAG, *_BRIDGE, *attributes.TREE)),
    "vrf": frozenset(("address", "vrf-table")),
}
_ROUTES = "the device of a VRF holds addresses and routes; frames never leave by it"
_INERT_OF: dict[str, dict[str, str]] = {
    "single": overlay.SINGLE_INERT,
    "vrf": {
        **dict.fromkeys(
            ("mtu", "alias", "hwaddress", "ip-forward", "ip6-forward", "ipv6-addrgen"), _ROUTES
        ),
        "metric": "of a `gateway` line, which is told of where there is one",
    },
}
_VRF_TABLE = attributes.Field(("table",), values.table,
                              values.need(values.table))  # fmt: skip
_OF_VXLAN = frozenset(attributes.VXLAN)
_OF_PORTS = frozenset(attributes.PORT) - set(attributes.BRIDGE)  # never looked at below a bridge
# Words that are read wherever they make sense; the others stand in the tables of `inert`.
CLAIMED = tuple(
    sorted({"netmask", *commands.WORDS, *attributes.INTERFACE, *attributes.BRIDGE,
            *(word for words in _HANDLED.values() for word in words)})
)  # fmt: skip
KNOWN_WORDS = (*CLAIMED, *(word for word in INERT if word not in CLAIMED))
_MEANT = (*KNOWN_WORDS, *OPEN, "iface", "auto")  # what a word that nobody knows may resemble


def read_files(
    sources: Sequence[Source], context: Context, *, is_whole: bool = True
) -> list[Reading]:
    """One reading per file, in the order of `sources`.

    is_whole: these are all files of the device; else what another file may say stays open.
    """
    ledger = Ledger(_MEANT)
    readings = []
    files = []
    policies = []
    for source in sources:
        reading = Reading(NAME, source.file)
        readings.append(reading)
        if source.path.startswith(POLICIES):
            policies.append((source.data, reading))
            continue
        text = "\n".join(text_lines(source.data, reading, FACETS, ()))
        files.append((source.path, list(statements(text, reading))))
    is_host = context.node is not None and (
        context.node.role == "host" or context.node.os == "linux"
    )
    collection = Collection(ledger, any_order=is_host)
    for path, text_of, sourced, is_named in in_order(files):
        collection.add(text_of, sourced)
        if not is_named and text_of:
            need = f"a `source` line in {MAIN} that names the file"
            ledger.problem(text_of[0], (), need, path, "warning")
    collection.settle()
    fabric = Fabric(ledger, collection.ports, collection.brought_up, is_whole)
    with suppress(TooManyFactsError):  # the reading of the line says so
        _read(fabric)
        if is_whole and not _lacks_sourced(sources):
            interfaces.check_vrfs(fabric)
    defaults = [item for data, reading in policies
                for item in policy.read_policy(data, reading, fabric)]  # fmt: skip
    with suppress(TooManyFactsError):
        policy.apply_defaults(fabric, defaults)
    ledger.finish(readings)
    return readings


def _lacks_sourced(sources: Sequence[Source]) -> bool:
    """One file alone that names others: what they make is not known."""
    texts = [each.data for each in sources if not each.path.startswith(POLICIES)]
    return len(texts) == 1 and b"source" in texts[0]


def _read(fabric: Fabric) -> None:
    commands.find_devices(fabric)
    layer2.find_members(fabric)
    for port in fabric.ports.values():
        role = fabric.role(port)
        _READERS.get(role, _interface)(fabric, port)
        _rest(fabric, port, role)
    layer2.read_members(fabric)
    for port in fabric.ports.values():
        commands.read_commands(fabric, port)
    _bring_up_others(fabric)


def _vrf(fabric: Fabric, port: Port) -> None:
    base: Path = ("vrfs", port.name)
    fabric.ledger.exists(base, port.head)
    if "vrf-table" in port.attributes:
        interfaces.read_field(fabric, base, _VRF_TABLE, port, port.attributes["vrf-table"])
    interfaces.read_addresses(fabric, port, base)


def _single(fabric: Fabric, port: Port) -> None:
    overlay.read_single(fabric, port)
    fabric.ledger.claim(port.head)


def _bridge(fabric: Fabric, port: Port) -> None:
    layer2.read_bridge(fabric, port)
    for word, row in attributes.BRIDGE.items():
        if word in port.attributes:
            base: Path = ("bridges", port.name)
            interfaces.read_field(fabric, base, row, port, port.attributes[word])
    if set(port.attributes) & _HELD:
        _layer3(fabric, port, "bridge")
    elif not fabric.is_whole:
        return
    elif port.up is None:
        fabric.ledger.put(("interfaces", port.name, "admin_up"), False, port.head)
    else:
        fabric.ledger.claim(port.up)  # without it that would be so


# Lines that make an interface of a bridge: it takes part in layer 3.
_HELD = (frozenset(_LAYER3) | frozenset(attributes.INTERFACE)) - {"hwaddress"}


def _interface(fabric: Fabric, port: Port) -> None:
    _layer3(fabric, port, fabric.role(port))
    base = fabric.path(port)
    layer2.read_port(fabric, port)
    bonds.read_bond(fabric, port, base)


_BY_WORD: dict[str, Callable[[Fabric, Port, Path], None]] = {
    "address": interfaces.read_addresses, "gateway": interfaces.read_gateways,
    "address-virtual": interfaces.read_virtual, "vrrp": interfaces.read_vrrp,
    "vrrp-id": interfaces.read_vrrp, "vrrp-priority": interfaces.read_vrrp,
    "vrrp-virtual-ip": interfaces.read_vrrp, "disable-ipv6": interfaces.read_ipv6,
    "disable-ip6": interfaces.read_ipv6, "ipv6-addrgen": interfaces.read_ipv6,
}  # fmt: skip


def _layer3(fabric: Fabric, port: Port, role: str) -> None:
    base = fabric.path(port)
    fabric.ledger.exists(base, port.head)
    if role == "vlan":
        interfaces.read_vlan(fabric, port, base)
    else:
        interfaces.read_kind(fabric, port, base, role)
    interfaces.read_heads(fabric, port, base)
    interfaces.read_state(fabric, port, base)
    for read in dict.fromkeys(_BY_WORD[word] for word in port.attributes if word in _BY_WORD):
        read(fabric, port, base)


def _vxlan(fabric: Fabric, port: Port) -> None:
    overlay.read_device(fabric, port, fabric.path(port))
    _interface(fabric, port)


_READERS: dict[str, Callable[[Fabric, Port], None]] = {
    "vrf": _vrf, "single": _single, "bridge": _bridge, "vxlan": _vxlan,
}  # fmt: skip


def _rest(fabric: Fabric, port: Port, role: str) -> None:
    """What is the same for every interface: fields of one value, inert lines, the unknown."""
    if not _MLAG.isdisjoint(port.attributes):
        bonds.read_mlag(fabric, port)
    if port.name == "lo":
        overlay.read_loopback(fabric, port)
    handled = _HANDLED[role if role in _HANDLED else "plain"]
    base: Path = fabric.path(port)
    for word, lines in port.attributes.items():
        if (
            word in handled
            or word in commands.WORDS
            or (port.name == "lo" and word in overlay.LOCAL_WORDS)
        ):
            continue
        if role == "bridge" and word in attributes.BRIDGE:
            continue
        if word in _INERT_OF.get(role, INERT) or word in INERT:
            _inert(fabric, lines)
        elif role == "bridge" and word in _OF_PORTS:
            layer2.out_of_place(fabric, lines, "a port of the bridge", base)
        elif word in _OF_VXLAN and role not in ("vxlan", "single") and fabric.is_whole:
            layer2.out_of_place(fabric, lines, "a VXLAN device, or lo", base)
        elif role in ("vrf", "single") or word not in attributes.INTERFACE:
            _open(fabric, word, lines, base)
        else:
            interfaces.read_field(fabric, base, attributes.INTERFACE[word], port, lines)


def _open(fabric: Fabric, word: str, lines: list[Statement], base: Path) -> None:
    for line in lines:
        if line.value.lower() in INERT_VALUES.get(word, ()):
            fabric.ledger.inert(line)
        else:
            fabric.ledger.unread(line, open_facets(word), base)


def _inert(fabric: Fabric, lines: list[Statement]) -> None:
    for line in lines:
        fabric.ledger.inert(line)


def _bring_up_others(fabric: Fabric) -> None:
    """`auto` lines about interfaces that another file, or nobody, tells more of."""
    for name, by in fabric.brought_up.items():
        is_member = name in fabric.bridged.of or name in fabric.bonded.of
        if name not in fabric.ports and (
            is_member or (interfaces.kind_of(name) and not fabric.is_whole)
        ):
            fabric.ledger.put(("interfaces", name, "admin_up"), True, by)
