"""Which finding follows from which: one fault, one paragraph.

A finding F follows from G when a fact that F names in `because` touches the fact G is at, or when
both stand at one fact and F's rule declares itself a consequence of G's, or G says that the fact
could not be read. INT007 only bears witness: a finding at its very fact explains it; where no rule
names the fact that others follow from, INT007 is what they follow from. What is found at its very
line explains it too, as a line may set several facts. Two directions never hold
at once: a finding that has become a cause of another is not made its consequence.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from twin.checks.registry import Rule
from twin.core.facts import TOPOLOGY, FactRef, Path
from twin.core.finding import Finding, Location

WITNESS = "INT007"  # accompanies every hand edit; a specific finding at the same fact explains it
TEXT = "text"  # how the path of what no part of the model is begins
READING = ("PAR001", "PAR002", "PAR003", "PAR004")  # a line that was not understood comes first


def line_of(device: str, place: Location) -> FactRef:
    """A place in a text, where another line's consequence looks for it."""
    return FactRef(device, (TEXT, place.file, place.line, place.column))


class _Moved:
    """Entries that stand under another key, as INT007 tells: planned fact → fact found."""

    def __init__(self, findings: list[Finding]) -> None:
        witnesses = [f for f in findings if f.rule == WITNESS and f.at is not None]
        self.entries = {old: f.at for f in witnesses for old in f.because}
        self.places = set(self.entries.values())

    def found(self, fact: FactRef) -> FactRef:
        """The fact as it stands in the text, where it was planned below another key."""
        for length in range(len(fact.path), 0, -1):
            entry = self.entries.get(FactRef(fact.device, fact.path[:length]))
            if entry is not None:
                return FactRef(entry.device, (*entry.path, *fact.path[length:]))
        return fact

    def entry_of(self, fact: FactRef) -> FactRef | None:
        """The moved entry that a fact belongs to."""
        prefixes = (FactRef(fact.device, fact.path[:n]) for n in range(len(fact.path), 0, -1))
        return next((place for place in prefixes if place in self.places), None)


class _ByFact:
    """Findings by the fact they stand at, for `touches` queries."""

    def __init__(self, findings: list[Finding]) -> None:
        self.moved = _Moved(findings)
        self.exact: dict[FactRef, list[int]] = defaultdict(list)
        self.below: dict[FactRef, list[int]] = defaultdict(list)
        for index, finding in enumerate(findings):
            places = [*([finding.at] if finding.at else []), *finding.also]
            # An entry under another key stands for the planned one; a file that was not understood
            # leaves several parts of the model unsaid.
            if finding.rule == WITNESS or finding.rule in READING:
                told = (fact for fact in finding.because if fact.device == finding.device)
                places += [fact for fact in told if fact.path[:1] != (TEXT,)]
            if finding.rule in READING and finding.location is not None:
                places.append(line_of(finding.device, finding.location))
            for place in places:
                self.exact[place].append(index)
                for length in range(len(place.path)):
                    self.below[FactRef(place.device, place.path[:length])].append(index)

    def touching(self, fact: FactRef) -> list[int]:
        path: Path = fact.path
        found = list(self.below.get(fact, ()))
        for length in range(len(path) + 1):
            found.extend(self.exact.get(FactRef(fact.device, path[:length]), ()))
        return found


class _Graph:
    """Effect → causes, by position; refuses an edge that would close a circle."""

    def __init__(self) -> None:
        self.causes: dict[int, set[int]] = defaultdict(set)

    def add(self, effect: int, cause: int) -> None:
        if effect != cause and not self._leads_to(cause, effect):
            self.causes[effect].add(cause)

    def _leads_to(self, start: int, goal: int) -> bool:
        todo, seen = [start], set()
        while todo:
            item = todo.pop()
            if item == goal:
                return True
            if item not in seen:
                seen.add(item)
                todo.extend(self.causes[item])
        return False


def _causes_of(position: int, found: list[Finding], index: _ByFact, rule: Rule | None) -> list[int]:
    """Positions of the findings that one finding follows from; INT007 has its own way."""
    finding = found[position]
    result: list[int] = []
    reasons = finding.because
    if finding.rule in READING:  # other reasons are parts of the model that it leaves unsaid
        is_release = finding.rule == "PAR003"
        reasons = tuple(
            fact
            for fact in reasons
            if fact.path[:1] == (TEXT,) or (is_release and fact.device == TOPOLOGY)
        )
    for fact in map(index.moved.found, reasons):
        there = [i for i in index.touching(fact) if found[i].at != finding.at]
        result += [i for i in there if found[i].rule != WITNESS] or there
    earlier: tuple[str, ...] = () if finding.rule in READING else READING
    earlier += rule.consequence_of if rule else ()
    for place in filter(None, (finding.at, *finding.because)) if earlier else ():
        result += [i for i in index.touching(place) if found[i].rule in earlier]
    return result


def _join_lines(found: list[Finding], graph: _Graph) -> None:
    """A line that sets several facts was edited once: what explains one of them explains all."""
    told: dict[tuple[str, int], int] = {}
    for position, finding in enumerate(found):
        place = finding.location
        if finding.rule != WITNESS and place is not None and place.line:
            told.setdefault((place.file, place.line), position)
    for position, finding in enumerate(found):
        place = finding.location
        if finding.rule == WITNESS and finding.evidence.get("said") and place is not None:
            cause = told.get((place.file, place.line))
            if cause is not None and not graph.causes[position]:
                graph.add(position, cause)


def join_causes(findings: list[Finding], rules: dict[str, Rule]) -> list[Finding]:
    """The same findings, sorted, with `caused_by` filled in."""
    ordered = sorted(findings, key=lambda f: (f.rule, f.device, f.subject, str(f.at), f.message))
    index = _ByFact(ordered)
    graph = _Graph()
    for position, finding in enumerate(ordered):
        if finding.rule != WITNESS:
            for cause in _causes_of(position, ordered, index, rules.get(finding.rule)):
                graph.add(position, cause)
    first: dict[FactRef, int] = {}  # of several roots inside one moved entry
    for position, finding in enumerate(ordered):
        entry = index.moved.entry_of(finding.at) if finding.at and finding.rule != WITNESS else None
        if entry is not None and not graph.causes[position]:
            graph.add(position, first.setdefault(entry, position))
    for position, finding in enumerate(ordered):
        if finding.rule == WITNESS:
            places = filter(None, (finding.at, *finding.because))
            for cause in {i for fact in places for i in index.touching(fact)}:
                if ordered[cause].rule != WITNESS:
                    graph.add(position, cause)
    _join_lines(ordered, graph)
    marks = [finding.fingerprint for finding in ordered]
    return [
        replace(finding, caused_by=tuple(sorted(marks[i] for i in graph.causes[position])))
        for position, finding in enumerate(ordered)
    ]
