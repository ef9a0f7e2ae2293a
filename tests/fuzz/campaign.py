"""Mutated files through every reader: `python -m tests.fuzz.campaign COUNT [SEED]`.

Prints what broke: an exception, a count that does not add up, a tree that the model cannot hold, or
a file that took longer than a second. Files over a second are read again, alone, before they count.
"""

from __future__ import annotations

import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.mutate import mutated
from tests.fuzz.seeds import seeds, topologies
from twin.core.errors import InputError, Problem
from twin.dialects.base import Context, DeviceReader, Reading, Source
from twin.dialects.registry import reader_of
from twin.dialects.topology.source import reader_of_topology
from twin.model.config import Config
from twin.model.records import build
from twin.model.topology import Node

SLOW_S = 1.0
_NODES = (
    Node("d1", role="leaf", os="cumulus", release="5.16"),
    Node("d1", role="leaf", os="cumulus", release="5.9"),
    Node("d1", role="host", os="linux"),
    Node("d1"),
)


@dataclass(frozen=True)
class Broken:
    """One file that a reader did not stand."""

    path: str
    data: bytes
    what: str


def read(path: str, data: bytes, node: Node) -> list[Reading]:
    """The readings of one file, as a snapshot would have them."""
    dialect = reader_of(path)
    assert dialect is not None
    source, context = Source(f"configs/d1/{path}", path, data), Context("d1", node, node.release)
    if isinstance(dialect, DeviceReader):
        return dialect.read_device([source], context)
    return [dialect.read(source, context)]


def _fault(path: str, data: bytes, node: Node) -> str:
    """What is wrong with the way a file is read; empty when nothing is."""
    try:
        readings = read(path, data, node)
    except Exception:  # noqa: BLE001 - whatever it is, it is a defect of the reader
        return traceback.format_exc(limit=-4)
    for reading in readings:
        if reading.lines != reading.claimed + reading.inert + len(reading.unread):
            return (
                f"{reading.lines} statements: {reading.claimed} claimed, {reading.inert} inert, "
                f"{len(reading.unread)} unread"
            )
        try:
            build(Config, reading.tree)
        except Exception as error:  # noqa: BLE001 - a tree that the model cannot hold
            return f"the model cannot hold it: {error}"
    return ""


def _topology_fault(path: str, data: bytes) -> str:
    reader = reader_of_topology(path)
    assert reader is not None
    try:
        reader(data, path, frozenset(("leaf01", "spine01")))
    except InputError as error:
        return "" if all(isinstance(p, Problem) for p in error.problems) else "no problems"
    except Exception:  # noqa: BLE001
        return traceback.format_exc(limit=-4)
    return ""


def fuzz(count: int, seed: int) -> Iterator[Broken]:
    """Read `count` files, spread evenly over the paths that have seeds."""
    pick = random.Random(seed)
    held, cabled = seeds(), topologies()
    paths = [*held, *cabled]
    for number in range(count):
        path = paths[number % len(paths)]
        is_topology = path in cabled
        data = mutated(pick, cabled[path] if is_topology else held[path])
        node = _NODES[number % len(_NODES)]
        started = time.perf_counter()
        fault = _topology_fault(path, data) if is_topology else _fault(path, data, node)
        if not fault and time.perf_counter() - started > SLOW_S:
            started = time.perf_counter()
            _ = _topology_fault(path, data) if is_topology else _fault(path, data, node)
            spent = time.perf_counter() - started
            fault = f"took {spent:.1f} s" if spent > SLOW_S else ""
        if fault:
            yield Broken(path, data, fault)


def main(arguments: list[str]) -> int:
    """Run a campaign; broken files go to the folder `.fuzz/`."""
    count = int(arguments[0]) if arguments else 20_000
    seed = int(arguments[1]) if len(arguments) > 1 else random.randrange(2**32)
    folder = Path(".fuzz")
    kinds: Counter[str] = Counter()
    for number, broken in enumerate(fuzz(count, seed)):
        kind = broken.what.strip().rsplit("\n", 1)[-1]
        kinds[f"{broken.path}: {kind}"] += 1
        if kinds[f"{broken.path}: {kind}"] == 1:
            folder.mkdir(exist_ok=True)
            (folder / f"{number}-{Path(broken.path).name}").write_bytes(broken.data)
            print(f"{number}-{Path(broken.path).name} ({broken.path})\n{broken.what}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{count:,} files, seed {seed}: {sum(kinds.values())} broken, peak memory {peak} MiB")
    for kind, times in kinds.most_common():
        print(f"{times:6} {kind}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
