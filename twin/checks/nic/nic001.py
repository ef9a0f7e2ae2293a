"""NIC001 pfc-mask-differs-from-switch."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.checks.nic.pairs import (
    MALFORMED,
    NEEDS,
    SUBJECT,
    cabled_nics,
    is_ours,
    mask_text,
    priorities_text,
)
from twin.checks.qos.culprits import culprits
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.nic_port import Nic


@rule(
    "NIC001", "pfc-mask-differs-from-switch", Severity.ERROR, subject=SUBJECT, needs=NEEDS,
    facets=("nic", "qos"), consequence_of=MALFORMED,
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A NIC pauses other priorities than the switch port it is cabled to.

    What it checks
    --------------
    The PFC mask that is in force after boot, against the priorities that the switch port pauses. A
    mask that a later `mlnx_qos --cable_len` has cleared is a mask of zeros; without any mask a NIC
    pauses nothing. Where it is the switch that deviates, PFC002 names the switch.

    Why it matters
    --------------
    Pause frames for a priority that the other end does not pause are ignored: the NIC overruns the
    switch's buffer, or the switch the NIC's, and a class that must not drop does.

    How to fix
    ----------
    Set the fabric's mask with `mlnx_qos -i IF --pfc`, after or together with `--cable_len`.

    Source
    ------
    IEEE 802.1Qbb; Mellanox/mlnx-tools `mlnx_qos` (cable length and PFC are one write).
    """
    for nic, port in cabled_nics(facts, judge):
        own = nic.pfc_priorities
        if own.value == port.pfc_priorities:
            continue
        places = ((own.ref, nic.ref("pfc_mask")), port.refs("pfc_priorities"))
        at_fault = culprits(facts, *places)
        if any(is_ours(fact, nic) for fact in at_fault):
            _report(judge, nic, port)


def _report(judge: Judge, nic: Nic, port: PortLossless) -> None:
    own = nic.pfc_priorities
    found = f"PFC on {priorities_text(own.value)}"
    wanted = mask_text(port.pfc_priorities)
    remedy = f"mlnx_qos -i {nic.netdev} --pfc {wanted}"
    if nic.cleared_by is not None:
        cable_m = nic.port_values.cable_m
        found += f", cleared by a later --cable_len {cable_m}"
        remedy = f"mlnx_qos -i {nic.netdev} --cable_len {cable_m} --pfc {wanted}, and no call after"
    elif own.origin:
        found += f" ({own.origin})"
    judge.fail(
        own.ref,
        str(nic),
        found,
        f"{priorities_text(port.pfc_priorities)} as on {port}",
        related=(port.ref("pfc_priorities"), port.binding_ref("pfc")),
        evidence={"nic_mask": mask_text(own.value), "switch_mask": wanted, "switch": str(port)},
        remedy=remedy,
    )
