"""EVP006 route-target-not-imported."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from twin.checks.bgp.sessions import listed
from twin.checks.culprit import by_culprit, mend, place_of
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.route_target import Target, meet
from twin.engine.vtep import Vtep


class _Miss(NamedTuple):
    """A VTEP that does not import what another one exports for a VNI they share."""

    vni: int
    exporter: Vtep
    importer: Vtep

    @property
    def facts(self) -> list[FactRef]:
        """The explicit targets of both."""
        written = [
            *self.exporter.exports(self.vni).values(), *self.importer.imports(self.vni).values(),
        ]  # fmt: skip
        return [fact for fact in written if fact is not None]


def _misses(facts: Facts, vni: int, names: tuple[str, ...]) -> list[_Miss]:
    """Pairs that miss each other; VTEPs with equal targets are compared once."""
    exporting: dict[frozenset[Target], list[Vtep]] = defaultdict(list)
    importing: dict[frozenset[Target], list[Vtep]] = defaultdict(list)
    for vtep in (facts.overlay.vteps[name] for name in names):
        exporting[frozenset(vtep.exports(vni))].append(vtep)
        importing[frozenset(vtep.imports(vni))].append(vtep)
    return [
        _Miss(vni, exporter, importer)
        for exported, exporters in exporting.items()
        for imported, importers in importing.items()
        if not meet(exported, imported)
        for exporter in exporters
        for importer in importers
        if exporter is not importer
    ]


def _words(targets: dict[Target, FactRef | None]) -> str:
    words = (f"{t} (automatic)" if fact is None else str(t) for t, fact in targets.items())
    return ", ".join(sorted(words))


def _report(facts: Facts, judge: Judge, fact: FactRef, misses: list[_Miss]) -> None:
    vni = misses[0].vni
    outgoing = [miss for miss in misses if miss.exporter.name == fact.device]
    sample = (outgoing or misses)[0]
    exported, imported = _words(sample.exporter.exports(vni)), _words(sample.importer.imports(vni))
    if outgoing and fact.path[-2] != "import_targets":
        peers = listed(sorted({miss.importer.name for miss in outgoing}))
        found, need = f"exports {exported}", f"a target that {peers} import, {imported}"
    else:
        peers = listed(sorted({miss.exporter.name for miss in misses} - {fact.device}))
        found, need = f"imports {imported}", f"what {peers} export, {exported}"
    place = place_of(facts, fact)
    judge.fail(
        place.at,
        f"{fact.device} VNI {vni}",
        found,
        need,
        evidence={"pairs": sorted(f"{m.exporter.name} to {m.importer.name}" for m in misses)},
        remedy=mend(facts, fact),
        location=place.location,
    )


@rule(
    "EVP006", "route-target-not-imported", Severity.ERROR,
    subject="VNI of a VTEP that others share", needs=("overlay", "deviations"),
    facets=("bgp", "evpn"), consequence_of=("EVP003", "EVP005"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A VTEP does not import the route target that another one exports for the same VNI.

    What it checks
    --------------
    For each VNI that several VTEPs share: one of the targets that each exports is among those that
    every other imports; of an L2VNI the targets of the VNI, of an L3VNI those of the VRF. Automatic
    targets are ASN:VNI and are imported whatever the ASN, so different ASNs are no fault; an
    explicit target must be equal.

    Why it matters
    --------------
    The routes arrive and are ignored: sessions are up, counters rise, and the hosts stay unknown.

    How to fix
    ----------
    Remove the explicit target, or import it on every VTEP that has the VNI.

    Source
    ------
    RFC 8365, section 5.1.2.1; FRR bgpd, automatic route targets; checked against FRR 8.4.
    """
    misses: list[tuple[_Miss, list[FactRef]]] = []
    for vni, names in facts.overlay.members.items():
        if len(names) < 2:
            continue
        for name in names:
            judge.see(f"{name} VNI {vni}", name)
        misses += [(miss, miss.facts) for miss in _misses(facts, vni, names) if miss.facts]
    if not judge.subjects:
        judge.skip("no two VTEPs share a VNI")
    for fact, found in by_culprit(facts, misses):
        _report(facts, judge, fact, found)
