"""How a verdict answers one mutation: the root rules, and what is wrong with the answer."""

from __future__ import annotations

from tests.support.mutations import Mutant
from twin.checks.verdict import Verdict


def blemishes(mutant: Mutant, verdict: Verdict) -> list[str]:
    """SILENT: nobody noticed. NOISE: several root rules. DEVICE, LINE: a root stands elsewhere."""
    roots = [f for f in verdict.findings if not f.caused_by]
    marks = []
    device = mutant.file.split("/")[1] if "/" in mutant.file else None
    if not roots:
        marks.append("SILENT")
    if len({f.rule for f in roots}) > 1:
        marks.append("NOISE")
    if device and any(f.device != device for f in roots):
        marks.append("DEVICE")
    places = {(f.location.file, f.location.line) for f in roots if f.location}
    if mutant.new_line is not None and roots and (mutant.file, mutant.number) not in places:
        marks.append("LINE")
    if verdict.crashed:
        marks.append("CRASH " + ";".join(f"{r.id} {r.reason}" for r in verdict.crashed))
    return marks


def roots_of(verdict: Verdict) -> list[str]:
    """The rules of the findings that follow from no other."""
    return sorted({f.rule for f in verdict.findings if not f.caused_by})


def row(mutant: Mutant, verdict: Verdict) -> str:
    """One line of the matrix."""
    others = sorted({f.rule for f in verdict.findings if f.caused_by and f.rule != "INT007"})
    marks, names = " ".join(blemishes(mutant, verdict)), ",".join(roots_of(verdict))
    tail = f"  => {','.join(others)}" if others else ""
    tail += f" unknown={verdict.unknown}" if verdict.unknown else ""
    count = sum(not f.caused_by for f in verdict.findings)
    tail += f"  [{count}/{len(verdict.findings)}]"
    return f"{marks:14} {names:24} {mutant.place:70} {mutant.what}{tail}"
