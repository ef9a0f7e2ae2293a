"""Where the text differs from the intent, and which end of a disagreement is at fault."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from twin.assemble.twin import Twin
from twin.core.facts import TOPOLOGY, FactRef, Path
from twin.model.records import flatten, lookup
from twin.model.topology import Topology

_KEYED = {"interfaces", "neighbors", "nics", "rdma"}  # maps whose keys are names of places


@dataclass(frozen=True, slots=True)
class Deviation:
    """One subtree of a device's model that is not as asked for; None means *not said*.

    instead: the planned fact of an entry that stands under another key (VNI 10011 for 10010).
    """

    fact: FactRef
    found: Any
    wanted: Any
    instead: FactRef | None = None


@dataclass
class Deviations:
    """All deviations of a twin from its intent; empty when the snapshot has no intent."""

    twin: Twin
    items: dict[str, list[Deviation]] = field(default_factory=dict)
    _prefixes: dict[str, set[Path]] = field(default_factory=dict)
    _exact: dict[str, set[Path]] = field(default_factory=dict)
    _renamed: dict[FactRef, FactRef] = field(default_factory=dict)
    _votes: dict[tuple[str | None, Path], Counter[Hashable]] = field(default_factory=dict)

    def add(self, deviation: Deviation) -> None:
        """Record one deviation and index its path."""
        self.items.setdefault(deviation.fact.device, []).append(deviation)
        if deviation.instead:
            self._renamed[deviation.fact] = self._renamed[deviation.instead] = deviation.fact
        for name, path in filter(None, (deviation.fact, deviation.instead)):
            self._exact.setdefault(name, set()).add(path)
            prefixes = self._prefixes.setdefault(name, set())
            prefixes.update(path[:length] for length in range(len(path) + 1))

    def renamed(self, fact: FactRef) -> FactRef | None:
        """The entry under another key that a fact, as found or as planned, belongs to."""
        if not self._renamed:
            return None
        prefixes = (fact.path[:length] for length in range(len(fact.path), 0, -1))
        entries = (self._renamed.get(FactRef(fact.device, path)) for path in prefixes)
        return next(filter(None, entries), None)

    def is_deviating(self, fact: FactRef) -> bool:
        """True when a deviation touches this fact."""
        if fact.path in self._prefixes.get(fact.device, ()):
            return True
        exact = self._exact.get(fact.device, ())
        return any(fact.path[:length] in exact for length in range(1, len(fact.path)))

    def blame(self, *facts: FactRef) -> list[FactRef]:
        """Which of several facts that disagree are at fault.

        Those that deviate from the intent; without such, those that differ from what most places of
        the same kind say (the same field of equal-role devices); without a majority, all of them.
        """
        deviating = [fact for fact in facts if self.is_deviating(fact)]
        if deviating:
            return deviating
        minority = [fact for fact in facts if self._is_minority(fact)]
        return minority or list(facts)

    def _is_minority(self, fact: FactRef) -> bool:
        device = self.twin.devices.get(fact.device)
        if device is None:
            return False
        votes = self._ballot(device.node.role, fact.path)
        ranked = votes.most_common(2)
        if len(ranked) < 2 or ranked[0][1] == ranked[1][1]:
            return False
        return _hashable(lookup(device.effective, fact.path)) != ranked[0][0]

    def _ballot(self, role: str | None, path: Path) -> Counter[Hashable]:
        """How often each value stands at this kind of path on devices of one role."""
        wild = path[:1] if len(path) > 1 and path[0] in _KEYED else ()
        key = (role, (*wild, "*", *path[2:]) if wild else path)
        if key in self._votes:
            return self._votes[key]
        votes: Counter[Hashable] = Counter()
        for device in self.twin.devices.values():
            if device.node.role != role:
                continue
            if wild:
                for name in getattr(device.effective, str(path[0])):
                    value = lookup(device.effective, (path[0], name, *path[2:]))
                    if value is not None:
                        votes[_hashable(value)] += 1
            else:
                votes[_hashable(lookup(device.effective, path))] += 1
        self._votes[key] = votes
        return votes


def _hashable(value: Any) -> Hashable:
    if isinstance(value, Hashable) and not isinstance(value, (dict, list)):
        try:
            hash(value)
        except TypeError:
            return repr(value)
        return value
    return repr(value)


def _topmost(paths: Iterable[Path], other: Iterable[Path]) -> set[Path]:
    """Each path cut to the shortest prefix that does not exist on the other side."""
    known = {path[:length] for path in other for length in range(len(path) + 1)}
    tops = set()
    for path in paths:
        length = next((n for n in range(1, len(path) + 1) if path[:n] not in known), len(path))
        tops.add(path[:length])
    return tops


def _absent(facts: dict[Path, Any], other: dict[Path, Any]) -> set[Path]:
    """Paths that the other side lacks; a bare record is no fact beside the same record filled."""
    inner = {path[:length] for path in other for length in range(len(path))}
    return {path for path in facts if path not in other and path not in inner}


def compare(found: dict[Path, Any], wanted: dict[Path, Any]) -> list[tuple[Path, Any, Any]]:
    """(path, found, wanted) of every topmost difference of two flattened records, sorted."""
    result: list[tuple[Path, Any, Any]] = []
    missing = _absent(wanted, found)
    extra = _absent(found, wanted)
    changed = {p for p in found if p in wanted and found[p] != wanted[p]}
    result += [(p, found[p], wanted[p]) for p in changed]
    for top in _topmost(missing, found):
        result.append((top, None, _below(wanted, top)))
    for top in _topmost(extra, wanted):
        result.append((top, _below(found, top), None))
    return sorted(result, key=lambda item: tuple(str(part) for part in item[0]))


def _below(facts: dict[Path, Any], top: Path) -> Any:
    """The value at a path, or the facts below it as dotted text → value."""
    if top in facts:
        return facts[top]
    size = len(top)
    return {".".join(map(str, p[size:])): v for p, v in facts.items() if p[:size] == top}


def _add_all(result: Deviations, name: str, differences: list[tuple[Path, Any, Any]]) -> None:
    """Record differences; one entry gone and an equal one come under the same parent are one."""
    gone: dict[Path, list[tuple[Path, Any]]] = defaultdict(list)
    come: dict[Path, list[tuple[Path, Any]]] = defaultdict(list)
    for path, found, wanted in differences:
        if found is None:
            gone[path[:-1]].append((path, wanted))
        elif wanted is None:
            come[path[:-1]].append((path, found))
    moved: dict[Path, Path] = {}  # both of a pair → the planned path
    for parent, (*_, (new, content)) in come.items():
        if len(come[parent]) == 1 and len(gone.get(parent, ())) == 1:
            planned, wanted = gone[parent][0]
            if content == wanted:
                moved[new] = moved[planned] = planned
    for path, found, wanted in differences:
        old = moved.get(path)
        if old is None:
            result.add(Deviation(FactRef(name, path), found, wanted))
        elif old != path:
            instead = FactRef(name, old)
            result.add(Deviation(FactRef(name, path), str(path[-1]), str(old[-1]), instead))


def topology_facts(topology: Topology) -> dict[Path, Any]:
    """Nodes and links flattened: ("nodes", name, field), ("links", key, field)."""
    facts: dict[Path, Any] = {}
    for name, node in topology.nodes.items():
        base: Path = ("nodes", name)
        facts[base] = True
        for path, value in flatten(node):
            if path[0] not in ("name", "nics"):
                facts[(*base, *path)] = value
        for slot in node.nics:
            for path, value in flatten(slot):
                facts[(*base, "nics", slot.netdev, *path)] = value
    for link in topology.links:
        base = ("links", link.key)
        facts[base] = True
        for name in ("speed_gbps", "cable_m", "medium"):
            value = getattr(link, name)
            if value is not None:
                facts[(*base, name)] = value
    return facts


def _is_unreadable(twin: Twin) -> bool:
    """The topology file said nothing: it is malformed as a whole."""
    malformed = any(problem.file == twin.topology_file for problem in twin.problems)
    return malformed and not twin.topology_marks


def find_deviations(twin: Twin) -> Deviations:
    """Compare every device and the topology with the intent's; empty without an intent."""
    result = Deviations(twin)
    if twin.intended is None:
        return result
    for name, wanted in twin.intended.configs.items():
        device = twin.devices.get(name)
        if device is None or device.declared == wanted or not device.readings:
            continue
        differences = compare(dict(flatten(device.declared)), dict(flatten(wanted)))
        _add_all(result, name, differences)
    if twin.topology_file is None or _is_unreadable(twin):
        planned_links = len(twin.intended.topology.links)
        wanted_text = f"the {planned_links} cables of the plan"
        result.add(Deviation(FactRef(TOPOLOGY, ("links",)), None, wanted_text))
    elif twin.topology != twin.intended.topology:
        facts, planned = topology_facts(twin.topology), topology_facts(twin.intended.topology)
        _add_all(result, TOPOLOGY, compare(facts, planned))
    return result
