"""PFC002 pfc-priority-differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from twin.checks.judge import Judge
from twin.checks.pfc.ports import lossless_cables
from twin.checks.qos.culprits import culprits, element, place_name
from twin.checks.qos.mend import mend, set_profile
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.cable import Cable
from twin.engine.facts import Facts


@dataclass(frozen=True)
class PfcEnd:
    """One end of a cable: its pausing priorities and the facts that decide them."""

    name: str
    priorities: frozenset[int]
    refs: tuple[FactRef, ...]
    is_declared: bool  # some priority is written down, so that one element can be pointed at


@dataclass
class _Fault:
    """One place and what is paused there and at the other ends, with the cables it shows on."""

    own: PfcEnd
    other: PfcEnd
    is_open: bool  # nothing tells which of the two ends is wrong
    cables: list[str] = field(default_factory=list)


@rule(
    "PFC002", "pfc-priority-differs", Severity.ERROR,
    subject="lossless cable", needs=("lossless", "nics", "cabling"), facets=("qos", "nic"),
    consequence_of=("NIC001", "NIC012", "QOS001"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The two ends of a cable pause different priorities.

    What it checks
    --------------
    The priorities with PFC at both ends of every cable with a lossless switch port: the profile in
    force on a switch, the mask of a NIC. A host without NIC files is unknown.

    Why it matters
    --------------
    A pause frame names priorities. Where only one end pauses a priority, the other ignores the
    frame or never sends it, and the class drops although both ends look lossless by themselves.

    How to fix
    ----------
    Give both ends the same priorities; bind the port to the profile of the fabric.

    Source
    ------
    IEEE 802.1Qbb; Cumulus Linux user guide, Quality of Service, PFC.
    """
    faults: dict[FactRef, _Fault] = {}
    for cable, _ in lossless_cables(facts):
        key = cable.link.key
        if not judge.see(key, *(end.device for end in cable.ends)):
            continue
        ends = list(_ends(facts, cable))
        reason = next((end for end in ends if isinstance(end, str)), None)
        known = [end for end in ends if isinstance(end, PfcEnd)]
        if reason is not None:
            judge.unknown(key, reason)
        elif known[0].priorities != known[1].priorities:
            _blame(facts, key, known[0], known[1], faults)
    for at, fault in faults.items():
        _report(facts, judge, at, fault)


def _ends(facts: Facts, cable: Cable) -> Iterator[PfcEnd | str]:
    """Both ends, or why one of them is not known."""
    for end in cable.ends:
        port = facts.lossless.port(end.device, end.port)
        if port is not None:
            profile = port.switch.qos.pfc.get(port.pause.profile)
            yield port.switch.unknown or PfcEnd(
                str(port),
                port.pfc_priorities,
                port.refs("pfc_priorities"),
                profile is not None and bool(profile.priorities),
            )
            continue
        nic = facts.nics.port(end.device, end.port)
        if nic is None:
            yield f"{end.device} is neither a switch nor a host with NICs"
        elif nic.unknown:
            yield nic.unknown
        else:
            mask = nic.pfc_priorities
            yield PfcEnd(str(nic), mask.value, (mask.ref,), mask.is_declared)


def _blame(facts: Facts, key: str, a: PfcEnd, b: PfcEnd, faults: dict[FactRef, _Fault]) -> None:
    at_fault = culprits(facts, a.refs, b.refs)
    is_open = any(fact in a.refs for fact in at_fault) and any(fact in b.refs for fact in at_fault)
    for fact in at_fault:
        own, other = (a, b) if fact in a.refs else (b, a)
        at = fact
        if own.is_declared and fact.path[-1] == "priorities":
            at = element(fact, own.priorities, other.priorities)
        faults.setdefault(at, _Fault(own, other, is_open)).cables.append(key)


def _words(priorities: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(priorities))) or "none"


def _same(place: FactRef, fault: _Fault) -> str:
    """The commands that give a profile the priorities of the other end."""
    own, other = fault.own.priorities, fault.other.priorities
    gone = [set_profile(place, number) for number in sorted(own - other)]
    come = [set_profile(place, number) for number in sorted(other - own)]
    return "; ".join([*(text.replace("nv set", "nv unset", 1) for text in gone), *come])


def _report(facts: Facts, judge: Judge, at: FactRef, fault: _Fault) -> None:
    remedy = ""
    if at.path[:2] == ("qos", "pfc"):
        remedy = _same(FactRef(at.device, (*at.path[:3], "priorities")), fault)
    elif at.path[0] == "nics":
        mask = ",".join("1" if p in fault.other.priorities else "0" for p in range(8))
        remedy = f"mlnx_qos -i {at.path[1]} --pfc {mask}"
    elif at.path[0] == "interfaces" and at.path[-1] == "pfc":  # to a profile that nobody defined
        remedy = set_profile(at, 0)
    judge.fail(
        at,
        place_name(at),
        f"PFC on priorities {_words(fault.own.priorities)}",
        f"the same as {fault.other.name}, which has {_words(fault.other.priorities)}"
        if fault.is_open
        else f"{_words(fault.other.priorities)} as at {fault.other.name}",
        related=(fault.own.refs[:2] + fault.other.refs[:1]),
        evidence={
            "cables": sorted(fault.cables),
            "priorities": sorted(fault.own.priorities),
            "other": sorted(fault.other.priorities),
        },
        remedy=mend(facts, at, remedy),
    )
