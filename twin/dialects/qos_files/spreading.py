"""Rows of `traffic.conf` and `datapath.conf` beside QoS: hashing, and how the ASIC is set up.

Cumulus Linux user guide, Equal Cost Multipath Load Sharing (ECMP Hashing, Unique Hash Seed,
Resilient Hashing) and Bonding (Load Balancing). Fields of the hash have NVUE's names in the model;
they count while the custom hash is on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from twin.dialects.setting_values import integer, switch
from twin.dialects.settings import Row, Setting, Sheet, Words, fact, inert

HASH = {
    "ip_prot": "ip-protocol", "sip": "source-ip", "dip": "destination-ip", "sport": "source-port",
    "dport": "destination-port", "ip6_label": "ipv6-label", "ing_intf": "ingress-interface",
    "gtp_teid": "gtp-teid", "inner_ip_prot": "inner-ip-protocol", "inner_sip": "inner-source-ip",
    "inner_dip": "inner-destination-ip", "inner_sport": "inner-source-port",
    "inner_dport": "inner-destination-port", "inner_ip6_label": "inner-ipv6-label",
}  # fmt: skip
LAG_HASH = {
    "ip_prot": "ip-protocol", "sip": "source-ip", "dip": "destination-ip", "sport": "source-port",
    "dport": "destination-port", "smac": "source-mac", "dmac": "destination-mac",
    "ether_type": "ether-type", "vlan_id": "vlan", "gtp_teid": "gtp-teid",
}  # fmt: skip
_SPELLINGS = {"inner-sport": "inner_sport"}  # as the guide's table has it
SEED = integer(0, 2**32 - 1)
_ROUTING = ("routing",)


def _is_on(sheet: Sheet, feature: str) -> bool:
    return (sheet.text(f"{feature}.enable") or "").lower() in ("true", "1", "yes", "on")


def _enable(feature: str) -> Row:
    """The custom hash as a whole: says something when there are fields that it turns on."""

    def row(sheet: Sheet, setting: Setting, _: Words) -> None:
        on = sheet.value(("forwarding",), setting, switch)
        if on and any(key.startswith(f"{feature}.") for key in sheet.last if key != setting.key):
            sheet.claims.claim()
        elif on is not None:
            sheet.claims.inert()

    return row


def _fields(feature: str, target: str, names: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    yield f"{feature}.enable", _enable(feature)
    for key, name in names.items():
        yield f"{feature}.{key}", _field(feature, target, name)
    for spelling, key in _SPELLINGS.items():
        if key in names:
            yield f"{feature}.{spelling}", _field(feature, target, names[key])


def _field(feature: str, target: str, name: str) -> Row:
    path = ("forwarding", target, name)

    def row(sheet: Sheet, setting: Setting, _: Words) -> None:
        included = sheet.value(path, setting, switch)
        if included is None:
            return
        if _is_on(sheet, feature):
            sheet.put(path, included, setting)
        else:
            sheet.claims.inert()

    return row


def _most_paths(sheet: Sheet, setting: Setting, _: Words) -> None:
    """`ecmp_max_paths`: 0, the default, is as many as the switch has ports."""
    if setting.value == "0":
        sheet.claims.inert()
    else:
        sheet.unread(setting, _ROUTING)


def rows() -> Iterator[tuple[str, Row]]:
    """All rows of this module."""
    yield "ecmp_hash_seed", fact("forwarding.hash_seed", SEED)
    yield "resilient_hash_enable", fact("forwarding.ecmp_resilient", switch)
    yield from _fields("hash_config", "hash_fields", HASH)
    yield from _fields("lag_hash_config", "lag_hash_fields", LAG_HASH)
    yield "ecmp_max_paths", _most_paths
    buckets = "how many buckets a resilient group has, and when they move"
    yield "resilient_hash_entries_ecmp", inert(buckets)
    yield "resilient_hash_active_timer", inert(buckets)
    yield "symmetric_hash_enable", inert("both directions of a flow on one path, or not")
    for key in ("rate", "burst"):
        yield f"sflow.{key}", inert("how many samples reach the processor")
    yield "dos_enable", inert("refuses malformed packets")
    yield "dos.*", inert("refuses malformed packets")
    tables = "how the chip shares its tables; no rule counts their entries"
    for key in ("forwarding_table", "tcam_resource", "vxlan_routing_overlay"):
        yield f"{key}.profile", inert(tables)
