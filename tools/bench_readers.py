"""How fast the readers of flat files are: microseconds per line and MB/s, files of one fabric.

The files are those that `twin compile` writes for a rail-optimised unit of thirteen switches, so
that each differs from the next as those of real switches do. A text is read once: equal lines of
two switches may be known from the first one, equal files would be.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass
from pathlib import Path

from twin.app.compile import compile_files
from twin.dialects.base import Context, Source
from twin.dialects.registry import dialect as dialect_named
from twin.dialects.registry import reader_of

ROOT = Path(__file__).resolve().parents[1]
RAIL_SU = ROOT / "examples" / "rail-su" / "intent.yaml"
READERS = ("frr", "ifupdown2", "qos_files", "ports_conf", "switchd", "netplan", "nvue")


@dataclass(frozen=True, slots=True)
class Speed:
    """One reader over all of its files but the first, which warms it up."""

    dialect: str
    files: int
    lines: int
    size: int
    seconds: float

    @property
    def line_us(self) -> float:
        """Microseconds per line."""
        return self.seconds / self.lines * 1e6

    @property
    def megabytes_per_s(self) -> float:
        """Of text."""
        return self.size / self.seconds / 1e6


def _sources() -> dict[str, list[tuple[Source, Context]]]:
    """Distinct texts by the name of their reader."""
    found: dict[str, dict[bytes, tuple[Source, Context]]] = {}
    for style in ("linux", "nvue"):
        for name, text in compile_files(RAIL_SU.read_bytes(), None, dialect=style).items():
            top, _, rest = name.partition("/")
            device, _, path = rest.partition("/")
            reader = reader_of(path) if top == "configs" else None
            if reader is not None:
                source = Source(name, path, text.encode())
                texts = found.setdefault(reader.name, {})
                texts.setdefault(source.data, (source, Context(device, None, "5.16")))
    return {name: list(texts.values()) for name, texts in found.items()}


def measure() -> list[Speed]:
    """One line per reader."""
    speeds = []
    found = _sources()
    for name in READERS:
        first, sources = found.get(name, [])[:1], found.get(name, [])[1:]
        if not sources:
            continue
        reader = dialect_named(name)
        reader.read(*first[0])  # modules and tables, made once per process
        gc.collect()
        start = time.process_time()
        for source, context in sources:
            reader.read(source, context)
        seconds = time.process_time() - start
        lines = sum(source.data.count(b"\n") for source, _ in sources)
        size = sum(len(source.data) for source, _ in sources)
        speeds.append(Speed(name, len(sources), lines, size, seconds))
    return speeds


def main() -> None:
    """Print one line per reader."""
    for speed in measure():
        print(
            f"{speed.dialect:<12} {speed.files:>4} files {speed.lines:>7} lines "
            f"{speed.line_us:6.1f} us/line {speed.megabytes_per_s:6.1f} MB/s"
        )


if __name__ == "__main__":
    main()
