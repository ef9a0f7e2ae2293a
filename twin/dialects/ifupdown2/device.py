"""What all interfaces of a device are to each other: bridges, bonds, VRFs and their members."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from twin.core.facts import Path
from twin.dialects.ifupdown2 import values
from twin.dialects.ifupdown2.collect import Port, names
from twin.dialects.ifupdown2.ledger import Ledger
from twin.dialects.ifupdown2.syntax import Statement

# Names that a bridge has by default (NCLU, NVUE): what they are is plain even where its ports are
# listed in another file.
BRIDGE_NAMES = ("bridge", "br_default")
_BRIDGE_WORDS = ("bridge-ports", "bridge-vlan-aware", "mstpctl-ports")
_BOND_WORDS = ("bond-slaves", "bond-ports", "bond-mode")
_SINGLE_WORDS = ("bridge-vlan-vni-map",)
_MOST_EXPANDED = 100_000  # names that ranges and patterns of a device are held against
_LONGEST_GLOB = 64  # a name has at most 15 characters, and two ranges
_MOST_PATTERN = 200  # characters of a regular expression; a port has a short name
_GLOB = re.compile(r"(.*?)\[?(\d{1,6})-(\d{1,6})\]?(.*)\Z")
_NESTED = re.compile(r"\)[*+?{]|[*+}].*[*+{].*[*+{]")


@dataclass(slots=True)
class Members:
    """port → (bridge or bond, the line that says so)."""

    of: dict[str, list[tuple[str, Statement]]] = field(default_factory=dict)

    def add(self, port: str, owner: str, by: Statement) -> None:
        """One port more."""
        self.of.setdefault(port, []).append((owner, by))


@dataclass(slots=True)
class Fabric:
    """One device. is_whole: all of its files are here, so what is not said is not there."""

    ledger: Ledger
    ports: dict[str, Port]
    brought_up: dict[str, Statement]
    is_whole: bool
    bridged: Members = field(default_factory=Members)
    bonded: Members = field(default_factory=Members)
    devices: dict[str, str] = field(default_factory=dict)  # made by commands: name → kind
    commands_left: int = 10_000  # that are looked at; a switch has one for each port or VLAN
    _expanded: int = 0
    _default: str | None = None
    _tables: dict[str, str] | None = None

    def role(self, port: Port) -> str:
        """vrf | single | vxlan | bridge | bond | vlan | plain."""
        if not port.role:
            port.role = self._role(port)
        return port.role

    def _role(self, port: Port) -> str:
        words = port.attributes
        if "vrf-table" in words or self.devices.get(port.name) == "vrf":
            return "vrf"
        if any(word in words for word in _SINGLE_WORDS):
            return "single"
        if "vxlan-id" in words:
            return "vxlan"
        if any(word in words for word in _BRIDGE_WORDS) or self.is_named_bridge(port.name):
            return "bridge"
        if any(word in words for word in _BOND_WORDS):
            return "bond"
        if "vlan-raw-device" in words or "vlan-id" in words or "." in port.name:
            return "vlan"
        return self.devices.get(port.name, "plain")

    def is_made(self, port: Port, kind: str) -> bool:
        """True where a command alone says what the interface is."""
        told = (*_BOND_WORDS, *_BRIDGE_WORDS, "vxlan-id", "vlan-raw-device")
        return self.devices.get(port.name) == kind and not any(w in port.attributes for w in told)

    def is_named_bridge(self, name: str) -> bool:
        """A bridge by its name alone, where its other lines may stand in another file."""
        return not self.is_whole and name in BRIDGE_NAMES

    def is_traditional(self, port: Port) -> bool:
        """A bridge without VLANs of its own."""
        line = port.first("bridge-vlan-aware")
        if line is None:
            return self.is_whole or port.name not in BRIDGE_NAMES
        return line.value.lower() not in ("yes", "on", "1", "true")

    def carries_vlans(self, name: str) -> bool:
        """A bridge whose VLANs may have an interface (an SVI)."""
        port = self.ports.get(name)
        if port is None:
            return name in BRIDGE_NAMES or (not self.is_whole and name.startswith("br"))
        return self.role(port) == "bridge" and not self.is_traditional(port)

    @property
    def default_bridge(self) -> str:
        """The VLAN-aware bridge that an SVI need not name: NVUE's own, else the first."""
        if self._default is None:
            aware = [
                name
                for name, port in self.ports.items()
                if self.role(port) == "bridge" and not self.is_traditional(port)
            ]
            named = [name for name in aware if name == BRIDGE_NAMES[1]]
            self._default = (named or aware or [""])[0]
        return self._default or BRIDGE_NAMES[0]

    def vrf_of_table(self, number: str) -> str | None:
        """The VRF whose routes stand in a table of the kernel."""
        if self._tables is None:
            lines = ((name, port.first("vrf-table")) for name, port in self.ports.items())
            self._tables = {line.value: name for name, line in lines if line is not None}
        return self._tables.get(number)

    def path(self, port: Port) -> Path:
        """Where the interface stands in the model."""
        return ("interfaces", port.name)

    def expand(self, statement: Statement, value: str) -> list[str] | None:
        """The ports that a list names: `swp1 swp2`, `glob swp1-4`, `regex swp[1-4]`."""
        found: dict[str, bool] = {}
        expression = ""
        if self._expanded > _MOST_EXPANDED:
            return None
        for word in value.split():
            if word in ("glob", "regex", "noglob", "noregex"):
                expression = word
            elif expression == "glob":
                ranged = _globbed(word)
                if ranged is None:
                    return None
                self._expanded += len(ranged)
                found.update(dict.fromkeys(ranged, True))
                expression = ""
            elif expression == "regex":
                matched = self._matching(word)
                if matched is None:
                    return None
                found.update(dict.fromkeys(matched, True))
                expression = ""
            elif word != "none":
                try:
                    found[values.name(word)] = True
                except ValueError:
                    return None
        return list(found)

    def _matching(self, pattern: str) -> list[str] | None:
        if len(pattern) > _MOST_PATTERN or _NESTED.search(pattern):
            return None
        try:
            compiled = re.compile(f"(?:{pattern})$")
        except (re.error, OverflowError):
            return None
        self._expanded += len(self.ports) + len(self.brought_up)
        return [name for name in names(self._known()) if compiled.search(name)]

    def _known(self) -> Iterable[str]:
        return dict.fromkeys((*self.ports, *self.brought_up))


def _globbed(word: str) -> list[str] | None:
    """`swp1-4`, `swp[1-4].100`, `swp[1-2]s[0-3]`; a word without a range is a name."""
    match = _GLOB.match(word) if len(word) <= _LONGEST_GLOB else None
    if match is None:
        return [word]
    low, high = int(match[2]), int(match[3])
    rest = _globbed(match[4]) if match[4] else [""]
    if rest is None or (high - low + 1) * len(rest) > 4096:
        return None
    return [f"{match[1]}{number}{tail}" for number in range(low, high + 1) for tail in rest]
