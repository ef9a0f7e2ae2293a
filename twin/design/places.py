"""Places of the intent that several kinds of facts come from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from twin.core.positions import Mark
from twin.design.cabling import Cable
from twin.design.segments import TENANTS, Segment
from twin.design.switches import Site
from twin.intent import Intent
from twin.intent.document import Place

UNDERLAY: Place = ("spec", "underlay")
LOSSLESS: Place = ("spec", "lossless")
CABLES: Place = ("spec", "cables")
NICS: Place = ("spec", "nics")
GATEWAY_MAC: Place = ("spec", "overlay", "gateway_mac")
_SECTION = 2  # ("spec", "underlay"): above that a line says nothing of its own


@dataclass
class Places:
    """Look-ups in one design and its intent; tables are built on first use."""

    intent: Intent
    site: Site

    @cached_property
    def cable_at(self) -> dict[tuple[str, str], Cable]:
        """(node, port) → cable."""
        return {
            (end.node, end.port): cable
            for cable in self.site.cabling.cables
            for end in cable.link.ends
        }

    @cached_property
    def cable_named(self) -> dict[str, Cable]:
        """Key of a link → cable."""
        return {cable.link.key: cable for cable in self.site.cabling.cables}

    @cached_property
    def segment_of_vlan(self) -> dict[int, Segment]:
        """VLAN → bridged network."""
        return {s.vlan: s for s in self.site.tenancy.segments if s.is_bridged}

    @cached_property
    def l3vni_of_vlan(self) -> dict[int, Place]:
        """VLAN of an L3VNI → what asks for it."""
        return {
            vlan: (*self.tenants[name], "vrf", "l3vni") for name, vlan in self.site.l3_vlans.items()
        }

    @cached_property
    def tenants(self) -> dict[str, Place]:
        """Name of a tenant → its place."""
        return {t.name: (*TENANTS, index) for index, t in enumerate(self.intent.spec.tenants)}

    def standing(self, place: Place | None) -> Mark | None:
        """Where a place stands; where it is left out, the section that it belongs to."""
        if place is None:
            return None
        for length in range(len(place), _SECTION - 1, -1):
            mark = self.intent.document.mark(place[:length])
            if mark is not None:
                return mark
        return None

    def override(self, device: str, *rest: str) -> Place | None:
        """The place of an override, when the intent has it."""
        place: Place = ("spec", "overrides", device, *rest)
        return place if self.intent.document.mark(place) is not None else None

    def loopback(self, device: str) -> Place:
        """What a device's loopback comes from."""
        return self.override(device, "loopback") or (*UNDERLAY, "loopbacks")

    def asn(self, device: str) -> Place:
        """What a device's ASN comes from."""
        told = self.override(device, "asn")
        node = self.site.plan.nodes[device]
        if told is not None or node.asn is not None:
            return told or (*node.place, "asn")
        key = "spine" if node.role == "spine" else "leaf_base"
        named: Place = (*UNDERLAY, "asn", key)
        return named if self.intent.document.mark(named) else (*UNDERLAY, "asn", "pool")

    def cable(self, cable: Cable) -> Place:
        """What a cable's length comes from."""
        for end in cable.link.ends:
            told = self.override(end.node, "ports", end.port, "cable")
            if told is not None:
                return told
        wire = cable.wire
        if wire.cable_m is not None:
            return (*wire.place[:-1], "cable")
        reverse = "-".join(reversed(wire.tiers.split("-", 1)))
        return (*CABLES, wire.tiers if wire.tiers in self.intent.spec.cables else reverse)

    def segment(self, segment: Segment, attribute: str) -> Place:
        """What a port's membership in a network, or its address there, comes from."""
        if attribute == "vrf":
            return (*self.tenants[segment.tenant.name], "name")
        if not segment.is_bridged:
            return (*segment.place, "routed", "subnet")
        return (
            *segment.place,
            "subnet" if attribute in ("ipv4", "routes", "policy_rules") else "vlan",
        )
