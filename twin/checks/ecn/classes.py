"""Marked classes: per switch, ECN profile in use and traffic class, each counted once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from twin.checks.judge import Judge
from twin.checks.qos.culprits import port_names
from twin.checks.qos.mend import mend, set_profile
from twin.core.facts import FactRef
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.lossless_profiles import Marking
from twin.model.records import lookup


@dataclass
class MarkedClass:
    """One traffic class under one ECN profile of one switch, and the ports where that holds.

    priorities: the pausing priorities that it carries; empty for a lossy class.
    """

    device: str
    profile: str
    number: int
    marking: Marking | None
    ports: list[PortLossless] = field(default_factory=list)
    priorities: set[int] = field(default_factory=set)

    def __str__(self) -> str:
        return f"{self.device} congestion-control {self.profile} traffic-class {self.number}"

    def ref(self, name: str) -> FactRef:
        """A field of the class, declared or not."""
        return self.ports[0].ref("ecn", self.number, name)

    @property
    def around(self) -> tuple[FactRef, ...]:
        """What else decides: the binding, the class map, PFC profiles and bindings, the mode."""
        switch = self.ports[0].switch
        mapped = [switch.class_refs(priority)[0] for priority in sorted(self.priorities)]
        paused = [
            port.profile_ref("pfc", "priorities", priority)
            for port in {port.pause.profile: port for port in self.ports}.values()
            for priority in sorted(self.priorities & port.pfc_priorities)
        ]
        bound = [port.binding_ref(kind) for kind in ("ecn", "pfc") for port in self.ports]
        return (*mapped, *paused, *bound, *switch.mode_refs)

    def reasons(self, facts: Facts, at: FactRef) -> tuple[FactRef, ...]:
        """What the fault may follow from, unless its own place differs from the intent."""
        return () if facts.deviations.is_deviating(at) else self.around

    def remedy(self, facts: Facts, at: FactRef, name: str, value: str | int) -> str:
        """The command at the class, or where something else put the priority into it.

        A line that sets several classes is changed for all of them.
        """
        if at != self.ref(name):
            return mend(facts, at, set_profile(self.ref(name), value, "traffic-class", self.number))
        commands = [
            mend(facts, fact, set_profile(fact, value, "traffic-class", fact.path[-2]))
            for fact in self.on_line(facts, name)
        ]
        return "; ".join(dict.fromkeys("; ".join(commands).split("; ")))

    def on_line(self, facts: Facts, name: str) -> list[FactRef]:
        """This field of all classes of the profile that one line sets, this class at least."""
        own = self.ref(name)
        if own.path[0] == "interfaces":
            return [own]
        declared, place = facts.twin.devices[self.device].declared, facts.twin.locate(own)
        line = (place.file, place.line) if place else None
        found = []
        for number in lookup(declared, own.path[:-2]) or ():
            fact = FactRef(own.device, (*own.path[:-2], number, name))
            there = facts.twin.locate(fact)
            if lookup(declared, fact.path) is not None and there is not None:
                found += [fact] if (there.file, there.line) == line else []
        return found if own in found else [own]

    @property
    def range(self) -> str:
        """The ports as one range."""
        return port_names(self.ports)


def lossless_classes(facts: Facts, judge: Judge) -> Iterator[MarkedClass]:
    """The classes that carry a pausing priority, counted; unknown ones are left out."""
    found: dict[tuple[str, str, int], MarkedClass] = {}
    for port in _known_ports(facts, judge):
        for number, priorities in port.lossless_classes.items():
            _add(found, port, number).priorities.update(priorities)
    for item in found.values():
        if judge.see(str(item), item.device):
            yield item


def marked_classes(facts: Facts, judge: Judge) -> Iterator[MarkedClass]:
    """Every class under ECN or RED, lossless or not, on the cabled ports of switches with QoS."""
    found: dict[tuple[str, str, int], MarkedClass] = {}
    for port in _known_ports(facts, judge):
        if port.is_lossless or port.switch.qos.ecn:
            for number, marking in port.ecn.items():
                if marking.ecn or marking.red:
                    _add(found, port, number)
    for item in found.values():
        if judge.see(str(item), item.device):
            yield item


def _known_ports(facts: Facts, judge: Judge) -> Iterator[PortLossless]:
    unknown: dict[str, str] = defaultdict(str)
    for port in facts.lossless.ports:
        if not port.switch.unknown:
            yield port
        elif port.device not in unknown:
            unknown[port.device] = port.switch.unknown
            judge.see(port.device)
            judge.unknown(port.device, port.switch.unknown)


def _add(
    found: dict[tuple[str, str, int], MarkedClass], port: PortLossless, number: int
) -> MarkedClass:
    profile = port.profile("ecn")
    key = (port.device, profile, number)
    if key not in found:
        found[key] = MarkedClass(port.device, profile, number, port.ecn.get(number))
    found[key].ports.append(port)
    return found[key]
