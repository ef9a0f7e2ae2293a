"""NIC006 mtu-below-roce-mtu."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from twin.checks.commands import set_mtu
from twin.checks.judge import Judge
from twin.checks.nic.pairs import MALFORMED, NEEDS, SUBJECT, uncabled
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.nic_port import Nic
from twin.engine.nic_values import ROCE_MTU, ROCE_PORT_MTU

NEED_BYTES = ROCE_PORT_MTU[ROCE_MTU]


@dataclass(frozen=True, slots=True)
class _Member:
    nic: Nic
    port: PortLossless

    @property
    def mtu(self) -> int:
        return self.nic.mtu.value


@rule(
    "NIC006", "mtu-below-roce-mtu", Severity.ERROR, subject=SUBJECT, needs=NEEDS,
    facets=("mtu",), consequence_of=("TOP005", "TOP010", *MALFORMED),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The MTU of a NIC port does not carry the RoCE MTU, or differs from its peers'.

    What it checks
    --------------
    The MTU in force of every cabled host port (1500 B unless set): on a lossless port at least
    4200 B, which RoCE MTU 4096 needs; and the same on all ports of one tenant (the VRF, or else the
    VLAN, that their switch ports are in).

    Why it matters
    --------------
    RoCE takes the largest of its MTUs that the port lets through. A NIC below 4200 B falls back to
    2048 or less; two queue pairs with different active MTUs hang at the first full packet.

    How to fix
    ----------
    Set one MTU of 9000 B or more on all NICs of the tenant.

    Source
    ------
    InfiniBand architecture, annex A17 (RoCE v2); NVIDIA, RoCE MTU: 4096 needs a port MTU of 4200,
    2048 one of 2200.
    """
    groups: dict[str, list[_Member]] = defaultdict(list)
    if not facts.nics.cabled:
        judge.skip(uncabled(facts))
    for nic, port in facts.nics.cabled:
        if judge.see(str(nic), nic.host):
            groups[_group(facts, port)].append(_Member(nic, port))
    for name, members in sorted(groups.items()):
        common = _common(members)
        for member in members:
            if member.port.is_lossless and member.mtu < NEED_BYTES:
                wanted = max(common.mtu if common else 0, NEED_BYTES)
                need = f"at least {NEED_BYTES} B for RoCE MTU {ROCE_MTU}"
                _report(judge, member, need, wanted)
            elif common and member.mtu != common.mtu and _at_fault(facts, member, common):
                need = f"{common.mtu} B as {common.nic} in {name}"
                _report(judge, member, need, common.mtu)


def _group(facts: Facts, port: PortLossless) -> str:
    """Where the port's traffic belongs: its VRF, or that of its VLAN's gateway, or the VLAN."""
    interfaces = facts.twin.devices[port.device].effective.interfaces
    interface = interfaces.get(port.port)
    if interface is None or interface.vrf:
        return f"VRF {interface.vrf if interface else 'default'}"
    for bridge in interface.bridges.values():
        vlan = bridge.access or bridge.untagged
        if vlan is not None:
            gateway = interfaces.get(f"vlan{vlan}")
            return f"VRF {gateway.vrf}" if gateway and gateway.vrf else f"VLAN {vlan}"
    return "VRF default"


def _common(members: list[_Member]) -> _Member | None:
    """A member with the MTU that most have; of a tie the larger one."""
    counts = Counter(member.mtu for member in members)
    if len(counts) == 1:
        return None
    wanted = max(counts, key=lambda mtu: (counts[mtu], mtu))
    return next(member for member in members if member.mtu == wanted)


def _at_fault(facts: Facts, member: _Member, common: _Member) -> bool:
    refs = (member.nic.mtu.ref, common.nic.mtu.ref)
    return refs[0] in facts.deviations.blame(*refs)


def _report(judge: Judge, member: _Member, need: str, wanted: int) -> None:
    nic = member.nic
    judge.fail(
        nic.mtu.ref,
        str(nic),
        f"MTU {nic.mtu.value} B" + (f" ({nic.mtu.origin})" if nic.mtu.origin else ""),
        need,
        evidence={"mtu": nic.mtu.value, "roce_mtu": _active(nic.mtu.value)},
        remedy=set_mtu(nic.device, nic.netdev, wanted),
    )


def _active(mtu: int) -> int:
    """The RoCE MTU that a port of this MTU takes."""
    return max((roce for roce, port in ROCE_PORT_MTU.items() if port <= mtu), default=1024)
