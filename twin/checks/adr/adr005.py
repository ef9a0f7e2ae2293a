"""ADR005 duplicate-router-id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from twin.assemble.twin import Device
from twin.checks.judge import Judge
from twin.checks.plan import planned
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts


@dataclass(frozen=True, slots=True)
class Instance:
    """A BGP instance, or the value that a device's instances inherit (vrf None)."""

    device: str
    vrf: str | None
    router_id: str
    ref: FactRef

    def __str__(self) -> str:
        return f"{self.device} VRF {self.vrf}" if self.vrf else f"{self.device} router bgp"

    @property
    def command(self) -> str:
        """What sets it."""
        return f"nv set vrf {self.vrf} router bgp" if self.vrf else "nv set router bgp"


def _source(device: Device, vrf: str) -> FactRef:
    """Where the router-id of an instance comes from: itself, `router bgp`, or the loopback."""
    declared = device.declared
    instance = declared.vrfs[vrf].bgp if vrf in declared.vrfs else None
    if instance is not None and instance.router_id is not None:
        return FactRef(device.name, ("vrfs", vrf, "bgp", "router_id"))
    if declared.bgp is not None and declared.bgp.router_id is not None:
        return FactRef(device.name, ("bgp", "router_id"))
    loopback = declared.interfaces.get("lo")
    addresses = loopback.ipv4[:1] if loopback else ()
    return FactRef(device.name, ("interfaces", "lo", "ipv4", *addresses))


def _instances(device: Device) -> Iterator[Instance]:
    for vrf, config in device.effective.vrfs.items():
        bgp = config.bgp
        if bgp is not None and bgp.enabled is not False and bgp.router_id:
            yield Instance(device.name, vrf, bgp.router_id, _source(device, vrf))
    shared = device.declared.bgp
    if shared is not None and shared.router_id is not None:
        yield Instance(
            device.name, None, shared.router_id, FactRef(device.name, ("bgp", "router_id"))
        )


def _report(facts: Facts, judge: Judge, group: list[Instance]) -> None:
    by_ref = {instance.ref: instance for instance in group}
    for ref in facts.deviations.blame(*by_ref):
        instance = by_ref[ref]
        others = [other for other in group if other.device != instance.device]
        right = planned(facts, ref)
        advice = "give it a router-id of its own, as a rule the address of its loopback"
        judge.fail(
            ref,
            str(instance),
            f"router-id {instance.router_id} is also that of {', '.join(map(str, others))}",
            "a router-id of its own",
            related=[other.ref for other in others],
            evidence={"router_id": instance.router_id, "holders": [str(i) for i in group]},
            remedy=f"{instance.command} router-id {right}" if isinstance(right, str) else advice,
        )


@rule(
    "ADR005", "duplicate-router-id", Severity.ERROR,
    subject="BGP instance", needs=("cabling",), facets=("bgp", "vrf"),
    consequence_of=("ADR001",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """Two BGP instances of one VRF have the same router-id.

    What it checks
    --------------
    The router-id of each BGP instance - its own, else the one of `router bgp`, else the loopback's
    address - against the other devices, VRF by VRF, within one connected part of the fabric. The
    inherited value of `router bgp` is compared likewise, even where every VRF overrides it. The
    same router-id in two VRFs of a device is no fault.

    Why it matters
    --------------
    Two iBGP speakers with one router-id refuse a session, a route reflector drops the other one's
    routes as its own, and automatic EVPN route distinguishers collide, so that one switch's routes
    hide the other's.

    How to fix
    ----------
    Use the address of the device's own loopback.

    Source
    ------
    RFC 4271 section 4.2, RFC 6286; NVIDIA NetQ, `netq check bgp`, router-id duplicates.
    """
    groups: dict[tuple[str, str | None, str], list[Instance]] = defaultdict(list)
    parts = facts.cabling.addressing.parts
    for device in facts.twin.switches:
        for instance in _instances(device):
            if instance.vrf is None or judge.see(str(instance), device.name):
                key = (parts[device.name], instance.vrf, instance.router_id)
                groups[key].append(instance)
    reported: set[FactRef] = set()
    for group in sorted(groups.values(), key=lambda g: (g[0].vrf is None, str(g[0]))):
        fresh = [instance for instance in group if instance.ref not in reported]
        if len({instance.device for instance in group}) > 1 and fresh:
            _report(facts, judge, group)
            reported.update(instance.ref for instance in group)
