"""Which finding follows from which: one fault, one paragraph.

A finding F follows from G when a fact that F names in `because` touches the fact G is at, or when
both stand at one fact and F's rule declares itself a consequence of G's, or G says that the fact
could not be read. INT007 only bears witness: a finding at its very fact explains it; where no rule
names the fact that others follow from, INT007 is what they follow from. Two directions never hold
at once: a finding that has become a cause of another is not made its consequence.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from twin.checks.registry import Rule
from twin.core.facts import FactRef, Path
from twin.core.finding import Finding

WITNESS = "INT007"  # accompanies every hand edit; a specific finding at the same fact explains it
READING = ("PAR001", "PAR002", "PAR003", "PAR004")  # a line that was not understood comes first


class _ByFact:
    """Findings by the fact they stand at, for `touches` queries."""

    def __init__(self, findings: list[Finding]) -> None:
        self.exact: dict[FactRef, list[int]] = defaultdict(list)
        self.below: dict[FactRef, list[int]] = defaultdict(list)
        for index, finding in enumerate(findings):
            places = [finding.at] if finding.at else []
            if finding.rule == WITNESS:  # an entry under another key stands for the planned one
                places += finding.because
            for place in places:
                self.exact[place].append(index)
                for length in range(len(place.path)):
                    self.below[FactRef(place.device, place.path[:length])].append(index)

    def touching(self, fact: FactRef) -> list[int]:
        path: Path = fact.path
        found = list(self.below.get(fact, ()))
        for length in range(1, len(path) + 1):
            found.extend(self.exact.get(FactRef(fact.device, path[:length]), ()))
        return found


def join_causes(findings: list[Finding], rules: dict[str, Rule]) -> list[Finding]:
    """The same findings, sorted, with `caused_by` filled in."""
    ordered = sorted(findings, key=lambda f: (f.rule, f.device, f.subject, str(f.at), f.message))
    index = _ByFact(ordered)
    causes: dict[int, set[int]] = defaultdict(set)

    def leads_to(start: int, goal: int) -> bool:
        todo, seen = [start], set()
        while todo:
            item = todo.pop()
            if item == goal:
                return True
            if item not in seen:
                seen.add(item)
                todo.extend(causes[item])
        return False

    def add(effect: int, cause: int) -> None:
        if effect != cause and not leads_to(cause, effect):
            causes[effect].add(cause)

    for position, finding in enumerate(ordered):
        if finding.rule == WITNESS or finding.at is None:
            continue
        for fact in finding.because:
            there = [i for i in index.touching(fact) if ordered[i].at != finding.at]
            specific = [i for i in there if ordered[i].rule != WITNESS]
            for other in specific or there:
                add(position, other)
        earlier = () if finding.rule in READING else READING
        if finding.rule in rules:
            earlier += rules[finding.rule].consequence_of
        for fact in (finding.at, *finding.because):
            for other in index.touching(fact):
                if ordered[other].rule in earlier:
                    add(position, other)
    for position, finding in enumerate(ordered):
        if finding.rule == WITNESS and finding.at is not None:
            for fact in (finding.at, *finding.because):
                for other in index.touching(fact):
                    if ordered[other].rule != WITNESS:
                        add(position, other)
    return [
        replace(finding, caused_by=tuple(sorted(ordered[i].fingerprint for i in causes[position])))
        for position, finding in enumerate(ordered)
    ]
