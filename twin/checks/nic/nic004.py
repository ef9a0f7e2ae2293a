"""NIC004 cnp-dscp-not-in-cnp-class."""

from __future__ import annotations

from collections import defaultdict

from twin.checks.judge import Judge
from twin.checks.nic.pairs import (
    MALFORMED,
    NEEDS,
    SUBJECT,
    blamed,
    cabled_nics,
    is_ours,
    map_class,
    map_dscp,
    planned_number,
    subject_of,
)
from twin.checks.qos.mend import mend, set_profile
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.nic_port import Nic

STRICT = "strict"


@rule(
    "NIC004", "cnp-dscp-not-in-cnp-class", Severity.ERROR, subject=SUBJECT, needs=NEEDS,
    facets=("nic", "qos"),
    consequence_of=("QOS001", "QOS003", "QOS004", "QOS006", *MALFORMED),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """Congestion notifications of a NIC carry a DSCP that the switch does not serve strictly.

    What it checks
    --------------
    The CNP DSCP in force (boot script, else firmware, else 48): on the switch port it must map to a
    priority that does not pause, and through that to a traffic class that is served strictly.

    Why it matters
    --------------
    A CNP that waits behind the congestion it reports comes too late: senders slow down after the
    buffers have filled and PFC has spread the congestion. In a paused class it may not come at all.

    How to fix
    ----------
    `echo 48 > /sys/class/net/IF/ecn/roce_np/cnp_dscp`, the DSCP that Cumulus RoCE serves strictly.
    The `roceOptimized` profile of NVIDIA's NIC operator sets 4, which falls into the bulk class.

    Source
    ------
    Cumulus Linux user guide, RDMA over Converged Ethernet (CNP: PCP 6, DSCP 48, strict);
    Mellanox/nic-configuration-operator, roceOptimized.
    """
    by_place: dict[FactRef, list[tuple[Nic, PortLossless]]] = defaultdict(list)
    for nic, port in cabled_nics(facts, judge):
        if not port.is_lossless:
            continue
        dscp = nic.cnp_dscp.value
        if _is_served(port, dscp):
            continue
        priority = port.dscp_to_priority[dscp]
        number = port.priority_to_class[priority]
        schedule = port.refs("schedule", number, "mode")
        own = nic.cnp_dscp.ref if _served_dscp(port) is not None else schedule[0]
        mapping = port.refs("dscp_to_priority", dscp)
        classes = port.switch.class_refs(priority)
        for at in blamed(facts, own, (nic.cnp_dscp.ref,), mapping, classes, schedule):
            by_place[at].append((nic, port))
    for at, pairs in by_place.items():
        _report(facts, judge, at, pairs)


def _is_served(port: PortLossless, dscp: int) -> bool:
    priority = port.dscp_to_priority[dscp]
    mode, _ = port.schedule.get(port.priority_to_class[priority], ("dwrr", 0))
    return mode == STRICT and priority not in port.pfc_priorities


def _served_dscp(port: PortLossless) -> int | None:
    """A DSCP that the switch serves strictly: one that it was told of, else the highest."""
    declared = port.switch.qos.mappings.get(port.classification.profile)
    named = sorted(declared.dscp) if declared else []
    return next((d for d in (48, *named, *reversed(range(64))) if _is_served(port, d)), None)


def _remedy(facts: Facts, at: FactRef, nic: Nic, port: PortLossless) -> str:
    """The command for the place at fault: the NIC, or what the switch makes of its CNPs."""
    wanted, dscp = planned_number(facts, at) or _served_dscp(port), nic.cnp_dscp.value
    if is_ours(at, nic) and wanted is not None:
        return f"echo {wanted} > /sys/class/net/{nic.netdev}/ecn/roce_np/cnp_dscp"
    strict = sorted(n for n, (mode, _) in port.schedule.items() if mode == STRICT)
    priority = port.dscp_to_priority[dscp]
    if "queues" in at.path and strict:
        return mend(facts, at, map_class(port, priority, strict[-1]))
    if "mappings" in at.path and strict:
        carried = (p for p in range(8) if port.priority_to_class[p] in strict)
        return mend(facts, at, map_dscp(port, dscp, next(carried, priority)))
    number = port.priority_to_class[priority]
    mode = port.ref("schedule", number, "mode")
    direct = set_profile(mode, STRICT, "traffic-class", number)
    return f"on {port.device}: {direct}" if is_ours(at, nic) else mend(facts, at, direct)


def _report(facts: Facts, judge: Judge, at: FactRef, pairs: list[tuple[Nic, PortLossless]]) -> None:
    nic, port = pairs[0]
    dscp = nic.cnp_dscp.value
    priority = port.dscp_to_priority[dscp]
    number = port.priority_to_class[priority]
    mode, _ = port.schedule.get(number, ("dwrr", 0))
    state = "paused" if priority in port.pfc_priorities else mode
    wanted = _served_dscp(port)
    if is_ours(at, nic):
        found = f"CNPs with DSCP {nic.cnp_dscp} go to priority {priority}, class {number} ({state})"
        need = f"DSCP {wanted}, which {port} serves strictly"
    else:
        found = f"CNPs with DSCP {dscp} get priority {priority}, class {number} ({state})"
        need = "a strict class without PFC"
    judge.fail(
        at,
        subject_of(at, nic),
        found,
        need,
        related=(port.ref("dscp_to_priority", dscp), port.ref("schedule", number, "mode")),
        evidence={
            "cnp_dscp": dscp, "priority": priority, "traffic_class": number, "mode": state,
            "nics": [str(n) for n, _ in pairs],
        },
        remedy=_remedy(facts, at, nic, port),
    )  # fmt: skip
