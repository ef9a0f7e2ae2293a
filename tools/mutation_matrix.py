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
from tests.support.matrix import row
from tests.support.mutations import all_mutants


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
