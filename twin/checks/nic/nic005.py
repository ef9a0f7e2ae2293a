"""NIC005 congestion-control-off."""

from __future__ import annotations

from collections.abc import Iterator

from twin.checks.judge import Judge
from twin.checks.nic.pairs import MALFORMED, NEEDS, SUBJECT, cabled_nics
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.nic_port import SPECTRUM_X, Nic
from twin.engine.nic_values import DCQCN_SLOT, SPECTRUM_X_SLOT

_POINTS = {"np": "notification point", "rp": "reaction point"}
Fault = tuple[FactRef, str, str, str]  # the fact, what is, what is needed, the command


@rule(
    "NIC005", "congestion-control-off", Severity.ERROR, subject=SUBJECT, needs=NEEDS,
    facets=("nic", "qos"), consequence_of=MALFORMED,
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A NIC does not answer congestion on a lossless priority.

    What it checks
    --------------
    For every priority that the switch port pauses: the notification point (answers marked packets
    with CNPs) and the reaction point (slows down on CNPs) are on, by the boot script or else by the
    firmware's ROCE_CC_PRIO_MASK. A Spectrum-X host also needs programmable congestion control: the
    firmware allows it, its slot is not off, and doca_spcx_cc is started. A host that goes by DCQCN
    needs DCQCN's own slot.

    Why it matters
    --------------
    Without it PFC is the only brake: one slow receiver pauses its switch, that pauses its
    neighbours, and the fabric stands.

    How to fix
    ----------
    `echo 1 > /sys/class/net/IF/ecn/roce_{np,rp}/enable/PRIORITY`; on Spectrum-X set
    USER_PROGRAMMABLE_CC=1 and start doca_spcx_cc.

    Source
    ------
    NVIDIA DCQCN parameter page; DOCA PCC guide; Mellanox/nic-configuration-operator, Spectrum-X.
    """
    for nic, port in cabled_nics(facts, judge):
        if not port.is_lossless:
            continue
        if nic.is_untied:
            judge.unknown(str(nic), f"the topology does not say which RDMA device {nic} is")
            continue
        faults = [*_points(nic, port.pfc_priorities)]
        faults += _programmable(nic) if nic.profile == SPECTRUM_X else _dcqcn(nic)
        for at, found, need, remedy in faults:
            judge.fail(
                at, str(nic), found, need,
                related=(port.ref("pfc_priorities"),),
                evidence={"profile": nic.profile, "priorities": sorted(port.pfc_priorities)},
                remedy=remedy,
            )  # fmt: skip


def _points(nic: Nic, lossless: frozenset[int]) -> Iterator[Fault]:
    for point, name in _POINTS.items():
        for priority in sorted(lossless):
            setting = nic.congestion_point(point, priority)
            if not setting.value:
                found, need = f"{name} off on priority {priority}", "on, as the class is lossless"
                command = f"echo 1 > /sys/class/net/{nic.netdev}/ecn/roce_{point}/enable/{priority}"
                yield setting.ref, found, need, command


def _programmable(nic: Nic) -> Iterator[Fault]:
    allowed = nic.is_programmable
    if not allowed.value:
        found = f"USER_PROGRAMMABLE_CC {int(allowed.value)}"
        found += f" ({allowed.origin})" if allowed.origin else ""
        command = f"mlxconfig -d {nic.rdma} -y set USER_PROGRAMMABLE_CC=1"
        yield allowed.ref, found, "1 on a Spectrum-X host", command
    if nic.rdma_values.cc_slots.get(SPECTRUM_X_SLOT) is False:
        at = nic.rdma_ref("cc_slots", SPECTRUM_X_SLOT)
        yield at, "Spectrum-X algorithm slot off", "on", _slot_command(nic, SPECTRUM_X_SLOT)
    if not nic.rdma_values.cc_process:
        command = f"/opt/mellanox/doca/tools/doca_spcx_cc -d {nic.rdma} &"
        need = "the process of Spectrum-X congestion control"
        yield nic.rdma_ref("cc_process"), "doca_spcx_cc is not started", need, command


def _dcqcn(nic: Nic) -> Iterator[Fault]:
    values = nic.rdma_values
    is_programmed = nic.is_programmable.value and bool(values.cc_process)
    if values.cc_slots.get(DCQCN_SLOT) is False and not is_programmed:
        at = nic.rdma_ref("cc_slots", DCQCN_SLOT)
        need = "on, as no other algorithm runs"
        yield at, "DCQCN algorithm slot off", need, _slot_command(nic, DCQCN_SLOT)


def _slot_command(nic: Nic, slot: int) -> str:
    indexes = f"local_port=1,pnat=0,lp_msb=0,algo_slot={slot},algo_param_index=0"
    return f'mlxreg -d {nic.rdma} --yes --reg_name PPCC --set cmd_type=1 --indexes "{indexes}"'
