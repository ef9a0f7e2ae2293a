"""TOP005 link-mtu-mismatch."""

from __future__ import annotations

from twin.checks.commands import set_mtu
from twin.checks.judge import Judge
from twin.checks.plan import planned
from twin.checks.registry import rule
from twin.checks.top.cables import without_cables
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.cable import Cable, PortEnd
from twin.engine.facts import Facts


def _at_fault(facts: Facts, cable: Cable) -> list[FactRef]:
    """The MTU facts to edit, of a cable whose ends differ; none where the difference is meant.

    A NIC below its switch port is a common choice (9000 under 9216): every packet still fits. It is
    a fault only where the plan, or most hosts, have it otherwise.
    """
    blamed = facts.deviations.blame(cable.a.mtu_ref, cable.b.mtu_ref)
    hosts = [end for end in cable.ends if facts.twin.devices[end.device].is_host]
    if len(hosts) == 1:
        host, switch = hosts[0], cable.far(hosts[0])
        is_below = (host.mtu or 0) < (switch.mtu or 0)
        if is_below and len(blamed) == len(cable.ends):
            deviating = [fact for fact in blamed if facts.deviations.is_deviating(fact)]
            return deviating or []
    return blamed


def _untold(facts: Facts, cable: Cable) -> PortEnd | None:
    """An end at a default that a file which is not there may change: FRR sets no MTU."""
    for end in cable.ends:
        device = facts.twin.devices[end.device]
        told = device.declared.interfaces.get(end.carrier)
        if not device.is_host and not device.tells_interfaces and not (told and told.mtu):
            return end
    return None


@rule(
    "TOP005", "link-mtu-mismatch", Severity.ERROR,
    subject="cable", needs=("cabling",), facets=("mtu",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The two ends of a cable have different MTUs.

    What it checks
    --------------
    The effective MTU at both ends of each cable: what the files say, else the default of the system
    (9216 B on Cumulus, 1500 B on Linux); a bond's MTU counts for its members. Only the end that
    differs from the intent, or from its peers, is named. A NIC whose MTU is below its switch
    port's, as all its peers' are, is no fault.

    Why it matters
    --------------
    The smaller end drops what the larger end sends, without a message: small packets pass, pings
    answer, and full-size RDMA writes hang.

    How to fix
    ----------
    Set the same MTU at both ends.

    Source
    ------
    NVIDIA NetQ, `netq check mtu`, link MTU consistency; Cumulus Linux user guide 5.16, Switch Port
    Attributes, MTU.
    """
    without_cables(facts, judge)
    reported: set[FactRef] = set()
    for cable in facts.cabling.cables:
        if not judge.see(cable.link.key, cable.a.device, cable.b.device) or not cable.is_plugged:
            continue
        silent = [end for end in cable.ends if end.mtu is None]
        if any(not end.is_configured for end in silent):
            continue  # nobody brings that port up (TOP010)
        if silent:
            judge.unknown(cable.link.key, f"{silent[0]} has no MTU that its files or system give")
        elif cable.a.mtu != cable.b.mtu and (end := _untold(facts, cable)):
            reason = f"{end.device} has no file of its interfaces, which may set the MTU of {end}"
            judge.unknown(cable.link.key, reason)
        elif cable.a.mtu != cable.b.mtu:
            for at in _at_fault(facts, cable):
                if at not in reported:  # a bond's MTU is one fact for all its members
                    reported.add(at)
                    wrong = cable.a if cable.a.mtu_ref == at else cable.b
                    _report(facts, judge, cable, wrong)


def _report(facts: Facts, judge: Judge, cable: Cable, end: PortEnd) -> None:
    other = cable.far(end)
    right = planned(facts, end.mtu_ref) or other.mtu or 0
    need = f"{right} B as at {other}" if right == other.mtu else f"{right} B as planned"
    judge.fail(
        end.mtu_ref,
        f"{end.device}:{end.carrier}",
        f"MTU {end.mtu} B",
        need,
        related=[other.mtu_ref],
        because=facts.cabling.doubts(cable),
        evidence={"cable": cable.link.key, str(end): end.mtu, str(other): other.mtu},
        remedy=set_mtu(facts.twin.devices[end.device], end.carrier, right),
    )
