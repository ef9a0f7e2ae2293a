"""`ifupdown2/policy.d/*.json`: what ifupdown2 takes where an interface says nothing.

Source: ifupdown2, `ifupdown/policymanager.py` (module, then `defaults`, `iface_defaults` or
`module_globals`) and `_process_mtu_config_mtu_none` of its address module for the MTU.
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.core.facts import Path
from twin.core.yaml12 import MappingNode, Node, ScalarNode
from twin.dialects.base import Reading
from twin.dialects.ifupdown2.attributes import INTERFACE
from twin.dialects.ifupdown2.collect import Port
from twin.dialects.ifupdown2.device import Fabric
from twin.dialects.ifupdown2.inert import EVERYTHING
from twin.dialects.ifupdown2.syntax import Statement
from twin.dialects.lines import MAX_BYTES, text_lines
from twin.dialects.yaml_maps import entries_of, place, top_entries

_ROOT: Path = ("interfaces",)
# What other settings of a module may touch.
_FACETS = {
    "address": ("address", "mtu"), "addressvirtual": ("address",), "bond": ("l2", "port"),
    "bridge": ("l2",), "ethtool": ("port",), "link": ("port",), "mstpctl": ("l2",),
    "vrf": ("vrf",), "vxlan": ("vxlan",), "dhcp": (),
}  # fmt: skip
_WITHOUT_MTU = ("single", "vrf", "bridge")  # these follow the devices inside them
MANAGEMENT = "mgmt"  # of its members the MTU is left alone


class Default:
    """One setting; interface: whom it is for, "" for all."""

    __slots__ = ("interface", "line")

    def __init__(self, interface: str, line: Statement) -> None:
        self.interface, self.line = interface, line


def read_policy(data: bytes, reading: Reading, fabric: Fabric) -> list[Default]:
    """The defaults of a file; everything else in it is left open."""
    found: list[Default] = []
    if len(data) > MAX_BYTES:
        text_lines(data, reading, EVERYTHING, _ROOT)  # says so
        return found
    for module, _, node in top_entries(data, reading, EVERYTHING, _ROOT):
        facets = _FACETS.get(str(module), EVERYTHING)
        for kind, _, below in entries_of(node, reading, _ROOT):
            for words, attribute, line in _leaves(below, reading):
                fabric.ledger.begin(line)
                is_default = kind == "defaults" and not words
                if attribute in INTERFACE and (
                    is_default or (kind == "iface_defaults" and len(words) == 1)
                ):
                    found.append(Default("".join(words), line))
                else:
                    text = ".".join((str(module), str(kind), *words, line.text))
                    fabric.ledger.unread(line, facets, _ROOT, text)
    return found


def _leaves(node: Node, reading: Reading) -> Iterator[tuple[tuple[str, ...], str, Statement]]:
    """(keys above it, attribute, statement) of every scalar."""
    for key, key_node, below in entries_of(node, reading, _ROOT):
        if isinstance(below, MappingNode):
            for words, attribute, line in _leaves(below, reading):
                yield (str(key), *words), attribute, line
            continue
        value = str(below.value) if isinstance(below, ScalarNode) else "a list"
        line_number, column = place(key_node)
        word = str(key).replace("_", "-")
        yield (), word, Statement(reading, line_number, column, word, value, place(below)[1])


def apply_defaults(fabric: Fabric, defaults: list[Default]) -> None:
    """What is said for one interface comes before what is said for all."""
    for default in sorted(defaults, key=lambda item: not item.interface):
        row, line = INTERFACE[default.line.word], default.line
        try:
            value = row.read(line.value)
        except ValueError:
            fabric.ledger.problem(line, _ROOT, row.need)
            continue
        if line.word == "mtu" and not default.interface:
            fabric.ledger.put(("port_mtu",), value, line)
        named = [fabric.ports[default.interface]] if default.interface in fabric.ports else []
        for port in named if default.interface else fabric.ports.values():
            if _takes(fabric, port, default):
                path = ("interfaces", port.name, *row.path)
                if fabric.ledger.get(path) is None:
                    fabric.ledger.put(path, value, line)
        fabric.ledger.inert(line)  # unless somebody takes it


def _takes(fabric: Fabric, port: Port, default: Default) -> bool:
    role, word = fabric.role(port), default.line.word
    if word in port.attributes:
        return False  # its own word counts, even a wrong one
    if default.interface:
        return role not in ("single", "vrf")
    if word == "mtu" and role == "vlan":  # it has the MTU of the device below
        raw = port.first("vlan-raw-device")
        below = fabric.ports.get(raw.value if raw else port.name.rpartition(".")[0])
        return below is None or word not in below.attributes
    if word == "mtu":
        vrf = port.first("vrf")
        is_management = vrf is not None and vrf.value == MANAGEMENT
        is_slave = port.name in fabric.bonded.of
        return not (role in _WITHOUT_MTU or port.name == "lo" or is_slave or is_management)
    return role == "plain" and port.name.startswith("swp")
