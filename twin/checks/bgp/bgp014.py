"""BGP014 loopback-not-advertised."""

from __future__ import annotations

from dataclasses import dataclass

from twin.assemble.defaults import DEFAULT_VRF
from twin.assemble.twin import Device
from twin.checks.bgp.sessions import listed, traced
from twin.checks.culprit import first_at_fault, mend, place_of
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef, ref
from twin.core.finding import Severity
from twin.core.trilean import Known, Unknown
from twin.engine.addresses import bare
from twin.engine.declared import bgp_fact, instance_of, stopped_by
from twin.engine.facts import Facts
from twin.engine.reachability import obstacles
from twin.engine.session import Session, State

_FAMILY = "ipv4-unicast"
NO = Known(False)


@dataclass(frozen=True)
class _Loopback:
    """An address that others must know: router-id, VTEP source, or both."""

    device: Device
    address: str

    @property
    def subject(self) -> str:
        return f"{self.device.name} {self.address}"

    @property
    def is_configured(self) -> bool:
        """Some interface has it."""
        interfaces = self.device.effective.interfaces.values()
        return any(bare(text) == self.address for i in interfaces for text in i.ipv4)

    @property
    def is_vtep(self) -> bool:
        """It is the address that tunnels end at."""
        vxlan = self.device.effective.vxlan
        return vxlan is not None and bool(vxlan.enabled) and vxlan.source == self.address

    @property
    def statement(self) -> FactRef:
        """The network statement that announces it."""
        path = ("families", _FAMILY, "networks", f"{self.address}/32")
        return bgp_fact(self.device, DEFAULT_VRF, *path)


def _loopbacks(device: Device) -> list[_Loopback]:
    """Addresses of a loopback, or at least of a network statement, that identify the device.

    A router-id that is no address is only a number, and no fault.
    """
    process, vxlan = instance_of(device, DEFAULT_VRF), device.effective.vxlan
    source = vxlan.source if vxlan and vxlan.enabled else None
    networks = {bare(text) for text in process.families[_FAMILY].networks}
    held = {
        bare(text)
        for interface in device.effective.interfaces.values()
        if interface.kind == "loopback"
        for text in interface.ipv4
    }
    named = dict.fromkeys(filter(None, (process.router_id, source)))
    return [_Loopback(device, address) for address in named if address in networks | held]


def _asked_for(facts: Facts) -> list[_Loopback]:
    """Loopbacks that others need from BGP: not those in OSPF, nor mere names of routers."""
    found = [
        loopback
        for name, device in sorted(facts.twin.devices.items())
        if not (device.is_host or stopped_by(device, DEFAULT_VRF))
        for loopback in _loopbacks(device)
        if not facts.ospf.carries(name, loopback.address, DEFAULT_VRF)
    ]
    underlay = facts.underlay
    is_custom = facts.twin.intended is not None or any(
        underlay.originates(loopback.device.name, loopback.address) != NO for loopback in found
    )
    return [loopback for loopback in found if is_custom or loopback.is_vtep]


def _judge_origin(facts: Facts, judge: Judge, loopback: _Loopback) -> bool:
    """True when the device announces the address."""
    device = loopback.device
    answer = facts.underlay.originates(device.name, loopback.address)
    if isinstance(answer, Unknown):
        judge.unknown(loopback.subject, answer.causes[0])
        return False
    if answer.value:
        return True
    on_lo = ref(device.name, "interfaces", "lo", "ipv4", f"{loopback.address}/32")
    candidates = [loopback.statement] if loopback.is_configured else [on_lo, loopback.statement]
    fact = first_at_fault(facts, *candidates)
    found = "not announced into ipv4-unicast"
    need = "a network statement for it, or redistribute connected"
    if fact == on_lo:
        found, need = "on no interface, so its network statement is void", "it on lo"
    because = []
    if not instance_of(device, DEFAULT_VRF).families[_FAMILY].enabled:
        because = [bgp_fact(device, DEFAULT_VRF, "families", _FAMILY, "enabled")]
    place = place_of(facts, fact)
    judge.fail(
        place.at, loopback.subject, found, need,
        related=[on_lo], because=because, location=place.location,
        remedy=mend(facts, fact, True) or "activate ipv4-unicast; see the cause",
    )  # fmt: skip
    return False


def _judge_hearers(facts: Facts, judge: Judge, loopback: _Loopback) -> None:
    name = loopback.device.name
    sessions = [s for s in facts.sessions.of(name) if any(e.vrf == DEFAULT_VRF for e in s.ends)]
    carrying = [s for s in sessions if s.state is State.UP and _FAMILY in s.families]
    if carrying:  # what is announced over a session that is up, the neighbour learns
        return
    because = obstacles(sessions, _FAMILY)
    if not because:
        if any(session.state is State.UNKNOWN for session in sessions):
            judge.unknown(loopback.subject, "no session is known to be up")
        return
    peers = listed(dict.fromkeys(s.far or str(s.b) for s in sessions))
    place = place_of(facts, loopback.statement)
    judge.fail(
        place.at,
        loopback.subject,
        f"in no neighbour's table: no ipv4-unicast session of {len(sessions)} is up",
        f"a session to {peers}",
        because=traced(facts, because),
        remedy=_bring_up(sessions),
    )


def _bring_up(sessions: list[Session]) -> str:
    reasons = dict.fromkeys(s.reason for s in sessions if s.state is State.DOWN)
    return f"bring a session up: {listed(filter(None, reasons)) or 'see the cause'}"


@rule(
    "BGP014", "loopback-not-advertised", Severity.ERROR,
    subject="loopback address that is a router-id or a VTEP source",
    needs=("sessions", "underlay", "ospf", "deviations"),
    facets=("bgp", "address", "policy", "ospf"),
    consequence_of=("BGP001", "BGP002", "BGP003", "BGP004", "BGP005", "ADR001", "ADR002"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A loopback that others need is missing in the neighbours' tables.

    What it checks
    --------------
    The router-id, where it is an address of a loopback, and the VTEP source of each switch that
    speaks BGP in the default VRF: a network statement with a matching interface address, or
    redistribution of connected routes, announces it, and neighbours learn it. One neighbour that
    does not is a lost path, not a lost loopback. Devices whose sessions carry only EVPN are left
    alone: their loopbacks travel another way, as do those in OSPF. Without a plan, a router-id that
    is no VTEP source counts where some switch does announce its own.

    Why it matters
    --------------
    VXLAN tunnels end at the loopback, and people reach the switch by it: without a route the VTEP
    is cut off although every session is up.

    How to fix
    ----------
    Add the network statement for the loopback's /32, or put the address on `lo`.

    Source
    ------
    FRR user manual, BGP, `network` and `bgp network import-check`; Cumulus Linux user guide 5.16,
    EVPN, Basic Configuration.
    """
    for loopback in _asked_for(facts):
        name = loopback.device.name
        if judge.see(loopback.subject, name) and _judge_origin(facts, judge, loopback):
            _judge_hearers(facts, judge, loopback)
    if not judge.subjects:
        judge.skip("no switch announces a loopback with BGP")
