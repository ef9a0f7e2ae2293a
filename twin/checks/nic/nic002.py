"""NIC002 trust-differs."""

from __future__ import annotations

from collections import defaultdict

from twin.checks.judge import Judge
from twin.checks.nic.pairs import MALFORMED, NEEDS, SUBJECT, cabled_nics, is_ours, subject_of
from twin.checks.qos.culprits import culprits
from twin.checks.qos.mend import mend, set_trust
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.nic_port import Nic

# Trust of a switch port → trust of a NIC that classifies alike. A host port is untagged, so a
# switch that trusts both goes by DSCP; one that goes by port asks for nothing.
ALIKE = {"pcp": "pcp", "dscp": "dscp", "both": "dscp"}
# Trust of a NIC → those of a switch port that classify alike.
_SERVING = {"pcp": "pcp", "dscp": "both"}


@rule(
    "NIC002", "trust-differs", Severity.ERROR, subject=SUBJECT, needs=NEEDS,
    facets=("nic", "qos"), consequence_of=("QOS001", "QOS002", *MALFORMED),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A NIC takes the priority of a packet from another field than its switch port.

    What it checks
    --------------
    `trust` of the NIC (pcp unless set) against that of the switch port, where one of the two pauses
    a priority. Trust `both` of a switch means DSCP on the untagged port of a host.

    Why it matters
    --------------
    A NIC that trusts PCP puts untagged RoCE into priority 0: it neither pauses for the switch nor
    asks it to, and loses packets under load although PFC is on at both ends.

    How to fix
    ----------
    `mlnx_qos -i IF --trust dscp` (in a call of its own, without --dscp2prio).

    Source
    ------
    Mellanox/mlnx-tools `mlnx_qos`; Cumulus Linux user guide, Quality of Service, Classification.
    """
    by_place: dict[FactRef, list[tuple[Nic, PortLossless]]] = defaultdict(list)
    for nic, port in cabled_nics(facts, judge):
        wanted = ALIKE.get(port.trust)
        is_lossless = port.is_lossless or bool(nic.pfc_priorities.value)
        if not is_lossless or wanted is None or nic.trust.value == wanted:
            continue
        for at in culprits(facts, (nic.trust.ref,), port.refs("trust")):
            by_place[at].append((nic, port))
    for at, pairs in by_place.items():
        _report(facts, judge, at, pairs)


def _report(facts: Facts, judge: Judge, at: FactRef, pairs: list[tuple[Nic, PortLossless]]) -> None:
    nic, port = pairs[0]
    evidence = {"nic": nic.trust.value, "switch": port.trust, "nics": [str(n) for n, _ in pairs]}
    if is_ours(at, nic):
        wanted = ALIKE[port.trust]
        judge.fail(
            at, str(nic), f"trust {nic.trust}", f"{wanted} as {port}, which trusts {port.trust}",
            related=(port.ref("trust"),), evidence=evidence,
            remedy=f"mlnx_qos -i {nic.netdev} --trust {wanted}",
        )  # fmt: skip
        return
    need = _SERVING[nic.trust.value]
    direct = set_trust(port.profile_ref("mapping", "trust"), need)
    judge.fail(
        at, subject_of(at, nic), f"trust {port.trust} towards NICs that trust {nic.trust.value}",
        need, related=(nic.trust.ref,), evidence=evidence, remedy=mend(facts, at, direct),
    )  # fmt: skip
