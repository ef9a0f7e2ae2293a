"""Ratios of this machine, each pair measured side by side in one run: `make bench`.

A ratio says more than seconds: both halves run on the same machine in turns, so load and clock
cancel out. Bounds that the product promises stand in the last column.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import bench_compile
import bench_nvue
import bench_readers

from twin.app.compile import compile_files
from twin.snapshot import write_tree

ROOT = Path(__file__).resolve().parents[1]
TWIN = shutil.which("twin") or Path(sys.executable).with_name("twin")
RAIL_SU = ROOT / "examples" / "rail-su" / "intent.yaml"
STARTS = 10


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the report.

    bound: what the ratio must not exceed. least: what it must reach. None: for information.
    by_clock: the ratio by the clock on the wall, where `ratio` is one of processor time.
    """

    what: str
    ours: str
    other: str
    ratio: float | None
    bound: float | None = None
    least: float | None = None
    by_clock: float | None = None

    @property
    def is_kept(self) -> bool:
        """The promise holds, or none was made, or the other side is not there."""
        if self.ratio is None:
            return True
        too_much = self.bound is not None and self.ratio > self.bound
        return not too_much and (self.least is None or self.ratio >= self.least)

    @property
    def promise(self) -> str:
        """What was promised, in words, and the ratio by the clock."""
        clock = f"{self.by_clock:.1f} x by the clock" if self.by_clock is not None else ""
        if self.bound is not None:
            return f"at most {self.bound:g} x"
        return f"at least {self.least:g} x  {clock}" if self.least is not None else clock


def seconds(call: Callable[[], object]) -> float:
    """Wall time of one call."""
    gc.collect()
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def side_by_side(
    ours: Callable[[], object], other: Callable[[], object], times: int
) -> tuple[float, float]:
    """Medians of both, measured in turns after one run of each to warm the file cache."""
    ours()
    other()
    pairs = [(seconds(ours), seconds(other)) for _ in range(times)]
    return median(a for a, _ in pairs), median(b for _, b in pairs)


def _process(*command: str | Path) -> Callable[[], object]:
    return lambda: subprocess.run(
        [str(part) for part in command], check=True, stdout=subprocess.DEVNULL
    )


def start_up() -> Line:
    """`twin --help` against `python -c "import click"`."""
    help_ = _process(TWIN, "--help")
    click = _process(sys.executable, "-c", "import click")
    ours, other = side_by_side(help_, click, STARTS)
    return Line(
        "twin --help : python -c 'import click'",
        f"{ours * 1000:.0f} ms", f"{other * 1000:.0f} ms", ours / other, 2.0,
    )  # fmt: skip


def nvue_reading() -> list[Line]:
    """The NVUE reader against the bare C YAML load of the same text: compiled and foreign files."""
    texts = bench_nvue.samples()
    for generation, release in (("5.16", "5.16"), ("5.9", "5.9")):
        files = _compiled(release)
        text = files["configs/leaf01/etc/nvue.d/startup.yaml"].decode()
        texts[f"rail-su leaf01, {generation}"] = (text, release)
    return [
        Line(
            f"NVUE reading : yaml.CSafeLoader, {name}",
            f"{len(text) / 1024:.0f} KiB", "", bench_nvue.ratio(text, release), 3.0,
        )
        for name, (text, release) in texts.items()
    ]  # fmt: skip


def _compiled(release: str = "5.16") -> dict[str, bytes]:
    lock = RAIL_SU.with_name("allocations.lock.yaml")
    files = compile_files(
        RAIL_SU.read_bytes(), lock.read_bytes() if lock.is_file() else None, release=release
    )
    return {name: text.encode() for name, text in files.items()}


def nvue_tables() -> Line:
    """What the first file of a process costs on top: modules, and the tables of its release."""
    script = (
        "import time\n"
        "start = time.perf_counter()\n"
        "from twin.dialects.base import Context, Source\n"
        "from twin.dialects.nvue import DIALECT, STARTUP\n"
        "text = b'- set: {system: {hostname: leaf01}}'\n"
        "DIALECT.read(Source('f', STARTUP, text), Context('leaf01', None, '5.16'))\n"
        "print(time.perf_counter() - start)"
    )
    command = [sys.executable, "-c", script]
    found = [
        float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(STARTS)
    ]
    return Line(
        "NVUE tables and modules, once per process", f"{median(found) * 1000:.0f} ms", "", None
    )


def judging(folder: Path) -> Line:
    """A whole `twin check` of examples/rail-su against a bare C YAML load, a process each."""
    write_tree(folder / "su1", _compiled())
    load = (
        "import pathlib, sys, yaml\n"
        "for path in pathlib.Path(sys.argv[1]).rglob('*.yaml'):\n"
        "    yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)"
    )
    check = _process(TWIN, "check", folder / "su1")
    bare = _process(sys.executable, "-c", load, folder / "su1")
    ours, other = side_by_side(check, bare, 3)
    return Line(
        "twin check examples/rail-su : yaml.CSafeLoader on its files",
        f"{ours:.2f} s", f"{other:.2f} s", ours / other,
    )  # fmt: skip


def compiling() -> Line:
    """Devices per second that `twin compile` renders, without writing them."""
    files = _compiled()
    elapsed = median(seconds(_compiled) for _ in range(3))
    devices = len({name.split("/")[1] for name in files if name.startswith("configs/")})
    return Line("twin compile examples/rail-su", f"{devices / elapsed:.0f} devices/s", "", None)


def beside_others() -> list[Line]:
    """Whole fabrics beside netlab and pyavd; how to install them where they are not there."""
    lines = []
    for found in bench_compile.measure():
        other = "not installed" if found.other is None else f"{found.other:.1f}/s"
        ours = f"{found.ours:.1f}/s"
        lines.append(Line(found.what, ours, other, found.ratio, None, found.least, found.by_clock))
    if any(line.ratio is None for line in lines):
        print(f"netlab and pyavd are compared where `{bench_compile.INSTALL}` has installed them")
    return lines


def flat_reading() -> list[Line]:
    """Readers of flat files: microseconds per line."""
    return [
        Line(
            f"reading {speed.dialect}, {speed.lines} lines of {speed.files} files",
            f"{speed.line_us:.1f} us/line", f"{speed.megabytes_per_s:.1f} MB/s", None,
        )
        for speed in bench_readers.measure()
    ]  # fmt: skip


def main() -> int:
    """Print the table; 1 when a promised bound is passed."""
    os.environ.pop("TWIN_TRACEBACK", None)
    with tempfile.TemporaryDirectory() as folder:
        lines = [start_up(), *nvue_reading(), nvue_tables(), judging(Path(folder)), compiling()]
    lines += [*flat_reading(), *beside_others()]
    width = max(len(line.what) for line in lines)
    for line in lines:
        ratio = f"{line.ratio:5.2f} x" if line.ratio is not None else ""
        verdict = "" if line.is_kept else "  MISSED"
        row = f"{line.what:<{width}}  {line.ours:>14} {line.other:>13}  {ratio:>8}  {line.promise}"
        print((row + verdict).rstrip())
    return 0 if all(line.is_kept for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
