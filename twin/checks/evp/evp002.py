"""EVP002 vnis-not-advertised."""

from __future__ import annotations

from collections import Counter

from twin.assemble.defaults import DEFAULT_VRF
from twin.checks.bgp.sessions import listed
from twin.checks.culprit import mend, said_by
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import ref
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.vtep import Vtep
from twin.model.records import lookup


def _judge_vrfs(facts: Facts, judge: Judge, vtep: Vtep) -> None:
    for vni, names in vtep.vrfs.items():
        for vrf in names:
            if vtep.device.effective.vrfs[vrf].evpn_enabled:
                continue
            fact = ref(vtep.name, "vrfs", vrf, "evpn_enabled")
            judge.fail(
                fact,
                f"{vtep.name} VRF {vrf}",
                f"EVPN {said_by(facts, fact, 'off')}",
                f"it on, for L3VNI {vni}",
                related=[vtep.vrf_fact(vrf, vni)],
                remedy=mend(facts, fact, True),
            )


@rule(
    "EVP002", "vnis-not-advertised", Severity.ERROR,
    subject="VTEP", needs=("overlay",), facets=("evpn", "vxlan"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A VTEP has VNIs and does not advertise them.

    What it checks
    --------------
    Each switch with VNIs: the EVPN control plane is on, which advertises all of them, and it is on
    in each VRF that is bound to an L3VNI. Spines that only pass EVPN routes on need none of it, nor
    do VTEPs whose flood lists are typed in, nor VNIs that no other VTEP of the snapshot has.

    Why it matters
    --------------
    The sessions are up and carry nothing of this switch: its hosts are unreachable from all others.

    How to fix
    ----------
    Switch EVPN on: `nv set evpn state enabled` (`enable on` up to 5.14), and likewise in the VRF.

    Source
    ------
    Cumulus Linux user guide 5.16, EVPN, Basic Configuration (`advertise-all-vni`); NVIDIA NetQ,
    `netq check evpn`.
    """
    carriers = Counter(vni for vtep in facts.overlay.vteps.values() for vni in vtep.vnis)
    for name, vtep in facts.overlay.vteps.items():
        if not vtep.vnis or not judge.see(name, name) or vtep.is_static:
            continue
        if vtep.advertises:
            _judge_vrfs(facts, judge, vtep)
            continue
        needing = [v for v in vtep.vnis if carriers[v] > 1 and v not in vtep.static_vnis]
        if not needing:
            continue
        fact, instance = ref(name, "evpn", "enabled"), ref(name, "vrfs", DEFAULT_VRF, "bgp")
        is_gone = vtep.device.is_flat and lookup(vtep.device.declared, instance.path) is None
        vnis = listed(map(str, needing))
        judge.fail(
            fact,
            name,
            f"EVPN {said_by(facts, fact, 'off')}",
            f"it on, for VNIs {vnis}",
            related=vtep.facts_of(needing[0]),
            because=[instance] if is_gone else (),  # `advertise-all-vni` is a line of it
            remedy=mend(facts, fact, True),
        )
    if not judge.subjects:
        judge.skip("no switch has a VNI")
