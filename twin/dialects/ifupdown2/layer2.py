"""Bridges and their ports; who is a port of a bridge or bond."""

from __future__ import annotations

from twin.core.facts import Path
from twin.dialects.ifupdown2 import attributes, values
from twin.dialects.ifupdown2.collect import Port
from twin.dialects.ifupdown2.device import Fabric
from twin.dialects.ifupdown2.interfaces import ignore_repeats, read_field, said_by_name
from twin.dialects.ifupdown2.syntax import Statement

_PORT_LISTS = ("bridge-ports", "mstpctl-ports")
_PORTS_NEED = "names of ports, `glob swp1-4` or `regex swp.*`"
PORT_WORDS = (*attributes.PORT, "bridge-vids", "bridge-trunk")
_OF_PORTS = frozenset((*PORT_WORDS, *attributes.TREE))
TREE_LISTS = tuple(attributes.TREE)  # below a bridge: `mstpctl-bpduguard swp1=yes swp2=yes`


def find_members(fabric: Fabric) -> None:
    """Which port is in which bridge or bond; several `bridge-ports` lines add up."""
    for port in fabric.ports.values():
        for word in _PORT_LISTS:
            for line in port.attributes.get(word, ()):
                _members(fabric, port, line, is_bond=False)
        slaves = port.first("bond-slaves") or port.first("bond-ports")
        if slaves is not None:
            _members(fabric, port, slaves, is_bond=True)
        master = port.first("bond-master")
        if master is not None and master.value != "none":
            fabric.bonded.add(port.name, master.value, master)


def _members(fabric: Fabric, port: Port, line: Statement, *, is_bond: bool) -> None:
    found = fabric.expand(line, line.value)
    members = fabric.bonded if is_bond else fabric.bridged
    if found is None:
        path: Path = ("interfaces", port.name, "bond") if is_bond else ("bridges", port.name)
        fabric.ledger.problem(line, path, _PORTS_NEED)
    elif not found:  # `none`: there is such a device, and nothing in it
        fabric.ledger.inert(line)
    else:
        for name in found:
            members.add(name, port.name, line)


def read_members(fabric: Fabric) -> None:
    """Bonds and bridges hold their ports, also those that have no lines of their own."""
    ledger = fabric.ledger
    for name, owners in fabric.bonded.of.items():
        for owner, by in owners:
            bond: Path = ("interfaces", owner, "bond")
            ledger.put((*bond, "members", name), True, by)
            ledger.mark((*bond, "members"), by)
            _named_elsewhere(fabric, name, by)
    for name, owners in fabric.bridged.of.items():
        port = fabric.ports.get(name)
        role = fabric.role(port) if port else "plain"
        for owner, by in owners:
            if role == "single":  # the device of all VNIs is no interface of the model
                continue
            ledger.exists(("interfaces", name, "bridges", owner), by)
            _named_elsewhere(fabric, name, by)


def _named_elsewhere(fabric: Fabric, name: str, by: Statement) -> None:
    """A port that has no lines of its own is one all the same."""
    if name not in fabric.ports:
        fabric.ledger.exists(("interfaces", name), by)
        for field, value in said_by_name(name).items():
            fabric.ledger.put(("interfaces", name, field), value, by)


def read_bridge(fabric: Fabric, port: Port) -> None:
    """The bridge itself; its addresses are those of an interface."""
    ledger, base = fabric.ledger, ("bridges", port.name)
    ledger.exists(base, port.head)
    aware = port.attributes.get("bridge-vlan-aware")
    is_aware = False
    if aware:
        try:
            is_aware = values.switch(aware[0].value)
        except ValueError:
            ledger.problem(aware[0], (*base, "kind"), values.need(values.switch))
        ignore_repeats(fabric, base, aware)
    if aware or fabric.is_traditional(port):
        kind = "vlan-aware" if is_aware else "traditional"
        ledger.put((*base, "kind"), kind, aware[0] if aware else port.head)
    lines = port.attributes.get("bridge-vids") or port.attributes.get("bridge-trunk") or []
    for line in _first_of(fabric, base, lines):
        try:
            found = values.vlans(line.value)
        except ValueError:
            ledger.problem(line, (*base, "vlans"), values.need(values.vlans))
            continue
        for number in found:
            ledger.exists((*base, "vlans", number), line)
        if fabric.is_whole and not is_aware and not _holds_single(fabric, port):
            need = "`bridge-vlan-aware yes`: without it a bridge has no VLANs"
            ledger.problem(line, (*base, "kind"), need, severity="warning")
    for line in port.attributes.get("mstpctl-vlan-priority", ()):
        _vlan_priorities(fabric, base, line)
    _read_lists_of_ports(fabric, port)


def _holds_single(fabric: Fabric, bridge: Port) -> bool:
    """A device of all VNIs is among its ports: that it has no VLANs is said where that is read."""
    return any(
        owner == bridge.name
        and name in fabric.ports
        and fabric.role(fabric.ports[name]) == "single"
        for name, owners in fabric.bridged.of.items()
        for owner, _ in owners
    )


def _vlan_priorities(fabric: Fabric, base: Path, line: Statement) -> None:
    """`10=4096 20-22=8192`: priorities of PVRST."""
    read = values.whole(0, 61_440)
    for item in line.value.split():
        vlans, _, text = item.partition("=")
        try:
            numbers, priority = values.vlans(vlans), read(text)
        except ValueError:
            need = "VLANs and their priorities, such as 10=4096"
            fabric.ledger.problem(line, (*base, "stp_vlan_priorities"), need, item)
            return
        for number in numbers:
            fabric.ledger.put((*base, "stp_vlan_priorities", number), priority, line)


def _first_of(fabric: Fabric, path: Path, lines: list[Statement]) -> list[Statement]:
    if lines:
        ignore_repeats(fabric, path, lines)
    return lines[:1]


def _read_lists_of_ports(fabric: Fabric, port: Port) -> None:
    """`bridge-learning swp1=off swp2=on` and the like below a bridge."""
    rows = {
        "bridge-learning": "bridge-learning", "bridge-port-pvids": "bridge-pvid",
        "bridge-arp-nd-suppress": "bridge-arp-nd-suppress", "bridge-port-vids": "bridge-vids",
        **{word: word for word in TREE_LISTS},
    }  # fmt: skip
    for word, meant in rows.items():
        for line in port.attributes.get(word, ()):
            for item in line.value.split():
                name, equals, value = item.partition("=")
                if not equals:
                    need = "ports and their values, such as swp1=off"
                    fabric.ledger.problem(line, ("bridges", port.name), need, item)
                else:
                    _port_value(fabric, port, name, meant, value, line)


def _port_value(
    fabric: Fabric, bridge: Port, name: str, word: str, value: str, line: Statement
) -> None:
    member: Path = ("interfaces", name, "bridges", bridge.name)
    if word == "bridge-arp-nd-suppress":
        fabric.ledger.inert(line)  # said of each VXLAN device by its own line in every release
        return
    try:
        if word == "bridge-vids":
            fabric.ledger.put((*member, "vlans"), values.vlans(value), line)
        else:
            row = attributes.PORT.get(word) or attributes.TREE[word]
            fabric.ledger.put((*member, *row.path), row.read(value), line)
    except ValueError:
        fabric.ledger.problem(line, member, "ports and their values, such as swp1=off", value)


def read_port(fabric: Fabric, port: Port) -> None:
    """What a port says of its place in the bridge that lists it."""
    if _OF_PORTS.isdisjoint(port.attributes):
        return
    lines_of = {word: port.attributes[word] for word in PORT_WORDS if word in port.attributes}
    tree_of = {word: lines for word, lines in port.attributes.items() if word in attributes.TREE}
    owners = fabric.bridged.of.get(port.name)
    if not owners:
        _unbridged(fabric, port, lines_of, tree_of)
        return
    for owner, by in owners:
        member: Path = ("interfaces", port.name, "bridges", owner)
        for word, lines in tree_of.items():
            read_field(fabric, member, attributes.TREE[word], port, lines, by)
        for word, lines in lines_of.items():
            if word in attributes.PORT:
                read_field(fabric, member, attributes.PORT[word], port, lines, by)
                continue
            for line in _first_of(fabric, member, lines):
                try:
                    fabric.ledger.put((*member, "vlans"), values.vlans(line.value), line, by)
                except ValueError:
                    fabric.ledger.problem(line, (*member, "vlans"), values.need(values.vlans))


def _unbridged(
    fabric: Fabric,
    port: Port,
    lines_of: dict[str, list[Statement]],
    tree_of: dict[str, list[Statement]],
) -> None:
    path: Path = ("interfaces", port.name)
    for lines in tree_of.values():
        for line in lines:
            if fabric.is_whole:
                fabric.ledger.inert(line)  # spanning tree runs on ports of bridges alone
            else:
                fabric.ledger.unread(line, ("l2",), path)
    for lines in lines_of.values():
        if fabric.is_whole:
            need = f"a bridge with {port.name} among its bridge-ports"
            out_of_place(fabric, lines, need, path)
            continue
        for line in lines:  # the bridge stands in another file
            fabric.ledger.unread(line, ("l2", "vxlan"), path)


def out_of_place(fabric: Fabric, lines: list[Statement], need: str, path: Path) -> None:
    """Lines that ifupdown2 does not look at where they stand."""
    for line in lines:
        fabric.ledger.inert(line)
        fabric.ledger.problem(line, path, need, severity="warning")
