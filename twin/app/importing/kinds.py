"""What a file without a path on a device is: told by its first lines, not by its name."""

from __future__ import annotations

import json
import re

NVUE, COMMANDS, FRR, INTERFACES, SHELL, LLDP = "nvue", "commands", "frr", "interfaces", "sh", "lldp"

# Where each kind stands on a device.
TARGETS = {
    NVUE: "etc/nvue.d/startup.yaml",
    COMMANDS: "etc/nvue.d/startup.nv",
    FRR: "etc/frr/frr.conf",
    INTERFACES: "etc/network/interfaces",
    SHELL: "etc/rc.local",  # what runs at boot
}
_CABLE = re.compile(r"^\s*- *\{? *a: ", re.MULTILINE)  # as topology.yaml writes them
_NETLAB_MARK = "_netlab_version"  # a laboratory as `netlab create -o json` tells it
_LOOK_AT = 65_536  # characters: enough for any file's head

_NVUE_TOP = (
    "header|interface|system|router|bridge|vrf|nve|qos|mlag|evpn|service|acl|platform|maintenance"
)
_COMMAND = re.compile(r"^\s*(?:\S*[$#]\s+)?nv (?:set|unset)\b", re.MULTILINE)
_STANZA = re.compile(r"^(?:auto|iface|source|source-directory|allow-\w+)\s+\S", re.MULTILINE)
_PATCH = re.compile(rf"^(?:-\s+(?:set|unset|header)|set|unset|{_NVUE_TOP})\s*:", re.MULTILINE)
_ROUTING = re.compile(
    r"^\s?(?:frr (?:version|defaults)\b|router (?:bgp|ospf6?|isis|rip)\b|hostname \S+\s*$"
    r"|ip(?:v6)? (?:prefix-list|route|forwarding)\b|route-map \S|bgp (?:as-path|community)"
    r"|interface \S+\s*$|vrf \S+\s*$|service integrated-vtysh-config|segment-routing\b|bfd\s*$)",
    re.MULTILINE,
)  # fmt: skip


def kind_of(text: str) -> str | None:
    """The kind of a text, None when nothing tells it."""
    head = text[:_LOOK_AT]
    if head.lstrip().startswith(("{", "[")):
        return _kind_of_json(text)
    first = head.split("\n", 1)[0]
    if first.startswith("#!"):
        if "vtysh" in first:
            return FRR
        return SHELL if "sh" in first else None
    for pattern, kind in (
        (_COMMAND, COMMANDS), (_STANZA, INTERFACES), (_PATCH, NVUE), (_ROUTING, FRR),
    ):  # fmt: skip
        if pattern.search(head):
            return kind
    return None


def _kind_of_json(text: str) -> str | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    parts = data if isinstance(data, list) else [data]
    if not all(isinstance(part, dict) for part in parts):
        return None
    keys = {str(key) for part in parts for key in part}
    if _NETLAB_MARK in keys:
        return None
    if "lldp" in keys:
        return LLDP
    values = [value for part in parts for value in part.values() if isinstance(value, dict)]
    if values and any("lldp" in value or "lldp-detail" in value for value in values):
        return LLDP
    return NVUE if keys & {"set", "unset", *_NVUE_TOP.split("|")} else None


def is_topology(text: str, name: str) -> str | None:
    """The name under which a snapshot would hold this topology, None for what is none."""
    head = text[:_LOOK_AT]
    if name.endswith(".json") and f'"{_NETLAB_MARK}"' in text:
        return None
    if name in ("topology.yaml", "topology.json") or name.endswith(".dot"):
        return "topology.dot" if name.endswith(".dot") else name
    if name.endswith(".json"):
        is_air = '"nodes"' in head and ('"links"' in text or '"os"' in head)
        return "topology.json" if is_air else None
    if name.endswith((".yml", ".yaml")):
        if re.search(r"^topology:\s*(?:#.*)?$", head, re.MULTILINE):
            return "lab.clab.yml"
        if re.search(r"^nodes:", head, re.MULTILINE) and re.search(_CABLE, text):
            return "topology.yaml"
    return None
