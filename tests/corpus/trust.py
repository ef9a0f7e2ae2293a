"""How much of each foreign file is read: statements, and those that nothing reads.

python -m tests.corpus.trust        writes trust.tsv anew
"""

from __future__ import annotations

from pathlib import Path

from tests.support.lab import EXAMPLES
from twin.app.check import read_twin
from twin.snapshot.folder import Snapshot

CORPUS = Path(__file__).parent
CASES = CORPUS.parent / "cases"
GOLDEN = CORPUS / "trust.tsv"
HEAD = "file\tstatements\tunread"
EXPECTED = "expected.yaml"

Trust = dict[str, tuple[int, int]]  # file → statements, unread


def snapshot_of(folder: Path) -> Snapshot:
    """The snapshot in a folder, without what is to be expected of it."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != EXPECTED
    }
    return Snapshot.from_files(folder.name, files)


def _folders() -> list[tuple[str, Path]]:
    """(label, folder) of every foreign snapshot of the tree."""
    inside = [("corpus", p.parent) for p in CORPUS.glob("*/configs")]
    inside += [("cases", p.parent) for p in CASES.glob("*/configs")]
    inside.append(("examples", EXAMPLES / "brownfield"))
    return sorted((f"{label}/{folder.name}", folder) for label, folder in inside)


def measure() -> Trust:
    """Every file of every foreign snapshot."""
    found: Trust = {}
    for label, folder in _folders():
        for device in read_twin(snapshot_of(folder)).devices.values():
            for reading in device.readings:
                name = f"{label}/{reading.file}"
                lines, unread = found.get(name, (0, 0))
                found[name] = (lines + reading.lines, unread + len(reading.unread))
    return dict(sorted(found.items()))


def read_golden() -> Trust:
    """What trust.tsv holds."""
    rows = [line.split("\t") for line in GOLDEN.read_text().splitlines()[1:]]
    return {name: (int(lines), int(unread)) for name, lines, unread in rows}


def main() -> None:
    """Write trust.tsv."""
    rows = [f"{name}\t{lines}\t{unread}" for name, (lines, unread) in measure().items()]
    GOLDEN.write_text("\n".join((HEAD, *rows, "")))


if __name__ == "__main__":
    main()
