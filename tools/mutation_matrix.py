"""Which rule answers which slip of the hand: every class of line of the compiled examples, mutated.

    python tools/mutation_matrix.py [--base two-tier] [--devices leaf01,gpu001] [--generation new]

A row is one mutation: the class of the line, the change, and the root findings (those without a
cause). `LINE` marks a root that points to another line, `DEVICE` one at another device, `SILENT` a
mutation nobody notices, `NOISE` more than one root rule.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.lab import base, judged
from tests.support.mutations import Mutant, all_mutants
from twin.checks.verdict import Verdict


def row(mutant: Mutant, verdict: Verdict) -> str:
    """One line of the matrix."""
    roots = [f for f in verdict.findings if not f.caused_by]
    names = sorted({f.rule for f in roots})
    marks = []
    device = mutant.file.split("/")[1] if "/" in mutant.file else None
    if not roots:
        marks.append("SILENT")
    if len(names) > 1:
        marks.append("NOISE")
    if device and any(f.device != device for f in roots):
        marks.append("DEVICE")
    places = {(f.location.file, f.location.line) for f in roots if f.location}
    near = {mutant.number} if mutant.new_line is not None else set()
    if near and roots and not any(f == mutant.file and n in near for f, n in places):
        marks.append("LINE")
    if verdict.crashed:
        marks.append("CRASH " + ";".join(f"{r.id} {r.reason}" for r in verdict.crashed))
    others = sorted({f.rule for f in verdict.findings if f.caused_by and f.rule != "INT007"})
    tail = f"  => {','.join(others)}" if others else ""
    tail += f" unknown={verdict.unknown}" if verdict.unknown else ""
    tail += f"  [{len(roots)}/{len(verdict.findings)}]"
    return f"{' '.join(marks):14} {','.join(names):24} {mutant.place:70} {mutant.what}{tail}"


def main() -> None:
    """Print the matrix."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="two-tier")
    parser.add_argument("--devices", default="leaf01,spine01,gpu001")
    parser.add_argument("--generation", default="new")
    parser.add_argument("--grep", default="")
    options = parser.parse_args()
    files = base(options.base, options.generation).files
    start = time.perf_counter()
    count = 0
    for mutant in all_mutants(files, devices=tuple(options.devices.split(","))):
        if options.grep not in f"{mutant.place} {mutant.what}":
            continue
        text = mutant.apply(files[mutant.file].decode())
        print(row(mutant, judged({**files, mutant.file: text.encode()})), flush=True)
        count += 1
    print(f"{count} mutants in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
