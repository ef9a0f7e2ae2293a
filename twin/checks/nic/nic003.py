"""NIC003 traffic-class-not-lossless."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from twin.checks.judge import Judge
from twin.checks.nic.pairs import (
    MALFORMED,
    NEEDS,
    SUBJECT,
    blamed,
    cabled_nics,
    is_ours,
    map_dscp,
    planned_number,
    priorities_text,
    subject_of,
)
from twin.checks.plan import planned
from twin.checks.qos.culprits import element
from twin.checks.qos.mend import mend, set_profile
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.nic_port import Nic
from twin.engine.nic_values import Setting

ECT0 = 2  # ECN-capable transport, the low bits of the ToS byte (RFC 3168)


@dataclass(frozen=True, slots=True)
class _Fault:
    """A ToS byte that does not reach a lossless priority, on the NIC or on the switch."""

    nic: Nic
    port: PortLossless
    setter: str
    tos: int
    where: str  # the NIC or the switch port that maps it
    priority: int


@rule(
    "NIC003", "traffic-class-not-lossless", Severity.ERROR, subject=SUBJECT, needs=NEEDS,
    facets=("nic", "qos"), consequence_of=("QOS001", "QOS003", "PFC002", *MALFORMED),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """RoCE packets of a NIC carry a DSCP that is not served losslessly.

    What it checks
    --------------
    Each ToS byte that a file sets: the forced traffic class of the device, that of the connection
    manager, and those of NCCL and UCX. Its DSCP (ToS >> 2, so 104 and 106 are one) must map to a
    priority that the switch port pauses, on the NIC and on the switch. Where neither the device
    forces a class nor NCCL asks for one, it is 0.

    Why it matters
    --------------
    PFC protects a priority, not RoCE: traffic in another class is dropped under load, whatever the
    masks say.

    How to fix
    ----------
    Force the fabric's ToS: DSCP << 2, plus 2 for ECN (106 for DSCP 26), in the boot script, and
    give NCCL and UCX the same.

    Source
    ------
    Linux mlx5 (`tc/1/traffic_class`); Mellanox/mlnx-tools `cma_roce_tos`; NCCL user guide,
    NCCL_IB_TC; UCX documentation, UCX_IB_TRAFFIC_CLASS.
    """
    by_place: dict[FactRef, list[_Fault]] = defaultdict(list)
    for nic, port in cabled_nics(facts, judge):
        if port.is_lossless and nic.is_untied:
            judge.unknown(str(nic), f"the topology does not say which RDMA device {nic} is")
        elif port.is_lossless:
            for at, fault in _faults(facts, nic, port):
                by_place[at].append(fault)
    for at, faults in by_place.items():
        _report(facts, judge, at, faults)


def _faults(facts: Facts, nic: Nic, port: PortLossless) -> Iterator[tuple[FactRef, _Fault]]:
    classes = nic.traffic_classes
    for setter, setting in classes.items():
        dscp = setting.value >> 2
        own = nic.priority_of(dscp)
        served = port.dscp_to_priority[dscp]
        paused = port.refs("pfc_priorities")
        places = [paused]
        if served not in port.pfc_priorities:
            where, priority = str(port), served
            mapping = port.refs("dscp_to_priority", dscp)
            is_planned = _planned_dscp(facts, setting) == dscp
            places += [mapping] if is_planned else [(setting.ref,), mapping]
            otherwise = mapping[0] if is_planned else setting.ref
        elif own.value not in port.pfc_priorities:
            where, priority = str(nic), own.value
            places.append((own.ref,))  # the class is right: the switch serves it
            otherwise = own.ref
        else:
            continue
        for at in blamed(facts, otherwise, *places):
            place = element(at, port.pfc_priorities, {priority}) if at == paused[0] else at
            yield place, _Fault(nic, port, setter, setting.value, where, priority)
    if not {"traffic_class", "NCCL_IB_TC"} & set(classes):
        fault = _Fault(nic, port, "", 0, str(port), port.dscp_to_priority[0])
        if fault.priority not in port.pfc_priorities:
            yield nic.rdma_ref("traffic_class"), fault


def _planned_dscp(facts: Facts, setting: Setting[int]) -> int | None:
    """The DSCP of the plan at a setting; 104 and 106 differ in ECN alone."""
    wanted = planned(facts, setting.ref)
    return wanted >> 2 if type(wanted) is int else None


def _wanted(port: PortLossless) -> int | None:
    """The ToS byte to force: the lowest DSCP that the switch was told to serve losslessly."""
    declared = port.switch.qos.mappings.get(port.classification.profile)
    named = sorted(declared.dscp) if declared else []
    served = (d for d in (*named, *range(64)) if port.dscp_to_priority[d] in port.pfc_priorities)
    dscp = next(served, None)
    return None if dscp is None else dscp << 2 | ECT0


def _report(facts: Facts, judge: Judge, at: FactRef, faults: list[_Fault]) -> None:
    first = faults[0]
    nic, port = first.nic, first.port
    lossless = priorities_text(port.pfc_priorities)
    evidence = {
        "dscp": first.tos >> 2, "priority": first.priority,
        "nics": sorted({str(fault.nic) for fault in faults}),
        "lossless_priorities": sorted(port.pfc_priorities),
    }  # fmt: skip
    wanted = planned_number(facts, at) or _wanted(port)
    if not first.setter:
        found = "no traffic class is forced and NCCL_IB_TC is not set, so RoCE goes as class 0"
    else:
        found = (
            f"{first.setter} {first.tos} (DSCP {first.tos >> 2}) maps to priority "
            f"{first.priority} on {first.where}"
        )
    need = f"a DSCP of {lossless}, which {port} pauses" if is_ours(at, nic) else lossless
    if not is_ours(at, nic) and "priorities" in at.path:
        found = f"PFC on {lossless}, while {found}"
        need = f"PFC on priority {first.priority}"
    judge.fail(
        at,
        subject_of(at, nic),
        found,
        need,
        related=(port.ref("dscp_to_priority", first.tos >> 2), port.ref("pfc_priorities")),
        evidence=evidence,
        remedy=_remedy(facts, at, first, wanted),
    )


def _remedy(facts: Facts, at: FactRef, fault: _Fault, tos: int | None) -> str:
    """The command for the place at fault."""
    nic, port, field = fault.nic, fault.port, str(at.path[-1])
    if tos is None and is_ours(at, nic):  # the switch serves nothing losslessly that it maps
        mapped = map_dscp(port, fault.tos >> 2, min(port.pfc_priorities))
        return f"on {port.device}: {mapped}"
    if not is_ours(at, nic):
        if "priorities" in at.path:
            return mend(facts, at, set_profile(port.ref("pfc_priorities"), fault.priority))
        return mend(facts, at, map_dscp(port, fault.tos >> 2, min(port.pfc_priorities)))
    if field == "cma_tos":
        return f"cma_roce_tos -d {nic.rdma} -t {tos}"
    if field == "nccl_ib_tc":
        return f"NCCL_IB_TC={tos} in /etc/nccl.conf"
    if field == "ucx_traffic_class":
        return f"UCX_IB_TRAFFIC_CLASS={tos} in /etc/environment"
    if at.path[0] == "nics":
        priority = port.dscp_to_priority[fault.tos >> 2]
        return f"mlnx_qos -i {nic.netdev} --dscp2prio set,{fault.tos >> 2},{priority}"
    return f"echo {tos} > /sys/class/infiniband/{nic.rdma}/tc/1/traffic_class"
