"""`ip link add … type KIND`: what each kind of interface is told (ip-link(8))."""

from __future__ import annotations

from twin.core.facts import Path
from twin.dialects.ip_words import BadWordError, Fact, next_hop, whole

MOST_TABLE = 4_294_967_295  # rtnetlink RTA_TABLE is 32 bits wide


def kind_facts(
    name: str, kind: str, below: str | None, options: dict[str, str]
) -> list[Fact] | None:
    """Facts of a new interface; None for a kind or an option without a place in the model."""
    base: Path = ("interfaces", name)
    if kind == "vlan" and below and set(options) <= {"id", "protocol"}:
        vlan = whole(options.get("id", ""), 1, 4094, "a VLAN")
        facts: list[Fact] = [((*base, "kind"), "sub"), ((*base, "vlan"), vlan)]
        return [*facts, ((*base, "base"), below)]
    if kind == "vrf":
        table = whole(options.get("table", ""), 1, MOST_TABLE, "a table")
        return [(("vrfs", name, "table"), str(table))]
    if kind in ("dummy", "veth"):
        return [((*base, "kind"), kind)]
    if kind == "bridge":
        is_aware = options.get("vlan_filtering", "0") == "1"
        return [(("bridges", name, "kind"), "vlan-aware" if is_aware else "traditional")]
    if kind == "bond":
        return _bond_facts(base, options)
    return _vxlan_facts(base, options) if kind == "vxlan" else None


# The kernel's Documentation/networking/bonding; the names of the model for modes that have one.
_BOND_MODES = {"802.3ad": "lacp", "4": "lacp", "balance-xor": "static", "2": "static",
               "0": "balance-rr", "1": "active-backup", "3": "broadcast", "5": "balance-tlb",
               "6": "balance-alb"}  # fmt: skip
_BOND_INERT = {"miimon", "updelay", "downdelay", "lacp_active", "ad_select", "num_grat_arp"}
_BOND_RATES = {"slow": "slow", "fast": "fast", "0": "slow", "1": "fast"}


def _bond_facts(base: Path, options: dict[str, str]) -> list[Fact] | None:
    bond: Path = (*base, "bond")
    facts: list[Fact] = [((*base, "kind"), "bond")]
    for option, value in options.items():
        if option == "mode":
            facts.append(((*bond, "mode"), _choice(value, _BOND_MODES)))
        elif option == "lacp_rate":
            facts.append(((*bond, "lacp_rate"), _choice(value, _BOND_RATES)))
        elif option == "xmit_hash_policy" and value in ("layer2", "layer2+3", "layer3+4"):
            facts.append(((*bond, "hash_policy"), value))
        elif option == "min_links":
            facts.append(((*bond, "min_links"), whole(value, 0, 255, "a number of links")))
        elif option not in _BOND_INERT:
            return None
    return facts


def _choice(text: str, names: dict[str, str]) -> str:
    if text in names.values():
        return text
    if text not in names:
        raise BadWordError(text or "nothing", " | ".join(sorted(names)))
    return names[text]


def _vxlan_facts(base: Path, options: dict[str, str]) -> list[Fact] | None:
    device: Path = (*base, "vxlan")
    known = {"id", "local", "dstport", "nolearning", "learning", "dev", "ttl", "tos", "remote"}
    if "id" not in options or not set(options) <= known:
        return None
    vni = whole(options["id"], 1, 16_777_215, "a VNI")
    facts: list[Fact] = [((*base, "kind"), "vxlan"), ((*device, "vni"), vni)]
    if "local" in options:
        facts.append(((*device, "source"), next_hop(options["local"])))
    if "remote" in options:
        facts.append(((*device, "remotes", next_hop(options["remote"])), True))
    if "dstport" in options:
        port = whole(options["dstport"], 1, 65_535, "a port")
        facts.append(((*device, "udp_port"), port))
    if "nolearning" in options:
        facts.append(((*device, "mac_learning"), False))
    return facts
