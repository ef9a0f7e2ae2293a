"""Seed files for every reader: the compiled examples, the brownfield, the cases and the corpora."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from tests.support.lab import EXAMPLES
from twin.app.check import open_snapshot, read_twin
from twin.app.compile import compile_files
from twin.app.export import export_twin
from twin.core.layout import TOPOLOGY_FILE
from twin.dialects.registry import reader_of

TESTS = Path(__file__).resolve().parents[1]
FILES = Path(__file__).with_name("files")
_TREES = (FILES, EXAMPLES / "brownfield", EXAMPLES / "broken", TESTS / "cases", TESTS / "corpus")


def seeds() -> dict[str, list[bytes]]:
    """Path on the device → texts that stand there, each once, over all trees."""
    found: dict[str, dict[bytes, None]] = defaultdict(dict)
    for path, data in _device_files():
        if reader_of(path) is not None:
            found[path].setdefault(data)
    return {path: list(texts) for path, texts in sorted(found.items())}


def _device_files() -> list[tuple[str, bytes]]:
    files = []
    for tree in _TREES:
        for file in sorted(tree.rglob("configs/*/**/*")):
            if file.is_file():
                parts = file.parts
                at = parts.index("configs")
                files.append(("/".join(parts[at + 2 :]), file.read_bytes()))
    intent = (EXAMPLES / "two-tier" / "intent.yaml").read_bytes()
    for dialect, release in (("nvue", "5.9"), ("nvue", "5.16"), ("linux", "5.16")):
        compiled = compile_files(intent, dialect=dialect, release=release)
        for name, text in compiled.items():
            if name.startswith(("configs/leaf01/", "configs/spine01/", "configs/gpu001/")):
                files.append((name.split("/", 2)[2], text.encode()))
    return files


def topologies() -> dict[str, list[bytes]]:
    """Topology file → texts of the two-tier example, as `twin export` writes them."""
    twin = read_twin(open_snapshot(EXAMPLES / "two-tier" / "intent.yaml"))
    names = {"air": "topology.json", "ptm": "topology.dot", "containerlab": "lab.clab.yml"}
    found = {TOPOLOGY_FILE: [(EXAMPLES / "brownfield" / TOPOLOGY_FILE).read_bytes()]}
    for kind, name in names.items():
        found[name] = [export_twin(twin, kind).text.encode()]
    return found
