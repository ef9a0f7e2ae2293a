"""NIC ports and the switch ports they are cabled to, counted the same way by every rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from twin.checks.judge import Judge
from twin.checks.plan import planned
from twin.checks.qos.culprits import culprits, place_name
from twin.checks.qos.mend import set_profile
from twin.core.facts import FactRef
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.nic_port import Nic
from twin.model.qos_defaults import GLOBAL

SUBJECT = "NIC port cabled to a switch"
LOSSY = "no host has NIC files, and no switch port at the other end of its cables is lossless"
NEEDS = ("nics", "lossless", "cabling")
# A malformed value is not set: what is in force without it follows from the malformed line.
MALFORMED = ("PAR002",)


def cabled_nics(facts: Facts, judge: Judge) -> Iterator[tuple[Nic, PortLossless]]:
    """Every NIC port that can be judged; the others are counted and unknown.

    A host without NIC files on a port that pauses nothing is not asked: its traffic may be lost.
    """
    judge.skip(LOSSY if facts.nics.cabled else uncabled(facts))
    for nic, port in facts.nics.cabled:
        if not (nic.has_files or port.is_lossless or port.switch.unknown):
            continue
        if not judge.see(str(nic), nic.host, port.device):
            continue
        reason = nic.unknown or port.switch.unknown
        if reason:
            judge.unknown(str(nic), reason)
        else:
            yield nic, port


def uncabled(facts: Facts) -> str:
    """Why no NIC port is at the other end of a switch port's cable."""
    if not facts.twin.hosts:
        return "no device is a host (`role: host` in topology.yaml tells)"
    return "the topology cables no host port to a switch"


def is_ours(fact: FactRef, nic: Nic) -> bool:
    """The fact is one of the NIC's own host."""
    return fact.device == nic.host


def blamed(facts: Facts, otherwise: FactRef, *places: Sequence[FactRef]) -> list[FactRef]:
    """The facts at fault; where neither the intent nor a majority tells, `otherwise`.

    Each place is given by the facts that decide it, the most direct first. A NIC is told what the
    fabric serves, not the other way round: without any other hint it is the NIC that is to follow.
    """
    found = culprits(facts, *places)
    direct = {place[0] for place in places}
    return [otherwise] if len(direct) > 1 and set(found) >= direct else found


def planned_number(facts: Facts, fact: FactRef) -> int | None:
    """The number that a fact of the host should have by the plan, where it has another."""
    wanted = planned(facts, fact) if facts.deviations.is_deviating(fact) else None
    return wanted if type(wanted) is int else None


def subject_of(fact: FactRef, nic: Nic) -> str:
    """The NIC port for its own facts, the host for its libraries, else the switch's place."""
    if not is_ours(fact, nic):
        return place_name(fact)
    return nic.host if fact.path[0] == "library" else str(nic)


def map_dscp(port: PortLossless, dscp: int, priority: int) -> str:
    """The switch command that gives a DSCP a priority on this port."""
    place = FactRef(port.device, port.profile_ref("mapping", "switch-priority").path)
    return set_profile(place, priority, "dscp", dscp)


def map_class(port: PortLossless, priority: int, number: int) -> str:
    """The switch command that serves a priority in a traffic class."""
    place = FactRef(port.device, ("qos", "queues", GLOBAL, "traffic-class"))
    return set_profile(place, number, "switch-priority", priority)


def priorities_text(priorities: Iterable[int]) -> str:
    """`priority 3`, `priorities 3, 4`, `no priority`."""
    numbers = sorted(priorities)
    if not numbers:
        return "no priority"
    word = "priority" if len(numbers) == 1 else "priorities"
    return f"{word} {', '.join(map(str, numbers))}"


def mask_text(priorities: Iterable[int]) -> str:
    """`0,0,0,1,0,0,0,0`, as `mlnx_qos --pfc` takes it."""
    enabled = set(priorities)
    return ",".join(str(int(number in enabled)) for number in range(8))
